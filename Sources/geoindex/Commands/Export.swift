internal import Files
internal import Glibc
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

extension Option {
  static let output = Option(
    "--output", "FILE",
    "write to this file, which appears when it is complete; - is standard output")
}

extension Command {
  static let export = Command(
    name: "export",
    summary: "write the photos on the map, or those that match filters, to a file",
    options: Option.filters + [
      .limit,
      .formats(PhotoFileFormat.allCases, " (default: by the extension of FILE, or geojson)"),
      .output,
    ],
    notes: """
      Photos are written in the order of their ids, with all properties. geoindex import reads every
      format except gpx and kml, which have fewer properties; into an empty index, ids are kept. In csv
      and tsv, an apostrophe precedes text that a spreadsheet would take for a formula.
      """,
    examples: [
      ("geoindex export --output photos.geojson", "all photos, for QGIS and other programs"),
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

  /// The requested format, or that of the file extension.
  private func format() throws -> OutputFormat {
    if arguments.has(.format) { return try arguments.format() }
    guard let name = arguments.value(.output), name != "-" else { return .file(.geojson) }
    if let format = PhotoFileFormat(fileName: name) { return .file(format) }
    // The name of a pipe or a device has no extension. A folder is refused when it is opened.
    if let path = arguments.path(.output), OutputFile.isSpecial(path) { return .file(.geojson) }
    let endings = PhotoFileFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }
    throw arguments.usage(
      """
      --output \(name): no format has that ending. Known are \(endings.joined(separator: ", ")); \
      name the format of any other file with --format
      """)
  }
}

/// An error: the user stopped the export.
private struct ExportStopped: Error, CustomStringConvertible {
  var description: String { "stopped before the end" }
}

/// An output file that appears under its name when it is complete, and not at all after an error.
///
/// A pipe or device such as `/dev/null` is written to directly, because it must not be replaced by a file.
private final class OutputFile {
  let output: Output
  private let name: FilePath
  private let draft: FileDraft?

  /// Opens a draft; if the name is a symbolic link, its target is replaced and keeps its permissions.
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

  /// Whether a path is a pipe, a device or a folder.
  static func isSpecial(_ path: FilePath) -> Bool {
    guard let kind = FileStatus(path: path.bytes)?.kind else { return false }
    return kind != .regular
  }

  /// Renames the draft to its final name.
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
