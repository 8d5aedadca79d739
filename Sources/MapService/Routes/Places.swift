internal import JSON
internal import Geography
internal import HTTPServer
public import PhotoExchange
internal import PhotoFacts
public import PhotoIndex
public import Places
internal import Query

struct PlaceRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/places", id: "getPlaces", chapter: .map,
        summary: "Countries, regions and places, with the photos in them",
        details: """
          With `q` the areas whose name begins like it in any language, ignoring accents and small typing \
          errors; those with photos come first, and before them areas of the boundaries that were added \
          (kind `area`). Otherwise the parts of `parent`: the regions of a \
          country, the places of a region; without it the countries. Counts are exact. `cover` is the \
          newest photo of an area, `bbox` the box around its photos. `elsewhere` counts the photos \
          that are in none of the parts.
          """,
        parameters: [.placeName, .parent, .placeCount, .language] + Parameter.filtersBesideNames,
        formats: [.json("places")], example: "/places?q=par",
        handler: .guests(places)),
      Operation(
        path: "/places/{id}", id: "getPlace", chapter: .map,
        summary: "A country, a region or a place, with the photos in it",
        parameters: [.placeID, .language] + Parameter.filters, formats: [.json("place")],
        responses: [.notFound], example: "/places/FR",
        handler: .guests(place)),
    ]
  }

  private func places(_ call: Call) throws -> Response {
    let name = call.parameters["q"]
    if name == "" { throw QueryError("q", "", "is empty") }
    let parent = call.parameters["parent"]
    if name != nil, parent != nil {
      throw Problem.badRequest("q and parent exclude each other.")
    }
    let most = try call.parameters["limit"].map { try PhotoQuery.limit($0, maximum: 10_000) }
    let filter = try call.parameters.filter(wordsAs: Parameter.searchedWords.name)
    return try service.answer(call) { reader in
      let tree = try reader.areas(filter)
      let found =
        try name.map { try search($0, tree, reader.language, limit: most ?? 10) }
        ?? tree.children(of: parent).map(FoundArea.init)
      let namer = AreaNamer(places: service.places, language: reader.language)
      return PlacesAnswer(
        places: found.prefix(most ?? 10_000).map(namer.named),
        elsewhere: name == nil ? tree.rest(of: parent) : nil)
    }
  }

  private func place(_ call: Call) throws -> Response {
    let id = call.path["id"] ?? ""
    let filter = try call.parameters.filter()
    return try service.answer(call) { reader in
      guard let found = try reader.areas(filter)[id].map(FoundArea.init) ?? known(id) else {
        throw Problem.notFound(
          "There is no country, region or place \(id.prefix(40)). Search by name: /places?q=…")
      }
      return AreaNamer(places: service.places, language: reader.language).named(found)
    }
  }

  /// An area without photos.
  private func known(_ id: String) -> FoundArea? {
    guard let names = try? service.places?.names(of: id) else { return nil }
    return FoundArea(area: PhotoFacets.Area(id: id, names: names))
  }

  /// The areas with a name: those of the user's boundaries, then the others, those with photos first.
  private func search(_ name: String, _ tree: AreaTree, _ language: Language, limit: Int) throws
    -> [FoundArea]
  {
    let places = try service.requiredPlaces()
    let own = tree.boundaries.values.filter { places.begins($0.area.id, with: name) }
      .sorted { ($1.count, $0.area.id) < ($0.count, $1.area.id) }
    let owned = places.ownership(tree.all.map { ($0.area.id, $0.count) })
    let found = try places.search(name, in: language, limit: limit, owned: owned)
      .compactMap { found in tree[found.id].map(FoundArea.init) ?? known(found.id) }
    return own.map(FoundArea.init) + found
  }
}

/// Areas, and how many photos are in none of them, as the API and the command line write them.
public struct PlacesAnswer: Answer {
  /// Its members.
  public static let shape = AnswerShape<PlacesAnswer>("places") {
    AnswerMember("places") { $0.places }
    AnswerMember("elsewhere", .count) { $0.elsewhere }
  }

  private let places: [FoundArea]
  private let elsewhere: Int?

  fileprivate init(places: [FoundArea], elsewhere: Int?) {
    (self.places, self.elsewhere) = (places, elsewhere)
  }

  /// Makes a list of areas.
  public init(_ areas: [AreaSummary], _ namer: AreaNamer) {
    (places, elsewhere) = (areas.map { namer.named(FoundArea($0)) }, nil)
  }
}

/// An area, and the photos in it if there are any.
struct FoundArea: Answer {
  static let shape = AnswerShape<FoundArea>("place") {
    AnswerMember.all(of: PhotoFacets.Area.shape) { $0.area }
    AnswerMember("count", .count) { $0.photos?.count ?? 0 }
    AnswerMember("bbox") { $0.photos?.bounds }
    AnswerMember("cover") { ($0.photos?.cover).map { Int($0) } }
    AnswerMember("from", .moment) { ($0.photos?.taken?.lowerBound).map(Timestamp.utc) }
    AnswerMember("to", .moment) { ($0.photos?.taken?.upperBound).map(Timestamp.utc) }
  }

  var area: PhotoFacets.Area
  var photos: AreaSummary?

  init(area: PhotoFacets.Area) { self.area = area }

  init(_ summary: AreaSummary) { (area, photos) = (summary.area, summary) }
}

/// Looks up names of areas in a language.
public struct AreaNamer: Sendable {
  private let places: Places?
  private let language: Language

  /// Makes one that leaves names as they are without `places`.
  public init(places: Places?, language: Language) {
    (self.places, self.language) = (places, language)
  }

  /// The area with its names in the language.
  public func named(_ area: PhotoFacets.Area) -> PhotoFacets.Area {
    guard !language.isEnglish, area.kind != .area, let places else { return area }
    return PhotoFacets.Area(id: area.id, names: places.translate(area.names, to: language))
  }

  fileprivate func named(_ found: FoundArea) -> FoundArea {
    var found = found
    found.area = named(found.area)
    return found
  }
}

/// The name of an area, and of those that contain it.
extension PhotoFacets.Area: Answer {
  /// Its members.
  public static let shape = AnswerShape<PhotoFacets.Area> {
    AnswerMember("id") { $0.id }
    AnswerMember("kind", .word(["country", "region", "place", "area"])) { $0.kind.rawValue }
    AnswerMember("name") { $0.name ?? $0.id }
    AnswerMember("countryCode") { $0.kind == .area ? nil : $0.names.countryCode }
    AnswerMember("country") { $0.isInCountry ? $0.names.country : nil }
    AnswerMember("regionCode") { $0.isInCountry ? $0.names.regionCode : nil }
    AnswerMember("region") { $0.kind == .place ? $0.names.region : nil }
  }

  private var isInCountry: Bool { kind == .region || kind == .place }
}

extension Parameter {
  fileprivate static let placeName = Parameter(
    "q", "The beginning of a name in any language.", ["type": "string", "minLength": 1],
    example: "par")

  fileprivate static let parent = Parameter(
    "parent", "The `id` of the country or region whose parts are listed.", ["type": "string"],
    example: "FR")

  fileprivate static let placeCount = Parameter(
    "limit", "The greatest number: 10 by default with `q`, else 10,000.",
    ["type": "integer", "minimum": 1, "maximum": 10_000], example: 10)

  fileprivate static let placeID = Parameter(
    "id", "The `id` of a country, a region or a place.", ["type": "string"], location: .path,
    example: "FR")
}
