internal import Synchronization

/// Compressed copies of static files, made once for each state of a file.
final class CompressedCopies: Sendable {
  private static let worthwhile = 1_024...8_388_608
  private static let limit = 33_554_432
  private static let level = 6

  private struct Store {
    var copies: [EntityTag: [UInt8]] = [:]
    var count = 0
  }

  private let store = Mutex(Store())

  /// Whether a file is neither so small that nothing is won nor so large that it hurts.
  static func isWorthwhile(_ file: OpenFile) -> Bool { worthwhile.contains(file.count) }

  /// The compressed content; nil if it cannot be read or does not shrink.
  func copy(of file: OpenFile) -> [UInt8]? {
    if let known = store.withLock({ $0.copies[file.etag] }) { return known.isEmpty ? nil : known }
    guard let plain = try? file.read(), plain.count == file.count,
      let compressed = Gzip.shared.compress(plain, level: Self.level)
    else { return nil }
    // An empty copy remembers that the file does not shrink.
    let copy = compressed.count < plain.count ? compressed : []
    store.withLock { store in
      // The files of a map page fit many times over. When they do not, starting afresh is simpler
      // than keeping account of use, and costs one compression each.
      if store.count + copy.count > Self.limit { store = Store() }
      if store.copies.updateValue(copy, forKey: file.etag) == nil { store.count += copy.count }
    }
    return copy.isEmpty ? nil : copy
  }
}

extension OpenFile {
  /// Whether the content begins as a gzip stream does.
  var startsLikeGzip: Bool {
    guard count >= 18, let start = try? part(0..<2).read() else { return false }
    return start == [0x1f, 0x8b]
  }
}
