internal import Geography
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner

/// `geoindex place --conflicts` and `--write-sidecars`: notes compared with files.
extension PlaceCommand {
  /// What the notes contain about all photos, or about the given ones, in the order of their paths.
  private func noted<Noted>(
    _ index: PhotoIndex, _ photo: KeyPath<Noted, PhotoRecord>,
    _ find: (ActStore, IndexReader) throws -> [Noted]
  ) throws -> [Noted] {
    let wanted = Set(try arguments.photos(of: index))
    let all = try index.readActs(find) ?? []
    return all.filter { wanted.isEmpty || wanted.contains($0[keyPath: photo].id) }.sorted {
      $0[keyPath: photo].file.bytes.lexicographicallyPrecedes($1[keyPath: photo].file.bytes)
    }
  }

  // MARK: Conflicts

  func printConflicts() throws -> ExitCode {
    let index = try Locations.openForReading(arguments)
    let conflicts = try noted(index, \NotedPhoto.photo) { try $0.notedPhotos($1) }
      .filter(\.isContradicted)
    if arguments.has(.json) {
      try Output.standard.writeJSON { json in
        json.array { json in
          for conflict in conflicts { json.object { Self.write(conflict, to: &$0) } }
        }
      }
    } else {
      for conflict in conflicts {
        let (shown, entered) = (conflict.photo.place.location, conflict.noted.location)
        try Output.standard.write(
          [
            "file " + PlanPrinter.position(shown?.coordinate), shown?.source.name ?? "",
            "entered " + PlanPrinter.position(entered?.coordinate), "act \(conflict.act)",
            PhotoPrinter.printable(conflict.photo.file.description),
          ].joined(separator: "  ") + "\n")
      }
    }
    if !arguments.has(.quiet) {
      Console.error(
        "\(Counted.photos(conflicts.count)) changed after a position was entered; "
          + "the position of the file is shown")
    }
    return .done
  }

  private static func write(_ conflict: NotedPhoto, to json: inout JSONWriter) {
    json.member("path", text: conflict.photo.file.bytes)
    json.member("act", Int(conflict.act))
    for (name, location) in [
      ("file", conflict.photo.place.location), ("entered", conflict.noted.location),
    ] {
      json.name(name)
      json.object { json in
        json.member("longitude", location?.coordinate.longitude)
        json.member("latitude", location?.coordinate.latitude)
        json.member("source", location?.source.name)
      }
    }
  }

  // MARK: Sidecars

  func writeSidecars() throws -> ExitCode {
    let index = try Locations.openForReading(arguments)
    let all = try sidecarNotes(index)
    let here = all.filter { !Self.isElsewhere($0.photo.file) }
    reportElsewhere(
      all.filter { $0.location != nil || $0.words?.isNoted == true }.map(\.photo.file)
        .filter(Self.isElsewhere))
    let known = Dictionary(
      here.map { ($0.photo.file, $0) }, uniquingKeysWith: { first, _ in first })
    let isApplied = arguments.has(.apply)
    // Positions are written beside an index that can only be read, too.
    let hasWords = isApplied && here.contains { $0.words != nil }
    let writer = hasWords ? try NotesWriter(Locations.openForWriting(arguments)) : nil
    var run = SidecarRun(isApplied: isApplied, writer: writer)
    for notes in here {
      try run.take(notes) { photo in known[photo].map(notes.agrees) ?? false }
    }
    try run.print(asJSON: arguments.has(.json), isQuiet: arguments.has(.quiet))
    return run.failed > 0 ? .failed : .done
  }

  /// What the notes say about photos, in the order of their paths.
  private func sidecarNotes(_ index: PhotoIndex) throws -> [SidecarNotes] {
    var found: [Int64: SidecarNotes] = [:]
    for placed in try noted(index, \NotedPhoto.photo, { try $0.notedPhotos($1) })
    where !placed.isContradicted && placed.noted.location != nil {
      found[placed.photo.id, default: SidecarNotes(placed.photo)].location = placed.noted.location
    }
    for former in try noted(index, \FormerlyPlacedPhoto.photo, { try $0.formerlyPlacedPhotos($1) })
    {
      found[former.photo.id, default: SidecarNotes(former.photo)].former = former
    }
    for words in try noted(index, \WordedPhoto.photo, { try $0.wordedPhotos($1) }) {
      found[words.photo.id, default: SidecarNotes(words.photo)].words = words
    }
    return found.values.sorted {
      $0.photo.file.bytes.lexicographicallyPrecedes($1.photo.file.bytes)
    }
  }

  /// Whether a photo is in a folder of another machine, which a record names `nas:/srv/photos`.
  private static func isElsewhere(_ photo: FilePath) -> Bool {
    photo.bytes.first != UInt8(ascii: "/") && !photo.bytes.starts(with: "import:".utf8)
  }

