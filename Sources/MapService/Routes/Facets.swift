internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

struct FacetRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/facets", id: "getFacets", chapter: .map,
        summary: "The number of photos by camera, kind, source, folder and place",
        details: """
          Exact counts of what the filters select, most first, at most 200 of each kind; \
          `otherCameras` and `otherFolders` count the photos of the rest, and `unknownCamera` those \
          that do not say what took them. Each camera and folder has the `filter` that selects exactly \
          its photos, and a folder whose photos `path` alone can select has that value as `glob`. \
          `path` is the name of a folder that lies in a root, and empty for what lies in the root \
          itself. `countries`, `regions` and `places` have the `id` that the filters of these names take; \
          `areas` are the names of polygons of the boundaries. `keywords` and `people` have the `name` that \
          `keyword` and `person` take; `ratings` are numbers of stars, and `favourites` is how many there are.
          """,
        parameters: Parameter.filters + [.language], formats: [.json("facets")],
        example: "/collections/photos/facets",
        handler: .guests(facets))
    ]
  }

  private func facets(_ call: Call) throws -> Response {
    let filter = try call.parameters.filter()
    return try service.answer(call) { reader in
      let namer = AreaNamer(places: service.places, language: reader.language)
      return FacetsAnswer(facets: try reader.facets(filter), namer: namer)
    }
  }
}

struct FacetsAnswer: Answer {
  static let shape = AnswerShape<FacetsAnswer>("facets") {
    AnswerMember("numberMatched", .count) { $0.facets.count }
    AnswerMember("cameras", each: camera) { $0.facets.cameras }
    AnswerMember("otherCameras", .count) { $0.facets.otherCameras }
    AnswerMember("unknownCamera", .count) { $0.facets.withoutCamera }
    AnswerMember("media", each: part("value") { $0.name }) { $0.facets.media }
    AnswerMember("sources", each: part("value") { $0.name }) { $0.facets.sources }
    AnswerMember("folders", each: folder) { $0.facets.folders }
    AnswerMember("otherFolders", .count) { $0.facets.otherFolders }
    AnswerMember("countries", each: area) { $0.named($0.facets.countries) }
    AnswerMember("regions", each: area) { $0.named($0.facets.regions) }
    AnswerMember("places", each: area) { $0.named($0.facets.places) }
    AnswerMember("areas", each: part("name") { $0 }) { $0.facets.areas }
    AnswerMember("keywords", each: part("name") { $0 }) { $0.facets.words.keywords }
    AnswerMember("people", each: part("name") { $0 }) { $0.facets.words.people }
    AnswerMember("ratings", each: part("value") { $0 }) { $0.facets.words.ratings }
    AnswerMember("favourites", .count) { $0.facets.words.favourites }
  }

  private static let camera = AnswerShape<PhotoFacets.Part<PhotoFacets.Camera>> {
    AnswerMember("make") { $0.value.make }
    AnswerMember("model") { $0.value.model }
    AnswerMember("filter") { $0.value.condition }
    AnswerMember("count", .count) { $0.count }
  }

  private static let folder = AnswerShape<PhotoFacets.Part<PhotoFacets.Folder>> {
    AnswerMember("root") { AnswerBytes($0.value.root.bytes) }
    AnswerMember("path") { AnswerBytes($0.value.name) }
    AnswerMember("glob") { $0.value.pattern }
    AnswerMember("filter") { $0.value.condition }
    AnswerMember("count", .count) { $0.count }
  }

  private static let area = AnswerShape<PhotoFacets.Part<PhotoFacets.Area>> {
    AnswerMember.all(of: PhotoFacets.Area.shape) { $0.value }
    AnswerMember("count", .count) { $0.count }
  }

  private static func part<Value, Name: AnswerValue>(
    _ name: String, _ value: @escaping @Sendable (Value) -> Name
  ) -> AnswerShape<PhotoFacets.Part<Value>> {
    AnswerShape {
      AnswerMember(name) { value($0.value) }
      AnswerMember("count", .count) { $0.count }
    }
  }

  let facets: PhotoFacets
  let namer: AreaNamer

  private func named(
    _ areas: [PhotoFacets.Part<PhotoFacets.Area>]
  ) -> [PhotoFacets.Part<PhotoFacets.Area>] {
    areas.map { area in
      var area = area
      area.value = namer.named(area.value)
      return area
    }
  }
}

extension PhotoFacets.Camera {
  /// The `filter` for its photos.
  fileprivate var condition: String {
    func question(_ property: PhotoProperty, _ value: String?) -> String {
      value.map { "\(property.name) = \(FilterText.literal($0))" } ?? "\(property.name) IS NULL"
    }
    return question(.cameraMake, make) + " AND " + question(.cameraModel, model)
  }
}

extension PhotoFacets.Folder {
  /// The `path` filter that selects exactly its photos; nil if there is none or the name is not valid UTF-8.
  fileprivate var pattern: String? {
    guard isOnlyOneOfItsName, !name.isEmpty, let text = String(validating: name, as: UTF8.self)
    else { return nil }
    return text.replacingScalars { "*?[".unicodeScalars.contains($0) ? "[\($0)]" : nil } + "/*"
  }

  /// The `filter` that selects its photos; nil if a name is not valid UTF-8.
  fileprivate var condition: String? {
    guard let root = String(validating: root.bytes, as: UTF8.self),
      let text = String(validating: name, as: UTF8.self)
    else { return nil }
    let isBelow =
      text.isEmpty
      ? "NOT path LIKE '%/%'" : "path LIKE \(FilterText.literal(FilterText.pattern(text) + "/%"))"
    return isOnlyOneOfItsName ? isBelow : "root = \(FilterText.literal(root)) AND " + isBelow
  }
}
