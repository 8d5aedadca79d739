internal import JSON
internal import MapService
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Places
internal import Query

extension Option {
  static let visited = Option(
    "--visited", nil, "countries and regions with the years and the number of days")
  static let boundaries = Option(
    "--boundaries", "FILE", "name positions by the polygons of a GeoPackage (.gpkg), too")
  static let layer = Option(
    "--layer", "NAME", "the layer of the GeoPackage (default: the only one)")
  static let nameColumn = Option(
    "--name", "COLUMN", "the column with the names (default: name, or the only column of texts)")
  static let noBoundaries = Option("--no-boundaries", nil, "remove the polygons again")
  static let update = Option("--update", nil, "name all positions again now if names have changed")
}

extension Command {
  static let places = Command(
    name: "places",
    summary: "count the photos by country, region and place",
    operands: "[NAME]",
    operandCount: 0...1,
    options: [
      .visited, .update, .boundaries, .layer, .nameColumn, .noBoundaries, .language, .staticFiles,
    ] + Option.filters,
    notes: """
      Without a name the countries are listed, with one the areas of that name and their parts. NAME is a
      name in any language, or a code such as DE, DE.02 or 2988507. The filters select photos as they do
      in query.

      --boundaries copies polygons with names, such as municipalities, national parks or gardens, to a file
      beside the index. Photos in one of them have its name as their area; where several overlap, that of the
      smallest. The GeoPackage must have longitude and latitude (EPSG:4326), and is not needed later.
      """,
    examples: [
      ("geoindex places", "the countries of all photos"),
      ("geoindex places Bavaria", "the places in it"),
      ("geoindex places --boundaries parks.gpkg", "name photos by national parks"),
      ("geoindex places --visited --json", "where you have been, by year, for scripts"),
    ],
    run: { try PlacesCommand(arguments: $0).run() })
}

