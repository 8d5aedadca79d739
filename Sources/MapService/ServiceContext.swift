internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Thumbnails
internal import PhotoExchange
internal import Sharing

/// What every route needs.
struct ServiceContext: Sendable {
  let libraries: ShownLibraries
  let options: MapService.Options
  let thumbnails: ThumbnailStore
  let staticFiles: StaticFiles?
  let exports = ExportPlaces()
  let hub: EventHub
  let desk: ScanDesk

  init(index: PhotoIndex, options: MapService.Options) {
    libraries = ShownLibraries(index)
    self.options = options
    hub = EventHub(index: index)
    desk = ScanDesk(
      index: index, folders: options.scanFolders, options: options.scanOptions, hub: hub)
    thumbnails = ThumbnailStore(cache: options.thumbnailCache)
    staticFiles = options.staticFiles.map { StaticFiles(directory: $0.bytes) }
  }

  /// Where the client reached the server: links are made from it.
  func baseURL(_ request: Request) -> String {
    if let base = options.baseURL { return base }
    return request.scheme + "://" + (request.host ?? "localhost") + request.pathPrefix
  }

  /// The photos as who asks may see them.
  func shown(_ request: Request) throws -> ShownLibrary {
    try libraries.library(for: request.visitor)
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
    try respond(request, at: baseURL(request), type: type, body)
  }

  /// The same where it is known by which address the client reached the server.
  func respond(
    _ request: Request, at base: String, type: String, _ body: (IndexReader) throws -> Response
  ) throws -> Response {
    try shown(request).index.answer { reader in
      let etag = validator(request, base, type, try reader.stamp())
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
    validator(request, baseURL(request), type, stamp)
  }

  /// The same where it is known by which address the client reached the server.
  func validator(_ request: Request, _ base: String, _ type: String, _ stamp: IndexStamp)
    -> EntityTag
  {
    var hash = ContentHash()
    hash.add(request.targetBytes)
    hash.add(base)
    // What `Accept` chose, and the program, which another version may word differently.
    hash.add(type)
    hash.add(MapService.version)
    // What one visitor may see is not for another who uses the same browser.
    if let share = request.visitor.share { hash.add(share.token) }
    var tag = stamp.bytes
    tag.append(UInt8(ascii: "-"))
    tag.append(base36: hash.value)
    return EntityTag(String(decoding: tag, as: UTF8.self))
  }
}

/// A short number that tells one content from another (FNV-1a); not one that withstands an attack.
private struct ContentHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  var text: String { String(value, radix: 36) }

  mutating func add(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBufferPointer { unsafe add($0) } }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { unsafe add($0) }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for index in 0..<bytes.count {
      value = (value ^ UInt64(unsafe bytes[index])) &* 0x100_0000_01B3
    }
  }
}

extension [UInt8] {
  /// Appends a number in digits and small letters.
  mutating func append(base36 number: UInt64) {
    // From the last digit to the first; thirteen are enough for any number.
    var digits = SIMD16<UInt8>()
    var start = digits.scalarCount
    var rest = number
    repeat {
      let digit = UInt8(truncatingIfNeeded: rest % 36)
      start -= 1
      digits[start] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      rest /= 36
    } while rest > 0
    for index in start..<digits.scalarCount { append(digits[index]) }
  }
}

extension Request {
  /// Whether the client says that it has the answer of this validator.
  ///
  /// `*` means whatever there is, and whether there is anything shows only when the answer is made: it is
  /// left to `Preconditions`, which sees the answer.
  func hasCurrent(_ etag: EntityTag) -> Bool {
    guard let tags = headers["If-None-Match"] else { return false }
    return tags.split(separator: ",").contains { part in
      let text = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      return EntityTag(parsing: text)?.weaklyEquals(etag) ?? false
    }
  }
}
