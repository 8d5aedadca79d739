/// A lower bound of the distance from a position to a rectangle.
///
/// Together with `LocalDistanceBound` it orders the tiles in a search for the nearest photos.
public struct DistanceBound: Sendable {
  private let place: Coordinate
  private let origin: RadianPoint
  private let originCosine: Double

  /// Makes bounds from a position.
  public init(from origin: Coordinate) {
    place = origin
    self.origin = RadianPoint(origin)
    originCosine = cosine(self.origin.latitude)
  }

  /// Bounds for the positions in a box, which must not cross the antimeridian.
  public func local(to box: BoundingBox) -> LocalDistanceBound {
    LocalDistanceBound(from: place, self, to: box)
  }

  /// A lower bound in metres of any geodesic into a box, which must not cross the antimeridian.
  ///
  /// Not as close as `local(to:)`, which takes several times as long.
  public func metres(to box: BoundingBox) -> Double {
    let (west, south, east, north) = box.degrees
    return metres(to: GeographicBounds(west: west, south: south, east: east, north: north))
  }

  /// A lower bound in metres of the geodesic to a position.
  public func metres(to place: Coordinate) -> Double { Self.shrunk(leastAngle(to: place)) }

  /// The angle to a position, or slightly less.
  ///
  /// A search compares hundreds of positions, so sine and arc sine are series that end with a term below the
  /// true value. The error is less than a millimetre up to 1,000 km, and 3 · 10⁻⁵ farther away.
  private func leastAngle(to place: Coordinate) -> Double {
    let other = RadianPoint(place)
    let rise = abs(other.latitude - origin.latitude)
    let turn = abs(other.longitude - origin.longitude)
    // The series are for angles up to 60°.
    guard rise < 1, turn < 1 else { return origin.centralAngle(to: other) }
    let (up, across) = (Self.leastSine(rise / 2), Self.leastSine(turn / 2))
    let square = up * up + originCosine * cosine(other.latitude) * across * across
    let chord = square.squareRoot()
    guard square < 0.25 else { return 2 * arcSine(chord) }
    return 2 * chord
      * (1 + square * (1 / 6 + square * (3 / 40 + square * (15 / 336 + square * (105 / 3_456)))))
  }

  /// The sine of an angle of at most 30°, or slightly less.
  private static func leastSine(_ angle: Double) -> Double {
    let square = angle * angle
    return angle * (1 - square * (1 / 6 - square * (1 / 120 - square / 5_040)))
  }

  /// A lower bound in metres of any geodesic into the rectangle.
  ///
  /// If the rectangle includes the meridian of the position, its nearest point is on that meridian. Otherwise it is
  /// on the nearer meridian edge: at the foot of the perpendicular great circle, or at a corner if the foot is
  /// outside.
  public func metres(to bounds: GeographicBounds) -> Double {
    let south = bounds.south.radians
    let north = bounds.north.radians
    let west = Self.wrapped(bounds.west.radians - origin.longitude)
    let width = (bounds.east - bounds.west).radians
    // The rectangle spans `west ... west + width`, relative to the meridian of the position.
    if west <= 0 && west + width >= 0 || west + width >= 2 * .pi {
      let gap = max(0, south - origin.latitude, origin.latitude - north)
      return Self.shrunk(gap)
    }
    let toWest = abs(west)
    let toEast = abs(Self.wrapped(west + width))
    return Self.shrunk(angle(toMeridian: min(toWest, toEast), south: south, north: north))
  }

  /// The angle to a segment of the meridian that is `gap` away.
  private func angle(toMeridian gap: Double, south: Double, north: Double) -> Double {
    let longitude = origin.longitude + gap
    func angle(at latitude: Double) -> Double {
      origin.centralAngle(to: RadianPoint(latitude: latitude, longitude: longitude))
    }
    guard cosine(gap) > 0 else {
      // More than a quarter turn away the nearest point is an end, reached over a pole.
      return min(angle(at: south), angle(at: north))
    }
    let foot = arcTangent(tangent(origin.latitude) / cosine(gap))
    return angle(at: min(max(foot, south), north))
  }

  /// Converts an angle to metres, rounded down so that the bound stays valid.
  private static func shrunk(_ angle: Double) -> Double {
    max(0, angle - 1e-9) * WGS84.meanRadius * WGS84.leastOfSphere
  }

  private static func wrapped(_ angle: Double) -> Double {
    var angle = angle
    while angle > .pi { angle -= 2 * .pi }
    while angle < -.pi { angle += 2 * .pi }
    return angle
  }
}
