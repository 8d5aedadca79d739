internal import PhotoFacts

/// The words of a command line, sorted into options and operands.
///
/// Words are bytes, since names of files need not be UTF-8. What is no name of a file has to be.
struct ParsedArguments: Sendable {
  let command: Command

  /// The operands as names of files.
  private(set) var paths: [FilePath] = []
  /// The values of the options by their names.
  private var values: [String: [FilePath]] = [:]

  /// The operands as text.
  var operands: [String] { paths.map(\.description) }

  /// Sorts the words: `--name value`, `--name=value`, `-k 5`, operands in between, and nothing but
  /// operands after `--`.
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
      try FolderHint.check(paths.dropFirst(command.operandCount.upperBound).first, for: command)
      throw usage(
        operands.count < command.operandCount.lowerBound
          ? "\(command.operands.isEmpty ? "an argument" : command.operands) is missing"
          : "\"\(operands[command.operandCount.upperBound])\" is one argument too many")
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
    guard values[name] == nil || option.isRepeatable || option.value == nil else {
      throw usage("\(name) is given twice")
    }
    guard option.value != nil else {
      guard parts.count == 1 else {
        throw usage("\(name) takes no value")
      }
      values[name] = [FilePath("")]
      return
    }
    if option.hasOptionalValue, parts.count == 1, rest.first?.bytes.first ?? dash == dash {
      values[name, default: []].append(FilePath(""))
      return
    }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw usage("\(name) lacks its value \(option.value ?? "")")
    }
    guard option.takesFileName || String(validating: value.bytes, as: UTF8.self) != nil else {
      throw usage("\(name) \"\(value)\" is not UTF-8")
    }
    values[name, default: []].append(value)
  }

  private var dash: UInt8 { UInt8(ascii: "-") }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  func value(_ option: Option) -> String? { path(option)?.description }

  func all(_ option: Option) -> [String] { paths(option).map(\.description) }

  /// The value of an option that names a file.
  func path(_ option: Option) -> FilePath? { values[option.name]?.last }

  /// The values of an option that names files.
  func paths(_ option: Option) -> [FilePath] { values[option.name] ?? [] }

  /// Says that the command line does not mean anything.
  func usage(_ message: String) -> UsageError { UsageError(message, command: command) }

  /// The value of an option as a whole number in a range.
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

/// The hint for a command line that has a folder in place of a command.
enum FolderHint {
  /// Refuses a folder in the place of a command, or behind one that takes none.
  static func check(_ word: FilePath?, for command: Command? = nil) throws {
    guard let word, Locations.isFolder(word), command == nil || command?.name == "serve" else {
      return
    }
    let name =
      "'\(word.description.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    throw UsageError(
      """
      \(name) is a folder\(command == nil ? ", not a command" : ""). To index it and see it on the map: \
      geoindex serve --watch \(name); to index it only: geoindex scan \(name)
      """, command: command)
  }
}

/// A command line that does not mean anything.
struct UsageError: Error {
  var message: String
  var command: Command?

  init(_ message: String, command: Command?) {
    self.message = message
    self.command = command
  }
}

/// What was probably meant.
enum Suggestion {
  /// `; did you mean scan?`, or nothing where no name is near.
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
