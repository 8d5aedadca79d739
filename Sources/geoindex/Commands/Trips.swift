internal import Geography
internal import Journeys
internal import Notes
internal import PhotoExchange
internal import PhotoIndex

extension Option {
  static let dayTrips = Option("--day-trips", nil, "day trips instead of those with nights")
}

extension Command {
  static let trips = Command(
    name: "trips",
    summary: "list the trips, found from where nights were spent",
    options: [
      .dayTrips, .undo.saying("undo an act that has corrected homes or trips"), .language,
      .staticFiles,
    ],
    notes: """
      Homes and trips are found from positions, times and cameras; nothing has to be set. A trip is a stretch of
      nights away from all homes of that time. The map page corrects what is wrong; each correction is
      an act, which --undo undoes. To select the photos of a
      trip, give its id, or any of its days, to --trip.
      """,
    examples: [
      ("geoindex trips", "all trips, with the reason for each"),
      ("geoindex trips --day-trips --json", "days away without a night, for scripts"),
      ("geoindex export --trip 2024-04-03 --format gpx", "the photos of one trip"),
    ],
    run: { try JourneysCommand(arguments: $0).printTrips() })

  static let homes = Command(
    name: "homes",
    summary: "list the places that were home, and when",
    options: [.language, .staticFiles],
    notes: """
      A home is a place where most nights of months were spent, or to which someone came back often. Several
      places can be home at a time.
      """,
    examples: [("geoindex homes", "where you lived")],
    run: { try JourneysCommand(arguments: $0).printHomes() })
}

private struct JourneysCommand {
  let arguments: ParsedArguments

  func printTrips() throws -> ExitCode {
    if arguments.has(.undo) { return try arguments.undoAct(.journey) }
    let (journeys, namer) = try found()
    if arguments.has(.json) {
      try Output.standard.writeJSON(TripsAnswer(journeys, namer))
      return .done
    }
    let trips = arguments.has(.dayTrips) ? journeys.dayTrips : journeys.trips
    for trip in trips {
      let named = namer.named(trip, journeys)
      let last = trip.nights == 0 ? "" : " – \(trip.days.upperBound)"
      let name = PhotoPrinter.printable(named.name ?? trip.id)
      try Output.standard.write(
        "\(trip.days.lowerBound)\(last)".aligned(left: 25)
          + ScanText.grouped(trip.photos.count).aligned(right: 8) + "  "
          + name.aligned(left: 28) + "  "
          + PhotoPrinter.printable(trip.reason.sentence(home: named.home)) + "\n")
    }
    if trips.isEmpty, !arguments.has(.quiet) {
      Console.error("geoindex: no trip was found; see the homes with: geoindex homes")
    }
    return .done
  }

  func printHomes() throws -> ExitCode {
    let (journeys, namer) = try found()
    if arguments.has(.json) {
      try Output.standard.writeJSON(HomesAnswer(journeys, namer))
      return .done
    }
    for home in journeys.homes {
      let position = "\(home.coordinate.latitude), \(home.coordinate.longitude)"
      let place = PhotoPrinter.printable(namer.place(of: home) ?? position)
      try Output.standard.write(
        "\(home.from) – \(home.to?.description ?? "today")".aligned(left: 25) + "  "
          + place.aligned(left: 28) + "  " + home.reason.sentence + "\n")
    }
    if journeys.homes.isEmpty, !arguments.has(.quiet) {
      Console.error("geoindex: the photos show no home: too few are dated and on the map")
    }
    return .done
  }

  private func found() throws -> (FoundJourneys, JourneyNamer) {
    let index = try Locations.openForReading(arguments)
    return (
      try index.read { try $0.journeys() }, JourneyNamer(index.places, in: arguments.language)
    )
  }
}
