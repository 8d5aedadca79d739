/// The words of a command line, sorted into options and operands.
struct ParsedArguments: Sendable {
  let command: Command
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Sorts the words: `--name value`, `--name=value`, `-k 5`, operands in between, and nothing but
  /// operands after `--`.
  init(_ words: [String], for command: Command) throws {
    self.command = command
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-", Double(word.prefix { $0 != "," }) == nil else {
        operands.append(word)
        continue
      }
      try takeOption(word, &rest)
    }
    guard !has("--help"), !has("--version") else { return }
    guard command.operandCount.contains(operands.count) else {
      throw UsageError(
        operands.count < command.operandCount.lowerBound
          ? "\(command.operands.isEmpty ? "an argument" : command.operands) is missing"
          : "\"\(operands[command.operandCount.upperBound])\" is one argument too many",
        command: command)
    }
  }

  private mutating func takeOption(_ word: String, _ rest: inout ArraySlice<String>) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? "--help" : String(parts[0])
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      let names = command.allOptions.map(\.name)
      throw UsageError(
        "there is no option \(name)\(Suggestion.text(for: name, among: names))", command: command)
    }
    guard values[name] == nil || option.isRepeatable || option.value == nil else {
      throw UsageError("\(name) is given twice", command: command)
    }
    guard option.value != nil else {
      guard parts.count == 1 else {
        throw UsageError("\(name) takes no value", command: command)
      }
      values[name] = [""]
      return
    }
    if option.hasOptionalValue, parts.count == 1, rest.first?.hasPrefix("-") ?? true {
      values[name, default: []].append("")
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw UsageError("\(name) lacks its value \(option.value ?? "")", command: command)
    }
    values[name, default: []].append(value)
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func value(_ name: String) -> String? { values[name]?.last }

  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option as a whole number in a range.
  func whole(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name) \"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound)",
        command: command)
    }
    return number
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
