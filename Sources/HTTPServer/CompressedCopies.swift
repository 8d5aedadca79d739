internal import Synchronization

/// A cache of compressed static files, one per state of a file.
final class CompressedCopies: Sendable {
  private static let worthwhile = 1_024...8_388_608
  private static let limit = 33_554_432
  private static let level = 6

  private struct Store {
    var copies: [EntityTag: [UInt8]] = [:]
    var count = 0
  }

  private let store = Mutex(Store())

  /// Whether the size of a file is worth compressing and caching.
  static func isWorthwhile(_ file: OpenFile) -> Bool { worthwhile.contains(file.count) }

  /// The compressed content; nil if it cannot be read or does not shrink.
  func copy(of file: OpenFile) -> [UInt8]? {
    if let known = store.withLock({ $0.copies[file.etag] }) { return known.isEmpty ? nil : known }
    guard let plain = try? file.read(), plain.count == file.count,
      let compressed = Gzip.shared.compress(plain, level: Self.level)
    else { return nil }
    // An empty copy records that the file does not shrink.
    let copy = compressed.count < plain.count ? compressed : []
    store.withLock { store in
      // The files of the page fit many times. If the cache is full, emptying it is simpler than eviction and costs one
      // compression per file.
      if store.count + copy.count > Self.limit { store = Store() }
      if store.copies.updateValue(copy, forKey: file.etag) == nil { store.count += copy.count }
    }
    return copy.isEmpty ? nil : copy
  }
}

extension OpenFile {
  /// Whether the bytes start like a gzip stream.
  var startsLikeGzip: Bool {
    guard count >= 18, let start = try? part(0..<2).read() else { return false }
    return start == [0x1f, 0x8b]
  }
}
