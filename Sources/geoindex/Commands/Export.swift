internal import Files
internal import Glibc
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

extension Option {
  static let output = Option(
    "--output", "FILE",
    "write to this file, which appears when it is whole; - is standard output")
}

extension Command {
  static let export = Command(
    name: "export",
    summary: "write the located photos, or those a filter selects, to a file",
    options: Option.filters + [
      .limit, .formats(PhotoFileFormat.allCases, " (default: by FILE, or geojson)"), .output,
    ],
    notes: """
      Photos come in the order of their ids, each with all that the index knows of it but the picture.
      What is written, import reads again: into an empty index with the same ids. Only gpx and kml,
      which hold less, are for other programs alone.
      In csv and tsv, a text that a spreadsheet would take for a formula has an apostrophe in front.
      """,
    examples: [
      ("geoindex export --output photos.geojson", "everything, for QGIS and others"),
      (
        "geoindex export --format ndjson | geoindex import - --db copy.sqlite",
        "a copy of the index"
      ),
      ("geoindex export --datetime 2024 --format csv > 2024.csv", "a year as a table"),
    ],
    run: { try ExportCommand(arguments: $0).run() })
}

private struct ExportCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let filter = try arguments.filter()
    let limit = try arguments.whole(.limit, in: 1...Int.max) ?? Int.max
    let format = try format()
    let index = try Locations.openForReading(arguments)
    guard let file = arguments.path(.output), file != FilePath("-") else {
      try write(filter, limit, to: PhotoPrinter(format: format, output: .standard), index)
      return .done
    }
    guard !Locations.isSame(file, index.path) else {
      throw arguments.usage("--output \(file) is the index itself")
    }
    let output = try OutputFile(file)
    do {
      try write(filter, limit, to: PhotoPrinter(format: format, output: output.output), index)
    } catch let error as OutputError {
      throw OutputError(isClosed: false, reason: "\(file): \(error.reason)")
    }
    try output.finish()
    return .done
  }

  private func write(
    _ filter: PhotoFilter, _ limit: Int, to printer: PhotoPrinter, _ index: PhotoIndex
  ) throws {
    let interruption = Interruption()
    var printer = printer
    try index.read { reader in
      let matched = try reader.count(filter)
      arguments.explainNoMatch(matched)
      try printer.begin(matched: matched, returned: min(matched, limit))
      try reader.forEachPhoto(filter, limit: limit) { photo in
        if interruption.wasRequested { throw ExportStopped() }
        try printer.print(photo)
      }
      try printer.end()
    }
  }

  /// The format that is asked for, or that the name of the file ends on.
  private func format() throws -> OutputFormat {
    if arguments.has(.format) { return try arguments.format() }
    guard let name = arguments.value(.output), name != "-" else { return .file(.geojson) }
    if let format = PhotoFileFormat(fileName: name) { return .file(format) }
    // A pipe or a device has no format in its name, as standard output has none. A folder is refused
    // when it is opened.
    if let path = arguments.path(.output), OutputFile.isSpecial(path) { return .file(.geojson) }
    let endings = PhotoFileFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }
    throw arguments.usage(
      """
      --output \(name): no format has that ending. Known are \(endings.joined(separator: ", ")); \
      name the format of any other file with --format
      """)
  }
}

/// An export that was asked to stop.
private struct ExportStopped: Error, CustomStringConvertible {
  var description: String { "stopped before the end" }
}

/// A file that appears under its name when it is whole, and not at all when something goes wrong.
///
/// What is there and is no file, a pipe or `/dev/null`, is written to as it is: it must not be
/// replaced by a file.
private final class OutputFile {
  let output: Output
  private let name: FilePath
  private let draft: FileDraft?

  /// A symbolic link stays: the file it leads to is replaced, and keeps its permissions.
  init(_ name: FilePath) throws {
    self.name = name
    let there = FileStatus(path: name.bytes)
    guard there != nil || errno != ELOOP else { throw Self.failure(.last, name) }
    guard there?.kind != .directory else {
      throw OutputError(isClosed: false, reason: "\(name): it is a folder; name a file in it")
    }
    if Self.isSpecial(name) {
      draft = nil
      let descriptor = unsafe name.withCString { unsafe open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw Self.failure(.last, name) }
      output = Output(descriptor: descriptor)
      return
    }
    do throws(SystemError) {
      let draft = try FileDraft(
        replacing: RealPath.future(name.bytes), ending: ".part\(getpid())",
        permissions: there?.permissions ?? 0o600)
      self.draft = draft
      output = Output(descriptor: draft.descriptor)
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// Whether a name is that of a pipe, a device or a folder.
  static func isSpecial(_ path: FilePath) -> Bool {
    guard let kind = FileStatus(path: path.bytes)?.kind else { return false }
    return kind != .regular
  }

  /// Gives the file its name.
  func finish() throws {
    do throws(SystemError) {
      try draft?.commit(synced: true)
    } catch {
      throw Self.failure(error, name)
    }
  }

  deinit { if draft == nil { close(output.descriptor) } }

  private static func failure(_ error: SystemError, _ path: FilePath) -> OutputError {
    OutputError(isClosed: false, reason: "\(path): \(error.reason)")
  }
}
