internal import JSON
internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Places
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
    return try service.jsonResponse(call, type: "application/json") { reader in
      let tree = try reader.areas(filter)
      let found =
        try name.map { try search($0, tree, reader.language, limit: most ?? 10) }
        ?? tree.children(of: parent).map(FoundArea.init)
      let namer = AreaNamer(places: service.places, language: reader.language)
      var json = JSONWriter(capacity: 200 + 250 * found.count)
      json.object { json in
        json.objects("places", found.prefix(most ?? 10_000)) { json, area in
          json.members(of: area, namer)
        }
        if name == nil { json.member("elsewhere", tree.rest(of: parent)) }
      }
      return json
    }
  }

  private func place(_ call: Call) throws -> Response {
    let id = call.path["id"] ?? ""
    let filter = try call.parameters.filter()
    return try service.jsonResponse(call, type: "application/json") { reader in
      guard let found = try reader.areas(filter)[id].map(FoundArea.init) ?? known(id) else {
        throw Problem.notFound(
          "There is no country, region or place \(id.prefix(40)). Search by name: /places?q=…")
      }
      var json = JSONWriter()
      json.object { json in
        json.members(of: found, AreaNamer(places: service.places, language: reader.language))
      }
      return json
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

/// An area, and the photos in it if there are any.
private struct FoundArea {
  var area: PhotoFacets.Area
  var photos: AreaSummary?

  init(area: PhotoFacets.Area) { self.area = area }

  init(_ summary: AreaSummary) { (area, photos) = (summary.area, summary) }
}

/// Looks up names of areas in a language.
struct AreaNamer {
  var places: Places?
  var language: Language

  func named(_ area: PhotoFacets.Area) -> PhotoFacets.Area {
    guard !language.isEnglish, area.kind != .area, let places else { return area }
    return PhotoFacets.Area(id: area.id, names: places.translate(area.names, to: language))
  }
}

extension JSONWriter {
  /// Writes the name of an area, and of those that contain it.
  mutating func members(naming area: PhotoFacets.Area, _ namer: AreaNamer) {
    let area = namer.named(area)
    member("id", area.id)
    member("kind", area.kind.rawValue)
    member("name", area.name ?? area.id)
    if area.kind == .region || area.kind == .place {
      member("countryCode", area.names.countryCode)
      member("country", area.names.country)
    }
    if area.kind == .place {
      member("regionCode", area.names.regionCode)
      member("region", area.names.region)
    }
  }

  fileprivate mutating func members(of found: FoundArea, _ namer: AreaNamer) {
    members(naming: found.area, namer)
    member("count", found.photos?.count ?? 0)
    guard let photos = found.photos else { return }
    if let box = photos.bounds { member(box: box) }
    member("cover", Int(photos.cover))
    member("from", (photos.taken?.lowerBound).map(Timestamp.utc))
    member("to", (photos.taken?.upperBound).map(Timestamp.utc))
  }
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
