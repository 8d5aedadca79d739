/// The pages that `--help` shows, made from the declarations of the commands.
enum HelpText {
  /// What the program is and which commands it has.
  static var overview: String {
    let width = GeoIndex.commands.map(\.name.count).max() ?? 0
    let lines = GeoIndex.commands.map { command in
      "  " + command.name.padded(to: width + 2) + command.summary
    }
    return """
      geoindex puts folders of photos on a map, privately, on this machine.

      Usage: geoindex <command> [options]
             geoindex <dir>…

      Commands:
      \(lines.joined(separator: "\n"))

      Begin with:
        geoindex ~/Pictures    index a folder and show it on a map at http://127.0.0.1:8080/
        geoindex open          open that map in the browser

      geoindex <command> --help tells more about a command.
      geoindex --generate KIND prints the manual page (man), or what a shell completes
      (complete-bash, complete-zsh, complete-fish).

      """
  }

  /// All about one command.
  static func page(for command: Command) -> String {
    let operands = command.operands.isEmpty ? "" : " " + command.operands
    var page = """
      geoindex \(command.name): \(command.summary)

      Usage: geoindex \(command.name) [options]\(operands)

      Options:
      \(table(command.options + Option.common))

      """
    if !command.notes.isEmpty { page += "\n" + command.notes + "\n" }
    page += "\nExamples:\n"
    for example in command.examples {
      page += "  \(example.command)\n      \(example.effect)\n"
    }
    return page + """

      Exit codes: 0 done; 1 could not do it; 2 wrong usage; 3 scan done, but a folder could not be
      read.

      """
  }

  private static func table(_ options: [Option]) -> String {
    let names = options.map { option in
      option.name + (option.value.map { " " + $0 } ?? "")
    }
    let width = (names.map(\.count).max() ?? 0) + 2
    return zip(names, options).map { name, option in
      "  " + name.padded(to: width) + option.help
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text with spaces after it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with spaces before it up to a width.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
