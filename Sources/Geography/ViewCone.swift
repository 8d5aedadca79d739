/// What a photo shows: from where, in which direction, and between which edges.
///
/// Angles count to a hundredth of a degree, which is sharper than any compass.
public struct ViewCone: Hashable, Sendable {
  /// Where the camera was.
  public var origin: Coordinate

  /// The direction of the middle of the picture, in degrees clockwise from true north; 0 ..< 360.
  public var direction: Double

  /// The angle from the left to the right edge of the picture, in degrees; up to 360.
  public var fieldOfView: Double

  /// How a camera stood above the ground; nil if only the directions of the edges are known.
  public var pose: CameraPose?

  /// Makes a cone.
  public init(
    origin: Coordinate, direction: Double, fieldOfView: Double, pose: CameraPose? = nil
  ) {
    self.origin = origin
    self.direction = direction
    self.fieldOfView = fieldOfView
    self.pose = pose
  }

  /// How a point lies in the picture; nil if it is not in the picture, or farther away than `metres`.
  ///
  /// The height is that of the point above the ground. It counts only for cameras of which the height is known.
  public func sighting(
    of point: Coordinate, height: Double = 0, within metres: Double = .infinity
  ) -> Sighting? {
    let line = origin.geodesic(to: point)
    guard line.distance <= metres else { return nil }
    if let pose {
      guard
        pose.isInPicture(
          bearing: line.bearing - direction, distance: line.distance, height: height,
          fieldOfView: fieldOfView)
      else { return nil }
    }
    let offAxis = Self.turn(from: direction, to: line.bearing)
    // A point below or at the camera has no direction of its own.
    guard pose != nil || abs(offAxis) <= fieldOfView / 2 || line.distance == 0 else { return nil }
    return Sighting(line, offAxis: offAxis, fieldOfView: fieldOfView)
  }

  /// The angle of the shorter turn from one direction to another, in degrees; clockwise is positive.
  public static func turn(from start: Double, to end: Double) -> Double {
    let angle = (end - start).truncatingRemainder(dividingBy: 360)
    return angle > 180 ? angle - 360 : angle <= -180 ? angle + 360 : angle
  }

  /// The angle by which another camera was turned, in degrees; clockwise is positive.
  public func turn(to other: ViewCone) -> Double {
    Self.turn(from: direction, to: other.direction)
  }

  /// Whether the middle of the narrower of two pictures is in the wider one, as far as directions go.
  public func isLike(_ other: ViewCone) -> Bool {
    abs(turn(to: other)) <= max(fieldOfView, other.fieldOfView) / 2
      && abs((pose?.pitch ?? 0) - (other.pose?.pitch ?? 0)) <= max(fieldOfView, other.fieldOfView)
        / 2
  }

  /// The corners of the ground in the picture, from the upper left one clockwise; nil if it reaches the horizon, or the
  /// height of the camera is unknown.
  public var footprint: [Coordinate]? {
    guard let corners = pose?.corners(fieldOfView: fieldOfView) else { return nil }
    return corners.map { corner in
      origin.moved(
        along: GeodesicLine(distance: corner.distance, bearing: direction + corner.bearing))
    }
  }

  /// Half of the angle between the edges of what it shows, seen from the camera; 180 if it also shows the ground below it.
  public var halfWidth: Double {
    guard let pose else { return min(fieldOfView / 2, 180) }
    return pose.halfWidth(fieldOfView: fieldOfView)
  }

  /// The distance of the farthest ground in the picture; nil if it reaches the horizon, or the height is unknown.
  public var reach: Double? {
    pose?.corners(fieldOfView: fieldOfView)?.map(\.distance).max()
  }
}

/// How a point lies in a photo.
public struct Sighting: Hashable, Sendable {
  /// The line from the camera to the point, with the angle off the middle of the picture.
  public var line: GeodesicLine

  /// How small the point appears, and how far from the middle: the best photo has the least.
  ///
  /// It is how many metres of what is around the point fit into the picture; at the edges twice as many.
  public var rank: Double

