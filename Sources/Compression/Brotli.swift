internal import CBrotli

/// Decompresses Brotli; returns nil if the data is damaged, truncated or expands beyond `limit`.
public func unbrotlied(_ compressed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
  // The decoder's state exists only in this function; its window takes at most 16 MB.
  guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
  defer { unsafe BrotliDecoderDestroyInstance(state) }
  return unsafe compressed.withUnsafeBufferPointer { source in
    var next = source.baseAddress
    var left = source.count
    return unsafe unpacked(source.count, atMost: limit) { free, count in
      var into = free.baseAddress
      var room = free.count
      let result = unsafe BrotliDecoderDecompressStream(state, &left, &next, &room, &into, nil)
      count += free.count - room
      return switch result {
      case BROTLI_DECODER_RESULT_SUCCESS: .end
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: .full
      default: .failed
      }
    }
  }
}
