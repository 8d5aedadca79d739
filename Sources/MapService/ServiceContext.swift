internal import BaseMaps
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Places
internal import Relief
internal import Thumbnails
internal import PhotoExchange
internal import Sharing

/// What the handlers of all routes share.
struct ServiceContext: Sendable {
  /// Only for facts that are not about photos; handlers in other files cannot use it.
  private let index: PhotoIndex

  let options: MapService.Options
  let thumbnails: ThumbnailStore
  let staticFiles: StaticFiles?
  var baseMaps: BaseMapFiles { options.baseMaps }
  let relief: Relief
  let exports = ExportSlots()
  let archives = ExportSlots()

  /// The archives whose files are being looked at.
  ///
  /// Half of the threads that may wait for a disk stay free.
  let archivePlans = ExportSlots(4, ofOne: 2)
  let checksums = ArchiveChecksums()
  let knownNames = KnownNames()
  let tripPages = TripPages()
  let hub: EventHub
  let scans: ScanCoordinator
  let rooms = RoomHub()

  /// For owners, who may change them.
  let links: ShareRegister
  let zones: ZoneRegister
  let views: ViewRegister

  init(index: PhotoIndex, options: MapService.Options) {
    self.index = index
    self.options = options
    views = ViewRegister(index: index.path, isReplica: index.isReplica, lists: options.lists)
    hub = EventHub(index: index, views: views)
    scans = ScanCoordinator(
      index: index, folders: options.scanFolders, options: options.scanOptions, hub: hub)
    thumbnails = ThumbnailStore(cache: options.thumbnailCache)
    relief = Relief(options.baseMaps)
    staticFiles = options.staticFiles.map { StaticFiles(directory: $0.bytes) }
    links = ShareRegister(index: index.path, lists: options.lists)
    zones = ZoneRegister(index: index.path, isReplica: index.isReplica, lists: options.lists)
    index.compareAltitudes { [relief] in relief.ground }
  }

  /// The address of the server as the client used it; links start with it.
  func baseURL(_ request: Request) -> String {
    if let base = options.baseURL { return base }
    return request.scheme + "://" + (request.host ?? "localhost") + request.pathPrefix
  }

  /// The names of positions; nil without a places file.
  var places: Places? { index.places }

  /// The places file; throws a problem that says what is missing.
  func requiredPlaces() throws -> Places {
    guard let places else {
      throw Problem.notFound("This server has no places file; scripts/setup builds it.")
    }
    return places
  }

  /// The folder of a photo on this machine, where a folder of another machine may be mounted; nil if there is none.
  func folder(of photo: PhotoRecord) -> FilePath? {
    for (root, folder) in options.mountedRoots {
      if let path = photo.root.relative(to: root) { return folder.appending(path.bytes) }
    }
    return photo.root.bytes.first == UInt8(ascii: "/") ? photo.root : nil
  }

  /// The version of the index; throws if it cannot be read.
  func indexVersion() throws -> Int64 { try index.read { try $0.version() } }

  /// How many photos on the map a link shows now.
  func count(of link: ShareTerms) throws -> Int { try link.matchCount(in: index) }

  func feature(_ request: Request, _ properties: PropertySelection = .all) -> PhotoFeature {
    PhotoFeature(baseURL: baseURL(request), properties: properties)
  }

  /// Responds with JSON from one version of the index.
  ///
  /// The validator is made of version and request. A client that has this version gets 304 before anything is
  /// looked up.
  func jsonResponse(
    _ call: Call, type: String = "application/geo+json",
    _ body: (VisibleReader) throws -> JSONWriter
  ) throws -> Response {
    try conditionalResponse(call, type: type) { .bytes(try body($0).bytes, type: type) }
  }

  /// Responds with an object.
  func answer(
    _ call: Call, _ body: (VisibleReader) throws -> some Answer
  ) throws -> Response {
    try conditionalResponse(call, type: "application/json") { .json(try body($0)) }
  }

  /// The same from the whole index.
  func answer(
    _ call: Call, of index: PhotoIndex, _ body: (IndexReader) throws -> some Answer
  ) throws -> Response {
    try conditionalResponse(call, of: index, type: "application/json") { .json(try body($0)) }
  }

