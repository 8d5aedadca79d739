internal import Caches
internal import Synchronization

/// A cache of compressed static files, one per state of a file.
final class CompressedCopies: Sendable {
  private static let worthwhile = 1_024...8_388_608
  private static let limit = 33_554_432
  private static let level = 6

  /// The compressed contents; empty for a file that does not shrink.
  private let copies = Mutex(RecentlyUsed<EntityTag, [UInt8]>(limit: limit))

  /// Whether the size of a file is worth compressing and caching.
  static func isWorthwhile(_ file: OpenFile) -> Bool { worthwhile.contains(file.count) }

  /// The compressed content; nil if it cannot be read or does not shrink.
  func copy(of file: OpenFile) -> [UInt8]? {
    if let known = copies.withLock({ $0[file.etag] }) { return known.isEmpty ? nil : known }
    guard let plain = try? file.read(), plain.count == file.count,
      let compressed = Gzip.shared.compress(plain, level: Self.level)
    else { return nil }
    let copy = compressed.count < plain.count ? compressed : []
    copies.withLock { $0.insert(copy, for: file.etag, cost: max(copy.count, 1_024)) }
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
