internal import PhotoExchange

/// All that the links of a page say whatever their addresses are, in one format of the page.
///
/// It is put together once, and a page adds its addresses.
struct PageWording: Sendable {
  /// What the page is written in.
  let format: PhotoFileFormat

  /// The page itself.
  let own: LinkWords

  /// The page that follows.
  let next: LinkWords

  /// The page before.
  let previous: LinkWords

  /// What the photos are of.
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

/// What a link says beside its address.
struct LinkWords: Sendable {
  /// What a link in a document begins with.
  static let start: StaticString = "{\"href\":\""

  /// What follows the address in a document.
  let inDocument: [UInt8]

  /// What follows the address in a field of a header (RFC 8288).
  let inField: [UInt8]

  init(rel: String, type: String, title: String? = nil) {
    var json = JSONWriter()
    json.value(Link(href: "", rel: rel, type: type, title: title))
    inDocument = Array(json.bytes.dropFirst(Self.start.utf8CodeUnitCount))
    inField = Array(">; rel=\"\(rel)\"; type=\"\(type)\"".utf8)
  }
}

/// The links to a page in other formats, whose addresses differ in their ends alone.
struct AlternateLinks: Sendable {
  private let links: [AlternateLink]

  /// For each of them what follows the common address, up to where the next one's begins.
  private let pieces: [[UInt8]]

  init(_ links: [AlternateLink]) {
    self.links = links
    pieces = links.indices.map { index in
      let opening = index + 1 < links.count ? "," + LinkWords.start.description : ""
      return links[index].end + opening.utf8
    }
  }

  /// Writes them; `address` is that of the page up to the name of a format, as it stands inside a JSON
  /// string.
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

  /// The fields of a header that say the same.
  func fields(_ address: [UInt8]) -> [[UInt8]] { links.map { $0.field(address) } }
}

/// The link to an answer in another format, of which only the address is left to be written.
struct AlternateLink: Sendable {
  /// The name of the format, which ends the address.
  private let name: [UInt8]

  private let words: LinkWords

  init(_ format: Format) {
    name = Array((format.name ?? "").utf8)
    words = LinkWords(rel: "alternate", type: format.type, title: format.photos?.title)
  }

  /// What follows the common part of the address in a document.
  var end: [UInt8] { name + words.inDocument }

  /// The value of a field that says the same.
  func field(_ address: [UInt8]) -> [UInt8] {
    Array("<".utf8) + address + name + words.inField
  }
}
