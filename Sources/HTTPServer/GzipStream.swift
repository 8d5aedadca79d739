internal import Compression

/// Compresses a stream piece by piece.
///
/// `@unchecked Sendable`: a `BodyStream` requests one piece at a time.
final class GzipStream: @unchecked Sendable {
  private let source: BodyStream
  private let deflater: Deflater
  private var isAtEnd = false

  /// The compressed stream; nil if zlib has no memory.
  static func compressing(_ source: BodyStream, level: Int) -> BodyStream? {
    guard let deflater = Deflater(level: level) else { return nil }
    let gzip = GzipStream(source, deflater)
    return BodyStream(finished: { source.finish() }, next: { try gzip.next() })
  }

  private init(_ source: BodyStream, _ deflater: Deflater) {
    self.source = source
    self.deflater = deflater
  }

  private func next() throws -> BodyStream.Piece {
    while !isAtEnd {
      switch try source.next() {
      case .wait: return .wait
      case .end:
        isAtEnd = true
        return .bytes(try compress([], isLast: true))
      case .bytes(let bytes):
        let compressed = try compress(bytes)
        if !compressed.isEmpty { return .bytes(compressed) }
      }
    }
    return .end
  }

  private func compress(_ bytes: [UInt8], isLast: Bool = false) throws -> [UInt8] {
    guard let compressed = deflater.add(bytes, isLast: isLast) else { throw GzipFailure() }
    return compressed
  }
}

private struct GzipFailure: Error, CustomStringConvertible {
  var description: String { "zlib could not compress" }
}
