internal import Files
internal import Geography
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Placement
internal import Places
internal import Query

extension Option {
  static let at = Option(
    "--at", "POSITION", "place the given photos here: \"48.8584, 2.2945\", latitude first")
  static let like = Option(
    "--like", "PHOTO", "place the given photos where this one is, with its altitude")
  static let altitude = Option(
    "--altitude", "METRES", "with --at or --like: the height above sea level")
  static let direction = Option(
    "--direction", "DEGREES",
    "with --at or --like: where the camera points, 0 to below 360 from north")
  static let notHere = Option(
    "--not-here", nil, "remove the position of the given photos")
  static let fromTracks = Option(
    "--from-tracks", nil, "place by recorded tracks: the given files, else those in the index")
  static let fromNeighbours = Option(
    "--from-neighbours", nil, "place by photos that other devices took at the same time")
  static let maxGap = Option(
    "--max-gap", "S", "greatest time between the two fixes around a photo (default: 600 seconds)")
  static let maxDistance = Option(
    "--max-distance", "METRES", "greatest distance between those two fixes (default: any)")
  static let extrapolate = Option(
    "--extrapolate", "S", "how far before or after a track photos are placed (default: 60 seconds)")
  static let clock = Option(
    "--clock", "CAMERA=±H:MM:SS",
    "how far the clock of a camera is ahead of UTC: \"Aster F2=+01:02:03\"; or a photo of an exact clock "
      + "and what it shows: \"IMG_1.JPG=2024-05-01T09:00:05Z\"", isRepeatable: true)
  static let writeSidecars = Option(
    "--write-sidecars", nil,
    "bring positions and words in .xmp files beside the photos up to date, for other programs")
  static let conflicts = Option(
    "--conflicts", nil, "list photos whose files state another position than was entered")
}

extension Command {
  static let place = Command(
    name: "place",
    summary: "place photos without a position: by tracks, by neighbours or by hand",
    operands: "[FILE…]",
    operandCount: 0...Int.max,
    options: [
      .fromTracks, .fromNeighbours, .maxGap, .maxDistance, .extrapolate, .clock, .apply, .at,
      .like, .altitude, .direction, .notHere, .undo, .writeSidecars, .conflicts,
    ],
    notes: """
      A plan is printed; only --apply and --undo change anything. With --from-tracks and --from-neighbours
      FILE is a track; without FILE the tracks in the index are used. With --at, --like, --not-here,
      --undo and --write-sidecars, FILE is a photo.

      Tracks are GPX, KML, KMZ, TCX, FIT, NMEA, IGC, GeoJSON, CSV, the .rec files of OwnTracks, the .srt
      files of DJI drones, Google's timelines (Records.json, Semantic Location History, Timeline.json),
      and films with positions beside their frames. GeoJSON, CSV and Google's timelines are read only
      where FILE names them.

      Photos are never written, .xmp files only by --write-sidecars. What is applied is stored beside the
      index in the file of notes, or in the record with --db postgres://…, and survives a scan, a moved
      file and a deleted index. Each act prints its number for --undo.

      The clock of a camera is known from --clock, from an offset in the photo, from other photos of the
      camera, or from a track with which its photos agree: most are taken at stops. Otherwise it is taken
      to be right, in the time zone of photos of other devices on that day, or of the track. Two photos
      of an exact clock correct a clock that drifts.
      """,
    examples: [
      ("geoindex place --from-tracks", "what the tracks in the index would place"),
      (
        "geoindex place --from-tracks hike.gpx --clock \"Aster Phone 5=+02:07:00\" --apply",
        "a camera on summer time that is seven minutes fast"
      ),
      ("geoindex place IMG_1.JPG IMG_2.JPG --at \"48.8584, 2.2945\" --apply", "by hand"),
      (
        "geoindex place IMG_3.JPG --like IMG_1.JPG --direction 90 --apply",
        "at the same place, to the east"
      ),
      ("geoindex place --undo 3", "undo act 3"),
      (
        "geoindex place --write-sidecars --apply",
        "all positions and words that were entered, for digiKam, darktable, Lightroom and others"
      ),
    ],
    run: { try PlaceCommand(arguments: $0).run() })
}

