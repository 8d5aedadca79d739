internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

/// The links of a page of photos: to itself, to its other formats, and to the next and previous page.
///
/// Addresses are bytes, because they are only written.
struct PageLinks {
  /// A link to this page or another, but not to another format.
  private struct PageLink {
    var address: [UInt8]
    var words: LinkWords
  }

  private let links: [PageLink]
  private let wording: PageWording

  /// The address of the other formats, without their names.
  private let alternateAddress: [UInt8]

  private let hasNext: Bool

  init(_ call: Call, _ page: PhotoPage, base: String) {
    wording = call.wording ?? PageWording(.geojson, alternates: [])
    hasNext = page.next != nil
    let request = call.request
    // Added parameters are at the end.
    alternateAddress = request.addressBytes(
      base, without: ["f"], adding: [QueryItem(name: "f", value: "")])
    var links: [PageLink] = []
    links.reserveCapacity(4)
    links.append(PageLink(address: request.addressBytes(base), words: wording.own))
    if let next = page.next {
      let address = request.addressBytes(
        base, without: ["cursor", "offset"],
        adding: [QueryItem(name: "cursor", value: next.text)])
      links.append(PageLink(address: address, words: wording.next))
    }
    if let address = Self.previous(request, page.paging, base) {
      links.append(PageLink(address: address, words: wording.previous))
    }
    links.append(
      PageLink(address: Array(base.utf8) + "/collections/photos".utf8, words: wording.collection))
    self.links = links
  }

  /// The previous page; nil after a cursor, because it does not say how many photos are before it.
  private static func previous(_ request: Request, _ paging: Paging?, _ base: String) -> [UInt8]? {
    guard let paging, paging.cursor == nil, paging.offset > 0 else { return nil }
    let start = max(0, paging.offset - paging.limit)
    return request.addressBytes(
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
      for link in links {
        json.beginValue()
        json.literal(LinkWords.start)
        json.piece(JSONWriter.escaped(link.address))
        json.piece(link.words.inDocument)
        json.literal("", needsComma: true)
      }
      wording.alternates.write(JSONWriter.escaped(alternateAddress), to: &json)
      for link in more { link.write(to: &json) }
    }
  }

  /// As many links as fit into header fields, the first ones first.
  ///
  /// Throws a 414 if the link to the next page does not fit and there is no document that has it. Otherwise
  /// the listing would seem to end.
  func header() throws -> [[UInt8]] {
    var fields = links.map { Self.field($0) }
    // A document has these links too, so they are omitted from a long header.
    if wording.format != .geojson { fields += wording.alternates.fields(alternateAddress) }
    var room = Self.longest
    let kept = fields.prefix { field in
      room -= field.count + 11
      return room >= 0
    }
    guard wording.format == .geojson || !hasNext || kept.count > 1 else {
      throw Problem(
        status: 414,
        detail: "The request is too long: the link to the next page, which "
          + "\(wording.format.title) has in a header, does not fit. Fetch all from "
          + "/collections/photos/export, or as GeoJSON.")
    }
    return Array(kept)
  }

  private static func field(_ link: PageLink) -> [UInt8] {
    var field: [UInt8] = []
    field.reserveCapacity(link.address.count + link.words.inField.count + 1)
    field.append(UInt8(ascii: "<"))
    field += link.address
    field += link.words.inField
    return field
  }

  /// A connection has memory for 8 KiB of header after the longest possible request.
  private static let longest = 6_000
}
