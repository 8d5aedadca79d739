internal import Geography
public import Notes
internal import PhotoFacts
internal import PhotoIndex

/// Notes as lines of JSON: an act, then one line for each of its placements, then one for each placement it
/// undoes.
///
/// Each line is short, however long the act. An act states how many lines it has, so that a truncated file is
/// refused.
public enum NotesLines {
  /// The lines of an act.
  public static func lines(of act: WholeAct) -> [UInt8] {
    var json = JSONWriter(capacity: 256 * (1 + act.places.count))
    json.object { json in
      json.member("act", act.uuid)
      json.member("made", Timestamp.utc(act.time))
      json.member("by", act.author)
      json.member("photos", act.places.count)
      json.member("undoes", act.undoes.count)
    }
    json.endLine()
    for place in act.places {
      json.object { write(place, to: &$0) }
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
    while let head = try reader.next({ line throws(RecordProblem) in try line.head() }) {
      var act = head.act
      for _ in 0..<head.photos {
        act.places.append(try reader.more { line throws(RecordProblem) in try line.place() })
      }
      for _ in 0..<head.undoes {
        act.undoes.append(try reader.more { line throws(RecordProblem) in try line.undone() })
      }
      acts.append(act)
    }
    return acts
  }

  private static func write(_ noted: NotedPlace, to json: inout JSONWriter) {
    let photo = noted.photo
    json.member("path", text: photo.path.bytes)
    json.member("pathBytes", photo.path.percentEncodedWhereNeeded)
    if let content = photo.content {
      json.member("fingerprint", Hexadecimal.text(content.fingerprint))
      json.member("size", Int(content.size))
    }
    json.member("taken", photo.taken.map { Int($0) })
    if let location = noted.location { write(location, to: &json) }
    json.member("gap", noted.gap)
    if !noted.aliases.isEmpty {
      json.name("aliases")
      json.array { json in
        for content in noted.aliases {
          json.object { json in
            json.member("fingerprint", Hexadecimal.text(content.fingerprint))
            json.member("size", Int(content.size))
          }
        }
      }
    }
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
  mutating func next<Result>(_ parse: (NoteLine) throws(RecordProblem) -> Result) throws -> Result?
  {
    guard let found = try cutter.next() else { return nil }
    switch found {
    case .failure(let problem): throw BrokenDocument(line: problem.line, reason: problem.reason)
    case .success(let record):
      line = record.line
      do throws(RecordProblem) {
        return try parse(NoteLine(cutter.bytes, record.range))
      } catch {
        throw BrokenDocument(line: line, reason: error.reason)
      }
    }
  }

  /// The same for a line of the current act.
  mutating func more<Result>(_ parse: (NoteLine) throws(RecordProblem) -> Result) throws -> Result {
    if let result = try next(parse) { return result }
    throw BrokenDocument(line: line, reason: "the file ends in the middle of an act")
  }
}

/// The texts and numbers of a line by their names; those of an inner object are named `before.longitude`.
private struct NoteLine {
  private var texts: [String: [UInt8]] = [:]
  private var numbers: [String: Double] = [:]
  private var aliases: [NoteLine] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) throws(RecordProblem) {
    var reader = JSONReader(bytes, range)
    guard try reader.peek() == .object else { throw RecordProblem("it is not a JSON object") }
    try readMembers(of: "", &reader)
    try reader.finish()
  }

  /// Parses an element of `aliases`.
  private init(alias reader: inout JSONReader) throws(RecordProblem) {
    try readMembers(of: "alias.", &reader)
  }

  private mutating func readMembers(
    of prefix: String, _ reader: inout JSONReader
  ) throws(RecordProblem) {
    guard try reader.open("{") else { return }
    repeat {
      let name = prefix + String(decoding: try reader.name(), as: UTF8.self)
      switch try reader.peek() {
      case .text: texts[name] = Array(try reader.text())
      case .number: numbers[name] = try PhotoDraft.number(try reader.number(), name)
      case .object where prefix.isEmpty: try readMembers(of: name + ".", &reader)
      case .array where name == "aliases": try readAliases(&reader)
      default: try reader.skipValue()
      }
    } while try reader.next(in: "{")
  }

  private mutating func readAliases(_ reader: inout JSONReader) throws(RecordProblem) {
    guard try reader.open("[") else { return }
    repeat {
      guard try reader.peek() == .object else {
        throw RecordProblem("an element of aliases is not an object")
      }
      aliases.append(try NoteLine(alias: &reader))
    } while try reader.next(in: "[")
  }

  // MARK: Kinds of lines

  /// The act without its photos, and how many lines of each kind follow.
  func head() throws(RecordProblem) -> (act: WholeAct, photos: Int, undoes: Int) {
    guard let made = try Timestamp.span(text("made")) else {
      throw RecordProblem("made is not an instant such as 2024-05-01T12:00:00Z")
    }
    let act = WholeAct(uuid: try text("act"), time: made.lowerBound, author: try text("by"))
    return (act, try count("photos"), try count("undoes"))
  }

  func place() throws(RecordProblem) -> NotedPlace {
    var path = FilePath(try text("path"))
    if let encoded = texts["pathBytes"] {
      guard let bytes = PercentText.decode(encoded[...]) else {
        throw RecordProblem("pathBytes is not percent-encoded")
      }
      path = FilePath(bytes: bytes)
    }
    let photo = PhotoIdentity(
      path: path, content: try content(""),
      taken: numbers["taken"] == nil ? nil : try whole("taken"))
    var place = NotedPlace(
      photo: photo, location: try location(""), gap: numbers["gap"], base: try base())
    for alias in aliases {
      guard let content = try alias.content("alias.") else {
        throw RecordProblem("an element of aliases has no fingerprint")
      }
      place.aliases.append(content)
    }
    return place
  }

  func undone() throws(RecordProblem) -> WholeAct.Undone {
    WholeAct.Undone(act: try text("undoes"), photo: try count("photo"))
  }

  func count(_ name: String) throws(RecordProblem) -> Int {
    let number = try whole(name)
    guard number >= 0 else { throw RecordProblem("\(name) is negative") }
    return Int(number)
  }

  // MARK: Parts

  private func content(_ prefix: String) throws(RecordProblem) -> FileContent? {
    guard let digits = texts[prefix + "fingerprint"] else { return nil }
    guard let print = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw RecordProblem("\(prefix)fingerprint is not hexadecimal")
    }
    return FileContent(fingerprint: print, size: try whole(prefix + "size"))
  }

