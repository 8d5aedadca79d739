internal import PhotoExchange
internal import PhotoIndex
internal import Sharing

extension Option {
  static let circle = Option(
    "--circle", "LAT,LON,METRES", "all places within so many metres: 48.8584,2.2945,300")
  static let hide = Option(
    "--hide", nil, "guests do not see the photos at all (what happens without --coarse)")
  static let coarse = Option(
    "--coarse", "METRES", "or see them in the middles of cells so wide, from 10 metres on")
}

extension Command {
  static let zone = Command(
    name: "zone",
    summary: "hide where photos were taken at home, at school… from guests",
    operands: "add NAME | list | remove NAME",
    operandCount: 1...2,
    options: [.circle, .bbox.saying("or a box of degrees"), .hide, .coarse],
    notes: """
      Guests are those who come by a link (see share). For them the photos of a zone are not there, or
      not where they were taken, whatever they ask: lists, counts, clusters, tiles, timeline, nearest,
      filters, exports, thumbnails and originals. An original whose place is shown coarsely is handed out
      as a JPEG without all that was written into it; other formats with ?as=jpeg only. Who has a password
      sees everything, as do this command line and a server without passwords that only this machine can
      reach. Where others can reach it (serve --insecure), everybody is a guest as long as there are zones.

      A circle with your door in its middle gives it away by the gap around it: choose another middle.
      Names of folders and files stay as they are.

      A change holds from the next request on. Zones lie beside the index, as links do; making the index
      anew keeps them.
      """,
    examples: [
      ("geoindex zone add home --circle 48.8584,2.2945,400 --hide", "no photos from around home"),
      (
        "geoindex zone add school --bbox 2.31,48.85,2.32,48.86 --coarse 2000",
        "within two kilometres only"
      ),
      ("geoindex zone list", "what is hidden"),
      ("geoindex zone remove school", "show them exactly again"),
    ],
    run: { try ZoneCommand(arguments: $0).run() })
}

private struct ZoneCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let index = try Locations.database(arguments)
    // Zones of an index at a mistyped path would hide nothing; opening it says that it is not there.
    if !Locations.exists(index) { _ = try Locations.openForReading(arguments) }
    let register = ZoneRegister(index: index)
    switch (arguments.operands.first, arguments.operands.dropFirst().first) {
    case ("add", let name?): try add(name, to: register)
    case ("remove", let name?):
      guard try register.remove(name) else {
        throw arguments.usage("there is no zone \"\(name)\"; see geoindex zone list")
      }
    case ("list", nil): try list(try register.zones())
    case ("add", nil), ("remove", nil): throw arguments.usage("the NAME of the zone is missing")
    case (let word, _):
      throw arguments.usage("\"\(word ?? "")\" is not add NAME, list or remove NAME")
    }
    return .done
  }

  private func add(_ name: String, to register: ZoneRegister) throws {
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 32 }) else {
      throw arguments.usage("the name of a zone is not empty and has no control characters")
    }
    guard arguments.has(.circle) != arguments.has(.bbox) else {
      throw arguments.usage("a zone is either a --circle or a --bbox")
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
    try Output.standard.writeJSON { json in
      json.array { json in
        for zone in zones {
          json.object { json in
            let (kind, value) = zone.areaText
            json.member("name", zone.name)
            json.name(kind == "circle" ? "circle" : "bbox")
            json.value(value)
            json.member("coarse", zone.coarseMetres)
          }
        }
      }
    }
  }
}
