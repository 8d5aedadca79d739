internal import Compression

/// How a tile is compressed in its file.
public enum TileCompression: String, Sendable {
  case none
  case gzip
  case brotli
  case zstd

  /// The name in `Content-Encoding`; nil if the tile is not compressed.
  public var contentCoding: String? {
    switch self {
    case .none: nil
    case .gzip: "gzip"
    case .brotli: "br"
    case .zstd: "zstd"
    }
  }

  /// The compression by the first bytes; Brotli cannot be detected.
  init(sniffing bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstd
    } else {
      self = .none
    }
  }

  /// Returns the plain bytes; nil if they are damaged or longer than the limit, or compressed with zstd.
  func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    switch self {
    case .none: bytes.count <= limit ? bytes : nil
    case .gzip: inflated(bytes[...], .gzip, atMost: limit)
    case .brotli: unbrotlied(bytes[...], atMost: limit)
    case .zstd: nil
    }
  }
}
