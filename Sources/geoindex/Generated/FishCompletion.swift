/// The completion script for fish.
struct FishCompletion {
  let commands: [Command]

  var text: String {
    """
    # Completes geoindex in fish; made by: geoindex --generate complete-fish
    complete -c geoindex -f
    complete -c geoindex -n __fish_use_subcommand -l help -d 'show all commands'
    complete -c geoindex -n __fish_use_subcommand -l version -d 'show the version of the program'
    \(commands.map(lines).joined(separator: "\n"))

    """
  }

  private func lines(_ command: Command) -> String {
    let chosen = "complete -c geoindex -n '__fish_seen_subcommand_from \(command.name)'"
    var lines = [
      "complete -c geoindex -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'"
    ]
    lines += command.allOptions.map { option in
      let name =
        option.name.hasPrefix("--")
        ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
      let value = option.value == nil ? "" : " " + argument(Completion(option))
      return "\(chosen) \(name)\(value) -d '\(quoted(option.help))'"
    }
    switch Completion(operandsOf: command) {
    case .files: lines.append("\(chosen) -F")
    case .directories: lines.append("\(chosen) -a '(__fish_complete_directories)'")
    case .words, .anything: break
    }
    return lines.joined(separator: "\n")
  }

  private func argument(_ completion: Completion) -> String {
    switch completion {
    case .files: "-r -F"
    case .directories: "-x -a '(__fish_complete_directories)'"
    case .words(let words): "-x -a '\(words.joined(separator: " "))'"
    case .anything: "-x"
    }
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
