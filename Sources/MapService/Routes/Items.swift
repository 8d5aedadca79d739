internal import Geography
internal import Grid
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

struct ItemRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/items", id: "getPhotos", chapter: .photos,
        summary: "The located photos, page by page",
        details: """
          Follow the `next` link until there is none: each photo comes once while the index does not \
          change. `numberMatched` is exact.
          """,
        parameters: Parameter.filters + Parameter.paging + [.properties, .language],
        formats: Format.photos("photos"), describesHead: true,
        example: "/collections/photos/items?bbox=2.2,48.8,2.5,48.9&limit=10",
        handler: .guests(items)),
      Operation(
        path: "/collections/photos/items/{id}", id: "getPhoto", chapter: .photos,
        summary: "One photo", parameters: [.photoID, .properties, .language],
        formats: Format.photos("photo"), responses: [.notFound],
        example: "/collections/photos/items/1",
        handler: .guests(item)),
    ]
  }

  private func items(_ call: Call) throws -> EventualResponse {
    let filter = try call.parameters.filter()
    return try service.listing(call) { reader, paging in
      let page = try reader.pins(
        filter, in: paging.order, after: paging.cursor, skipping: paging.offset,
        limit: paging.limit)
      return (page, try total(of: page, paging, filter, reader))
    }
  }

  /// The number of photos that match the filter; not queried if this page has all of them.
  private func total(
    of page: Page<Pin>, _ paging: Paging, _ filter: PhotoFilter, _ reader: VisibleReader
  ) throws -> Int {
    let isWhole = page.next == nil && paging.cursor == nil && paging.offset == 0
    return isWhole ? page.elements.count : try reader.count(filter)
  }

  private func item(_ call: Call) throws -> EventualResponse {
    guard try call.parameters.properties().needsJudgement else { return .now(try feature(call)) }
    return .later { try feature(call) }
  }

  private func feature(_ call: Call) throws -> Response {
    let id = call.path["id"] ?? ""
    let feature = service.feature(call.request, try call.parameters.properties())
    return try service.photoResponse(call, isJudged: true) { reader in
      guard let number = Int64(id), let pin = try reader.photo(number)?.pin else {
        throw Problem.notFound(
          "There is no photo \(id.prefix(40)) on the map. Fetch the list again.")
      }
      return PhotoPage(pin)
    } geojson: { page, links, reader in
      var json = JSONWriter()
      let judgement = try reader.judgement(for: feature.properties)
      for pin in page.pins {
        guard let photo = try reader.photo(of: pin, withNames: true) else { continue }
        feature.write(judgement.judged(photo), to: &json)
        let file = Link(
          href: "\(service.baseURL(call.request))/photos/\(photo.id)/original", rel: "alternate",
          type: photo.format?.mimeType ?? "application/octet-stream", title: "The file")
        json = json.reopened { links.write(to: &$0, and: [file]) }
      }
      return json
    }
  }
}

extension JSONWriter {
  /// The same object with more members at its end.
  fileprivate func reopened(_ more: (inout JSONWriter) -> Void) -> JSONWriter {
    var json = JSONWriter(capacity: bytes.count + 512)
    json.object { json in
      json.raw(bytes.dropFirst().dropLast())
      more(&json)
    }
    return json
  }
}
