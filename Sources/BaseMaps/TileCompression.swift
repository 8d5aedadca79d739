internal import CBrotli
internal import CZlib

/// How a tile is compressed in its file.
public enum TileCompression: String, Sendable {
  case none
  case gzip
  case brotli
  case zstd

  /// The name in `Content-Encoding`; nil if the tile is not compressed.
  public var contentCoding: String? {
    switch self {
    case .none: nil
    case .gzip: "gzip"
    case .brotli: "br"
    case .zstd: "zstd"
    }
  }

  /// The compression by the first bytes; Brotli cannot be detected.
  init(sniffing bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstd
    } else {
      self = .none
    }
  }

  /// Returns the plain bytes; nil if they are damaged or longer than the limit, or compressed with zstd.
  func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    switch self {
    case .none: bytes.count <= limit ? bytes : nil
    case .gzip: gunzipped(bytes, limit: limit)
    case .brotli: unbrotlied(bytes, limit: limit)
    case .zstd: nil
    }
  }
}

/// Decompresses one or more members of gzip.
private func gunzipped(_ compressed: [UInt8], limit: Int) -> [UInt8]? {
  var stream = unsafe z_stream()
  let anyHeader: CInt = 15 + 32
  let size = CInt(unsafe MemoryLayout<z_stream>.size)
  guard unsafe inflateInit2_(&stream, anyHeader, ZLIB_VERSION, size) == Z_OK else { return nil }
  defer { unsafe inflateEnd(&stream) }
  var output = [UInt8](repeating: 0, count: min(limit, max(1_024, 6 * compressed.count)))
  var done = 0
  return unsafe compressed.withUnsafeBufferPointer { source in
    // zlib only reads the input, but its field lacks the const.
    unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    unsafe stream.avail_in = uInt(clamping: source.count)
    while true {
      let code = unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_out = target.baseAddress.map { unsafe $0 + done }
        unsafe stream.avail_out = uInt(clamping: target.count - done)
        let code = unsafe inflate(&stream, Z_NO_FLUSH)
        done = unsafe target.count - Int(stream.avail_out)
        return code
      }
      if code == Z_STREAM_END {
        if unsafe stream.avail_in == 0 { return Array(output.prefix(done)) }
        guard unsafe inflateReset(&stream) == Z_OK else { return nil }
      } else if code != Z_OK && code != Z_BUF_ERROR {
        return nil
      }
      if unsafe stream.avail_out == 0 {
        guard output.count < limit else { return nil }
        output += repeatElement(0, count: min(limit - output.count, 3 * output.count))
      } else if code != Z_STREAM_END, unsafe stream.avail_in == 0 {
        return nil
      }
    }
  }
}

private func unbrotlied(_ compressed: [UInt8], limit: Int) -> [UInt8]? {
  // The decoder's state exists only in this function; its window takes at most 16 MB.
  guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
  defer { unsafe BrotliDecoderDestroyInstance(state) }
  var output = [UInt8](repeating: 0, count: min(limit, max(1_024, 6 * compressed.count)))
  var done = 0
  return unsafe compressed.withUnsafeBufferPointer { source in
    var next = source.baseAddress
    var left = source.count
    while true {
      let result = unsafe output.withUnsafeMutableBufferPointer { target in
        var free = target.count - done
        var into = unsafe target.baseAddress.map { unsafe $0 + done }
        let result = unsafe BrotliDecoderDecompressStream(state, &left, &next, &free, &into, nil)
        done = target.count - free
        return result
      }
      if result == BROTLI_DECODER_RESULT_SUCCESS { return Array(output.prefix(done)) }
      guard result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, output.count < limit else {
        return nil
      }
      output += repeatElement(0, count: min(limit - output.count, 3 * output.count))
    }
  }
}
