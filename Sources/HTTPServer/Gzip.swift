internal import CZlib
internal import Synchronization

/// Compresses into the gzip format, with zlib.
final class Gzip: Sendable {
  static let shared = Gzip()

  /// Idle compressors.
  ///
  /// Setting one up clears a quarter of a megabyte, which costs more than compressing a small response.
  private let idle = Mutex<[Deflater]>([])

  /// The compressed bytes; nil if zlib has no memory.
  func compress(_ bytes: [UInt8], level: Int) -> [UInt8]? {
    let reused = idle.withLock { idle in
      idle.lastIndex { $0.level == level }.map { idle.remove(at: $0) }
    }
    guard let deflater = reused ?? Deflater(level: level) else { return nil }
    let compressed = deflater.compress(bytes)
    idle.withLock { idle in if idle.count < 16 { idle.append(deflater) } }
    return compressed
  }
}

/// Owns a zlib stream.
///
/// Unchecked: it is used by one thread at a time, because it is either in the list of idle ones, under the lock of
/// that list, or a local variable of the call that took it out.
@safe private final class Deflater: @unchecked Sendable {
  let level: Int
  private let stream: UnsafeMutablePointer<z_stream>

  init?(level: Int) {
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

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard unsafe deflateReset(stream) == Z_OK else { return nil }
    let bound = Int(unsafe deflateBound(stream, uLong(bytes.count)))
    guard bytes.count < Int(uInt.max), bound < Int(uInt.max) else { return nil }
    var isWhole = false
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, filled in
      unsafe bytes.withUnsafeBufferPointer { input in
        // zlib only reads the input, but its field lacks the const.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = uInt(input.count)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = uInt(bound)
        isWhole = unsafe deflate(stream, Z_FINISH) == Z_STREAM_END
      }
      filled = bound - Int(unsafe stream.pointee.avail_out)
    }
    return isWhole ? compressed : nil
  }
}
