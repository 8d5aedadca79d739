/// A 64-bit fingerprint of the first bytes of a file and its size.
///
/// The index stores it, so it must be the same on each machine and in each version. Four sums take eight
/// bytes at a time, little-endian, each folded with a 128-bit multiplication; the size is folded in last. It
/// distinguishes photos but does not resist deliberate collisions.
struct Fingerprint {
  /// The number of bytes that count.
  static let headLength = 8 * 1024

  private var sums: (UInt64, UInt64, UInt64, UInt64) = (
    0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89
  )

  /// The fingerprint of a file of `size` bytes that begins with `head`.
  static func of(_ head: ArraySlice<UInt8>, size: Int) -> UInt64 {
    var fingerprint = Fingerprint()
    unsafe fingerprint.add(head.span.bytes)
    return fingerprint.value(size: size)
  }

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

  private func value(size: Int) -> UInt64 {
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
