internal import CZlib

/// Compresses into the gzip format, with zlib.
///
/// `@unchecked Sendable`: the owner lets one thread use it at a time.
@safe public final class Deflater: @unchecked Sendable {
  /// The level of compression, from 1 to 9.
  public let level: Int

  private let stream: UnsafeMutablePointer<z_stream>
  private static let room = 65_536

  /// Makes a compressor; nil if zlib has no memory.
  public init?(level: Int) {
    self.level = level
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

  /// Compresses bytes, from the beginning of a file to its end; nil if they are too many.
  public func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard unsafe deflateReset(stream) == Z_OK else { return nil }
    let bound = Int(unsafe deflateBound(stream, uLong(bytes.count)))
    guard bytes.count < Int(uInt.max), bound < Int(uInt.max) else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe take(input)
      let (compressed, code) = output(atMost: bound, Z_FINISH)
      return code == Z_STREAM_END ? compressed : nil
    }
  }

  /// Compresses a piece of a file; nil if it is too large.
  ///
  /// May return no bytes, because zlib buffers.
  public func add(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8]? {
    guard bytes.count < Int(uInt.max) else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe take(input)
      defer { unsafe stream.pointee.next_in = nil }
      var compressed: [UInt8] = []
      repeat {
        let (piece, code) = output(atMost: Self.room, isLast ? Z_FINISH : Z_NO_FLUSH)
        // Z_BUF_ERROR only means that there was nothing to do.
        guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { return nil }
        compressed += piece
      } while unsafe stream.pointee.avail_out == 0
      return compressed
    }
  }

  private func take(_ input: UnsafeBufferPointer<UInt8>) {
    // zlib only reads the input, but its field lacks the const.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    unsafe stream.pointee.avail_in = uInt(input.count)
  }

  private func output(atMost size: Int, _ flush: CInt) -> ([UInt8], code: CInt) {
    var code = Z_OK
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { output, filled in
      unsafe stream.pointee.next_out = output.baseAddress
      unsafe stream.pointee.avail_out = uInt(size)
      code = unsafe deflate(stream, flush)
      filled = size - Int(unsafe stream.pointee.avail_out)
    }
    return (bytes, code)
  }
}
