internal import Files
internal import PhotoFacts
internal import Record

/// The options in the environment and in the configuration file.
///
/// The command line takes precedence over the environment, and the environment over the file.
struct Settings: Sendable {
  /// The value of one option, with its origin.
  struct Setting: Sendable {
    /// The values; empty for a flag that is off.
    var values: [FilePath]
    var origin: Origin
  }

  /// Where an option was set.
  enum Origin: Sendable, Equatable, CustomStringConvertible {
    case commandLine
    case environment(String)
    case file(FilePath, line: Int)

    var description: String {
      switch self {
      case .commandLine: "the command line"
      case .environment(let name): "$\(name)"
      case .file(let path, let line): "\(path), line \(line)"
      }
    }
  }

  /// The configuration file that was read; nil if there is none.
  private(set) var file: FilePath?

  private var fromEnvironment: [String: Setting] = [:]
  private var fromFile: [String: Setting] = [:]

  /// The options that can be set outside the command line, in the order of the help.
  static let options: [Option] = {
    let services = [Command.serve, .scan, .watch].flatMap(\.options)
    var names: Set<String> = []
    return (Option.common + services).filter {
      ![Option.help, .version, .config].map(\.name).contains($0.name)
        && names.insert($0.name).inserted
    }
  }()

  /// Options of output, which settings change only for services and scans.
  private static let output = [Option.json, .quiet, .verbose].map(\.name)

  /// Reads the environment and the configuration file: that of `--config` or `$GEOINDEX_CONFIG`, else the default.
  init(file named: FilePath?) throws {
    for option in Self.options {
      guard let text = Environment.path(option.variable) else { continue }
      let origin = Origin.environment(option.variable)
      fromEnvironment[option.name] = Setting(
        values: try Self.values(Self.parts(of: text, for: option), of: option, origin),
        origin: origin)
    }
    guard
      let path = named ?? Environment.path("GEOINDEX_CONFIG") ?? Locations.usualConfiguration
    else { return }
    file = path
    try readFile(path)
  }

  /// The setting of an option for a command; nil if the option is not set.
  func setting(of option: Option, for command: Command) -> Setting? {
    let isService = [Command.serve, .scan, .watch].map(\.name).contains(command.name)
    guard isService || !Self.output.contains(option.name) else { return nil }
    return setting(of: option)
  }

  /// The setting of an option; nil if it is not set.
  func setting(of option: Option) -> Setting? {
    fromEnvironment[option.name] ?? fromFile[option.name]
  }

  /// All values of an option; those of the file come last.
  func everyValue(of option: Option) -> [FilePath] {
    [fromEnvironment, fromFile].flatMap { $0[option.name]?.values ?? [] }
  }

  private mutating func readFile(_ path: FilePath) throws {
    let text = try ConfigurationFile.text(of: path)
    for line in ConfigurationFile.lines(of: text) {
      let origin = Origin.file(path, line: line.number)
      guard let option = Self.options.first(where: { $0.word == line.name }) else {
        let near = Suggestion.text(for: line.name, among: Self.options.map(\.word))
        throw UsageError("\(origin): there is no option \"\(line.name)\"\(near)", command: .serve)
      }
      guard let value = line.value else {
        throw UsageError("\(origin): write \(option.word) = value", command: .serve)
      }
      let values = try Self.values([value], of: option, origin)
      if option.isRepeatable, fromFile[option.name] != nil {
        fromFile[option.name]?.values += values
      } else if fromFile[option.name] == nil {
        fromFile[option.name] = Setting(values: values, origin: origin)
      } else {
        throw UsageError("\(origin): \(option.word) is given twice", command: .serve)
      }
    }
  }

  /// Splits the value of a repeatable option: file names at colons, as in `$PATH`, others at commas.
  private static func parts(of text: FilePath, for option: Option) -> [FilePath] {
    guard option.isRepeatable else { return [text] }
    let separator = UInt8(ascii: option.takesFileName ? ":" : ",")
    return text.bytes.split(separator: separator).map { FilePath(bytes: Array($0)) }
  }

  /// Validates values of the environment or the file, and expands `~/`.
  private static func values(_ values: [FilePath], of option: Option, _ origin: Origin) throws
    -> [FilePath]
  {
    if option.value == nil || option.hasOptionalValue {
      switch values.first?.description.lowercased() {
      case "yes", "true", "on", "1": return [FilePath("")]
      case "no", "false", "off", "0": return []
      default: break
      }
      guard option.value != nil else {
        throw UsageError("\(origin): \(option.word) is yes or no", command: .serve)
      }
    }
    return try values.map { value in
      guard option.takesFileName || String(validating: value.bytes, as: UTF8.self) != nil else {
        throw UsageError("\(origin): \(option.word) is not UTF-8", command: .serve)
      }
      guard option.value == "FILE" || option.value == "DIR",
        option.name != Option.db.name || RecordAddress(value.description) == nil
      else { return value }
      let path = Locations.expandingHome(value)
      if case .file = origin, path.bytes.first != UInt8(ascii: "/"), path != FilePath("-") {
        throw UsageError(
          "\(origin): \(option.word) = \(value) is a relative path; begin it with / or ~/",
          command: .serve)
      }
      return path
    }
  }
}

extension Option {
  /// The environment variable of the option, such as GEOINDEX_BASE_URL.
  var variable: String { "GEOINDEX_" + word.uppercased().replacing("-", with: "_") }
}

/// Parses lines such as `port = 8080`; lines that begin with `#` are comments.
enum ConfigurationFile {
  /// One line with an option.
  struct Line {
    var number: Int
    var name: String
    /// The text after the equals sign without spaces and quotation marks; nil if there is no such sign.
    var value: FilePath?
  }

  private static let longest = 1 << 20

  /// Reads a whole file.
  static func text(of path: FilePath) throws -> [UInt8] {
    let input = try InputFile(path)
    var text: [UInt8] = []
    while case let piece = try input.read(), !piece.isEmpty {
      text += piece
      guard text.count <= longest else {
        throw InputError(
          description:
            "cannot read \(path): it is longer than 1 MiB; name a file of settings with --config")
      }
    }
    return text
  }

  /// The lines that are neither empty nor comments.
  static func lines(of text: [UInt8]) -> [Line] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .compactMap { index, bytes in
        let line = trimmed(bytes)
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        let parts = line.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(
          decoding: trimmed(parts[0]).drop { $0 == UInt8(ascii: "-") }, as: UTF8.self)
        let value = parts.count == 2 ? unquoted(trimmed(parts[1])) : []
        return Line(
          number: index + 1, name: name, value: value.isEmpty ? nil : FilePath(bytes: Array(value)))
      }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
    let start = bytes.drop(while: isBlank)
    return start.prefix(
      (start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex) - start.startIndex)
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.count >= 2, let quote = bytes.first, quote == bytes.last,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return bytes }
    return bytes.dropFirst().dropLast()
  }
}
