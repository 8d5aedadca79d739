internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

extension Command {
  static let export = Command(
    name: "export",
    summary: "write the photos on the map, or those that match filters, to a file",
    options: Option.filters + [
      .limit,
      .formats(OutputFormat.names, " (default: by the extension of FILE, or geojson)"),
      .output,
    ],
    notes: """
      Photos are written in the order of their ids, with all properties. geoindex import reads geojson,
      geojsonseq, ndjson, csv and tsv; into an empty index, ids are kept. In csv and tsv, an apostrophe
      precedes text that a spreadsheet would take for a formula. gpkg needs --output FILE.
      """,
    examples: [
      ("geoindex export --output photos.geojson", "all photos, for QGIS and other programs"),
      (
        "geoindex export --format ndjson | geoindex import - --db copy.sqlite",
        "a copy of the index"
      ),
      ("geoindex export --datetime 2024 --format csv > 2024.csv", "a year as a table"),
      ("geoindex export --output photos.gpkg", "a GeoPackage with a spatial index, for QGIS"),
    ],
    run: { try ExportCommand(arguments: $0).run() })
}

private struct ExportCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let filter = try arguments.filter()
    let limit = try arguments.whole(.limit, in: 1...Int.max) ?? Int.max
    let destination = try PhotoDestination(arguments, standard: .file(.geojson))
    let index = try Locations.openForReading(arguments)
    var printer = try destination.open()
    let interruption = Interruption()
    try index.read { reader in
      let matched = try reader.count(filter)
      arguments.explainNoMatch(matched)
      try printer.begin(matched: matched, returned: min(matched, limit))
      try reader.forEachPhoto(filter, limit: limit) { photo in
        if interruption.wasRequested { throw ExportStopped() }
        try printer.print(photo)
      }
    }
    try printer.end()
    return .done
  }
}

/// An error: the user stopped the export.
private struct ExportStopped: Error, CustomStringConvertible {
  var description: String { "stopped before the end" }
}
