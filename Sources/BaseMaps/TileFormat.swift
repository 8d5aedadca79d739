/// The format of a map's tiles.
public enum TileFormat: String, Sendable {
  case mvt
  case mlt
  case png
  case jpeg
  case webp
  case avif

  /// The media type of a tile.
  public var mediaType: String {
    switch self {
    case .mvt: "application/vnd.mapbox-vector-tile"
    case .mlt: "application/vnd.maplibre-vector-tile"
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .avif: "image/avif"
    }
  }

  /// Whether tiles contain shapes and names instead of pictures.
  public var isVector: Bool { self == .mvt || self == .mlt }

  /// The format that an MBTiles file names.
  init?(named name: String) {
    switch name.lowercased() {
    case "pbf", "mvt", "application/vnd.mapbox-vector-tile": self = .mvt
    case "mlt", "application/vnd.maplibre-vector-tile": self = .mlt
    case "png", "image/png": self = .png
    case "jpg", "jpeg", "image/jpeg": self = .jpeg
    case "webp", "image/webp": self = .webp
    case "avif", "image/avif": self = .avif
    default: return nil
    }
  }

  /// The format of the tile types of PMTiles.
  init?(tileType: UInt8) {
    switch tileType {
    case 1: self = .mvt
    case 2: self = .png
    case 3: self = .jpeg
    case 4: self = .webp
    case 5: self = .avif
    case 6: self = .mlt
    default: return nil
    }
  }

  /// The format by the first bytes of a picture; nil for vector tiles, which have no signature.
  init?(sniffing bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.dropFirst(4).starts(with: "ftypavi".utf8) {
      self = .avif
    } else {
      return nil
    }
  }
}
