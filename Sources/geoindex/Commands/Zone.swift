internal import Grid
internal import MapService
internal import PhotoExchange
internal import PhotoIndex
internal import Sharing

extension Option {
  static let circle = Option(
    "--circle", "LAT,LON,METRES", "centre and radius: 48.8584,2.2945,300")
  static let hide = Option(
    "--hide", nil, "guests do not see the photos (default)")
  static let coarse = Option(
    "--coarse", "METRES", "guests see positions rounded to cells of this width, at least 10")
}

extension Command {
  static let zone = Command(
    name: "zone",
    summary: "hide the places of home, school… from guests",
    operands: "add NAME | list | remove NAME",
    operandCount: 1...2,
    options: [.circle, .bbox.saying("a box in degrees, instead of a circle"), .hide, .coarse],
    notes: """
      Guests are visitors with a link (see share). They do not see the photos of a zone, or see them at
      a coarse position, in every response: lists, counts, clusters, tiles, timeline, nearest, filters,
      exports, thumbnails and originals. An original with a coarse position is served as a JPEG without
      metadata; other formats only with ?as=jpeg.

      Zones do not apply to users with a password, to this command line, and to a server without
      passwords that only this machine can reach. If other machines can reach it (serve --insecure),
      every visitor is a guest while there are zones.

      A circle centred on your home reveals it by the gap around it; choose another centre. Names of
      folders and files are not hidden.

      A change takes effect with the next request. Zones are stored beside the index, as links are, and
      stay when the index is made again. With --db postgres://… zones and links are in the record, and all
      its servers apply a change within two seconds.
      """,
    examples: [
      ("geoindex zone add home --circle 48.8584,2.2945,400 --hide", "no photos from around home"),
      (
        "geoindex zone add school --bbox 2.31,48.85,2.32,48.86 --coarse 2000",
        "positions to within two kilometres"
      ),
      ("geoindex zone list", "all zones"),
      ("geoindex zone remove school", "show the photos exactly again"),
    ],
    run: { try ZoneCommand(arguments: $0).run() })
}

private struct ZoneCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    // Zones of a mistyped index would hide nothing; opening the index reports that it does not exist.
    if try !Locations.exists(Locations.database(arguments)) {
      _ = try Locations.openForReading(arguments)
    }
    let register = try SharedRegisters(arguments, toWrite: arguments.operands.first != "list").zones
    switch (arguments.operands.first, arguments.operands.dropFirst().first) {
    case ("add", let name?): try add(name, to: register)
    case ("remove", let name?):
      guard try register.remove(name) else {
        throw arguments.usage(
          "there is no zone \"\(name)\"; list the zones with: geoindex zone list")
      }
    case ("list", nil): try list(try register.entries())
    case ("add", nil), ("remove", nil): throw arguments.usage("the NAME of the zone is missing")
    case (let word, _):
      throw arguments.usage("\"\(word ?? "")\" is not add NAME, list or remove NAME")
    }
    return .done
  }

  private func add(_ name: String, to register: ZoneRegister) throws {
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 32 }) else {
      throw arguments.usage("the name of a zone must not be empty or contain control characters")
    }
    guard arguments.has(.circle) != arguments.has(.bbox) else {
      throw arguments.usage("a zone needs either --circle or --bbox")
    }
    guard !(arguments.has(.hide) && arguments.has(.coarse)) else {
      throw arguments.usage("--hide and --coarse exclude each other")
    }
    let zone = try PrivacyZone(
      name: name, circle: arguments.value(.circle), box: arguments.value(.bbox),
      coarse: arguments.value(.coarse))
    guard try register.add(zone) else {
      throw arguments.usage(
        "there is a zone \"\(name)\" already; remove it first, or choose another name")
    }
  }

  private func list(_ zones: [PrivacyZone]) throws {
    guard arguments.has(.json) else {
      for zone in zones {
        let (kind, value) = zone.areaText
        let what = zone.coarseMetres.map { "coarse \(Int($0))" } ?? "hidden"
        try Output.standard.write("\(zone.name)  \(what)  \(kind)=\(value)\n")
      }
      return
    }
    try Output.standard.writeJSON(zones)
  }
}
