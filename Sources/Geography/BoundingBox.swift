/// A box on the map: everything between two parallels and two meridians, edges included.
///
/// A box whose west edge is east of its east edge crosses the antimeridian.
public struct BoundingBox: Hashable, Sendable {
  /// The western edge, in 1e-7°.
  public let westE7: Int32

  /// The southern edge, in 1e-7°.
  public let southE7: Int32

  /// The eastern edge, in 1e-7°; less than `westE7` when the box crosses the antimeridian.
  public let eastE7: Int32

  /// The northern edge, in 1e-7°.
  public let northE7: Int32

  /// The whole Earth.
  public static let world = BoundingBox(
    uncheckedWestE7: -1_800_000_000, southE7: -900_000_000,
    eastE7: 1_800_000_000, northE7: 900_000_000)

  /// Makes a box from degrees; nil if an edge is not on Earth or south is above north.
  ///
  /// Edges that are finer than 1e-7° are moved inwards, so that a photo is inside the box exactly
  /// when its own coordinate lies between the edges as given.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90, south <= north
    else { return nil }
    westE7 = Self.units(west, rounded: .up)
    southE7 = Self.units(south, rounded: .up)
    eastE7 = Self.units(east, rounded: .down)
    northE7 = Self.units(north, rounded: .down)
    crossesAntimeridian = west > east
  }

  /// Makes a box from edges that are valid.
  public init(west: Coordinate, south: Coordinate, east: Coordinate, north: Coordinate) {
    self.init(
      uncheckedWestE7: west.longitudeE7, southE7: south.latitudeE7,
      eastE7: east.longitudeE7, northE7: north.latitudeE7)
  }

  /// Makes the smallest box around one position.
  public init(around coordinate: Coordinate) {
    self.init(west: coordinate, south: coordinate, east: coordinate, north: coordinate)
  }

  init(uncheckedWestE7 westE7: Int32, southE7: Int32, eastE7: Int32, northE7: Int32) {
    self.westE7 = westE7
    self.southE7 = southE7
    self.eastE7 = eastE7
    self.northE7 = northE7
    crossesAntimeridian = westE7 > eastE7
  }

  /// Whether the box crosses the meridian of ±180°.
  ///
  /// It is stored, because a box narrower than 1e-7° may round to an empty one, which must not be taken for a box
  /// around the whole Earth.
  public let crossesAntimeridian: Bool

  /// Whether the position is inside, edges included.
  @inlinable
  public func contains(longitudeE7: Int32, latitudeE7: Int32) -> Bool {
    guard latitudeE7 >= southE7, latitudeE7 <= northE7 else { return false }
    return crossesAntimeridian
      ? longitudeE7 >= westE7 || longitudeE7 <= eastE7
      : longitudeE7 >= westE7 && longitudeE7 <= eastE7
  }

  /// Whether the position is inside, edges included.
  @inlinable
  public func contains(_ coordinate: Coordinate) -> Bool {
    contains(longitudeE7: coordinate.longitudeE7, latitudeE7: coordinate.latitudeE7)
  }

  /// Whether another box is inside one part of this one; the other must not cross the antimeridian.
  public func contains(_ other: BoundingBox) -> Bool {
    guard southE7 <= other.southE7, other.northE7 <= northE7 else { return false }
    return crossesAntimeridian
      ? westE7 <= other.westE7 || other.eastE7 <= eastE7
      : westE7 <= other.westE7 && other.eastE7 <= eastE7
  }

  /// Whether this box intersects another, which must not cross the antimeridian.
  public func touches(_ other: BoundingBox) -> Bool {
    guard southE7 <= other.northE7, other.southE7 <= northE7 else { return false }
    return crossesAntimeridian
      ? westE7 <= other.eastE7 || other.westE7 <= eastE7
      : westE7 <= other.eastE7 && other.westE7 <= eastE7
  }

  /// The box as one or two boxes that do not cross the antimeridian.
  public var parts: [BoundingBox] {
    guard crossesAntimeridian else { return westE7 <= eastE7 && southE7 <= northE7 ? [self] : [] }
    guard southE7 <= northE7 else { return [] }
    return [
      BoundingBox(
        uncheckedWestE7: -1_800_000_000, southE7: southE7, eastE7: eastE7, northE7: northE7),
      BoundingBox(
        uncheckedWestE7: westE7, southE7: southE7, eastE7: 1_800_000_000, northE7: northE7),
    ]
  }

  /// West, south, east and north in degrees.
  public var degrees: (west: Double, south: Double, east: Double, north: Double) {
    let unit = Coordinate.unitsPerDegree
    return (
      Double(westE7) / unit, Double(southE7) / unit, Double(eastE7) / unit, Double(northE7) / unit
    )
  }

  /// Extends the box to contain a position, without crossing the antimeridian.
  @inlinable
  public mutating func formUnion(longitudeE7: Int32, latitudeE7: Int32) {
    self = BoundingBox(
      extendingWestE7: min(westE7, longitudeE7), southE7: min(southE7, latitudeE7),
      eastE7: max(eastE7, longitudeE7), northE7: max(northE7, latitudeE7))
  }

  @usableFromInline
  init(extendingWestE7 westE7: Int32, southE7: Int32, eastE7: Int32, northE7: Int32) {
    self.init(uncheckedWestE7: westE7, southE7: southE7, eastE7: eastE7, northE7: northE7)
  }

  /// Rounds an edge to units of 1e-7°; a value within rounding error of an integer counts as exact.
  private static func units(_ degrees: Double, rounded rule: FloatingPointRoundingRule) -> Int32 {
    let scaled = degrees * Coordinate.unitsPerDegree
    let nearest = scaled.rounded()
    // Degrees times ten million is rarely an integer in binary. 1e-6 of a unit is far below any meaningful
    // difference and far above the error of one multiplication.
    return Int32(abs(scaled - nearest) < 1e-6 ? nearest : scaled.rounded(rule))
  }
}
