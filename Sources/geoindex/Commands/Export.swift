internal import Glibc
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Command {
  static let export = Command(
    name: "export",
    summary: "write the located photos, or those a filter selects, to a file",
    operands: "",
    operandCount: 0...0,
    options: Option.filters + [
      Option("--limit", "N", "no more than so many (default: all)"),
      Option(
        "--format", "NAME",
        "geojson, geojsonseq, ndjson, csv, gpx or kml (default: by FILE, or geojson)",
        choices: PhotoFileFormat.allCases.map(\.rawValue)),
      Option(
        "--output", "FILE",
        "write to this file, which appears when it is whole; - is standard output"),
    ],
    notes: """
      Photos come in the order of their ids, each with all that the index knows of it but the picture.
      What is written, import reads again: into an empty index with the same ids. Only gpx and kml,
      which hold less, are for other programs alone.
      In csv, a text that a spreadsheet would take for a formula has an apostrophe in front.
      """,
    examples: [
      ("geoindex export --output photos.geojson", "everything, for QGIS and others"),
      (
        "geoindex export --format ndjson | geoindex import - --db copy.sqlite",
        "a copy of the index"
      ),
      ("geoindex export --datetime 2024 --format csv > 2024.csv", "a year as a table"),
    ],
    run: { try ExportCommand($0).run() })
}

private struct ExportCommand {
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run() throws -> ExitCode {
    let filter = try arguments.filter()
    let limit = try arguments.whole("--limit", in: 1...Int.max) ?? Int.max
    let format = try format()
    let index = try Locations.openForReading(arguments)
    guard let name = arguments.value("--output"), name != "-" else {
      try write(filter, limit, to: PhotoPrinter(format: format, output: .standard), index)
      return .done
    }
    let file = FilePath(name)
    guard !Locations.isSame(file, index.path) else {
      throw UsageError("--output \(name) is the index itself", command: arguments.command)
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
    if arguments.has("--format") { return try arguments.format() }
    let name = arguments.value("--output") ?? ""
    return .file(PhotoFileFormat(fileName: name) ?? .geojson)
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
  private let path: FilePath
  private let part: FilePath?
  private var isFinished = false

  init(_ path: FilePath) throws {
    self.path = path
    let part =
      Self.isSpecial(path) ? nil : FilePath(bytes: path.bytes + Array(".part\(getpid())".utf8))
    self.part = part
    let flags = part == nil ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = unsafe (part ?? path).withCString { unsafe open($0, flags, 0o600) }
    guard descriptor >= 0 else { throw Self.lastError(path) }
    output = Output(descriptor: descriptor)
  }

  private static func isSpecial(_ path: FilePath) -> Bool {
    var status = stat()
    guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Gives the file its name.
  func finish() throws {
    guard let part else { return }
    guard fsync(output.descriptor) == 0 else { throw Self.lastError(path) }
    let moved = unsafe part.withCString { old in
      unsafe path.withCString { new in unsafe rename(old, new) }
    }
    guard moved == 0 else { throw Self.lastError(path) }
    isFinished = true
  }

  deinit {
    close(output.descriptor)
    if let part, !isFinished { _ = unsafe part.withCString { unsafe unlink($0) } }
  }

  private static func lastError(_ path: FilePath) -> OutputError {
    OutputError(isClosed: false, reason: "\(path): \(unsafe String(cString: strerror(errno)))")
  }
}
