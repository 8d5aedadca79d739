internal import BaseMaps
internal import Geography
internal import Grid
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Relief

extension Option {
  static let height = Option(
    "--height", "METRES", "height of the point above the ground (default: 0)")
}

extension Command {
  static let seeing = Command(
    name: "seeing",
    summary: "list the photos that show a position",
    operands: "[\"LAT, LON\"]",
    operandCount: 0...1,
    options: [.lat, .lon, .height, .within, .count] + Option.filters + [.format, .output],
    notes: """
      Best first: photos in which the position is large and near the middle. Only photos count of which it is known
      where they look, and how wide. Without --within, photos up to a kilometre away are looked at. For drones that
      write their height above the point of take-off, it is computed what ground is in the picture.

      If there is a file of elevations among the maps (geoindex basemap add), photos from which the ground hides
      the position come last, and are marked.
      """,
    examples: [
      ("geoindex seeing \"48.8584, 2.2945\"", "the photos that show the Eiffel Tower"),
      (
        "geoindex seeing \"48.8584, 2.2945\" --within 5000 --format csv",
        "up to five kilometres away, with distance, bearing and angle off the middle"
      ),
    ],
    run: { try SeeingCommand(arguments: $0).run() })
}

private struct SeeingCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let query = try SeeingQuery(
      point: arguments.position(), height: arguments.value(.height),
      within: arguments.value(.within))
    let count = try arguments.whole(.count, in: 1...1_000_000) ?? 10
    let filter = try arguments.filter()
    let destination = try PhotoDestination(arguments, standard: .forReading)
    let index = try Locations.openForReading(arguments)
    let maps = BaseMapFiles(files: [], folder: try Locations.maps(arguments).bytes)
    let ground = Relief(maps).ground
    var printer = try destination.open(lines: .sighting)
    try index.read { reader in
      let found = try reader.seeing(
        query.point, height: query.height, within: query.metres, count: count, filter,
        over: ground)
      arguments.explainNoMatch(found.count)
      try printer.begin(matched: found.count, returned: found.best.count)
      for neighbour in found.best {
        guard let photo = try reader.photo(neighbour.pin.id) else { continue }
        try printer.print(photo, line: neighbour.line)
      }
    }
    try printer.end()
    return .done
  }
}
