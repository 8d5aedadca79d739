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
    guard let file = arguments.path("--output"), file != FilePath("-") else {
      try write(filter, limit, to: PhotoPrinter(format: format, output: .standard), index)
      return .done
    }
    guard !Locations.isSame(file, index.path) else {
      throw UsageError("--output \(file) is the index itself", command: arguments.command)
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
    if arguments.has("--format") { return try arguments.format() }
    guard let name = arguments.value("--output"), name != "-" else { return .file(.geojson) }
    if let format = PhotoFileFormat(fileName: name) { return .file(format) }
    // A pipe or a device has no format in its name, as standard output has none. A folder is refused
    // when it is opened.
    if let path = arguments.path("--output"), OutputFile.isSpecial(path) { return .file(.geojson) }
    let endings = PhotoFileFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }
    throw UsageError(
      """
      --output \(name): no format has that ending. Known are \(endings.joined(separator: ", ")); \
      name the format of any other file with --format
      """, command: arguments.command)
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

  /// A symbolic link stays: the file it leads to is replaced, and keeps its permissions.
  init(_ name: FilePath) throws {
    path = try Self.target(of: name)
    let there = Self.status(path)
    let kind = there.map { $0.st_mode & S_IFMT }
    guard kind != S_IFDIR else {
      throw OutputError(isClosed: false, reason: "\(name): it is a folder; name a file in it")
    }
    let isSpecial = kind != nil && kind != S_IFREG
    part = isSpecial ? nil : FilePath(bytes: path.bytes + Array(".part\(getpid())".utf8))
    let flags = part == nil ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = unsafe (part ?? path).withCString { unsafe open($0, flags, 0o600) }
    guard descriptor >= 0 else { throw Self.lastError(name) }
    output = Output(descriptor: descriptor)
    if let there, part != nil { fchmod(descriptor, there.st_mode & 0o777) }
  }

  /// Whether a name is that of something that is neither a file nor a folder.
  static func isSpecial(_ path: FilePath) -> Bool {
    guard let kind = status(path).map({ $0.st_mode & S_IFMT }) else { return false }
    return kind != S_IFREG
  }

  private static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? status : nil
  }

  /// Where a path leads, also by links to what is not there yet.
  private static func target(of path: FilePath) throws -> FilePath {
    var path = path
    // As many links as the kernel follows.
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let start = bytes.baseAddress else { return 0 }
        return unsafe path.withCString { unsafe readlink($0, start, bytes.count) }
      }
      guard count > 0 else { return path }
      let link = FilePath(bytes: Array(buffer.prefix(count)))
      path =
        link.bytes.first == UInt8(ascii: "/") ? link : path.parent?.appending(link.bytes) ?? link
    }
    errno = ELOOP
    throw lastError(path)
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
