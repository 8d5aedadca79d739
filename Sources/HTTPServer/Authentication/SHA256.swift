/// The hash function SHA-256 (FIPS 180-4), fed piece by piece.
public struct SHA256 {
  private var state: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var block: [UInt8] = []
  private var count = 0

  /// Makes the hash of nothing so far.
  public init() { block.reserveCapacity(64) }

  /// The hash of these bytes.
  public static func hash(_ bytes: some Sequence<UInt8>) -> Digest {
    var hash = SHA256()
    hash.add(bytes)
    return hash.finish()
  }

  /// Adds bytes after those that were added before.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      block.append(byte)
      count += 1
      if block.count == 64 { mix() }
    }
  }

  /// The hash of all that was added; nothing may be added afterwards.
  public mutating func finish() -> Digest {
    let bits = UInt64(count) * 8
    add(CollectionOfOne(0x80))
    while block.count != 56 { add(CollectionOfOne(0)) }
    add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
    return Digest(words: state)
  }

  /// Mixes a full block into the state.
  private mutating func mix() {
    var schedule = [UInt32](repeating: 0, count: 64)
    for index in 0..<16 {
      schedule[index] = block[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let small = early.rotated(7) ^ early.rotated(18) ^ early >> 3
      let large = late.rotated(17) ^ late.rotated(19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ small &+ schedule[index - 7] &+ large
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let large = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ large &+ choice &+ Self.constants[index] &+ schedule[index]
      let small = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ small &+ majority)
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
    block.removeAll(keepingCapacity: true)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension SHA256 {
  /// What 32 bytes of hash are: a key in a table, and bytes to be written.
  public struct Digest: Hashable, Sendable {
    private let words: SIMD8<UInt32>

    fileprivate init(words: SIMD8<UInt32>) { self.words = words }

    /// The 32 bytes.
    public var bytes: [UInt8] {
      (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 4] >> UInt32(24 - 8 * ($0 % 4))) }
    }
  }

  /// A code that only who has the key can make for these bytes (HMAC, RFC 2104).
  public static func code(of bytes: some Sequence<UInt8>, key: [UInt8]) -> Digest {
    let short = key.count > 64 ? hash(key).bytes : key
    let padded = short + [UInt8](repeating: 0, count: 64 - short.count)
    var inner = SHA256()
    inner.add(padded.map { $0 ^ 0x36 })
    inner.add(bytes)
    return hash(padded.map { $0 ^ 0x5c } + inner.finish().bytes)
  }
}

/// Whether two byte strings are equal, found out in a time that does not tell where they differ.
public func equalsInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard one.count == other.count else { return false }
  // In brackets: `|` and `^` bind equally tightly.
  return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

extension UInt32 {
  /// The bits turned to the right.
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
