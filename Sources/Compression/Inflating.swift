internal import CZlib

/// What surrounds deflated data.
public enum DeflateFormat: Sendable {
  /// One or more members of gzip, or one stream with the header of zlib.
  case gzip

  /// The header and the checksum of zlib.
  case zlib

  /// Nothing.
  case raw

  fileprivate var windowBits: CInt {
    switch self {
    case .gzip: 15 + 32
    case .zlib: 15
    case .raw: -15
    }
  }
}

/// Decompresses deflated data; returns nil if it is damaged, truncated or expands beyond `limit`.
public func inflated(
  _ compressed: ArraySlice<UInt8>, _ format: DeflateFormat, atMost limit: Int
) -> [UInt8]? {
  var stream = unsafe z_stream()
  let size = CInt(unsafe MemoryLayout<z_stream>.size)
  guard unsafe inflateInit2_(&stream, format.windowBits, ZLIB_VERSION, size) == Z_OK else {
    return nil
  }
  defer { unsafe inflateEnd(&stream) }
  return unsafe compressed.withUnsafeBufferPointer { source in
    // zlib only reads the input, but its field lacks the const.
    unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    unsafe stream.avail_in = uInt(clamping: source.count)
    return unsafe unpacked(source.count, atMost: limit) { free, count in
      unsafe stream.next_out = free.baseAddress
      unsafe stream.avail_out = uInt(clamping: free.count)
      var code = unsafe inflate(&stream, Z_NO_FLUSH)
      while code == Z_STREAM_END, format == .gzip, unsafe stream.avail_in > 0 {
        // The next member.
        guard unsafe inflateReset(&stream) == Z_OK else { return .failed }
        code = unsafe inflate(&stream, Z_NO_FLUSH)
      }
      let isFull = unsafe stream.avail_out == 0
      count += unsafe free.count - Int(stream.avail_out)
      switch code {
      case Z_STREAM_END: return .end
      case Z_OK where isFull, Z_BUF_ERROR where isFull: return .full
      default: return .failed
      }
    }
  }
}
