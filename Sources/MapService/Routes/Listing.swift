internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

/// A page of photos with the links to itself, to what follows and to what went before.
struct Listing {
  private static let type = "application/geo+json"

  var page: Page<Pin>
  var total: Int
  var paging: Paging
  var feature: PhotoFeature
  var written: WrittenFeatures

  /// Writes a FeatureCollection, and the same links and numbers as header fields.
  func write(_ call: Call, base: String, _ reader: IndexReader) throws -> (JSONWriter, Headers) {
    let links = links(call, base: base)
    var json = JSONWriter(
      capacity: 1_024 + page.elements.count * (feature.properties.needsNoRecord ? 120 : 700))
    try json.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberMatched", total)
      // Every pin of a page is a photo of the same version of the index.
      json.member("numberReturned", page.elements.count)
      json.links(links)
      json.name("features")
      try json.array { json in
        try written.write(page.elements, as: feature, reader, to: &json)
      }
    }
    var fields = Headers()
    fields.append(links)
    fields.append("OGC-NumberMatched", String(total))
    fields.append("OGC-NumberReturned", String(page.elements.count))
    return (json, fields)
  }

  private func links(_ call: Call, base: String) -> [Link] {
    let request = call.request
    var links = [Link(href: base + request.pathAndQuery, rel: "self", type: Self.type)]
    for format in call.otherFormats {
      let target = request.target(setting: ["f": format.name])
      links.append(Link(href: base + target, rel: "alternate", type: format.type))
    }
    if let next = page.next {
      let target = request.target(setting: ["cursor": next.text, "offset": nil])
      links.append(Link(href: base + target, rel: "next", type: Self.type, title: "Next page"))
    }
    if let target = previous(request) {
      links.append(Link(href: base + target, rel: "prev", type: Self.type, title: "Previous page"))
    }
    links.append(
      Link(href: base + "/collections/photos", rel: "collection", type: "application/json"))
    return links
  }

  /// The page before, where it is known how many photos are before: a cursor does not tell.
  private func previous(_ request: Request) -> String? {
    guard paging.cursor == nil, paging.offset > 0 else { return nil }
    let start = max(0, paging.offset - paging.limit)
    return request.target(setting: [
      "offset": String(start), "limit": String(min(paging.limit, paging.offset)),
    ])
  }
}

extension PhotoFeature {
  /// Writes a photo with as much of it looked up as is wanted.
  func write(_ pin: Pin, _ reader: IndexReader, to json: inout JSONWriter) throws {
    if properties.needsNoRecord {
      write(pin, to: &json)
    } else if let photo = try reader.photo(pin.id) {
      write(photo, to: &json)
    }
  }
}