  init(_ line: GeodesicLine, offAxis: Double, fieldOfView: Double) {
    self.line = line
    self.line.offAxis = offAxis
    let share = min(abs(offAxis) / (fieldOfView / 2), 1)
    rank = line.distance * fieldOfView.radians * (1 + share)
  }
}

/// How a camera stood above level ground.
public struct CameraPose: Hashable, Sendable {
  /// The angle of the optical axis above the horizon in degrees; −90 is straight down.
  public var pitch: Double

  /// The angle by which the camera was turned clockwise, in degrees.
  public var roll: Double

  /// Metres above the ground.
  public var height: Double

  /// The height of the upright picture divided by its width.
  public var heightOfPicture: Double

  /// Makes a pose.
  public init(pitch: Double, roll: Double, height: Double, heightOfPicture: Double) {
    self.pitch = pitch
    self.roll = roll
    self.height = height
    self.heightOfPicture = heightOfPicture
  }

  /// A vector: to the right of the direction of the camera, along it, and up.
  private struct Vector {
    var right, ahead, up: Double

    func dot(_ other: Vector) -> Double {
      right * other.right + ahead * other.ahead + up * other.up
    }
  }

  private var axis: Vector {
    Vector(right: 0, ahead: cosine(pitch.radians), up: sine(pitch.radians))
  }

  private var rightOfPicture: Vector {
    let (turn, rise) = (roll.radians, pitch.radians)
    return Vector(
      right: cosine(turn), ahead: sine(turn) * sine(rise), up: -sine(turn) * cosine(rise))
  }

  private var topOfPicture: Vector {
    let (turn, rise) = (roll.radians, pitch.radians)
    return Vector(
      right: sine(turn), ahead: -cosine(turn) * sine(rise), up: cosine(turn) * cosine(rise))
  }

  /// Half of the picture in units of the focal length.
  private func halves(_ fieldOfView: Double) -> (across: Double, upwards: Double) {
    let across = tangent(min(fieldOfView, 179.9).radians / 2)
    return (across, across * heightOfPicture)
  }

  fileprivate func isInPicture(
    bearing: Double, distance: Double, height: Double, fieldOfView: Double
  ) -> Bool {
    let line = Vector(
      right: distance * sine(bearing.radians), ahead: distance * cosine(bearing.radians),
      up: height - self.height)
    let depth = line.dot(axis)
    let halves = halves(fieldOfView)
    return depth > 0 && abs(line.dot(rightOfPicture)) <= depth * halves.across
      && abs(line.dot(topOfPicture)) <= depth * halves.upwards
  }

  /// The rays through the corners of the picture, from the upper left one clockwise.
  private func rays(_ fieldOfView: Double) -> [Vector] {
    let halves = halves(fieldOfView)
    return [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map { across, upwards in
      let (x, y) = (across * halves.across, upwards * halves.upwards)
      let (axis, right, top) = (axis, rightOfPicture, topOfPicture)
      return Vector(
        right: axis.right + x * right.right + y * top.right,
        ahead: axis.ahead + x * right.ahead + y * top.ahead,
        up: axis.up + x * right.up + y * top.up)
    }
  }

  /// Where the corners of the picture are on the ground, relative to the direction of the camera; nil if one is farther
  /// than a hundred times the height.
  fileprivate func corners(fieldOfView: Double) -> [(bearing: Double, distance: Double)]? {
    guard height > 0 else { return nil }
    var corners: [(bearing: Double, distance: Double)] = []
    for ray in rays(fieldOfView) {
      guard ray.up < 0 else { return nil }
      let scale = height / -ray.up
      let distance = scale * (ray.right * ray.right + ray.ahead * ray.ahead).squareRoot()
      guard distance <= 100 * height else { return nil }
      corners.append((arcTangent(y: ray.right, x: ray.ahead).degrees, distance))
    }
    return corners
  }

  fileprivate func halfWidth(fieldOfView: Double) -> Double {
    // Straight down and straight up, directions run all around.
    for height in [self.height - 1, self.height + 1]
    where isInPicture(bearing: 0, distance: 0, height: height, fieldOfView: fieldOfView) {
      return 180
    }
    return rays(fieldOfView).map { abs(arcTangent(y: $0.right, x: $0.ahead).degrees) }.max() ?? 180
  }
}
