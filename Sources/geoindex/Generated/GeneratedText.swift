/// Files of packages that are generated from the declarations of the commands.
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

  /// The kind named by the word after `--generate`.
  static func named(_ word: String?) throws -> GeneratedText {
    if let word, let kind = GeneratedText(rawValue: word) { return kind }
    let names = allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError("--generate takes one of \(names)", command: nil)
  }
}

/// The values that a shell can complete.
enum Completion: Equatable {
  case files
  case directories
  case words([String])
  case anything

  /// The values of an option.
  init(_ option: Option) {
    if !option.choices.isEmpty {
      self = .words(option.choices)
    } else {
      self.init(placeholder: option.value ?? "")
    }
  }

  /// The operands of a command.
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
