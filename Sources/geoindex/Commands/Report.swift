internal import Geography
internal import PhotoFacts
internal import PhotoIndex

extension Command {
  static let report = Command(
    name: "report",
    summary: "count the photos on the map, and say why the others are not",
    notes: """
      Files that are not on the map are grouped by reason and cause, with examples and what can be done
      about each. --verbose lists every file. --json has the same groups, the located photos by the
      source of their place, and all files.
      """,
    examples: [
      ("geoindex report", "totals, causes, examples and advice"),
      ("geoindex report --json", "every file that is not on the map, for scripts"),
    ],
    run: { try ReportCommand(arguments: $0).run() })
}

private struct ReportCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let index = try Locations.openForReading(arguments)
    try index.read { reader in
      if arguments.has(.json) {
        try ReportJSON(reader).print()
      } else {
        try ReportText(reader, listsFiles: arguments.has(.verbose)).print()
      }
    }
    return .done
  }
}
