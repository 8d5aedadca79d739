internal import Geography
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

/// The photos of one answer, whatever format they are sent in.
struct PhotoPage {
  var ids: [Int64]

  /// The ways to them, where something was measured.
  var lines: [GeodesicLine]?

  /// How many photos there are on all pages.
  var matched: Int?

  /// Where the next page begins.
  var next: PageCursor?

  init(_ page: Page<Pin>, matched: Int) {
    ids = page.elements.map(\.id)
    next = page.next
    self.matched = matched
  }

  init(_ neighbours: [Neighbour]) {
    ids = neighbours.map(\.pin.id)
    lines = neighbours.map(\.line)
  }

  init(id: Int64) { ids = [id] }
}

extension Parameters {
  /// Takes the format that photos are asked for in: by `f`, else by `Accept`.
  ///
  /// Throws a 406 where none of the formats is acceptable.
  mutating func takePhotoFormat(_ request: Request) throws -> PhotoFileFormat {
    if let name = take("f") {
      if name == "json" { return .geojson }
      guard let format = PhotoFileFormat(rawValue: name) else {
        throw QueryError("f", name, "is not one of json, \(PhotoFileFormat.names())")
      }
      return format
    }
    let formats = PhotoFileFormat.allCases
    guard let chosen = request.preferredForm(among: formats.map(\.mediaTypes)) else {
      let types = formats.compactMap(\.mediaTypes.first).joined(separator: ", ")
      throw Problem(
        status: 406, detail: "Photos are sent as \(types). Ask for one of them, or say f=geojson.",
        headers: [HeaderField(name: "Vary", value: "Accept")])
    }
    return formats[chosen]
  }
}

extension ServiceContext {
  /// Answers with photos in a format.
  ///
  /// `geojson` writes the page as the route has it in that format, with links in the document; in all
  /// others the links are in the header alone.
  func answerPhotos(
    _ request: Request, as format: PhotoFileFormat,
    _ find: (IndexReader) throws -> PhotoPage,
    geojson: (PhotoPage, IndexReader) throws -> JSONWriter
  ) throws -> Response {
    var fields = Headers()
    var response = try answer(request, type: format.mediaType, variant: format.name) { reader in
      let page = try find(reader)
      fields = try headers(of: page, as: format, request)
      guard format != .geojson else { return try geojson(page, reader).bytes }
      return try document(page, as: format, request, reader)
    }
    response.headers.appendToken("Accept", to: "Vary")
    for (name, value) in fields { response.headers.append(name, value) }
    return response
  }

  /// Links to the same photos in the other formats.
  func otherFormats(_ request: Request) -> [Link] {
    PhotoFileFormat.allCases.filter { $0 != .geojson }.map { format in
      Link(
        href: baseURL(request) + request.target(setting: "f", to: format.name, removing: "f"),
        rel: "alternate", type: format.mediaTypes[0], title: format.title)
    }
  }

  private func document(
    _ page: PhotoPage, as format: PhotoFileFormat, _ request: Request, _ reader: IndexReader
  ) throws -> [UInt8] {
    var writer = PhotoListWriter(
      format, baseURL: baseURL(request), hasDistance: page.lines != nil)
    writer.begin(matched: page.matched, returned: page.ids.count)
    for (index, id) in page.ids.enumerated() {
      if let photo = try reader.photo(id) { writer.write(photo, line: page.lines?[index]) }
    }
    writer.end()
    return writer.take()
  }

  private func headers(of page: PhotoPage, as format: PhotoFileFormat, _ request: Request) throws
    -> Headers
  {
    var headers = Headers()
    if let matched = page.matched { headers.append("OGC-NumberMatched", String(matched)) }
    headers.append("OGC-NumberReturned", String(page.ids.count))
    headers.append("Content-Disposition", Self.disposition(format))
    let base = baseURL(request)
    var links = ["<\(base)\(request.linkTarget)>; rel=\"self\"; type=\"\(format.mediaTypes[0])\""]
    if let next = page.next {
      let target = base + request.target(setting: "cursor", to: next.text, removing: "offset")
      links.insert("<\(target)>; rel=\"next\"; type=\"\(format.mediaTypes[0])\"", at: 0)
    }
    let field = links.joined(separator: ", ")
    if field.utf8.count <= Self.longestLinks {
      headers.append("Link", field)
    } else if page.next != nil, format != .geojson {
      // A listing that seems to end where it does not would be worse than none.
      throw Problem(
        status: 414,
        detail:
          "The request is too long for the link to its next page, which \(format.title) has in "
          + "a header. Take it whole from /collections/photos/export, or as GeoJSON.")
    }
    return headers
  }

  /// There is room for 8 KiB of header in the memory of a connection whose request is as long as one
  /// may be.
  private static let longestLinks = 6_000

  /// Documents that browsers show are shown; the others are saved under a name that tells what they
  /// are.
  static func disposition(_ format: PhotoFileFormat) -> String {
    let kind = format == .geojson ? "inline" : "attachment"
    return "\(kind); filename=\"photos.\(format.fileExtensions[0])\""
  }
}

extension Request {
  /// The target as it may stand in a `Link` field: the client's own text may hold what ends one.
  fileprivate var linkTarget: String {
    String(
      decoding: pathAndQuery.utf8.flatMap { byte in
        switch byte {
        case UInt8(ascii: "<"): Array("%3C".utf8)
        case UInt8(ascii: ">"): Array("%3E".utf8)
        case 0...32, 127...: Array("%".utf8) + Array(hexadecimal(byte).utf8)
        default: [byte]
        }
      }, as: UTF8.self)
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}
