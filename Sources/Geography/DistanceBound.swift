/// A lower bound of the distance from a position to a rectangle.
///
/// Together with `LocalDistanceBound` it orders the tiles in a search for the nearest photos.
public struct DistanceBound: Sendable {
  private let place: Coordinate
  private let origin: RadianPoint

  /// Makes bounds from a position.
  public init(from origin: Coordinate) {
    place = origin
    self.origin = RadianPoint(origin)
  }

  /// Bounds for the positions in a box, which must not cross the antimeridian.
  public func local(to box: BoundingBox) -> LocalDistanceBound {
    LocalDistanceBound(from: place, self, to: box)
  }

  /// A lower bound in metres of the geodesic to a position.
  public func metres(to place: Coordinate) -> Double {
    Self.shrunk(origin.centralAngle(to: RadianPoint(place)))
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
