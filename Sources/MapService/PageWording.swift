internal import PhotoExchange

/// The texts of a page's links that do not depend on the addresses, for one format of the page.
///
/// Prepared once; each page adds its addresses. Ten links take 6,500 instructions so, and 25,600 if each page writes
/// their members, which is as much as reading and writing a photo. A class, because each request copies it.
final class PageWording: Sendable {
  /// The format of the page.
  let format: PhotoFileFormat

  /// The page itself.
  let own: LinkWords

  /// The next page.
  let next: LinkWords

  /// The previous page.
  let previous: LinkWords

  /// The collection of the photos.
  let collection: LinkWords

  /// The same page in other formats.
  let alternates: AlternateLinks

  init(_ format: PhotoFileFormat, alternates: [AlternateLink]) {
    self.format = format
    let type = format.mediaTypes[0]
    own = LinkWords(rel: "self", type: type)
    next = LinkWords(rel: "next", type: type, title: "Next page")
    previous = LinkWords(rel: "prev", type: type, title: "Previous page")
    collection = LinkWords(rel: "collection", type: "application/json")
    self.alternates = AlternateLinks(alternates)
  }
}

/// The attributes of a link besides its address.
struct LinkWords: Sendable {
  /// The start of a link in a document.
  static let start: StaticString = "{\"href\":\""

  /// What follows the address in a document.
  let inDocument: [UInt8]

  /// What follows the address in a field of a header (RFC 8288).
  let inField: [UInt8]

  init(rel: String, type: String, title: String? = nil) {
    var json = JSONWriter()
    Link(href: "", rel: rel, type: type, title: title).write(to: &json)
    inDocument = Array(json.bytes.dropFirst(Self.start.utf8CodeUnitCount))
    inField = Array(">; rel=\"\(rel)\"; type=\"\(type)\"".utf8)
  }
}

/// The links to a page in other formats, whose addresses differ only at their ends.
struct AlternateLinks: Sendable {
  private let links: [AlternateLink]

  /// For each link, the text after the common address, up to the start of the next address.
  private let pieces: [[UInt8]]

  init(_ links: [AlternateLink]) {
    self.links = links
    pieces = links.indices.map { index in
      let opening = index + 1 < links.count ? "," + LinkWords.start.description : ""
      return links[index].end + opening.utf8
    }
  }

  /// Writes the links; `address` is that of the page up to the name of a format, escaped for a JSON string.
  func write(_ address: [UInt8], to json: inout JSONWriter) {
    guard !links.isEmpty else { return }
    json.beginValue()
    json.literal(LinkWords.start)
    for piece in pieces {
      json.piece(address)
      json.piece(piece)
    }
    json.literal("", needsComma: true)
  }

  /// The same links as header fields.
  func fields(_ address: [UInt8]) -> [[UInt8]] { links.map { $0.field(address) } }
}

/// A link to another format; only the common part of the address is missing.
struct AlternateLink: Sendable {
  /// The name of the format, at the end of the address.
  private let name: [UInt8]

  private let words: LinkWords

  init(_ format: Format) {
    name = Array((format.name ?? "").utf8)
    words = LinkWords(rel: "alternate", type: format.type, title: format.photos?.title)
  }

  /// The text after the common part of the address in a document.
  var end: [UInt8] { name + words.inDocument }

  /// The value of a header field with the same link.
  func field(_ address: [UInt8]) -> [UInt8] {
    Array("<".utf8) + address + name + words.inField
  }
}
