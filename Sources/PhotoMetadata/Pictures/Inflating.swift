private import CZlib

/// Decompresses zlib data; returns nil if it is damaged or expands beyond `limit`.
func inflated(_ compressed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
  var capacity = min(limit, max(1024, 8 * compressed.count))
  while true {
    var length = uLongf(capacity)
    var result: Int32 = Z_DATA_ERROR
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      result = unsafe compressed.withUnsafeBufferPointer { source in
        unsafe uncompress(target.baseAddress, &length, source.baseAddress, uLong(source.count))
      }
      count = result == Z_OK ? Int(length) : 0
    }
    if result == Z_OK { return bytes }
    guard result == Z_BUF_ERROR, capacity < limit else { return nil }
    capacity = min(limit, 4 * capacity)
  }
}
