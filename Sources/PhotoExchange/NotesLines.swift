internal import JSON
internal import Geography
public import Notes
internal import PhotoFacts
internal import PhotoIndex

/// Notes as lines of JSON: an act, then one line for each of its notes, then one for each note it undoes.
///
/// Each line is short, however long the act. An act states how many lines it has, so that a truncated file is
/// refused.
public enum NotesLines {
  /// The lines of an act.
  public static func lines(of act: WholeAct) -> [UInt8] {
    var json = JSONWriter(capacity: 256 * (1 + act.notes.count))
    json.object { json in
      json.member("act", act.uuid)
      json.member("made", Timestamp.utc(act.time))
      json.member("by", act.author)
      json.member("photos", act.notes.count)
      json.member("undoes", act.undoes.count)
    }
    json.endLine()
    for note in act.notes {
      json.object { write(note, to: &$0) }
      json.endLine()
    }
    for undone in act.undoes {
      json.object { json in
        json.member("undoes", undone.act)
        json.member("photo", undone.photo)
      }
      json.endLine()
    }
    return json.bytes
  }

  /// Parses acts; throws `BrokenDocument` with the number of the first invalid line.
  ///
  /// `read` returns the next piece; an empty one ends the stream.
  public static func acts(reading read: @escaping () throws -> [UInt8]) throws -> [WholeAct] {
    var reader = NoteReader(read)
    var acts: [WholeAct] = []
    while let head = try reader.next({ line throws(InputProblem) in try line.head() }) {
      var act = head.act
      for _ in 0..<head.photos {
        act.notes.append(try reader.more { line throws(InputProblem) in try line.note() })
      }
      for _ in 0..<head.undoes {
        act.undoes.append(try reader.more { line throws(InputProblem) in try line.undone() })
      }
      acts.append(act)
    }
    return acts
  }

  private static func write(_ note: Note, to json: inout JSONWriter) {
    let photo = note.photo
    json.member("path", text: photo.path.bytes)
    json.member("pathBytes", photo.path.percentEncodedWhereNeeded)
    if let content = photo.content {
      json.member("fingerprint", Hexadecimal.text(content.fingerprint))
      json.member("size", Int(content.size))
    }
    json.member("taken", photo.taken.map { Int($0) })
    if !note.aliases.isEmpty {
      json.name("aliases")
      json.array { json in
        for content in note.aliases {
          json.object { json in
            json.member("fingerprint", Hexadecimal.text(content.fingerprint))
            json.member("size", Int(content.size))
          }
        }
      }
    }
    switch note.content {
    case .place(let noted): write(noted, to: &json)
    case .words(let noted):
      json.name("words")
      json.object { noted.change.write(to: &$0) }
      json.name("before")
      noted.before.write(to: &json)
    case .journey, .accepted: json.member("journey", note.text)
    }
  }

  private static func write(_ noted: NotedPlace, to json: inout JSONWriter) {
    if let location = noted.location { write(location, to: &json) }
    json.member("gap", noted.gap)
    json.name("before")
    json.object { json in
      switch noted.base.place {
      case .located(let location): write(location, to: &json)
      case .unlocated(let reason, let detail):
        json.member("reason", reason.name)
        json.member("detail", detail)
      }
      if noted.base.isImported { json.member("isImported", 1) }
    }
  }

  private static func write(_ location: Location, to json: inout JSONWriter) {
    json.members(of: location.coordinate)
    json.member("altitude", location.altitude)
    json.member("direction", location.direction)
    json.member("accuracy", location.accuracy)
    json.member("locationSource", location.source.name)
  }
}

/// Reads lines one by one and counts them.
private struct NoteReader {
  private var cutter: RecordCutter
  private var line = 0

  init(_ read: @escaping () throws -> [UInt8]) {
    cutter = RecordCutter(InputWindow(read), .ndjson)
  }

  /// Parses the next line with `parse`; nil at the end of the file.
  mutating func next<Result>(_ parse: (NoteLine) throws(InputProblem) -> Result) throws -> Result? {
    guard let found = try cutter.next() else { return nil }
    switch found {
    case .failure(let problem): throw BrokenDocument(line: problem.line, reason: problem.reason)
    case .success(let record):
      line = record.line
      do throws(InputProblem) {
        return try parse(NoteLine(cutter.bytes, record.range))
      } catch {
        throw BrokenDocument(line: line, reason: error.reason)
      }
    }
  }

  /// The same for a line of the current act.
  mutating func more<Result>(_ parse: (NoteLine) throws(InputProblem) -> Result) throws -> Result {
    if let result = try next(parse) { return result }
    throw BrokenDocument(line: line, reason: "the file ends in the middle of an act")
  }
}

