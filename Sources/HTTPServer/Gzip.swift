internal import Compression
internal import Synchronization

/// Compresses whole responses into the gzip format.
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
