internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import Places
internal import Query

extension Option {
  static let language = Option(
    "--lang", "TAG", "the language of names, such as de or pt-BR (default: that of $LANG)")
}

extension Command {
  static let whereIs = Command(
    name: "where",
    summary: "name a position: country, region, place and time zone",
    operands: "LAT,LON",
    operandCount: 1...1,
    options: [.language, .staticFiles],
    notes: """
      The latitude comes first, as maps print it. The network is not used: the places file
      comes with the program. With boundaries beside the index (geoindex places --boundaries), the
      smallest polygon comes first. Borders are those of OpenStreetMap, names those of GeoNames.
      """,
    examples: [
      ("geoindex where 47.5552,10.7480", "Schwangau, Bavaria, Germany"),
      ("geoindex where \"48.8584, 2.2945\" --lang de --json", "codes and names in German"),
    ],
    run: { try WhereCommand(arguments: $0).run() })
}

extension ParsedArguments {
  /// The language of names: that of `--lang`, else of the environment.
  var language: Language {
    let usual = Environment.value("LC_ALL") ?? Environment.value("LANG")
    return (value(.language) ?? usual).map(Language.init) ?? .english
  }
}

extension ParsedArguments {
  /// A position as maps print it: the latitude first.
  func position(_ text: String) throws -> Coordinate {
    let parts = text.split { $0 == "," || $0 == " " }.map(String.init)
    guard parts.count == 2 else {
      throw usage("\"\(text)\" is not a position such as \"48.8584, 2.2945\"")
    }
    let latitude = try PhotoQuery.degrees("lat", parts[0], within: 90)
    let longitude = try PhotoQuery.degrees("lon", parts[1], within: 180)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw usage("\"\(text)\" is not a position on Earth")
    }
    return coordinate
  }
}

private struct WhereCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let coordinate = try arguments.position(arguments.operands.first ?? "")
    let places = try Locations.placesWithBoundaries(arguments)
    let found = try places.describe(
      places.locate(coordinate), of: coordinate, in: arguments.language)
    if arguments.has(.json) {
      try Output.standard.writeJSON { found.write(to: &$0) }
    } else {
      try Output.standard.write(text(found) + "\n")
    }
    return .done
  }

  private func text(_ found: PlaceDescription) -> String {
    var place = found.place
    if let name = place, found.isFarFromPlace { place = "near \(name)" }
    let area = found.area == found.place ? nil : found.area
    let names = [area, place, found.region, found.country].compactMap { $0 }
    let line = names.isEmpty ? "no place is near" : names.joined(separator: ", ")
    let sea = found.countryCode == nil ? " (outside all countries)" : ""
    return line + sea + (found.timeZone.map { "\n\($0)" } ?? "")
  }
}
