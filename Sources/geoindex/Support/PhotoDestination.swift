internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Option {
  static let output = Option(
    "--output", "FILE",
    "write to this file, which appears when it is complete; - is standard output")
}

/// How photos are written.
enum OutputFormat: Hashable {
  /// A table for people.
  case table
  /// A file of points for GIS programs.
  case geoPackage
  /// A stream for programs.
  case file(PhotoFileFormat)

  /// The names in `--format`.
  static let names = PhotoFileFormat.allCases.map(\.name) + ["gpkg", "table"]

  /// The endings of file names that select a format.
  static let endings = PhotoFileFormat.allCases.flatMap(\.fileExtensions) + ["gpkg"]

  /// The format of lists on standard output: a table on a terminal, GeoJSON elsewhere.
  static var forReading: OutputFormat { Output.standard.isTerminal ? .table : .file(.geojson) }

  /// The format of this name in `--format`; nil if there is none.
  init?(name: String) {
    switch name {
    case "table": self = .table
    case "gpkg": self = .geoPackage
    default:
      guard let format = PhotoFileFormat(rawValue: name) else { return nil }
      self = .file(format)
    }
  }

  /// The format by the ending of a file name; nil if it has no known one.
  init?(fileName: String) {
    if let format = PhotoFileFormat(fileName: fileName) {
      self = .file(format)
    } else if fileName.lowercased().hasSuffix(".gpkg") {
      self = .geoPackage
    } else {
      return nil
    }
  }
}

/// The format and the file of `--format` and `--output`.
struct PhotoDestination {
  private let arguments: ParsedArguments
  private let format: OutputFormat
  private let file: FilePath?

  /// Reads the options; `standard` is the format of standard output.
  ///
  /// Throws if the file has no known ending and no format is named, and for a GeoPackage without a file.
  init(_ arguments: ParsedArguments, standard: OutputFormat) throws {
    self.arguments = arguments
    let file = arguments.path(.output).flatMap { $0 == FilePath("-") ? nil : $0 }
    self.file = file
    if let name = arguments.value(.format) {
      guard let format = OutputFormat(name: name) else {
        throw arguments.usage(
          "--format \"\(name)\" is not one of \(OutputFormat.names.joined(separator: ", "))")
      }
      self.format = format
    } else if let file {
      format = try Self.format(of: file, arguments)
    } else {
      format = arguments.has(.json) ? .file(.geojson) : standard
    }
    guard format == .geoPackage, file.map(OutputFile.isSpecial) ?? true else { return }
    throw arguments.usage(
      "a GeoPackage is a database, so it needs a regular file; name it with --output photos.gpkg")
  }

  private static func format(of file: FilePath, _ arguments: ParsedArguments) throws -> OutputFormat
  {
    if let format = OutputFormat(fileName: file.description) { return format }
    // The name of a pipe or a device has no extension. A folder is refused when it is opened.
    if OutputFile.isSpecial(file) { return .file(.geojson) }
    let endings = OutputFormat.endings.map { "." + $0 }
    throw arguments.usage(
      """
      --output \(file): this ending is unknown. Known are \(endings.joined(separator: ", ")); \
      name the format of any other file with --format
      """)
  }

  /// Opens the file or standard output; `lines` adds columns for lines.
  func open(lines: LineColumns = .none) throws -> PhotoPrinter {
    if let file { try OutputTarget(file, arguments, .output).check() }
    let file = try file.map { try OutputFile($0) }
    let output = file?.output ?? .standard
    switch format {
    case .table: return PhotoPrinter(TableWriter(output, hasDistance: lines != .none), file)
    case .file(let format):
      let list = PhotoListWriter(format, lines: lines)
      return PhotoPrinter(StreamWriter(list: list, output: output), file)
    case .geoPackage:
      guard let draft = file?.draftPath else {
        throw arguments.usage("a GeoPackage needs a regular file; name it with --output")
      }
      let writer = try GeoPackageWriter(path: FilePath(bytes: draft), lines: lines)
      return PhotoPrinter(GeoPackageFile(writer: writer), file)
    }
  }
}
