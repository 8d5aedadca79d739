/// Decides whether and how a response is compressed.
struct Compression {
  enum Coding { case identity, gzip }

  private let threshold: Int
  private let level: Int

  init(_ policy: HTTPPolicy) {
    threshold = policy.compressionThreshold
    level = policy.compressionLevel
  }

  /// Chooses a coding and adds the `Vary` field.
  ///
  /// The `ETag` of a compressed response becomes weak, because its bytes differ.
  func choose(for response: inout Response, _ request: Request) -> Coding {
    guard level > 0, response.status == 200 || response.status >= 400,
      isLongEnough(response.body),
      !response.headers.contains("Content-Encoding"),
      let type = response.headers.bytes(of: "Content-Type"), MediaType.isCompressible(type)
    else { return .identity }
    response.headers.appendToken("Accept-Encoding", to: "Vary")
    // Ranges refer to the plain content. With gzip they would refer to bytes that the client never saw.
    guard request.acceptsGzip, !(request.method == .get && request.headers.contains("Range")) else {
      return .identity
    }
    if var tag = response.etag, !tag.isWeak {
      tag.isWeak = true
      response.etag = tag
    }
    return .gzip
  }

  /// Compresses the body, unless it does not shrink.
  func apply(to response: inout Response) {
    switch response.body {
    case .bytes(let bytes):
      guard let compressed = Gzip.shared.compress(bytes, level: level),
        compressed.count < bytes.count
      else { return }
      response.body = .bytes(compressed)
    case .stream(let stream):
      guard let compressed = GzipStream.compressing(stream, level: level) else { return }
      response.body = .stream(compressed)
    default: return
    }
    response.headers.set("Content-Encoding", to: "gzip")
  }

  private func isLongEnough(_ body: Body) -> Bool {
    switch body {
    case .bytes(let bytes): bytes.count >= threshold
    case .stream(let stream): stream.isCompressible && stream.count == nil
    default: false
    }
  }
}

extension Request {
  /// Whether the client accepts gzip (RFC 9110 §12.5.3).
  public var acceptsGzip: Bool { accepts(coding: "gzip") }

  /// Whether the client accepts a content coding (RFC 9110 §12.5.3).
  public func accepts(coding name: String) -> Bool {
    guard let list = headers.list(of: "Accept-Encoding") else { return false }
    var accepts = false
    for entry in list.utf8.split(separator: UInt8(ascii: ",")) {
      let parts = entry.split(separator: UInt8(ascii: ";"))
      guard let coding = parts.first?.trimmingBlanks() else { continue }
      let isRefused = parts.dropFirst().contains { Self.isZeroQuality($0.trimmingBlanks()) }
      let isOldName = name == "gzip" && equalsIgnoringCase(coding, "x-gzip".utf8)
      if isOldName || equalsIgnoringCase(coding, name.utf8) { return !isRefused }
      if coding.elementsEqual("*".utf8) { accepts = !isRefused }
    }
    return accepts
  }

  /// Whether a parameter is `q=0`, `q=0.0`, `q=0.00` or `q=0.000`.
  private static func isZeroQuality(_ parameter: some Collection<UInt8>) -> Bool {
    equalsIgnoringCase(parameter.prefix(2), "q=".utf8)
      && parameter.dropFirst(2).allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
  }
}
