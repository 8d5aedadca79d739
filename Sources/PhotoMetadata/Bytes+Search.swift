private import Glibc

extension [UInt8] {
  /// The index of the first occurrence of these bytes.
  func firstIndex(of wanted: [UInt8]) -> Int? {
    guard let initial = wanted.first else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      var at = 0
      // memchr compares many bytes at once.
      while at <= bytes.count - wanted.count,
        let found = unsafe memchr(start + at, Int32(initial), bytes.count - at)
      {
        at = unsafe UnsafeRawPointer(found) - start
        if unsafe bytes[at...].starts(with: wanted) { return at }
        at += 1
      }
      return nil
    }
  }
}
