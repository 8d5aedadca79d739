internal import Geography
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoExchange

extension ServiceContext {
  func addItemRoutes(to router: inout Router) {
    router.on(.get, "/collections/photos/items") { request, _ in try items(request) }
    router.on(.get, "/collections/photos/items/{id}") { request, path in
      try item(request, path["id"] ?? "")
    }
  }

  private func items(_ request: Request) throws -> Response {
    var parameters = try Parameters(request)
    let filter = try parameters.takeFilter()
    let paging = try parameters.takePaging()
    let format = try parameters.takePhotoFormat(request)
    try parameters.finish()
    return try answerPhotos(request, as: format) { reader in
      let page = try reader.pins(
        filter, after: paging.cursor, skipping: paging.offset, limit: paging.limit)
      return PhotoPage(page, matched: try reader.count(filter))
    } geojson: { page, reader in
      try listing(request, page, reader)
    }
  }

  /// A page of photos with the links to itself and to what follows.
  func listing(_ request: Request, _ page: PhotoPage, _ reader: IndexReader) throws -> JSONWriter {
    let base = baseURL(request)
    let type = "application/geo+json"
    var links = [Link(href: base + request.pathAndQuery, rel: "self", type: type)]
    links += otherFormats(request)
    if let next = page.next {
      let target = request.target(setting: "cursor", to: next.text, removing: "offset")
      links.append(Link(href: base + target, rel: "next", type: type, title: "Next page"))
    }
    links.append(
      Link(href: base + "/collections/photos", rel: "collection", type: "application/json"))
    let photos = try reader.photos(page.ids)
    let feature = feature(request)
    var json = JSONWriter(capacity: 1_024 + 700 * photos.count)
    json.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberMatched", page.matched)
      json.member("numberReturned", photos.count)
      json.links(links)
      json.name("features")
      json.array { json in
        for photo in photos { feature.write(photo, to: &json) }
      }
    }
    return json
  }

  private func item(_ request: Request, _ id: String) throws -> Response {
    var parameters = try Parameters(request)
    let format = try parameters.takePhotoFormat(request)
    try parameters.finish()
    return try answerPhotos(request, as: format) { reader in
      guard let number = Int64(id), let photo = try reader.photo(number),
        photo.place.location != nil
      else { throw Problem.notFound("There is no photo \(id.prefix(40)) on the map.") }
      return PhotoPage(id: number)
    } geojson: { page, reader in
      guard let photo = try reader.photos(page.ids).first else { throw Problem.notFound() }
      var json = JSONWriter()
      feature(request).write(photo, to: &json)
      let base = baseURL(request)
      let links = [
        Link(href: base + request.pathAndQuery, rel: "self", type: "application/geo+json"),
        Link(href: base + "/collections/photos", rel: "collection", type: "application/json"),
      ]
      return json.reopened { $0.links(links) }
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
