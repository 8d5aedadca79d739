internal import Geography
internal import HTTPServer
internal import PhotoIndex
internal import PhotoExchange

extension ServiceContext {
  func addLandingRoutes(to router: inout Router) {
    router.on(.get, "/") { request, _ in try landing(request) }
    router.on(.get, "/collections") { request, _ in try collections(request) }
    router.on(.get, "/collections/photos") { request, _ in try collection(request) }
    router.on(.get, "/healthz") { _, _ in try health() }
  }

  /// The map page for people, the landing page of the API for programs.
  private func landing(_ request: Request) throws -> Response {
    var parameters = try Parameters(request)
    let format = try parameters.takeFormat(["json"])
    try parameters.finish()
    let wantsPage = request.headers["Accept"]?.contains("text/html") ?? false
    if format == nil, wantsPage, let staticFiles {
      var page = try staticFiles.file(at: ["index.html"], for: request)
      page.headers.append("Vary", "Accept")
      return page
    }
    let base = baseURL(request)
    var response = try answer(request, type: "application/json") { _ in
      var json = JSONWriter()
      json.object { json in
        json.member("title", "geoindex")
        json.member("description", "Where the photos of this library were taken.")
        json.links([
          Link(href: base + "/?f=json", rel: "self", type: "application/json"),
          Link(href: base + "/collections", rel: "data", type: "application/json"),
          Link(
            href: base + "/collections/photos/items", rel: "items", type: "application/geo+json",
            title: "All located photos"),
        ])
      }
      return json
    }
    response.headers.append("Vary", "Accept")
    return response
  }

  private func collections(_ request: Request) throws -> Response {
    try withoutParameters(request)
    return try answer(request, type: "application/json") { reader in
      let extent = try reader.extent()
      var json = JSONWriter()
      json.object { json in
        json.links([
          Link(href: baseURL(request) + "/collections", rel: "self", type: "application/json")
        ])
        json.name("collections")
        json.array { json in writeCollection(request, extent, to: &json) }
      }
      return json
    }
  }

  private func collection(_ request: Request) throws -> Response {
    try withoutParameters(request)
    return try answer(request, type: "application/json") { reader in
      let extent = try reader.extent()
      var json = JSONWriter()
      writeCollection(request, extent, to: &json)
      return json
    }
  }

  /// Refuses all parameters but the format, where there is nothing to choose.
  func withoutParameters(_ request: Request) throws {
    var parameters = try Parameters(request)
    try parameters.takeFormat(["json"])
    try parameters.finish()
  }

  private func writeCollection(
    _ request: Request, _ extent: IndexExtent?, to json: inout JSONWriter
  ) {
    let base = baseURL(request) + "/collections/photos"
    json.object { json in
      json.member("id", "photos")
      json.member("title", "Photos")
      json.member(
        "description",
        "Every photo whose place is known. Photos without a date match no datetime filter.")
      json.member("itemType", "feature")
      json.name("crs")
      json.array { $0.value("http://www.opengis.net/def/crs/OGC/1.3/CRS84") }
      if let extent { Self.write(extent, to: &json) }
      json.links([
        Link(href: base, rel: "self", type: "application/json"),
        Link(href: base + "/items", rel: "items", type: "application/geo+json"),
      ])
    }
  }

  private static func write(_ extent: IndexExtent, to json: inout JSONWriter) {
    json.name("extent")
    json.object { json in
      json.name("spatial")
      json.object { json in
        json.name("bbox")
        json.array { json in
          json.array { json in
            for edge in [
              extent.box.westE7, extent.box.southE7, extent.box.eastE7, extent.box.northE7,
            ] { json.degrees(edge) }
          }
        }
        json.member("crs", "http://www.opengis.net/def/crs/OGC/1.3/CRS84")
      }
      guard let time = extent.time else { return }
      json.name("temporal")
      json.object { json in
        json.name("interval")
        json.array { json in
          json.array { json in
            json.value(Timestamp.utc(time.lowerBound))
            json.value(Timestamp.utc(time.upperBound))
          }
        }
        json.member("trs", "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian")
      }
    }
  }

  /// Ready when the index answers.
  private func health() throws -> Response {
    let version = try index.read { try $0.version() }
    var json = JSONWriter()
    json.object { json in
      json.member("status", "ok")
      json.name("indexVersion")
      json.value(version)
    }
    var response = Response.json(json.bytes)
    response.cacheControl = "no-store"
    return response
  }
}
