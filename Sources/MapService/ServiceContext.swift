internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Thumbnails
internal import PhotoExchange

/// What every route needs.
struct ServiceContext: Sendable {
  let index: PhotoIndex
  let options: MapService.Options
  let thumbnails: ThumbnailStore
  let staticFiles: StaticFiles?
  let exports = ExportPlaces()

  init(index: PhotoIndex, options: MapService.Options) {
    self.index = index
    self.options = options
    thumbnails = ThumbnailStore(cache: options.thumbnailCache)
    staticFiles = options.staticFiles.map { StaticFiles(directory: $0.bytes) }
  }

  /// Where the client reached the server: links are made from it.
  func baseURL(_ request: Request) -> String {
    if let base = options.baseURL { return base }
    return "http://" + (request.host ?? "localhost")
  }

  func feature(_ request: Request) -> PhotoFeature { PhotoFeature(baseURL: baseURL(request)) }

  /// Answers from one version of the index, whose number and the request make the validator: a
  /// client that has the answer already is told so before anything is looked up.
  func answer(
    _ request: Request, type: String = "application/geo+json",
    _ body: (IndexReader) throws -> JSONWriter
  ) throws -> Response {
    try answer(request, type: type, variant: "") { try body($0).bytes }
  }

  /// Answers in one of several formats, of which `variant` tells which it is.
  func answer(
    _ request: Request, type: String, variant: String, _ body: (IndexReader) throws -> [UInt8]
  ) throws -> Response {
    try index.read { reader in
      let etag = etag(
        request, version: try reader.version(), identity: try reader.identity(), variant: variant)
      if request.hasCurrent(etag) { return .notModified(etag: etag) }
      var response = Response.bytes(try body(reader), type: type, etag: etag)
      // Kept, but asked about each time: the index may have changed.
      response.cacheControl = "no-cache"
      return response
    }
  }

  /// The validator of an answer: from one version of the index, to this request, in this format.
  func etag(_ request: Request, version: Int64, identity: Int64, variant: String) -> EntityTag {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for bytes in [request.targetBytes, Array(baseURL(request).utf8), Array(variant.utf8)] {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return EntityTag("\(String(identity, radix: 36))-\(version)-\(String(hash, radix: 36))")
  }
}

extension Request {
  /// Whether the client says that it has the answer of this validator.
  func hasCurrent(_ etag: EntityTag) -> Bool {
    guard let tags = headers["If-None-Match"] else { return false }
    return tags.split(separator: ",").contains { part in
      let text = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      return text == "*" || EntityTag(parsing: text)?.weaklyEquals(etag) ?? false
    }
  }
}

/// The parameters of a request, each of which has to be asked for: what is left over is an error,
/// so that a misspelt filter is not an unfiltered answer.
struct Parameters {
  private var values: [String: String] = [:]

  /// Collects the parameters, or refuses one given twice.
  init(_ request: Request) throws {
    for item in request.query {
      guard values.updateValue(item.value, forKey: item.name) == nil else {
        throw Problem.badRequest("\(item.name) is given twice.")
      }
    }
  }

  mutating func take(_ name: String) -> String? { values.removeValue(forKey: name) }

  mutating func require(_ name: String) throws -> String {
    guard let value = take(name) else { throw Problem.badRequest("\(name) is missing.") }
    return value
  }

  /// Takes the filters.
  mutating func takeFilter() throws -> PhotoFilter {
    var filter = PhotoFilter()
    for name in PhotoQuery.filterNames {
      if let value = take(name) { _ = try PhotoQuery.apply(name, value, to: &filter) }
    }
    return filter
  }

  /// Takes which part of a listing is wanted.
  mutating func takePaging() throws -> Paging {
    var paging = Paging()
    if let limit = take("limit") {
      paging.limit = try PhotoQuery.limit(limit, maximum: Paging.maximum)
    }
    if let offset = take("offset") {
      paging.offset = try PhotoQuery.whole("offset", offset, in: 0...Int.max)
    }
    if let text = take("cursor") {
      guard let cursor = PageCursor(text) else {
        throw QueryError("cursor", text, "is not one that a next link gave")
      }
      paging.cursor = cursor
    }
    return paging
  }

  /// Takes the format, and refuses one that is not served; nothing where none is asked for.
  @discardableResult
  mutating func takeFormat(_ formats: [String] = ["json", "geojson"]) throws -> String? {
    guard let format = take("f") else { return nil }
    guard formats.contains(format) else {
      throw QueryError("f", format, "is not " + formats.joined(separator: " or "))
    }
    return format
  }

  /// Refuses whatever nobody has asked for.
  func finish() throws {
    guard let name = values.keys.min() else { return }
    throw Problem.badRequest("There is no parameter \(name.prefix(100)) here.")
  }
}

/// Which part of a listing is wanted.
struct Paging {
  static let maximum = 10_000

  var limit = 1_000
  var offset = 0
  var cursor: PageCursor?
}
