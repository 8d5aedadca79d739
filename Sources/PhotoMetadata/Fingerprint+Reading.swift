internal import PhotoFacts

/// A 64-bit sum of the bytes of a file and its size.
///
/// The index and the notes store sums, so they must be the same on each machine and in each version. Four sums
/// take eight bytes at a time, little-endian, each folded with a 128-bit multiplication; the size is folded in
/// last. They distinguish photos but do not resist deliberate collisions.
struct FingerprintSum {
  private var sums: (UInt64, UInt64, UInt64, UInt64) = (
    0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89
  )

  mutating func add(_ bytes: ArraySlice<UInt8>) { unsafe add(bytes.span.bytes) }

  private mutating func add(_ head: RawSpan) {
    var at = 0
    while at + 32 <= head.byteCount {
      sums.0 = Self.fold(sums.0, Self.word(head, at))
      sums.1 = Self.fold(sums.1, Self.word(head, at + 8))
      sums.2 = Self.fold(sums.2, Self.word(head, at + 16))
      sums.3 = Self.fold(sums.3, Self.word(head, at + 24))
      at += 32
    }
    while at < head.byteCount {
      let byte = unsafe head.unsafeLoad(fromByteOffset: at, as: UInt8.self)
      sums.0 = Self.fold(sums.0, UInt64(byte) | 0x100)
      at += 1
    }
  }

  func value(size: Int) -> UInt64 {
    let first = Self.fold(sums.0 ^ sums.1.byteSwapped, UInt64(size))
    return Self.fold(first, sums.2 ^ sums.3.byteSwapped)
  }

  private static func word(_ bytes: RawSpan, _ at: Int) -> UInt64 {
    // The call is unsafe only for types with invalid bit patterns; bounds are checked.
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  private static func fold(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

/// What of a file counts for its fingerprint.
enum FingerprintRanges {
  /// The number of bytes of the head.
  static let headLength = 8 * 1024

  /// Samples begin with a page of memory.
  private static let pageLength = 4 * 1024

  /// Up to this size all of an uncompressed picture is read.
  private static let completeLength = 128 * 1024

  /// The parts behind the head, in order.
  ///
  /// If pixels are compressed, the size depends on all of them, so a sample in the middle suffices. The size of
  /// a file of uncompressed pixels is the same for all pictures of a scanner, so it takes eight. Raw photos are
  /// not among those: their heads contain the time and the camera's counters.
  static func samples(size: Int, _ format: MediaFormat) -> [Range<Int>] {
    guard let middle = middle(size: size) else { return [] }
    switch format {
    case .tiff, .bmp, .psd:
      return size <= completeLength
        ? [headLength..<size]
        : (1..<9).map { sample(at: size / 9 * $0, length: pageLength, size: size) }
    default: return [middle]
    }
  }

  /// The part of compressed files; nil if the head is all of the file.
  static func middle(size: Int) -> Range<Int>? {
    size > headLength ? sample(at: size / 2, length: pageLength / 4, size: size) : nil
  }

  private static func sample(at offset: Int, length: Int, size: Int) -> Range<Int> {
    let start = max(headLength, offset / pageLength * pageLength)
    return start..<min(start + length, size)
  }
}
