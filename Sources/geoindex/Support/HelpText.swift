/// The help pages, generated from the declarations of the commands.
enum HelpText {
  /// The overview of all commands.
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

      \(commonOptions)

      \(exitCodes)

      geoindex <command> --help shows the options of a command.
      geoindex --generate KIND prints the manual page (man) or a completion script for a shell
      (complete-bash, complete-zsh, complete-fish).

      """
  }

  /// The page of one command.
  static func page(for command: Command) -> String {
    let operands = command.operands.isEmpty ? "" : " " + command.operands
    var page = """
      geoindex \(command.name): \(command.summary)

      Usage: geoindex \(command.name) [options]\(operands)


      """
    if !command.options.isEmpty { page += "Options:\n\(table(command.options))\n\n" }
    page += commonOptions + "\n"
    if !command.notes.isEmpty { page += "\n" + command.notes + "\n" }
    page += "\nExamples:\n"
    for example in command.examples {
      page += "  \(example.command)\n      \(example.effect)\n"
    }
    return page + "\n\(exitCodes)\n"
  }

  private static let commonOptions = "Common options:\n" + table(Option.common)

  private static let exitCodes = """
    Exit codes: 0 done; 1 failed; 2 wrong usage; 3 scan finished, but a folder could not be read;
    4 what was entered is recorded, but the index will show it only later.
    """

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
  /// The text padded with spaces on the right.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text padded with spaces on the left.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
