/// How near the places in one box can be to a place that may be far from all of them.
///
/// The bound of `DistanceBound` holds everywhere on Earth, so it leaves half a percent of room: from
/// a thousand kilometres away ten kilometres, in which a whole town lies. How the geodesic differs
/// from the great circle hardly changes within a box, though. It is measured once, to the middle,
/// and room is left only for what can change on the way from there.
public struct LocalDistanceBound: Sendable {
  /// Metres that no geodesic into the box goes below.
  public let metres: Double

  private let bound: DistanceBound
  private let scale: Double
  private let room: Double

  /// Metres by which, for each metre from the middle, the difference between geodesic and scaled
  /// great circle may change: for arcs up to `longestArc` it is below 0.012 (see the tests); this is
  /// three times that.
  private static let roomForEachMetre = 0.036

  /// Near the opposite side of the Earth the two may set out in any direction, and nothing is known.
  private static let longestArc = 0.8 * Double.pi

  /// The length of a radian where the Earth is least curved, and more.
  private static let longestRadian = 6_400_000.0

  init(from place: Coordinate, _ bound: DistanceBound, to box: BoundingBox) {
    let (west, south, east, north) = box.degrees
    let bounds = GeographicBounds(west: west, south: south, east: east, north: north)
    let least = bound.metres(to: bounds)
    self.bound = bound
    let reach = ((east - west) + (north - south)).radians / 2
    guard let middle = Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    else {
      (metres, scale, room) = (least, 1, 0)
      return
    }
    let arc = place.centralAngle(to: middle)
    // From very near, or for a large box, the scale would be measured where nothing is.
    guard arc > reach, arc + reach < Self.longestArc else {
      (metres, scale, room) = (least, 1, 0)
      return
    }
    let sphere = arc * WGS84.meanRadius * WGS84.leastOfSphere
    scale = place.geodesic(to: middle).distance / sphere
    room = reach * Self.longestRadian * Self.roomForEachMetre + 0.01
    metres = max(least, least * scale - room)
  }

  /// Metres that no geodesic to a place in the box goes below.
  public func metres(to place: Coordinate) -> Double {
    let least = bound.metres(to: place)
    return max(least, least * scale - room)
  }
}
