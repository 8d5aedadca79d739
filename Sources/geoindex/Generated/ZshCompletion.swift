/// The completion script for zsh.
struct ZshCompletion {
  let commands: [Command]

  var text: String {
    """
    #compdef geoindex
    # Completes geoindex in zsh; made by: geoindex --generate complete-zsh

    _geoindex() {
      local -a commands
      commands=(
    \(commands.map { "    '\($0.name):\(quoted($0.summary, colons: true))'" }.joined(separator: "\n"))
      )
      if ((CURRENT == 2)); then
        _describe command commands
        _arguments '--help[show all commands]' '--version[show the version of the program]'
        return
      fi
      local command=$words[2]
      shift words
      ((CURRENT--))
      case $command in
    \(commands.map(branch).joined(separator: "\n"))
      esac
    }

    _geoindex "$@"

    """
  }

  private func branch(_ command: Command) -> String {
    var lines = command.allOptions.map(argument)
    if command.operandCount.upperBound > 0 {
      lines.append(
        "'*:\(quoted(command.operands, colons: true)):\(action(Completion(operandsOf: command)))'")
    }
    return "    \(command.name)) _arguments \\\n      "
      + lines.joined(separator: " \\\n      ") + " ;;"
  }

  private func argument(_ option: Option) -> String {
    let star = option.isRepeatable ? "*" : ""
    let value =
      option.value.map { ":\(quoted($0, colons: true)):\(action(Completion(option)))" } ?? ""
    return "'\(star)\(option.name)[\(quoted(option.help))]\(value)'"
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .files: "_files"
    case .directories: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .anything: " "
    }
  }

  private func quoted(_ text: String, colons: Bool = false) -> String {
    var quoted = text.replacing("\\", with: "\\\\").replacing("'", with: "'\\''")
      .replacing("[", with: "\\[").replacing("]", with: "\\]")
    if colons { quoted = quoted.replacing(":", with: "\\:") }
    return quoted
  }
}
