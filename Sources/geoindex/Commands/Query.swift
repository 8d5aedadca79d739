internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Command {
  static let query = Command(
    name: "query",
    summary: "list the photos in a box",
    operands: "",
    operandCount: 0...0,
    options: Option.filters + [
      Option("--limit", "N", "no more than so many (default: all)"), Option.format,
    ],
    notes: "Without any filter all located photos are listed.",
    examples: [
      ("geoindex query --bbox 2.2,48.8,2.5,48.9", "what was taken in Paris"),
      ("geoindex query --datetime 2024-05-01/2024-06-01 --format ndjson", "a feature a line"),
      ("geoindex query --bbox 177,-20,-178,-15 > fiji.geojson", "across the antimeridian"),
    ],
    run: { try QueryCommand($0).run() })
}

private struct QueryCommand {
  private let arguments: ParsedArguments
  private static let pageSize = 1_000

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run() throws -> ExitCode {
    let filter = try arguments.filter()
    let format = try arguments.format()
    let limit = try arguments.whole("--limit", in: 1...Int.max) ?? Int.max
    let index = try Locations.openForReading(arguments)
    try index.read { reader in
      var printer = PhotoPrinter(format: format, output: .standard)
      let matched = try reader.count(filter)
      try printer.begin(matched: matched, returned: min(matched, limit))
      var rest = limit
      var cursor: PageCursor?
      repeat {
        let page = try reader.pins(filter, after: cursor, limit: min(rest, Self.pageSize))
        for photo in try reader.photos(page.elements.map(\.id)) { try printer.print(photo) }
        rest -= page.elements.count
        cursor = page.next
      } while cursor != nil && rest > 0
      try printer.end()
    }
    return .done
  }
}
