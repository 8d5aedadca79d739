/// What packages carry beside the program, made from the declarations of the commands.
enum GeneratedText: String, CaseIterable {
  case man
  case bash = "complete-bash"
  case zsh = "complete-zsh"
  case fish = "complete-fish"

  var text: String {
    switch self {
    case .man: ManPage(commands: GeoIndex.commands).text
    case .bash: BashCompletion(commands: GeoIndex.commands).text
    case .zsh: ZshCompletion(commands: GeoIndex.commands).text
    case .fish: FishCompletion(commands: GeoIndex.commands).text
    }
  }

  /// Reads the word after `--generate`.
  static func named(_ word: String?) throws -> GeneratedText {
    if let word, let kind = GeneratedText(rawValue: word) { return kind }
    let names = allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError("--generate takes one of \(names)", command: nil)
  }
}

/// What can stand where an option or an operand wants a value.
enum Completion: Equatable {
  case files
  case directories
  case words([String])
  case anything

  /// What an option takes.
  init(_ option: Option) {
    if !option.choices.isEmpty {
      self = .words(option.choices)
    } else {
      self.init(placeholder: option.value ?? "")
    }
  }

  /// What the operands of a command are.
  init(operandsOf command: Command) { self.init(placeholder: command.operands.uppercased()) }

  private init(placeholder: String) {
    if placeholder.contains("DIR") {
      self = .directories
    } else if placeholder.contains("FILE") {
      self = .files
    } else {
      self = .anything
    }
  }
}
