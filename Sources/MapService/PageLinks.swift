internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

/// The links of a page of photos: to itself, in its other formats, to what follows and to what went
/// before.
struct PageLinks {
  /// In the document.
  let all: [Link]

  private let format: PhotoFileFormat
  private let hasNext: Bool

  init(_ call: Call, _ page: PhotoPage, base: String) {
    format = call.format?.photos ?? .geojson
    hasNext = page.next != nil
    let request = call.request
    let type = format.mediaTypes[0]
    var links = [Link(href: base + request.pathAndQuery, rel: "self", type: type)]
    if let next = page.next {
      let target = request.target(setting: ["cursor": next.text, "offset": nil])
      links.append(Link(href: base + target, rel: "next", type: type, title: "Next page"))
    }
    if let target = Self.previous(request, page.paging) {
      links.append(Link(href: base + target, rel: "prev", type: type, title: "Previous page"))
    }
    links.append(
      Link(href: base + "/collections/photos", rel: "collection", type: "application/json"))
    all = links + Self.alternates(call, base)
  }

  /// The same photos in the other formats.
  private static func alternates(_ call: Call, _ base: String) -> [Link] {
    // What is set stands at the end.
    let target = base + call.request.target(setting: ["f": ""])
    return call.otherFormats.map { format in
      Link(
        href: target + (format.name ?? ""), rel: "alternate", type: format.type,
        title: format.photos?.title)
    }
  }

  /// The page before, where it is known how many photos are before: a cursor does not tell.
  private static func previous(_ request: Request, _ paging: Paging?) -> String? {
    guard let paging, paging.cursor == nil, paging.offset > 0 else { return nil }
    let start = max(0, paging.offset - paging.limit)
    return request.target(setting: [
      "offset": String(start), "limit": String(min(paging.limit, paging.offset)),
    ])
  }

  /// As many of them as a header has room for, the first ones first.
  ///
  /// Throws a 414 where there is none for the next page, and no document to have it instead: a listing
  /// that seems to end where it does not would be worse than none.
  func header() throws -> [Link] {
    // What a document has need not be said again where it is long.
    let wanted = format == .geojson ? all.filter { $0.rel != "alternate" } : all
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