private struct PlacesCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    if let file = arguments.path(.boundaries) { return try addBoundaries(file) }
    if let option = [Option.layer, .nameColumn].first(where: arguments.has) {
      throw arguments.usage("\(option.name) goes with --boundaries FILE.gpkg")
    }
    if arguments.has(.noBoundaries) { return try removeBoundaries() }
    if arguments.has(.update) {
      try renewNames()
      tell("the names of all positions are current")
      return .done
    }
    let index = try Locations.openForReading(arguments)
    let filter = try arguments.filter()
    return try index.read { reader in
      try arguments.has(.visited)
        ? printVisits(reader.visits(filter)) : printAreas(reader.areas(filter), index.places)
    }
  }

  // MARK: - Boundaries

  private func addBoundaries(_ file: FilePath) throws -> ExitCode {
    guard !arguments.has(.noBoundaries) else {
      throw arguments.usage("--boundaries and --no-boundaries exclude each other")
    }
    let choice = BoundaryReader.Choice(
      layer: arguments.value(.layer), name: arguments.value(.nameColumn))
    let found = try BoundaryFile(arguments).replace(by: file, choice)
    try renewNames()
    tell(
      "\(ScanText.grouped(found.draft.count)) polygons of \(found.layer) name positions by "
        + "\(found.nameColumn)\(BoundaryFile.skipped(found))")
    return .done
  }

  private func removeBoundaries() throws -> ExitCode {
    let hadSome = try BoundaryFile(arguments).remove()
    if hadSome { try renewNames() }
    tell(hadSome ? "the boundaries are removed" : "there are no boundaries")
    return .done
  }

  /// Opens the index to write it, which renews the names.
  private func renewNames() throws {
    guard try Locations.openForWriting(arguments).places != nil else {
      throw InputError(
        description: "there is no places file; build it with: scripts/setup, or give --static DIR"
      )
    }
  }

  private func tell(_ text: String) {
    if !arguments.has(.quiet) { Console.error("geoindex: \(text)") }
  }

  private var namer: AreaNamer {
    AreaNamer(places: try? Locations.places(arguments), language: arguments.language)
  }

  // MARK: - Counts

  private struct Line {
    var depth: Int
    var summary: AreaSummary
  }

  private func lines(_ tree: AreaTree, _ places: Places?) -> [Line] {
    guard let name = arguments.operands.first else {
      return tree.children(of: nil).map { Line(depth: 0, summary: $0) }
    }
    let known = places?.identifiers(named: name)
    let own = tree.boundaries.keys.filter { places?.areEqual($0, name) ?? false }.sorted()
    let ids =
      (known?.countries ?? []) + (known?.regions ?? [])
      + (known?.settlements ?? []).map { String($0) } + own + [name, name.uppercased()]
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }.compactMap { tree[$0] }.flatMap { area in
      [Line(depth: 0, summary: area)]
        + tree.children(of: area.area.id).map { Line(depth: 1, summary: $0) }
    }
  }

  private func printAreas(_ tree: AreaTree, _ places: Places?) throws -> ExitCode {
    let (lines, namer) = (lines(tree, places), namer)
    if arguments.has(.json) {
      try Output.standard.writeJSON(PlacesAnswer(lines.map(\.summary), namer))
    } else {
      for line in lines {
        let area = namer.named(line.summary.area)
        let indent = String(repeating: "  ", count: line.depth)
        let name = PhotoPrinter.printable(indent + (area.name ?? area.id))
        let times = line.summary.taken.map { "  \(day($0.lowerBound)) – \(day($0.upperBound))" }
        try Output.standard.write(
          ScanText.grouped(line.summary.count).aligned(right: 11) + "  " + area.id.aligned(left: 9)
            + name.aligned(left: 32) + (times ?? "") + "\n")
      }
    }
    if lines.isEmpty, !arguments.has(.quiet) {
      Console.error(
        arguments.operands.first.map {
          "geoindex: no photo was taken in a place named \($0); see all with: geoindex places"
        } ?? "geoindex: no photo on the map has a country; see: geoindex report")
    }
    return .done
  }

  private func day(_ milliseconds: Int64) -> String {
    String(Timestamp.utc(milliseconds).prefix(10))
  }

  // MARK: - Visits

  private func printVisits(_ visits: [AreaVisits]) throws -> ExitCode {
    let namer = namer
    if arguments.has(.json) {
      try Output.standard.writeJSON(VisitList(visits: visits.map { NamedVisits($0, namer) }))
      return .done
    }
    for visit in visits {
      let area = namer.named(visit.area)
      let indent = area.kind == .country ? "" : "  "
      let days = "\(visit.days.count) day\(visit.days.count == 1 ? "" : "s")"
      let span = [visit.days.first, visit.days.last].compactMap { $0.map(Self.date) }
        .joined(separator: " – ")
      try Output.standard.write(
        PhotoPrinter.printable(indent + (area.name ?? area.id)).aligned(left: 32)
          + days.aligned(right: 10) + "  " + span + "  "
          + visit.years.map(String.init).joined(separator: ", ") + "\n")
    }
    return .done
  }

  fileprivate static func date(_ day: Int) -> String {
    String(Timestamp.utc(Int64(day) * 86_400_000).prefix(10))
  }
}

private struct VisitList: Answer {
  static let shape = AnswerShape<VisitList> { AnswerMember("visited") { $0.visits } }

  let visits: [NamedVisits]
}

private struct NamedVisits: Answer {
  static let shape = AnswerShape<NamedVisits> {
    AnswerMember.all(of: PhotoFacets.Area.shape) { $0.area }
    AnswerMember("days", .count) { $0.days.count }
    AnswerMember("first", .date) { $0.days.first.map(PlacesCommand.date) }
    AnswerMember("last", .date) { $0.days.last.map(PlacesCommand.date) }
    AnswerMember("years") { $0.years }
  }

  private let area: PhotoFacets.Area
  private let days, years: [Int]

  init(_ visits: AreaVisits, _ namer: AreaNamer) {
    (area, days, years) = (namer.named(visits.area), visits.days, visits.years)
  }
}
