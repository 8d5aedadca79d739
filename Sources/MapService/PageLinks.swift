internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

/// The links of a page of photos: to itself, in its other formats, to what follows and to what went
/// before.
struct PageLinks {
  /// All but those to other formats.
  private let links: [Link]

  private let alternates: [AlternateLink]

  /// The address of the other formats, up to their names.
  private let alternateAddress: String

  private let format: PhotoFileFormat
  private let hasNext: Bool

  init(_ call: Call, _ page: PhotoPage, base: String) {
    format = call.format?.photos ?? .geojson
    hasNext = page.next != nil
    alternates = call.alternates
    let request = call.request
    // What is added stands at the end.
    alternateAddress = request.address(
      base, without: ["f"], adding: [QueryItem(name: "f", value: "")])
    let type = format.mediaTypes[0]
    var links = [Link(href: request.address(base), rel: "self", type: type)]
    if let next = page.next {
      let address = request.address(
        base, without: ["cursor", "offset"],
        adding: [QueryItem(name: "cursor", value: next.text)])
      links.append(Link(href: address, rel: "next", type: type, title: "Next page"))
    }
    if let address = Self.previous(request, page.paging, base) {
      links.append(Link(href: address, rel: "prev", type: type, title: "Previous page"))
    }
    links.append(
      Link(href: base + "/collections/photos", rel: "collection", type: "application/json"))
    self.links = links
  }

  /// The page before, where it is known how many photos are before: a cursor does not tell.
  private static func previous(_ request: Request, _ paging: Paging?, _ base: String) -> String? {
    guard let paging, paging.cursor == nil, paging.offset > 0 else { return nil }
    let start = max(0, paging.offset - paging.limit)
    return request.address(
      base, without: ["offset", "limit"],
      adding: [
        QueryItem(name: "limit", value: String(min(paging.limit, paging.offset))),
        QueryItem(name: "offset", value: String(start)),
      ])
  }

  /// Writes the `links` of a document.
  func write(to json: inout JSONWriter, and more: [Link] = []) {
    json.name("links")
    json.array { json in
      for link in links { json.value(link) }
      if !alternates.isEmpty {
        var address = JSONWriter(capacity: 256)
        address.value(alternateAddress)
        let escaped = address.bytes.dropFirst().dropLast()
        for alternate in alternates { alternate.write(escaped, to: &json) }
      }
      for link in more { json.value(link) }
    }
  }

  /// As many of them as a header has room for, the first ones first.
  ///
  /// Throws a 414 where there is none for the next page, and no document to have it instead: a listing
  /// that seems to end where it does not would be worse than none.
  func header() throws -> [Link] {
    // What a document has need not be said again where it is long.
    let wanted = format == .geojson ? links : links + alternates.map { $0.link(alternateAddress) }
    var room = Self.longest
    let kept = wanted.prefix { link in
      room -= link.href.utf8.count + link.rel.utf8.count + link.type.utf8.count + 30
      return room >= 0
    }
    guard format == .geojson || !hasNext || kept.count > 1 else {
      throw Problem(
        status: 414,
        detail: "The request is too long for the link to its next page, which \(format.title) has "
          + "in a header. Take it whole from /collections/photos/export, or as GeoJSON.")
    }
    return Array(kept)
  }

  /// There is room for 8 KiB of header in the memory of a connection whose request is as long as one
  /// may be.
  private static let longest = 6_000
}