struct PlaceCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let isPlanned = arguments.has(.fromTracks) || arguments.has(.fromNeighbours)
    let single: [Option] = [.at, .like, .notHere, .undo, .writeSidecars, .conflicts]
    guard single.count(where: arguments.has) + (isPlanned ? 1 : 0) == 1 else {
      throw arguments.usage(
        "give one of --from-tracks (with or without --from-neighbours), --at, --like, --not-here, "
          + "--undo, --write-sidecars and --conflicts")
    }
    guard arguments.paths.isEmpty || !isPlanned || arguments.has(.fromTracks) else {
      throw arguments.usage(
        "--from-neighbours takes no FILE; it considers all photos without a position")
    }
    if isPlanned { return try plan() }
    if arguments.has(.conflicts) { return try printConflicts() }
    if arguments.has(.writeSidecars) { return try writeSidecars() }
    return try arguments.has(.undo) ? arguments.undoAct(.place) : placeByHand()
  }

  // MARK: By hand

  private func placeByHand() throws -> ExitCode {
    guard !arguments.paths.isEmpty else { throw arguments.usage("name the photos to place") }
    let index = try Locations.openForPlan(arguments)
    let location = try enteredLocation(index)
    let wanted = try arguments.photos(of: index).map {
      NotesWriter.Wanted(id: $0, location: location)
    }
    let act = try apply(wanted, to: index)
    defer { report(act, location == nil ? "removed the position of" : "placed") }
    try printPlan(location)
    if !arguments.has(.apply), !arguments.has(.quiet) {
      Console.error("geoindex: nothing has changed; apply it with --apply")
    }
    return .done
  }

  /// Places photos if `--apply` is given; nil if nothing has changed.
  ///
  /// It precedes the output, which may fail.
  private func apply(_ wanted: [NotesWriter.Wanted], to index: PhotoIndex) throws -> Act? {
    guard arguments.has(.apply), !wanted.isEmpty else { return nil }
    return try NotesWriter(index).place(wanted, by: arguments.author)
  }

  /// The position of `--at` or `--like`; nil for `--not-here`.
  private func enteredLocation(_ index: PhotoIndex) throws -> Location? {
    var location = try arguments.value(.at).map {
      Location(try arguments.position($0), source: .manual)
    }
    if let name = arguments.path(.like) {
      let found = try index.read { reader in
        try (reader.photoID(at: name) ?? reader.photoID(at: name.full))
          .flatMap { try reader.photo($0)?.place.location }
      }
      guard let found else {
        throw InputError(description: "\(name) is not a photo with a position in the index")
      }
      location = Location(found.coordinate, altitude: found.altitude, source: .manual)
    }
    for option in [Option.altitude, .direction] where location == nil && arguments.has(option) {
      throw arguments.usage("\(option.name) needs a position; give --at or --like")
    }
    if let metres = try number(.altitude, in: NotesWriter.altitudes) { location?.altitude = metres }
    if let degrees = try number(.direction, in: 0...359.999_999) { location?.direction = degrees }
    return location
  }

  private func number(_ option: Option, in range: ClosedRange<Double>) throws -> Double? {
    guard let text = arguments.value(option) else { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw arguments.usage("\(option.name) \(text) is not a number in range")
    }
    return value
  }

  private func printPlan(_ location: Location?) throws {
    guard arguments.has(.json) else { return }
    try Output.standard.writeJSON { json in
      json.array { json in
        for path in arguments.paths {
          json.object { json in
            json.member("path", path.text)
            json.member("longitude", location?.coordinate.longitude)
            json.member("latitude", location?.coordinate.latitude)
            json.member("altitude", location?.altitude)
            json.member("direction", location?.direction)
            json.member("source", location?.source.name)
          }
        }
      }
    }
  }

  // MARK: Acts

  private func report(_ act: Act?, _ verb: String) {
    arguments.report(act, "\(verb) \(Counted.photos(act?.photos ?? 0))", command: "place")
  }

  // MARK: Plans

  private func plan() throws -> ExitCode {
    let index = try Locations.openForPlan(arguments)
    let plan = try PlacementPlan(index, sources(index.places))
    if let wrong = plan.wrongClocks.first {
      throw arguments.usage("--clock: \"\(wrong.name)\" \(wrong.reason)")
    }
    let act = try apply(plan.entries.map(\.wanted), to: index)
    defer { report(act, "placed") }
    let printer = PlanPrinter(plan)
    try arguments.has(.json) ? printer.printJSON() : printer.printTable()
    if !arguments.has(.quiet) { Console.error(printer.summary) }
    return .done
  }

  private func sources(_ places: Places?) throws -> PlacementPlan.Sources {
    var sources = PlacementPlan.Sources()
    sources.usesNeighbours = arguments.has(.fromNeighbours)
    let day = 0...86_400
    sources.rules.maxGap = Double(try arguments.whole(.maxGap, in: day) ?? 600)
    sources.rules.extrapolation = Double(try arguments.whole(.extrapolate, in: day) ?? 60)
    sources.rules.maxDistance = try arguments.value(.maxDistance).map {
      try PhotoQuery.metres("max-distance", $0)
    }
    sources.clocks = try arguments.all(.clock).map(clock)
    if arguments.has(.fromTracks) {
      sources.usesStoredTracks = arguments.paths.isEmpty
      sources.tracks = FixTimeline(try arguments.paths.flatMap { try fixes(of: $0, places) })
    }
    return sources
  }

  private func fixes(of file: FilePath, _ places: Places?) throws -> [Fix] {
    do throws(TrackFiles.Problem) {
      return try TrackFiles.fixes(of: file, places: places)
    } catch {
      throw InputError(description: "cannot use the track \(file): \(error.reason)")
    }
  }

  private func clock(_ text: String) throws -> GivenClock {
    guard let clock = GivenClock(text) else {
      throw arguments.usage(
        "--clock \"\(text)\" is not a camera and an offset such as \"Aster F2=+01:02:03\", "
          + "nor a photo and the time it shows such as \"IMG_1.JPG=2024-05-01T09:00:05Z\"")
    }
    return clock
  }
}
