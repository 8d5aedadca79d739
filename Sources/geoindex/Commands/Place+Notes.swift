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
    let wanted = Set(try photos(of: index))
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
        "\(Self.photos(conflicts.count)) changed after a position was entered; "
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
    let placed = try noted(index, \NotedPhoto.photo) { try $0.notedPhotos($1) }
      .filter { $0.noted.location != nil && !$0.isContradicted }
    let former = try noted(index, \FormerlyPlacedPhoto.photo) { try $0.formerlyPlacedPhotos($1) }
    let files = placed.map(\.photo.file)
    reportElsewhere(files.filter(Self.isElsewhere))
    let positions = Dictionary(
      zip(files, placed.map(\.noted.location)), uniquingKeysWith: { first, _ in first })
    var run = SidecarRun(isApplied: arguments.has(.apply))
    for (photo, location) in zip(files, placed.map(\.noted.location))
    where !Self.isElsewhere(photo) {
      guard let location else { continue }
      run.take { search throws(InputError) in
        try Sidecar(
          of: photo, among: &search, stating: location, isAlsoThere: { positions[$0] == location })
      }
    }
    for one in former where !Self.isElsewhere(one.photo.file) {
      run.take { search throws(InputError) in try Sidecar(of: one, among: &search) }
    }
    try run.print(asJSON: arguments.has(.json), isQuiet: arguments.has(.quiet))
    return run.failed > 0 ? .failed : .done
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
        "geoindex: the files of \(Self.photos(photos.count)) are not here; write their sidecars on "
          + "\(Console.printable(machine)), with the same command")
    }
  }
}

/// The sidecars of one run of `--write-sidecars`.
private struct SidecarRun {
  let isApplied: Bool

  /// The sidecars that could not be written.
  private(set) var failed = 0

  private var changes: [(path: FilePath, change: Sidecar.Change)] = []
  private var current = 0
  private var search = CompanionSearch()

  init(isApplied: Bool) { self.isApplied = isApplied }

  /// Writes a sidecar, or only counts it without `--apply`; one that fails is reported and does not stop the others.
  mutating func take(
    _ make: (inout CompanionSearch) throws(InputError) -> Sidecar?
  ) {
    do throws(InputError) {
      guard let sidecar = try make(&search) else { return }
      guard let change = sidecar.change else {
        current += 1
        return
      }
      if isApplied { try sidecar.write() }
      changes.append((sidecar.path, change))
    } catch {
      failed += 1
      Console.error("geoindex: \(Console.printable(error.description))")
    }
  }

  func print(asJSON: Bool, isQuiet: Bool) throws {
    if asJSON {
      try Output.standard.writeJSON { json in
        json.array { json in
          for (path, change) in changes {
            json.object { json in
              json.member("path", text: path.bytes)
              json.member("change", change.rawValue)
            }
          }
        }
      }
    } else if !isQuiet {
      for (path, change) in changes {
        let path = PhotoPrinter.printable(path.description)
        try Output.standard.write("\(change.rawValue)  \(path)\n")
      }
    }
    if !isQuiet { Console.error(summary) }
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
