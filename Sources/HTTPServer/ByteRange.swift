/// A single range of a `Range` field, such as `bytes=0-99` (RFC 9110 §14).
enum ByteRange: Equatable {
  case from(first: Int, last: Int?)
  case suffix(count: Int)

  /// Parses a field with one range.
  ///
  /// Returns nil for other units and for several ranges; then the whole response is sent, which is allowed.
  init?(_ field: String) {
    let bytes = Array(field.utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      equalsIgnoringCase(bytes[..<equals].trimmingBlanks(), "bytes".utf8)
    else { return nil }
    let range = bytes[(equals + 1)...].trimmingBlanks()
    guard let dash = range.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let after = range[(dash + 1)...]
    if dash == range.startIndex {
      guard let count = decimal(after) else { return nil }
      self = .suffix(count: count)
      return
    }
    guard let first = decimal(range[..<dash]) else { return nil }
    if after.isEmpty {
      self = .from(first: first, last: nil)
    } else {
      guard let last = decimal(after), last >= first else { return nil }
      self = .from(first: first, last: last)
    }
  }

  /// Resolves the range for a body of a length; nil if no byte is in range.
  func within(_ count: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      guard first < count else { return nil }
      return first..<min(count, (last ?? count - 1) + 1)
    case .suffix(let suffix):
      guard suffix > 0, count > 0 else { return nil }
      return max(0, count - suffix)..<count
    }
  }

  /// Cuts the requested range out of a response.
  static func apply(_ request: Request, to response: inout Response) {
    guard response.status == 200, let body = RangedBody(response.body) else { return }
    if !body.isInMemory { response.headers.setDefault("Accept-Ranges", to: "bytes") }
    guard request.method == .get, let field = request.headers["Range"], let range = Self(field),
      validatorHolds(request, response)
    else { return }
    guard let part = range.within(body.count) else {
      response =
        Problem(
          status: 416,
          detail: "The content is \(body.count) bytes long; ask for a range within it.",
          headers: [HeaderField(name: "Content-Range", value: "bytes */\(body.count)")]
        ).response
      return
    }
    response.status = 206
    response.headers.set(
      "Content-Range", to: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.count)")
    response.body = body.part(part)
  }

  /// Whether the `If-Range` validator of the request, if any, matches the response.
  private static func validatorHolds(_ request: Request, _ response: Response) -> Bool {
    guard let condition = request.headers["If-Range"] else { return true }
    if let tag = EntityTag(parsing: condition) {
      return response.etag.map { $0.stronglyEquals(tag) } ?? false
    }
    return response.headers["Last-Modified"] == condition
  }
}

extension Request {
  /// The first byte of a body of this length that the client wants, if it sends one range.
  public func firstWantedByte(of count: Int) -> Int {
    headers["Range"].flatMap { ByteRange($0) }?.within(count)?.lowerBound ?? 0
  }
}

/// A body of which ranges can be cut.
private enum RangedBody {
  case bytes([UInt8])
  case file(OpenFile)
  case stream(BodyStream)

  init?(_ body: Body) {
    switch body {
    case .bytes(let bytes): self = .bytes(bytes)
    case .file(let file): self = .file(file)
    case .stream(let stream) where stream.isDivisible: self = .stream(stream)
    case .empty, .stream: return nil
    }
  }

  var isInMemory: Bool { if case .bytes = self { true } else { false } }

  var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.count
    case .stream(let stream): stream.count ?? 0
    }
  }

  func part(_ range: Range<Int>) -> Body {
    switch self {
    case .bytes(let bytes): .bytes(Array(bytes[range]))
    case .file(let file): .file(file.part(range))
    case .stream(let stream): stream.part(range).map(Body.stream) ?? .empty
    }
  }
}
