internal import Geography
internal import HTTPServer
public import PhotoExchange
public import PhotoIndex
internal import PhotoFacts

struct CollectionRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections", id: "getCollections", chapter: .start,
        summary: "The collections: `photos`, and for owners `tracks` if there are any",
        formats: [.json("collections")], example: "/collections", handler: .guests(collections)),
      Operation(
        path: "/collections/photos", id: "getCollection", chapter: .start,
        summary: "The extent of the located photos in space and time",
        formats: [.json("collection")], example: "/collections/photos", handler: .guests(collection)
      ),
    ]
  }

  private func collections(_ call: Call) throws -> Response {
    let base = service.baseURL(call.request)
    return try service.answer(call) { reader in
      let photos = try photos(call, reader)
      let tracks = try reader.trackExtent().map { CollectionAnswer(tracks: $0, base) }
      return CollectionsAnswer(
        links: [Link(href: base + "/collections", rel: "self", type: "application/json")],
        collections: [photos] + (tracks.map { [$0] } ?? []))
    }
  }

  private func collection(_ call: Call) throws -> Response {
    try service.answer(call) { try photos(call, $0) }
  }

  /// The collection of photos; without an extent for guests, which is how the page recognises them.
  private func photos(_ call: Call, _ reader: VisibleReader) throws -> CollectionAnswer {
    CollectionAnswer(
      name: .photos, extent: call.request.visitor.isOwner ? try reader.extent() : nil,
      links: collectionLinks(service.baseURL(call.request) + "/collections/photos"))
  }

  private func collectionLinks(_ base: String) -> [Link] {
    [
      Link(href: base, rel: "self", type: "application/json"),
      Link(href: base + "/items", rel: "items", type: "application/geo+json", title: "The photos"),
      Link(
        href: base + "/schema", rel: "http://www.opengis.net/def/rel/ogc/1.0/schema",
        type: "application/schema+json", title: "The properties of a photo"),
      Link(
        href: base + "/feature-schema", rel: "describedby", type: "application/schema+json",
        title: "The schema of a photo as GeoJSON"),
      // The same for GDAL before 3.7, which compares the case. Without it, GDAL takes altitudes for integers.
      Link(href: base + "/feature-schema", rel: "describedBy", type: "application/schema+json"),
      Link(
        href: base + "/queryables", rel: "http://www.opengis.net/def/rel/ogc/1.0/queryables",
        type: "application/schema+json", title: "The properties that filters of photos can use"),
    ]
  }
}

struct CollectionsAnswer: Answer {
  static let shape = AnswerShape<CollectionsAnswer>("collections") {
    AnswerMember("links") { $0.links }
    AnswerMember("collections") { $0.collections }
  }

  let links: [Link]
  let collections: [CollectionAnswer]
}

struct CollectionAnswer: Answer {
  static let shape = AnswerShape<CollectionAnswer>("collection") {
    AnswerMember.all(of: CollectionName.shape) { $0.name }
    AnswerMember("itemType") { _ in "feature" }
    // No storageCrs, because GDAL would conclude that it may send `crs` and `bbox-crs`.
    AnswerMember("crs") { _ in [Parameter.crs84] }
    AnswerMember("extent") { $0.extent }
    AnswerMember("links") { $0.links }
  }

  let name: CollectionName
  let extent: IndexExtent?
  let links: [Link]
}

/// What a collection is, here and in the catalog.
struct CollectionName {
  static let shape = AnswerShape<CollectionName> {
    AnswerMember("id") { $0.id }
    AnswerMember("title") { $0.title }
    AnswerMember("description") { $0.description }
  }

  static let photos = CollectionName(
    id: "photos", title: "Photos",
    description:
      "Every photo with a known position. Photos without a date match no datetime filter.")

  let id, title, description: String
}

extension IndexExtent: Answer {
  /// Its members.
  public static let shape = AnswerShape<IndexExtent>("extent") {
    AnswerMember("spatial") { Spatial(box: $0.box) }
    AnswerMember("temporal") { $0.time.map(Temporal.init) }
  }

  private struct Spatial: Answer {
    static let shape = AnswerShape<Spatial> {
      AnswerMember("bbox") { [$0.box] }
      AnswerMember("crs") { _ in Parameter.crs84 }
    }

    let box: BoundingBox
  }

  private struct Temporal: Answer {
    static let shape = AnswerShape<Temporal> {
      AnswerMember("interval", .listing(.listing(.moment))) {
        [[Timestamp.utc($0.time.lowerBound), Timestamp.utc($0.time.upperBound)]]
      }
      AnswerMember("trs") { _ in "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian" }
    }

    let time: ClosedRange<Int64>
  }
}
