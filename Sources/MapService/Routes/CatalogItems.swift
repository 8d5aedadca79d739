internal import Geography
internal import Grid
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import PhotoIndex
internal import Query

/// The items of the catalog: the photos of `/collections/photos/items`, by the same filters, as STAC writes them.
struct CatalogItemRoutes: RouteGroup {
  let service: ServiceContext

  static let type = "application/geo+json"

  var operations: [Operation] {
    let items = Self.format("items")
    let details = """
      The photos of `/collections/photos/items` with the same filters, as items of STAC. Follow the `next` link until \
      there is none. `numberMatched` is exact.
      """
    return [
      Operation(
        path: "/stac/collections/photos/items", id: "getItems", chapter: .catalog,
        summary: "The photos as items of STAC, page by page", details: details,
        parameters: Parameter.ofItems, formats: [items], describesHead: true,
        example: "/stac/collections/photos/items?bbox=2.2,48.8,2.5,48.9&limit=10",
        handler: .guests { try find($0, ItemSearch($0.parameters)) }),
      Operation(
        path: "/stac/collections/photos/items/{id}", id: "getItem", chapter: .catalog,
        summary: "One photo as an item of STAC", parameters: [.photoID, .language],
        formats: [Self.format("item")], responses: [.notFound],
        example: "/stac/collections/photos/items/1", handler: .guests(item)),
      Operation(
        path: "/stac/search", id: "searchItems", chapter: .catalog,
        summary: "The photos that match filters, as items of STAC", details: details,
        parameters: Parameter.ofSearch, formats: [items], describesHead: true,
        example: "/stac/search?ids=1,2,3",
        handler: .guests { try find($0, ItemSearch($0.parameters)) }),
      Operation(
        method: .post, path: "/stac/search", id: "searchItemsByContent", chapter: .catalog,
        summary: "The same with the filters in the content of the request",
        details: """
          Members are named as the parameters of GET, except `view`, which has no member. Lists and geometries are \
          JSON, and `filter` is CQL2 as JSON. The `next` link has the content of the request for the next page.
          """,
        content: [Content(type: "application/json", schema: .schema("itemSearch"))],
        formats: [items],
        responses: [
          .problem(413, "The content is too long."),
          .problem(415, "The content is not application/json."),
        ], onlyReads: true, handler: .guests(search)),
    ]
  }

  private static func format(_ schema: String) -> Format {
    var format = Format(nil, type, .schema(schema))
    format.aliases = ["application/json"]
    return format
  }

  // MARK: Handlers

  private func item(_ call: Call) throws -> Response {
    let id = call.path["id"] ?? ""
    let item = PhotoItem(baseURL: service.baseURL(call.request))
    return try service.jsonResponse(call, type: Self.type) { reader in
      guard let number = Int64(id), let pin = try reader.photo(number)?.pin,
        let photo = try reader.photo(of: pin, withNames: true)
      else {
        throw Problem.notFound(
          "There is no photo \(id.prefix(40)) on the map. Fetch the list again.")
      }
      var json = JSONWriter()
      item.write(photo, to: &json)
      return json
    }
  }

  private func search(_ call: Call) throws -> EventualResponse {
    try call.request.requireJSON()
    let content = try SearchContent(call.request.wholeContent())
    let parameters = try Parameters(content.parameters, declared: SearchContent.names) { name in
      throw QueryError.unknownView(name)
    }
    return try find(call, ItemSearch(parameters), content)
  }

  /// Responds with a page of items; a very long one is made on a worker thread.
  private func find(
    _ call: Call, _ search: ItemSearch, _ content: SearchContent? = nil
  ) throws -> EventualResponse {
    let make = { @Sendable in try page(call, search, content) }
    return search.paging.limit > Paging.standard ? .later(make) : .now(try make())
  }

  private func page(_ call: Call, _ search: ItemSearch, _ content: SearchContent?) throws
    -> Response
  {
    let base = service.baseURL(call.request)
    let written = call.library.written
    func response(_ reader: VisibleReader) throws -> Response {
      let found = try search.find(reader)
      let item = PhotoItem(baseURL: base, fields: search.fields)
      var json = JSONWriter(capacity: 2_048 + found.pins.count * 1_600)
      try json.object { json in
        json.member("type", "FeatureCollection")
        json.member("numberMatched", found.matched)
        json.member("numberReturned", found.pins.count)
        json.links(links(call.request, base, content, next: found.next))
        json.name("features")
        try json.array { try written.write(found.pins, as: item, reader, to: &$0) }
      }
      var response = Response.bytes(json.bytes, type: Self.type)
      if let matched = found.matched {
        response.headers.append("OGC-NumberMatched", String(matched))
      }
      response.headers.append("OGC-NumberReturned", String(found.pins.count))
      return response
    }
    guard content != nil else {
      return try service.conditionalResponse(call, at: base, type: Self.type, response)
    }
    var answer = try call.library.answer(in: call.request.language, response)
    answer.cacheControl = "no-cache"
    return answer
  }

  private func links(
    _ request: Request, _ base: String, _ content: SearchContent?, next cursor: PageCursor?
  ) -> [Link] {
    var links = [
      Link(href: base + "/stac", rel: "root", type: "application/json"),
      Link(href: request.address(base), rel: "self", type: Self.type),
    ]
    guard let cursor else { return links }
    var next = Link(href: request.address(base), rel: "next", type: Self.type, title: "Next page")
    if let content {
      (next.method, next.content) = (.post, content.continued(at: cursor.text))
    } else {
      next.method = .get
      next.href = request.address(
        base, without: ["cursor", "offset"],
        adding: [QueryItem(name: "cursor", value: cursor.text)])
    }
    links.append(next)
    return links
  }
}