  /// Names the machines on which the sidecars of further photos can be written.
  private func reportElsewhere(_ photos: [FilePath]) {
    let machines = Dictionary(grouping: photos) { photo in
      String(decoding: photo.bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }
    for (machine, photos) in machines.sorted(by: { $0.key < $1.key }) {
      Console.error(
        "geoindex: the files of \(Counted.photos(photos.count)) are not here; write their sidecars on "
          + "\(Console.printable(machine)), with the same command")
    }
  }
}

/// The sidecars of one run of `--write-sidecars`.
private struct SidecarRun {
  let isApplied: Bool

  /// The sidecars that could not be written.
  var failed: Int { failures.count }

  private var changes: [(path: FilePath, change: Sidecar.Change)] = []

  /// The photos whose sidecars could not be written, and why.
  private var failures: [(photo: FilePath, reason: String)] = []

  /// What sidecars cannot say about photos.
  private var unwritten: [(photo: FilePath, path: FilePath, words: [Sidecar.Unwritten])] = []

  private var current = 0
  private var search = CompanionSearch()
  private let writer: NotesWriter?

  init(isApplied: Bool, writer: NotesWriter?) {
    (self.isApplied, self.writer) = (isApplied, writer)
  }

  /// Writes a sidecar, or only counts it without `--apply`; one that fails is reported and does not stop the others.
  mutating func take(_ notes: SidecarNotes, isSharedWith: (FilePath) -> Bool) throws {
    do {
      guard let sidecar = try Sidecar(of: notes, among: &search, isSharedWith: isSharedWith) else {
        return
      }
      if !sidecar.unwritten.isEmpty {
        unwritten.append((notes.photo.file, sidecar.path, sidecar.unwritten))
      }
      if let kept = sidecar.kept { try writer?.keep(kept) }
      guard let change = sidecar.change else {
        current += sidecar.exists ? 1 : 0
        return
      }
      if isApplied { try sidecar.write() }
      changes.append((sidecar.path, change))
    } catch let error as InputError {
      failures.append((notes.photo.file, error.description))
      Console.error("geoindex: \(Console.printable(error.description))")
    }
  }

  func print(asJSON: Bool, isQuiet: Bool) throws {
    if asJSON {
      try printJSON()
    } else if !isQuiet {
      for (path, change) in changes {
        let path = PhotoPrinter.printable(path.description)
        try Output.standard.write("\(change.rawValue)  \(path)\n")
      }
    }
    guard !isQuiet else { return }
    for (photo, path, words) in unwritten { Self.report(words, of: photo, at: path) }
    Console.error(summary)
  }

  /// The changes, then what was not written with the reason.
  private func printJSON() throws {
    try Output.standard.writeJSON { json in
      json.array { json in
        for (path, change) in changes {
          json.object { json in
            json.member("path", text: path.bytes)
            json.member("change", change.rawValue)
          }
        }
        for (photo, path, words) in unwritten {
          for word in words {
            json.object { json in
              json.member("path", text: path.bytes)
              json.member("photo", text: photo.bytes)
              json.member("notWritten", word.property.name)
              json.member("reason", word.reason)
            }
          }
        }
        for (photo, reason) in failures {
          json.object { json in
            json.member("photo", text: photo.bytes)
            json.member("notWritten", "sidecar")
            json.member("reason", reason)
          }
        }
      }
    }
  }

  /// Names what a sidecar cannot say: each text by its beginning, other properties together.
  private static func report(
    _ words: [Sidecar.Unwritten], of photo: FilePath, at path: FilePath
  ) {
    let (path, photo) = (
      Console.printable(path.description), Console.printable(photo.description)
    )
    for word in words {
      for text in word.texts {
        let start = Console.printable(String(text.prefix(64)))
        Console.error(
          "geoindex: \(path) cannot have this \(word.property.name), because XMP cannot keep it: "
            + "“\(start)”; enter another text")
      }
    }
    let others = words.filter(\.texts.isEmpty).map(\.property.name).joined(separator: ", ")
    guard !others.isEmpty else { return }
    Console.error(
      "geoindex: \(path) cannot change this of \(photo), because the photo itself, the region of a "
        + "face or a tag of people in digiKam's list states it: \(others)")
  }

  private var summary: String {
    let removed = changes.count { $0.change == .removed }
    var parts = ["\(changes.count - removed) sidecars \(isApplied ? "written" : "to write")"]
    if removed > 0 { parts.append("\(removed) \(isApplied ? "removed" : "to remove")") }
    if current > 0 { parts.append("\(current) are current") }
    if failed > 0 { parts.append("\(failed) failed") }
    let isPending = !isApplied && !changes.isEmpty
    return parts.joined(separator: ", ") + (isPending ? "; do it with --apply" : "")
  }
}
