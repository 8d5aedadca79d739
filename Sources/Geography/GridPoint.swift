/// A position in the Web Mercator square, in cells of the finest grid.
///
/// `x` grows eastwards from the antimeridian, `y` southwards from the upper edge, both over 2³¹ cells (about 2 cm
/// at the equator). The projection uses only the four basic operations, which IEEE 754 defines exactly. So
/// indexes have the same keys on each machine; `log` and `tan` of the C library do not guarantee that.
public struct GridPoint: Hashable, Sendable {
  /// Cells east of the antimeridian.
  public let x: UInt32

  /// Cells south of the upper edge of the map.
  public let y: UInt32

  /// The zoom level whose tiles are single cells.
  public static let levels = 31

  /// The number of cells along one side of the map.
  public static let side: UInt32 = 1 << 31

  /// Makes a point from cells, which must be less than `side`.
  @inlinable
  public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  /// Projects a position; latitudes beyond the map go to its first or last row.
  @inlinable
  public init(_ coordinate: Coordinate) {
    self.init(longitudeE7: coordinate.longitudeE7, latitudeE7: coordinate.latitudeE7)
  }

  /// Projects a position in units of 1e-7°.
  public init(longitudeE7: Int32, latitudeE7: Int32) {
    x = Self.column(ofLongitudeE7: longitudeE7)
    y = Self.row(ofLatitudeE7: latitudeE7)
  }

  /// The column of a longitude; monotonic, also for longitudes out of range.
  static func column(ofLongitudeE7 longitude: Int32) -> UInt32 {
    let fromWest = UInt64(max(Int64(longitude) + 1_800_000_000, 0))
    return UInt32(min(fromWest << 31 / 3_600_000_000, UInt64(side - 1)))
  }

  /// The row of a latitude; monotonic.
  static func row(ofLatitudeE7 latitude: Int32) -> UInt32 {
    MercatorTable.row(ofLatitudeE7: latitude) ?? exactRow(ofLatitudeE7: latitude)
  }

  /// The row of a latitude, by the defining series.
  static func exactRow(ofLatitudeE7 latitude: Int32) -> UInt32 {
    guard latitude < limitE7 else { return 0 }
    guard latitude > -limitE7 else { return side - 1 }
    let fromTop = rowsFromTop(
      sineOfLatitude: sine(ofRadians: Double(latitude) * (.pi / 1.8e9)))
    return UInt32(min(max(fromTop, 0), Double(side - 1)))
  }

  static func rowsFromTop(sineOfLatitude sine: Double) -> Double {
    // The Mercator ordinate is atanh(sin φ), which is half the logarithm of this quotient.
    let ordinate = 0.5 * naturalLogarithm((1 + sine) / (1 - sine))
    return (0.5 - ordinate / (2 * .pi)) * Double(side)
  }

  /// The latitude of the map's edge in 1e-7°, where the ordinate is π.
  private static let limitE7: Int32 = 850_511_288

  /// The sine for |angle| ≤ π/2 by its power series; accurate to a few units in the last place.
  static func sine(ofRadians angle: Double) -> Double {
    let square = angle * angle
    var sum = 0.0
    var factor = 23.0
    while factor > 1 {
      sum = (1 + sum) * -square / (factor * (factor - 1))
      factor -= 2
    }
    return angle * (1 + sum)
  }

  /// The natural logarithm of a positive, finite number.
  private static func naturalLogarithm(_ value: Double) -> Double {
    var exponent = Double(value.exponent)
    var mantissa = value.significand
    if mantissa > 1.4142135623730951 {
      mantissa *= 0.5
      exponent += 1
    }
    // ln m = 2 atanh((m − 1) / (m + 1)); the argument is below 0.172, so eleven terms suffice.
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var sum = 0.0
    var divisor = 21.0
    while divisor > 0 {
      sum = sum * square + 1 / divisor
      divisor -= 2
    }
    return exponent * 0.6931471805599453 + 2 * ratio * sum
  }
}
