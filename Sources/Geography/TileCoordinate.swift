/// A tile of the Web Mercator map: one of the 4ᶻ squares into which zoom level z divides it.
public struct TileCoordinate: Hashable, Sendable {
  /// The zoom level; 0 is the whole map in one tile, 31 the finest grid.
  public let zoom: Int

  /// Tiles east of the antimeridian.
  public let x: UInt32

  /// Tiles south of the upper edge.
  public let y: UInt32

  /// The tile that is the whole map.
  public static let world = TileCoordinate(uncheckedZoom: 0, x: 0, y: 0)

  /// Makes a tile; nil if the zoom level has no such tile.
  public init?(zoom: Int, x: Int, y: Int) {
    guard (0...GridPoint.levels).contains(zoom), x >= 0, y >= 0, x < 1 << zoom, y < 1 << zoom
    else { return nil }
    self.init(uncheckedZoom: zoom, x: UInt32(x), y: UInt32(y))
  }

  /// The tile of a zoom level that contains a key.
  @inlinable
  public init(zoom: Int, holding key: GridKey) {
    let point = key.point
    let shift = UInt32(GridPoint.levels - zoom)
    self.init(uncheckedZoom: zoom, x: point.x >> shift, y: point.y >> shift)
  }

  /// The smallest tile that contains both keys.
  public init(holding first: GridKey, and last: GridKey) {
    let different = first.rawValue ^ last.rawValue
    let shared = different.leadingZeroBitCount - (UInt64.bitWidth - GridKey.bits)
    self.init(zoom: shared / 2, holding: first)
  }

  @usableFromInline
  init(uncheckedZoom zoom: Int, x: UInt32, y: UInt32) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// The keys in the tile.
  public var keys: ClosedRange<GridKey> {
    let shift = UInt64(2 * (GridPoint.levels - zoom))
    let first = (GridKey.spread(y) << 1 | GridKey.spread(x)) << shift
    return GridKey(rawValue: first)...GridKey(rawValue: first | (1 << shift - 1))
  }

  /// The four tiles of the next zoom level in key order; empty at the finest level.
  public var children: [TileCoordinate] {
    guard zoom < GridPoint.levels else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { right, down in
      TileCoordinate(uncheckedZoom: zoom + 1, x: x << 1 | right, y: y << 1 | down)
    }
  }
}

extension TileCoordinate {
  /// The area of the tile; the first and last row reach to the poles.
  public var geographicBounds: GeographicBounds {
    let tiles = Double(UInt64(1) << UInt64(zoom))
    return GeographicBounds(
      west: Double(x) / tiles * 360 - 180,
      south: y == UInt32(tiles - 1) ? -90 : Self.latitude(ofRow: Double(y) + 1, of: tiles),
      east: (Double(x) + 1) / tiles * 360 - 180,
      north: y == 0 ? 90 : Self.latitude(ofRow: Double(y), of: tiles))
  }

  private static func latitude(ofRow row: Double, of rows: Double) -> Double {
    inverseMercator(.pi * (1 - 2 * row / rows))
  }
}

/// A rectangle in degrees, as computed for a tile.
///
/// It is accurate enough for display but not for membership tests, which use units of 1e-7°.
public struct GeographicBounds: Hashable, Sendable {
  /// Degrees east of Greenwich at the left edge.
  public var west: Double

  /// Degrees north of the equator at the lower edge.
  public var south: Double

  /// Degrees east of Greenwich at the right edge.
  public var east: Double

  /// Degrees north of the equator at the upper edge.
  public var north: Double

  /// Makes a rectangle.
  public init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }
}
