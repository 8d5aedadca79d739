internal import CZlib
internal import Synchronization

/// Compresses a stream piece by piece.
///
/// Unchecked: a `BodyStream` requests one piece at a time.
@safe final class GzipStream: @unchecked Sendable {
  private let source: BodyStream
  private let stream: UnsafeMutablePointer<z_stream>
  private var isAtEnd = false
  private static let room = 65_536

  /// The compressed stream; nil if zlib has no memory.
  static func compressing(_ source: BodyStream, level: Int) -> BodyStream? {
    guard let gzip = GzipStream(source, level: level) else { return nil }
    return BodyStream(finished: { source.finish() }, next: { try gzip.next() })
  }

  private init?(_ source: BodyStream, level: Int) {
    self.source = source
    // zlib stores the address of the stream, so it must not move.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let gzipFormat: CInt = 15 + 16
    guard
      unsafe deflateInit2_(
        stream, CInt(level), Z_DEFLATED, gzipFormat, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        CInt(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
  }

  // Also runs if `init` fails, because all properties are set by then.
  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  private func next() throws -> BodyStream.Piece {
    while !isAtEnd {
      switch try source.next() {
      case .wait: return .wait
      case .end:
        isAtEnd = true
        return .bytes(try deflate([], Z_FINISH))
      case .bytes(let bytes):
        // A piece may give no output, because zlib buffers.
        let compressed = try deflate(bytes, Z_NO_FLUSH)
        if !compressed.isEmpty { return .bytes(compressed) }
      }
    }
    return .end
  }

  private func deflate(_ bytes: [UInt8], _ flush: CInt) throws -> [UInt8] {
    guard bytes.count < Int(uInt.max) else { throw GzipFailure() }
    var compressed: [UInt8] = []
    var isFull = true
    try unsafe bytes.withUnsafeBufferPointer { input in
      // zlib only reads the input, but its field lacks the const.
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = uInt(input.count)
      while isFull {
        var code = Z_OK
        compressed += unsafe [UInt8](unsafeUninitializedCapacity: Self.room) { output, filled in
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = uInt(Self.room)
          code = unsafe CZlib.deflate(stream, flush)
          filled = Self.room - Int(unsafe stream.pointee.avail_out)
          isFull = unsafe stream.pointee.avail_out == 0
        }
        // Z_BUF_ERROR only means that there was nothing to do.
        guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
          throw GzipFailure()
        }
      }
      unsafe stream.pointee.next_in = nil
    }
    return compressed
  }
}

private struct GzipFailure: Error, CustomStringConvertible {
  var description: String { "zlib could not compress" }
}
