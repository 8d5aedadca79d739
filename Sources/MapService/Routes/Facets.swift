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
    return try service.jsonResponse(call, type: "application/json") { reader in
      let facets = try reader.facets(filter)
      var json = JSONWriter(capacity: 4_096)
      json.object { json in
        json.member("numberMatched", facets.count)
        json.parts("cameras", facets.cameras) { $0.write($1) }
        json.member("otherCameras", facets.otherCameras)
        json.member("unknownCamera", facets.withoutCamera)
        json.parts("media", facets.media) { $0.member("value", $1.name) }
        json.parts("sources", facets.sources) { $0.member("value", $1.name) }
        json.parts("folders", facets.folders) { $0.write($1) }
        json.member("otherFolders", facets.otherFolders)
        let namer = AreaNamer(places: service.places, language: reader.language)
        json.parts("countries", facets.countries) { $0.members(naming: $1, namer) }
        json.parts("regions", facets.regions) { $0.members(naming: $1, namer) }
        json.parts("places", facets.places) { $0.members(naming: $1, namer) }
        json.parts("areas", facets.areas) { $0.member("name", $1) }
        json.parts("keywords", facets.words.keywords) { $0.member("name", $1) }
        json.parts("people", facets.words.people) { $0.member("name", $1) }
        json.parts("ratings", facets.words.ratings) { $0.member("value", $1) }
        json.member("favourites", facets.words.favourites)
      }
      return json
    }
  }
}

extension JSONWriter {
  fileprivate mutating func parts<Value>(
    _ name: StaticString, _ parts: [PhotoFacets.Part<Value>],
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    self.name(name)
    array { json in
      for part in parts {
        json.object { json in
          write(&json, part.value)
          json.member("count", part.count)
        }
      }
    }
  }

  fileprivate mutating func write(_ camera: PhotoFacets.Camera) {
    member("make", camera.make)
    member("model", camera.model)
    member("filter", camera.condition)
  }

  fileprivate mutating func write(_ folder: PhotoFacets.Folder) {
    member("root", text: folder.root.bytes)
    member("path", text: folder.name)
    member("glob", folder.pattern)
    member("filter", folder.condition)
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
