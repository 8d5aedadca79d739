internal import CNettle

/// The hash function MD5 (RFC 1321), computed by nettle; only for formats that demand it.
public enum MD5 {
  /// The 16 bytes of the hash of some bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state = md5_ctx()
    unsafe nettle_md5_init(&state)
    unsafe nettle_md5_update(&state, bytes.count, bytes)
    let size = Int(MD5_DIGEST_SIZE)
    var hash = [UInt8](repeating: 0, count: size)
    unsafe nettle_md5_digest(&state, size, &hash)
    return hash
  }
}
