/// The position of a grid cell on the Morton curve.
///
/// The bits of row and column alternate, the row's first. So each tile of each zoom level is one contiguous
/// range of keys, and map tiles, clusters and index ranges correspond.
public struct GridKey: Hashable, Comparable, Sendable {
  /// The interleaved bits; 62 of them are used.
  public let rawValue: UInt64

  /// The number of bits of a key.
  public static let bits = 2 * GridPoint.levels

  /// The last key on the map.
  public static let last = GridKey(rawValue: 1 << 62 - 1)

  /// The first key on the map.
  public static let first = GridKey(rawValue: 0)

  /// Makes a key from its bits.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The key of the cell of a point.
  @inlinable
  public init(_ point: GridPoint) {
    rawValue = Self.spread(point.y) << 1 | Self.spread(point.x)
  }

  /// The key of the cell of a position.
  @inlinable
  public init(_ coordinate: Coordinate) { self.init(GridPoint(coordinate)) }

  /// The cell.
  @inlinable
  public var point: GridPoint {
    GridPoint(x: Self.gather(rawValue), y: Self.gather(rawValue >> 1))
  }

  /// Order along the curve.
  @inlinable
  public static func < (left: GridKey, right: GridKey) -> Bool { left.rawValue < right.rawValue }

  /// Spreads the bits of a number, inserting a zero above each.
  @usableFromInline
  static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    bits = (bits | bits << 1) & 0x5555_5555_5555_5555
    return bits
  }

  /// Collects every second bit; the inverse of `spread`.
  @usableFromInline
  static func gather(_ value: UInt64) -> UInt32 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
    return UInt32(truncatingIfNeeded: bits)
  }
}