/// The object of a line, or one inside it.
private struct NoteLine {
  private let json: JSONValue

  /// What stands before the names of members in messages.
  private var prefix = ""

  init(_ bytes: [UInt8], _ range: Range<Int>) throws(InputProblem) {
    var reader = JSONReader(bytes, range)
    json = try reader.value()
    try reader.finish()
    guard json.members != nil else { throw InputProblem("it is not a JSON object") }
  }

  private init(_ json: JSONValue, _ prefix: String) { (self.json, self.prefix) = (json, prefix) }

  // MARK: Kinds of lines

  /// The act without its photos, and how many lines of each kind follow.
  func head() throws(InputProblem) -> (act: WholeAct, photos: Int, undoes: Int) {
    guard let made = try Timestamp.span(text("made")) else {
      throw InputProblem("made is not an instant such as 2024-05-01T12:00:00Z")
    }
    let act = WholeAct(uuid: try text("act"), time: made.lowerBound, author: try text("by"))
    return (act, try count("photos"), try count("undoes"))
  }

  func note() throws(InputProblem) -> Note {
    var path = FilePath(try text("path"))
    if let encoded = json["pathBytes"]?.text {
      guard let bytes = PercentText.decode(Array(encoded.utf8)[...]) else {
        throw InputProblem("pathBytes is not percent-encoded")
      }
      path = FilePath(bytes: bytes)
    }
    let photo = PhotoIdentity(
      path: path, content: try content(),
      taken: json["taken"]?.number == nil ? nil : try whole("taken"))
    var note = Note(photo: photo, content: try noted())
    for alias in json["aliases"]?.elements ?? [] {
      guard alias.members != nil else {
        throw InputProblem("an element of aliases is not an object")
      }
      guard let content = try NoteLine(alias, "alias.").content() else {
        throw InputProblem("an element of aliases has no fingerprint")
      }
      note.aliases.append(content)
    }
    return note
  }

  func undone() throws(InputProblem) -> WholeAct.Undone {
    WholeAct.Undone(act: try text("undoes"), photo: try count("photo"))
  }

  func count(_ name: String) throws(InputProblem) -> Int {
    let number = try whole(name)
    guard number >= 0 else { throw InputProblem("\(name) is negative") }
    return Int(number)
  }

  // MARK: Parts

  private func content() throws(InputProblem) -> FileContent? {
    guard let digits = json["fingerprint"]?.text else { return nil }
    guard let print = UInt64(digits, radix: 16) else {
      throw InputProblem("\(prefix)fingerprint is not hexadecimal")
    }
    return FileContent(fingerprint: print, size: try whole("size"))
  }

  private func noted() throws(InputProblem) -> Note.Content {
    if let journey = json["journey"]?.text { return Note.Content(text: journey) }
    let before = json["before"] ?? .null
    guard let words = json["words"] else {
      return .place(
        NotedPlace(
          location: try location(), gap: try number("gap"),
          base: try NoteLine(before, "before.").base()))
    }
    let change = try WordsChange(words)
    guard !change.isEmpty else { throw InputProblem("words is empty") }
    return .words(NotedWords(change, own: try PhotoWords(before)))
  }

  private func base() throws(InputProblem) -> StoredPlace {
    let isImported = json["isImported"]?.whole == 1
    if let location = try location() {
      return StoredPlace(.located(location), isImported: isImported)
    }
    let name = try text("reason")
    guard let reason = UnlocatedReason.allCases.first(where: { $0.name == name }) else {
      throw InputProblem("\(prefix)reason \"\(name)\" is not known")
    }
    return StoredPlace(.unlocated(reason, detail: json["detail"]?.text), isImported: isImported)
  }

  private func location() throws(InputProblem) -> Location? {
    guard let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number else {
      return nil
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw InputProblem("\(latitude), \(longitude) is not on the Earth")
    }
    let name = try text("locationSource")
    guard let source = LocationSource(name: name) else {
      throw InputProblem("locationSource \"\(name)\" is not known")
    }
    return Location(
      coordinate, altitude: try number("altitude"), direction: try number("direction"),
      accuracy: try number("accuracy"), source: source)
  }

  private func number(_ name: String) throws(InputProblem) -> Double? {
    guard let number = json[name]?.number else { return nil }
    guard number.isFinite else { throw InputProblem("\(prefix)\(name) is too large") }
    return number
  }

  private func text(_ name: String) throws(InputProblem) -> String {
    guard let text = json[name]?.text else { throw InputProblem("\(prefix)\(name) is missing") }
    return text
  }

  private func whole(_ name: String) throws(InputProblem) -> Int64 {
    guard let whole = json[name]?.whole else {
      throw InputProblem("\(prefix)\(name) is not a whole number")
    }
    return Int64(whole)
  }
}