  /// The same for responses that are not JSON.
  func conditionalResponse(
    _ call: Call, type: String, _ body: (VisibleReader) throws -> Response
  ) throws -> Response {
    try conditionalResponse(call, at: baseURL(call.request), type: type, body)
  }

  /// The same for a known base address.
  func conditionalResponse(
    _ call: Call, at base: String, type: String, dependsOn other: String? = nil,
    _ body: (VisibleReader) throws -> Response
  ) throws -> Response {
    try call.library.answer(in: call.request.language) { reader in
      try conditionalResponse(call, at: base, type: type, dependsOn: other, reader) {
        try body(reader)
      }
    }
  }

  /// The same from the whole index.
  func conditionalResponse(
    _ call: Call, of index: PhotoIndex, type: String, _ body: (IndexReader) throws -> Response
  ) throws -> Response {
    try index.answer { reader in
      reader.language = call.request.language
      return try conditionalResponse(
        call, at: baseURL(call.request), type: type, reader
      ) { try body(reader) }
    }
  }

  private func conditionalResponse(
    _ call: Call, at base: String, type: String, dependsOn other: String? = nil,
    _ reader: some PhotoSource, _ body: () throws -> Response
  ) throws -> Response {
    let etag = validator(
      call.request, view: call.parameters.view, base, type, dependsOn: other, try reader.stamp())
    var response = call.request.hasCurrent(etag) ? .notModified(etag: etag) : try body()
    response.etag = etag
    // Cached, but revalidated each time, because the index may have changed.
    response.cacheControl = "no-cache"
    return response
  }

  /// Responds with an object whose hash is the validator.
  func document(_ answer: some Answer) -> Response {
    document(answer.bytes, type: "application/json")
  }

  /// Responds with content that changes only with the program; its hash is the validator.
  func document(_ bytes: [UInt8], type: String) -> Response {
    var hash = ContentHash()
    hash.add(bytes)
    var response = Response.bytes(bytes, type: type, etag: EntityTag(hash.text))
    response.cacheControl = "no-cache"
    return response
  }

  /// The validator of a response: index version, request, saved view, format and visitor.
  func validator(_ call: Call, _ type: String, _ stamp: IndexStamp) -> EntityTag {
    validator(call, baseURL(call.request), type, stamp)
  }

  /// The same for a known base address.
  func validator(_ call: Call, _ base: String, _ type: String, _ stamp: IndexStamp) -> EntityTag {
    validator(call.request, view: call.parameters.view, base, type, stamp)
  }

  /// The same for a request that no operation has read.
  func validator(
    _ request: Request, view: RequestedView? = nil, _ base: String, _ type: String,
    dependsOn other: String? = nil, _ stamp: IndexStamp
  ) -> EntityTag {
    var hash = ContentHash()
    hash.add(request.targetBytes)
    hash.add(base)
    // The type that `Accept` chose, and the version of the program, because another may write other bytes.
    hash.add(type)
    hash.add(MapService.version)
    let language = request.language
    if !language.isEnglish { hash.add(language.tag) }
    // Visitors who see different photos may use the same browser.
    if let limited = request.visitor.limited { hash.add(limited.key) }
    if let view { hash.add(view.text) }
    if let other { hash.add(other) }
    var tag = stamp.bytes
    tag.append(UInt8(ascii: "-"))
    tag.append(base36: hash.value)
    return EntityTag(String(decoding: tag, as: UTF8.self))
  }
}

/// A short hash of content (FNV-1a); not cryptographic.
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
  /// Appends a number in base 36.
  mutating func append(base36 number: UInt64) {
    // From the last digit to the first; thirteen digits are enough for any number.
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
  /// Whether the client has the response with this validator.
  ///
  /// `*` matches any response, but whether there is one is known only when it is made. `Preconditions`
  /// handles that case.
  func hasCurrent(_ etag: EntityTag) -> Bool {
    guard let tags = headers["If-None-Match"] else { return false }
    return tags.split(separator: ",").contains { part in
      let text = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      return EntityTag(parsing: text)?.weaklyEquals(etag) ?? false
    }
  }
}
