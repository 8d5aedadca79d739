internal import Geography
internal import Grid
internal import PhotoExchange
internal import PhotoIndex
internal import Query

extension Option {
  static let lat = Option("--lat", "DEGREES", "latitude; positive is north")
  static let lon = Option("--lon", "DEGREES", "longitude; positive is east")
  static let count = Option("-k", "N", "how many (default: 10)")
  static let within = Option("--within", "METRES", "maximum distance")
}

extension Command {
  static let nearest = Command(
    name: "nearest",
    summary: "list the photos nearest to a position",
    operands: "[\"LAT, LON\"]",
    operandCount: 0...1,
    options: [.lat, .lon, .count, .within] + Option.filters + [.format, .output],
    notes: """
      The position is given with --lat and --lon, or as one argument with the latitude first, as maps
      print it. Distances are along the WGS 84 ellipsoid.
      """,
    examples: [
      ("geoindex nearest \"48.8584, 2.2945\"", "the ten photos nearest to the Eiffel Tower"),
      ("geoindex nearest --lat -17 --lon 179.9 -k 3 --within 50000", "three within 50 km"),
    ],
    run: { try NearestCommand(arguments: $0).run() })
}

private struct NearestCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let origin = try arguments.position()
    let count = try arguments.whole(.count, in: 1...1_000_000) ?? 10
    let metres = try arguments.value(.within).map { try PhotoQuery.metres("within", $0) }
    let filter = try arguments.filter()
    let destination = try PhotoDestination(arguments, standard: .forReading)
    let index = try Locations.openForReading(arguments)
    var printer = try destination.open(lines: .distance)
    try index.read { reader in
      let found = try reader.nearest(to: origin, count: count, within: metres, filter)
      arguments.explainNoMatch(found.count)
      try printer.begin(matched: nil, returned: found.count)
      for neighbour in found {
        guard let photo = try reader.photo(neighbour.pin.id) else { continue }
        try printer.print(photo, line: neighbour.line)
      }
    }
    try printer.end()
    return .done
  }
}

extension ParsedArguments {
  /// The position of --lat and --lon, or of one operand with the latitude first.
  func position() throws -> Coordinate {
    let texts: (latitude: String, longitude: String)
    switch (value(.lat), value(.lon), operands.first) {
    case (let latitude?, let longitude?, nil): texts = (latitude, longitude)
    case (nil, nil, let text?): texts = try split(text)
    default:
      throw usage(
        "give the position either as --lat and --lon or as one \"LAT, LON\"")
    }
    let latitude = try PhotoQuery.degrees("lat", texts.latitude, within: 90)
    let longitude = try PhotoQuery.degrees("lon", texts.longitude, within: 180)
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw usage(
        "the position is out of range: latitude is -90 to 90, longitude -180 to 180")
    }
    return place
  }

  private func split(_ text: String) throws -> (latitude: String, longitude: String) {
    let parts = text.split { $0 == "," || $0 == " " }.map(String.init)
    guard parts.count == 2 else {
      throw usage(
        "\"\(text)\" is not a position such as \"48.8584, 2.2945\"")
    }
    return (parts[0], parts[1])
  }
}
