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
  let written = WrittenFeatures()
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

  func feature(_ request: Request, _ properties: PropertySelection = .all) -> PhotoFeature {
    PhotoFeature(baseURL: baseURL(request), properties: properties)
  }

  /// Answers from one version of the index, whose number and the request make the validator: a
  /// client that has the answer already is told so before anything is looked up.
  func answer(
    _ request: Request, type: String = "application/geo+json",
    _ body: (IndexReader) throws -> JSONWriter
  ) throws -> Response {
    try respond(request, type: type) { .bytes(try body($0).bytes, type: type) }
  }

  /// The same for answers that are not JSON.
  func respond(_ request: Request, type: String, _ body: (IndexReader) throws -> Response) throws
    -> Response
  {
    try index.read { reader in
      let etag = validator(request, type, try reader.stamp())
      var response = request.hasCurrent(etag) ? .notModified(etag: etag) : try body(reader)
      response.etag = etag
      // Kept, but asked about each time: the index may have changed.
      response.cacheControl = "no-cache"
      return response
    }
  }

  /// Answers with what changes with the program only; its content makes the validator.
  func document(_ bytes: [UInt8], type: String) -> Response {
    var hash = ContentHash()
    hash.add(bytes)
    var response = Response.bytes(bytes, type: type, etag: EntityTag(hash.text))
    response.cacheControl = "no-cache"
    return response
  }

  /// What tells an answer from one version of the index, to this request, in this format.
  func validator(_ request: Request, _ type: String, _ stamp: IndexStamp) -> EntityTag {
    var hash = ContentHash()
    hash.add(request.targetBytes)
    hash.add(baseURL(request).utf8)
    // What `Accept` chose, and the program, which another version may word differently.
    hash.add(type.utf8)
    hash.add(MapService.version.utf8)
    return EntityTag("\(String(stamp.identity, radix: 36))-\(stamp.version)-\(hash.text)")
  }
}

/// A short number that tells one content from another (FNV-1a); not one that withstands an attack.
private struct ContentHash {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  var text: String { String(value, radix: 36) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
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
