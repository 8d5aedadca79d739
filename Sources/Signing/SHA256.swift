internal import CNettle

/// The hash function SHA-256 (FIPS 180-4) and its keyed form, HMAC (RFC 2104), computed by nettle.
public enum SHA256 {
  /// The 32 bytes of a hash.
  public struct Digest: Hashable, Sendable {
    /// The bytes, first to last.
    public let bytes: [UInt8]
  }

  /// Hashes bytes.
  public static func hash(_ bytes: some Sequence<UInt8>) -> Digest {
    let bytes = Array(bytes)
    var state = sha256_ctx()
    unsafe nettle_sha256_init(&state)
    unsafe nettle_sha256_update(&state, bytes.count, bytes)
    return unsafe digest { unsafe nettle_sha256_digest(&state, $0, $1) }
  }

  /// Signs bytes: without the key the code cannot be made.
  public static func code(of bytes: some Sequence<UInt8>, key: [UInt8]) -> Digest {
    let bytes = Array(bytes)
    var state = hmac_sha256_ctx()
    unsafe nettle_hmac_sha256_set_key(&state, key.count, key)
    unsafe nettle_hmac_sha256_update(&state, bytes.count, bytes)
    return unsafe digest { unsafe nettle_hmac_sha256_digest(&state, $0, $1) }
  }

  private static func digest(_ write: (Int, UnsafeMutablePointer<UInt8>) -> Void) -> Digest {
    let size = Int(SHA256_DIGEST_SIZE)
    var bytes = [UInt8](repeating: 0, count: size)
    unsafe write(size, &bytes)
    return Digest(bytes: bytes)
  }
}

/// Compares two byte strings in a time that does not depend on where they differ.
public func equalsInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard one.count == other.count else { return false }
  return unsafe nettle_memeql_sec(one, other, one.count) != 0
}
