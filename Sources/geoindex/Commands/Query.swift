internal import GeoIndexClient
internal import Geography
internal import Grid
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Command {
  static let query = Command(
    name: "query",
    summary: "list the photos in a box",
    options: Option.filters + [.limit, .format, .output, .server, .cacert],
    notes:
      "Without filters, all photos on the map are listed. With --server, the number of matches and the "
      + "list may differ if the index changes meanwhile. $GEOINDEX_AUTH is the password for a server that "
      + "asks for one: user:password, which is sent over https and to this machine only.",
    examples: [
      ("geoindex query --bbox 2.2,48.8,2.5,48.9", "photos taken in Paris"),
      ("geoindex query --datetime 2024-05-01/2024-06-01 --format ndjson", "one feature per line"),
      ("geoindex query --server http://127.0.0.1:8080/ --limit 5", "the photos of a server"),
      ("geoindex query --bbox 177,-20,-178,-15 > fiji.geojson", "across the antimeridian"),
      ("geoindex query --datetime 2024 --output 2024.gpkg", "a year as a GeoPackage, for QGIS"),
    ],
    run: { try QueryCommand(arguments: $0).run() })
}

private struct QueryCommand {
  let arguments: ParsedArguments
  private static let pageSize = 1_000

  func run() throws -> ExitCode {
    let filter = try arguments.filter()
    let destination = try PhotoDestination(arguments, standard: .forReading)
    let limit = try arguments.whole(.limit, in: 1...Int.max) ?? Int.max
    if let server = arguments.value(.server) {
      try ask(server, limit: limit, try destination.open())
      return .done
    }
    let index = try Locations.openForReading(arguments)
    var printer = try destination.open()
    try index.read { reader in
      let matched = try reader.count(filter)
      arguments.explainNoMatch(matched)
      try printer.begin(matched: matched, returned: min(matched, limit))
      var rest = limit
      var cursor: PageCursor?
      repeat {
        let page = try reader.pins(filter, after: cursor, limit: min(rest, Self.pageSize))
        for photo in try reader.photos(page.elements.map(\.id)) { try printer.print(photo) }
        rest -= page.elements.count
        cursor = page.next
      } while cursor != nil && rest > 0
    }
    try printer.end()
    return .done
  }

  /// Lists the photos of a server, page by page, in the format of a local query.
  private func ask(_ server: String, limit: Int, _ printer: PhotoPrinter) throws {
    guard !arguments.has(.db) else {
      throw arguments.usage("give --server or --db, not both")
    }
    var printer = printer
    let connection = try ServerConnection(server, arguments, signsIn: true)
    let selection = arguments.selection()
    var rest = limit
    var cursor: String?
    repeat {
      let endpoint = Endpoint.photos(selection, after: cursor, limit: min(rest, Self.pageSize))
      let reply = try connection.exchange(endpoint.request)
      let page = try endpoint.response(from: reply)
      if rest == limit {
        arguments.explainNoMatch(page.matched)
        try printer.begin(matched: page.matched, returned: min(page.matched ?? limit, limit))
      }
      for photo in try PhotoCollection.photos(reply.body) { try printer.print(photo) }
      rest -= page.photos.count
      // An empty page ends the listing even if it has a cursor.
      cursor = page.photos.isEmpty ? nil : page.next
    } while cursor != nil && rest > 0
    try printer.end()
  }
}