  private func base() throws(RecordProblem) -> BasePlace {
    let isImported = numbers["before.isImported"] == 1
    if let location = try location("before.") {
      return BasePlace(.located(location), isImported: isImported)
    }
    let name = try text("before.reason")
    guard let reason = UnlocatedReason.allCases.first(where: { $0.name == name }) else {
      throw RecordProblem("before.reason \"\(name)\" is not known")
    }
    let detail = texts["before.detail"].map { String(decoding: $0, as: UTF8.self) }
    return BasePlace(.unlocated(reason, detail: detail), isImported: isImported)
  }

  private func location(_ prefix: String) throws(RecordProblem) -> Location? {
    guard let latitude = numbers[prefix + "latitude"], let longitude = numbers[prefix + "longitude"]
    else { return nil }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw RecordProblem("\(latitude), \(longitude) is not on the Earth")
    }
    let name = try text(prefix + "locationSource")
    guard let source = LocationSource(name: name) else {
      throw RecordProblem("locationSource \"\(name)\" is not known")
    }
    return Location(
      coordinate, altitude: numbers[prefix + "altitude"], direction: numbers[prefix + "direction"],
      accuracy: numbers[prefix + "accuracy"], source: source)
  }

  private func text(_ name: String) throws(RecordProblem) -> String {
    guard let bytes = texts[name] else { throw RecordProblem("\(name) is missing") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func whole(_ name: String) throws(RecordProblem) -> Int64 {
    guard let number = numbers[name], let whole = Int64(exactly: number) else {
      throw RecordProblem("\(name) is not a whole number")
    }
    return whole
  }
}
