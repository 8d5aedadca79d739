internal import TrackStore
internal import Files
internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner

extension Command {
  static let tracks = Command(
    name: "tracks",
    summary: "list the recorded tracks in the index, or add and remove some",
    operands: "add FILE… | list | remove FILE|ID…",
    operandCount: 1...Int.max,
    notes: """
      A scan stores the tracks that lie among the photos, and follows their files when these move, change
      or go. add stores tracks from elsewhere, of any format that geoindex place reads: their files may be
      deleted afterwards. The map shows all of them, and geoindex place --from-tracks uses them.

      list prints the number of each track, its fixes, its time and its file; a file without a track has the
      reason instead. remove deletes a track that was added by hand from the index. Guests of a server
      see no tracks.
      """,
    examples: [
      ("geoindex tracks add hike.gpx", "store a track that is not among the photos"),
      ("geoindex tracks list", "all tracks"),
      ("geoindex tracks remove hike.gpx", "remove it again"),
    ],
    run: { try TracksCommand(arguments: $0).run() })
}

private struct TracksCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let rest = Array(arguments.paths.dropFirst())
    switch arguments.operands.first {
    case "add" where !rest.isEmpty: return try add(rest)
    case "add": throw arguments.usage("the FILE of the track is missing")
    case "list" where rest.isEmpty: return try list()
    case "remove" where !rest.isEmpty: return try remove(rest)
    case "remove": throw arguments.usage("the FILE or number of the track is missing")
    case let word:
      throw arguments.usage("\"\(word ?? "")\" is not add FILE, list or remove FILE")
    }
  }

  // MARK: Adding

  private func add(_ files: [FilePath]) throws -> ExitCode {
    let index = try Locations.openForWriting(arguments)
    let lock = try ScanLock(for: index.path)
    defer { withExtendedLifetime(lock) {} }
    var hasFailed = false
    for file in files {
      do {
        try add(file, to: index)
      } catch let problem as TrackFiles.Problem {
        hasFailed = true
        Console.error("geoindex: cannot add \(Console.printable("\(file): \(problem.reason)"))")
      }
    }
    return hasFailed ? .failed : .done
  }

  private func add(_ file: FilePath, to index: PhotoIndex) throws {
    let track = try TrackFiles.track(of: file, places: index.places)
    if let reason = track.reason { throw TrackFiles.Problem(reason: reason) }
    let path = Self.full(file)
    let known = try index.read { try StoredTracks($0).files() }.first { $0.file == path }
    if let known, known.root != nil {
      if !arguments.has(.quiet) {
        Console.error("geoindex: \(PhotoPrinter.printable(path.description)) is known from a scan")
      }
      return
    }
    let id = try index.writeRepeatedly { writer in
      try writer.store(track, named: path.bytes, in: nil, as: known?.id)
    }
    if !arguments.has(.quiet) {
      Console.error(
        "track \(id): \(ScanText.grouped(track.fixes.count)) fixes of "
          + PhotoPrinter.printable(path.description))
    }
  }

  // MARK: Listing

  private func list() throws -> ExitCode {
    let tracks = try Locations.openForReading(arguments).read { try StoredTracks($0).files() }
    if arguments.has(.json) {
      try Output.standard.writeJSON { json in
        json.array { json in
          for track in tracks { json.object { Self.write(track, to: &$0) } }
        }
      }
    } else {
      for track in tracks { try Output.standard.write(Self.line(track) + "\n") }
    }
    return .done
  }

  private static func line(_ track: StoredTrack) -> String {
    var cells = ["\(track.id)"]
    if let time = track.time {
      cells.append("\(ScanText.grouped(track.count)) fixes")
      cells.append("\(Timestamp.utc(time.lowerBound))/\(Timestamp.utc(time.upperBound))")
    } else {
      cells.append(track.reason ?? "it has no fixes")
    }
    if track.root == nil { cells.append("added by hand") }
    cells.append(PhotoPrinter.printable(track.file.description))
    return cells.joined(separator: "  ")
  }

  private static func write(_ track: StoredTrack, to json: inout JSONWriter) {
    json.member("id", Int(track.id))
    json.member("path", text: track.path.bytes)
    if let root = track.root { json.member("root", text: root.bytes) }
    json.member("kind", track.kind)
    json.member("fixes", track.count)
    json.member("from", track.time.map { Timestamp.utc($0.lowerBound) })
    json.member("to", track.time.map { Timestamp.utc($0.upperBound) })
    if let box = track.box {
      let edges = box.degrees
      json.values("bbox", [edges.west, edges.south, edges.east, edges.north]) { $0.value($1) }
    }
    json.member("reason", track.reason)
  }

  // MARK: Removing

  private func remove(_ names: [FilePath]) throws -> ExitCode {
    let known = try Locations.openForReading(arguments).read { try StoredTracks($0).files() }
    let tracks = try names.map { try track($0, among: known) }
    let index = try Locations.openForWriting(arguments)
    let lock = try ScanLock(for: index.path)
    defer { withExtendedLifetime(lock) {} }
    try index.writeRepeatedly { writer in
      for track in tracks { try writer.removeTrack(track.id) }
    }
    if !arguments.has(.quiet) {
      Console.error("removed \(tracks.count) track\(tracks.count == 1 ? "" : "s") from the index")
    }
    return .done
  }

  private func track(_ name: FilePath, among known: [StoredTrack]) throws -> StoredTrack {
    let path = Self.full(name)
    let found =
      known.first { $0.file == path }
      ?? Int64(name.description).flatMap { id in known.first { $0.id == id } }
    guard let found else {
      throw InputError(
        description: "\(name) is no track in the index; list them with: geoindex tracks list")
    }
    guard found.root == nil else {
      throw InputError(
        description:
          "\(found.file) lies among the photos, so the next scan would add it again; move or "
          + "delete the file, or scan with --exclude")
    }
    return found
  }

  private static func full(_ path: FilePath) -> FilePath {
    FilePath(bytes: RealPath.future(path.bytes))
  }
}
