/// A lower bound of the distance from a position to the positions in one box.
///
/// `DistanceBound` holds everywhere on Earth, so it allows an error of half a percent: ten kilometres at a distance
/// of a thousand. Within one box the ratio of geodesic and great circle hardly changes. It is measured once at the
/// middle, and only its possible change within the box is allowed for.
public struct LocalDistanceBound: Sendable {
  /// A lower bound in metres of any geodesic into the box.
  public let metres: Double

  private let bound: DistanceBound
  private let scale: Double
  private let room: Double

  /// The allowance per metre from the middle for the change of that difference.
  ///
  /// For arcs up to `longestArc` the change is below 0.012 (see the tests); this is three times that.
  private static let roomForEachMetre = 0.036

  /// Nearly antipodal geodesics may start in any direction, so no local bound exists.
  private static let longestArc = 0.8 * Double.pi

  /// An upper bound of the metres per radian.
  private static let longestRadian = 6_400_000.0

  init(from place: Coordinate, _ bound: DistanceBound, to box: BoundingBox) {
    let (west, south, east, north) = box.degrees
    let least = bound.metres(to: box)
    self.bound = bound
    let reach = ((east - west) + (north - south)).radians / 2
    guard let middle = Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    else {
      (metres, scale, room) = (least, 1, 0)
      return
    }
    let arc = place.centralAngle(to: middle)
    // Very near, or for a large box, the measured ratio is not valid.
    guard arc > reach, arc + reach < Self.longestArc else {
      (metres, scale, room) = (least, 1, 0)
      return
    }
    let sphere = arc * WGS84.meanRadius * WGS84.leastOfSphere
    scale = place.geodesic(to: middle).distance / sphere
    room = reach * Self.longestRadian * Self.roomForEachMetre + 0.01
    metres = max(least, least * scale - room)
  }

  /// A lower bound in metres of the geodesic to a position in the box.
  public func metres(to place: Coordinate) -> Double {
    let least = bound.metres(to: place)
    return max(least, least * scale - room)
  }
}
