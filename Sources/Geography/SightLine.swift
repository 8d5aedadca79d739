/// The ground, as far as its elevations are known.
public protocol Ground: Sendable {
  /// Metres above the sea at a position; nil if unknown.
  ///
  /// Where there are elevations of several scales, those count that are about `metres` apart.
  func elevation(at position: Coordinate, every metres: Double) -> Double?

  /// A text that changes with the elevations.
  var version: String { get }
}

/// The straight line between a camera and a point, above the ground between them.
public struct SightLine: Sendable {
  private let start, end: Normal
  private let length: Double
  private let heights: (start: Double, end: Double)

  /// Elevations of the world are wrong by some metres, so lower ground hides nothing.
  public static let tolerance = 5.0

  /// The height of a camera in the hands of a photographer, in metres.
  public static let eyeHeight = 1.6

  /// How many elevations of a long line are compared with it.
  public static let samples = 1_024

  /// The radius of a sphere on which lines would be straight that the air bends on Earth: refraction takes 0.13 of the
  /// curvature, as surveyors compute.
  static let radius = WGS84.meanRadius / (1 - 0.13)

  /// Makes a line; heights are metres above the sea.
  public init(from camera: Coordinate, height: Double, to point: Coordinate, height end: Double) {
    (start, self.end) = (Normal(camera), Normal(point))
    length = camera.geodesic(to: point).distance
    heights = (height, end)
  }

  /// How far apart the elevations between two positions are that a line needs, in metres.
  static func spacing(_ length: Double) -> Double { length / Double(samples / 2) }

  /// Whether the ground rises above the line by more than the tolerance; nil if it does not, but parts of it are unknown.
  public func isHidden(by ground: some Ground) -> Bool? {
    let spacing = Self.spacing(length)
    let count = min(Self.samples, Int(length.rounded(.up)))
    var isWholeKnown = true
    for sample in stride(from: 1, to: count, by: 1) {
      let share = Double(sample) / Double(count)
      let position = start.towards(end, share: share)
      guard let elevation = position.flatMap({ ground.elevation(at: $0, every: spacing) }) else {
        isWholeKnown = false
        continue
      }
      // As seen from a straight line between its ends, the ground in the middle is a bulge.
      let bulge = length * share * length * (1 - share) / (2 * Self.radius)
      let line = heights.start + (heights.end - heights.start) * share
      if elevation + bulge > line + Self.tolerance { return true }
    }
    return isWholeKnown ? false : nil
  }
}

extension ViewCone {
  /// Whether the ground hides a point that a photo shows; nil if it is unknown.
  ///
  /// The point is `height` metres above the ground. The camera is as high above the sea as `metresAboveSea`, else above the
  /// ground as a drone wrote; but never below the eyes of a photographer who stands on it.
  public func isHidden(
    _ point: Coordinate, height: Double, metresAboveSea: Double?, by ground: some Ground
  ) -> Bool? {
    let spacing = SightLine.spacing(origin.geodesic(to: point).distance)
    guard let below = ground.elevation(at: origin, every: spacing),
      let end = ground.elevation(at: point, every: spacing)
    else { return nil }
    let own = metresAboveSea ?? below + (pose?.height ?? 0)
    return SightLine(
      from: origin, height: max(own, below + SightLine.eyeHeight), to: point, height: end + height
    ).isHidden(by: ground)
  }
}

/// The direction that is upwards at a position, as a vector: lines between two of them have no seams and no poles.
private struct Normal {
  var x, y, z: Double

  init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  init(_ position: Coordinate) {
    let (latitude, longitude) = (position.latitude.radians, position.longitude.radians)
    self.init(
      x: cosine(latitude) * cosine(longitude), y: cosine(latitude) * sine(longitude),
      z: sine(latitude))
  }

  /// The position at a share of the way; nil between opposite sides of the Earth.
  func towards(_ other: Normal, share: Double) -> Coordinate? {
    let between = Normal(
      x: x + (other.x - x) * share, y: y + (other.y - y) * share, z: z + (other.z - z) * share)
    let out = (between.x * between.x + between.y * between.y).squareRoot()
    return Coordinate(
      latitude: arcTangent(y: between.z, x: out).degrees,
      longitude: arcTangent(y: between.y, x: between.x).degrees)
  }
}
