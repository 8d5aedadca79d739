internal import PhotoFacts

/// The parsed command line: options and operands.
///
/// Arguments are bytes, because file names need not be UTF-8. All other values must be UTF-8.
struct ParsedArguments: Sendable {
  let command: Command

  /// The operands as file names.
  private(set) var paths: [FilePath] = []
  /// The options that are set, by name.
  private var settings: [String: Settings.Setting] = [:]

  /// The options of the environment and the configuration file.
  private(set) var elsewhere: Settings?

  /// The operands as text.
  var operands: [String] { paths.map(\.description) }

  /// Parses `--name value`, `--name=value`, `-k 5` and operands; after `--` all words are operands.
  init(_ words: [FilePath], for command: Command) throws {
    self.command = command
    var rest = words[...]
    while let word = rest.popFirst() {
      let text = word.description
      if text == "--" {
        paths += rest
        break
      }
      guard text.hasPrefix("-"), text != "-", Double(text.prefix { $0 != "," }) == nil else {
        paths.append(word)
        continue
      }
      try takeOption(word, &rest)
    }
    guard !has(.help), !has(.version) else { return }
    guard command.operandCount.contains(paths.count) else {
      throw usage(
        operands.count < command.operandCount.lowerBound
          ? "\(command.operands.isEmpty ? "an argument" : command.operands) is missing"
          : "\"\(operands[command.operandCount.upperBound])\" is one argument too many")
    }
    let elsewhere = try Settings(file: path(.config))
    self.elsewhere = elsewhere
    for option in command.allOptions where settings[option.name] == nil {
      settings[option.name] = elsewhere.setting(of: option, for: command)
    }
  }

  private mutating func takeOption(_ word: FilePath, _ rest: inout ArraySlice<FilePath>) throws {
    let parts = word.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { FilePath(bytes: Array($0)) }
    let name = parts[0] == FilePath("-h") ? "--help" : parts[0].description
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      let names = command.allOptions.map(\.name)
      throw usage(
        "there is no option \(name)\(Suggestion.text(for: name, among: names))")
    }
    guard settings[name] == nil || option.isRepeatable || option.value == nil else {
      throw usage("\(name) is given twice; give it once")
    }
    guard option.value != nil else {
      guard parts.count == 1 else {
        throw usage("\(name) takes no value")
      }
      add(FilePath(""), to: name)
      return
    }
    if option.hasOptionalValue, parts.count == 1, rest.first?.bytes.first ?? dash == dash {
      add(FilePath(""), to: name)
      return
    }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw usage("\(name) needs a value \(option.value ?? "")")
    }
    guard option.takesFileName || String(validating: value.bytes, as: UTF8.self) != nil else {
      throw usage("\(name) \"\(value)\" is not UTF-8")
    }
    add(value, to: name)
  }

  private mutating func add(_ value: FilePath, to name: String) {
    settings[name, default: Settings.Setting(values: [], origin: .commandLine)].values.append(value)
  }

  private var dash: UInt8 { UInt8(ascii: "-") }

  /// Whether an option is set, and not switched off.
  func has(_ option: Option) -> Bool { !paths(option).isEmpty }

  /// Where the value of an option was set; nil if it was not.
  func origin(of option: Option) -> Settings.Origin? { settings[option.name]?.origin }

  func value(_ option: Option) -> String? { path(option)?.description }

  func all(_ option: Option) -> [String] { paths(option).map(\.description) }

  /// The value of an option that is a file name.
  func path(_ option: Option) -> FilePath? { paths(option).last }

  /// The values of an option that are file names.
  func paths(_ option: Option) -> [FilePath] { settings[option.name]?.values ?? [] }

  /// Makes an error for wrong usage; the message says where the options it names were set.
  func usage(_ message: String) -> UsageError {
    let words = message.split { !$0.isLetter && $0 != "-" }.map(String.init)
    let origins = settings.filter { $1.origin != .commandLine && words.contains($0) }
      .sorted { $0.key < $1.key }.map { "\($0) is set by \($1.origin)" }
    let suffix = origins.isEmpty ? "" : " (\(origins.joined(separator: "; ")))"
    return UsageError(message + suffix, command: command)
  }

  /// The value of an option as an integer in a range.
  func whole(_ option: Option, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw usage(
        "\(option.name) \"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }
}

extension ParsedArguments {
  /// The value of an option as a duration: 90s, 30m, 6h or 1d.
  func duration(_ option: Option) throws -> Duration? {
    guard let text = value(option) else { return nil }
    let seconds = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ seconds[String($0)] }), let count = Int(text.dropLast()),
      1...31_536_000 ~= count, 1...31_536_000 ~= count * unit
    else {
      throw usage("\(option.name) \"\(text)\" is not a time such as 90s, 30m, 6h or 1d")
    }
    return .seconds(count * unit)
  }
}

/// An error in the command line.
struct UsageError: Error, CustomStringConvertible {
  var message: String
  var command: Command?
  var description: String { message }

  init(_ message: String, command: Command?) {
    self.message = message
    self.command = command
  }
}

/// Suggests the name that the user probably meant.
enum Suggestion {
  /// `; did you mean scan?`, or an empty text if no name is similar.
  static func text(for word: String, among names: [String]) -> String {
    let near = names.map { (name: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(word.count > 3 ? 2 : 1, word.count / 3) else { return "" }
    return "; did you mean \(near.name)?"
  }

  /// The edit distance (Levenshtein), one row at a time.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let change = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
