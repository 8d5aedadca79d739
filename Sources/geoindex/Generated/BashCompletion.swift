/// The completion script for bash.
struct BashCompletion {
  let commands: [Command]

  var text: String {
    let names = commands.map(\.name).joined(separator: " ")
    return """
      # Completes geoindex in bash; made by: geoindex --generate complete-bash
      _geoindex_words() {
        mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
      }

      _geoindex_paths() {
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
      }

      _geoindex() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          _geoindex_words "\(names) --help --version"
          return
        fi
        case "${COMP_WORDS[1]} $previous" in
      \(commands.flatMap(values).joined(separator: "\n"))
        esac
        case "${COMP_WORDS[1]} $current" in
      \(commands.map(options).joined(separator: "\n"))
        esac
        case "${COMP_WORDS[1]}" in
      \(commands.compactMap(operands).joined(separator: "\n"))
        esac
      }

      complete -F _geoindex geoindex

      """
  }

  private func values(_ command: Command) -> [String] {
    command.allOptions.filter { $0.value != nil }.map { option in
      "    \"\(command.name) \(option.name)\") \(action(Completion(option))) && return ;;"
    }
  }

  private func options(_ command: Command) -> String {
    let names = command.allOptions.map(\.name).joined(separator: " ")
    return "    \"\(command.name) -\"*) _geoindex_words \"\(names)\" && return ;;"
  }

  private func operands(_ command: Command) -> String? {
    let completion = Completion(operandsOf: command)
    return completion == .anything ? nil : "    \(command.name)) \(action(completion)) ;;"
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .files: "_geoindex_paths -f"
    case .directories: "_geoindex_paths -d"
    case .words(let words): "_geoindex_words \"\(words.joined(separator: " "))\""
    case .anything: ":"
    }
  }
}
