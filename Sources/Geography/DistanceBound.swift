/// How near anything in a rectangle can be to one place: with `LocalDistanceBound` the order in which
/// a search for the nearest photos opens tiles.
public struct DistanceBound: Sendable {
  private let place: Coordinate
  private let origin: RadianPoint

  /// Measures from a place.
  public init(from origin: Coordinate) {
    place = origin
    self.origin = RadianPoint(origin)
  }

  /// Bounds for the places in a box, which does not cross the antimeridian.
  public func local(to box: BoundingBox) -> LocalDistanceBound {
    LocalDistanceBound(from: place, self, to: box)
  }

  /// Metres that no geodesic from the place to another goes below.
  public func metres(to place: Coordinate) -> Double {
    Self.shrunk(origin.centralAngle(to: RadianPoint(place)))
  }

  /// Metres that no geodesic from the place into the rectangle goes below.
  ///
  /// The rectangle's nearest point lies on the place's own meridian where the rectangle has it, and
  /// otherwise on the meridian edge that is nearer in longitude, at the foot of the great circle
  /// that meets it at a right angle or, where that foot lies outside, in a corner.
  public func metres(to bounds: GeographicBounds) -> Double {
    let south = bounds.south.radians
    let north = bounds.north.radians
    let west = Self.wrapped(bounds.west.radians - origin.longitude)
    let width = (bounds.east - bounds.west).radians
    // The rectangle spans `west ... west + width`, counted from the place's meridian.
    if west <= 0 && west + width >= 0 || west + width >= 2 * .pi {
      let gap = max(0, south - origin.latitude, origin.latitude - north)
      return Self.shrunk(gap)
    }
    let toWest = abs(west)
    let toEast = abs(Self.wrapped(west + width))
    return Self.shrunk(angle(toMeridian: min(toWest, toEast), south: south, north: north))
  }

  /// The angle to the piece between two latitudes of the meridian that is `gap` away.
  private func angle(toMeridian gap: Double, south: Double, north: Double) -> Double {
    let longitude = origin.longitude + gap
    func angle(at latitude: Double) -> Double {
      origin.centralAngle(to: RadianPoint(latitude: latitude, longitude: longitude))
    }
    guard cosine(gap) > 0 else {
      // More than a quarter turn away the meridian is nearest at its ends, over one of the poles.
      return min(angle(at: south), angle(at: north))
    }
    let foot = arcTangent(tangent(origin.latitude) / cosine(gap))
    return angle(at: min(max(foot, south), north))
  }

  /// Turns an angle into metres, a little less than it is, so that rounding never hides a photo.
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
