private import CBrotli

/// Decompresses Brotli; returns nil if the data is damaged, truncated or expands beyond `limit`.
func unbrotlied(_ compressed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
  // The decoder's state exists only in this function; its window takes at most 16 MB.
  guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
  defer { unsafe BrotliDecoderDestroyInstance(state) }
  var bytes = [UInt8](repeating: 0, count: min(limit, max(1024, 8 * compressed.count)))
  var done = 0
  return unsafe compressed.withUnsafeBufferPointer { source in
    var next = source.baseAddress
    var left = source.count
    while true {
      let result = unsafe bytes.withUnsafeMutableBufferPointer { target in
        var into = unsafe target.baseAddress.map { unsafe $0 + done }
        var free = target.count - done
        let result = unsafe BrotliDecoderDecompressStream(
          state, &left, &next, &free, &into, nil)
        done = target.count - free
        return result
      }
      if result == BROTLI_DECODER_RESULT_SUCCESS { return Array(bytes.prefix(done)) }
      guard result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, bytes.count < limit else {
        return nil
      }
      bytes += repeatElement(0, count: min(limit - bytes.count, 3 * bytes.count))
    }
  }
}
