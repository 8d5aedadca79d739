/// The distance and initial bearing from one position to another.
public struct GeodesicLine: Hashable, Sendable {
  /// The distance in metres.
  public var distance: Double

  /// The initial bearing, in degrees clockwise from north; 0 ..< 360.
  public var bearing: Double

  /// The angle between the middle of a picture and the line, if it begins at a camera; clockwise is positive.
  public var offAxis: Double?

  /// Whether the ground hides its end from a camera at its start; nil if that is unknown.
  public var isHidden: Bool?

  package init(distance: Double, bearing: Double) {
    (self.distance, self.bearing) = (distance, bearing)
  }
}

/// The reference ellipsoid of the World Geodetic System 1984.
enum WGS84 {
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257_223_563
  static let polarRadius = equatorialRadius * (1 - flattening)

  /// The radius of the sphere that the lower bounds use: the mean of the three axes.
  static let meanRadius = 6_371_008.8

  /// A lower bound of the geodesic relative to the distance on that sphere.
  ///
  /// The upper bound is 1.004487: the radii of curvature over the mean radius lie between the two.
  static let leastOfSphere = 0.994_417
}

extension Coordinate {
  /// The geodesic to another position on the WGS 84 ellipsoid, accurate to less than a millimetre.
  public func geodesic(to other: Coordinate) -> GeodesicLine {
    let start = RadianPoint(self)
    let end = RadianPoint(other)
    return start.vincentyLine(to: end) ?? start.nearlyAntipodalLine(to: end)
  }

  /// The great-circle distance in radians: fast, and within half a percent of the geodesic.
  public func centralAngle(to other: Coordinate) -> Double {
    RadianPoint(self).centralAngle(to: RadianPoint(other))
  }
}

/// A position in radians.
struct RadianPoint {
  var latitude: Double
  var longitude: Double

  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  init(_ coordinate: Coordinate) {
    latitude = coordinate.latitude.radians
    longitude = coordinate.longitude.radians
  }

  func centralAngle(to other: RadianPoint) -> Double {
    let rise = sine((other.latitude - latitude) / 2)
    let run = sine((other.longitude - longitude) / 2)
    let chord = rise * rise + cosine(latitude) * cosine(other.latitude) * run * run
    return 2 * arcSine(min(1, chord.squareRoot()))
  }
}

extension RadianPoint {
  /// Vincenty's inverse solution (1975); nil if the iteration does not converge.
  ///
  /// That happens only for nearly antipodal positions.
  func vincentyLine(to other: RadianPoint) -> GeodesicLine? {
    // All meridians meet at a pole.
    let isPole = abs(latitude) >= .pi / 2
    if latitude == other.latitude && (longitude == other.longitude || isPole) {
      return GeodesicLine(distance: 0, bearing: 0)
    }
    let start = reducedLatitude(latitude)
    let end = reducedLatitude(other.latitude)
    var gap = other.longitude - longitude
    if gap > .pi { gap -= 2 * .pi }
    if gap < -.pi { gap += 2 * .pi }
    var angle = gap
    for _ in 0..<40 {
      guard let step = VincentyStep(start, end, angle: angle) else {
        return GeodesicLine(distance: 0, bearing: 0)
      }
      let next = step.nextAngle(gap: gap)
      guard abs(next) <= .pi else { return nil }
      if abs(next - angle) < 1e-13 { return step.line(start, end, angle: next) }
      angle = next
    }
    return nil
  }

  private func reducedLatitude(_ latitude: Double) -> (sine: Double, cosine: Double) {
    // Using sine and cosine instead of the tangent avoids a special case for the poles.
    let up = (1 - WGS84.flattening) * sine(latitude)
    let out = cosine(latitude)
    let length = (up * up + out * out).squareRoot()
    return (up / length, out / length)
  }

  /// The geodesic between two nearly antipodal positions.
  ///
  /// Every path crosses the great circle a quarter turn from the start, and Vincenty's method finds both halves.
  /// So the shortest path is the minimum over the points of that circle. It is searched in steps, then narrowed.
  func nearlyAntipodalLine(to other: RadianPoint) -> GeodesicLine {
    let steps = 72
    let width = 2 * Double.pi / Double(steps)
    let samples = (0..<steps).map { via(azimuth: Double($0) * width, to: other).distance }
    let coarse = samples.indices.filter { index in
      samples[index] <= samples[(index + 1) % steps]
        && samples[index] <= samples[(index + steps - 1) % steps]
    }
    let found = coarse.map { index in
      narrowed(from: Double(index - 1) * width, through: Double(index + 1) * width, to: other)
    }
    return found.min { $0.distance < $1.distance } ?? via(azimuth: 0, to: other)
  }

  private func narrowed(from low: Double, through high: Double, to other: RadianPoint)
    -> GeodesicLine
  {
    let golden = (5.0.squareRoot() - 1) / 2
    var (low, high) = (low, high)
    for _ in 0..<60 {
      let left = high - golden * (high - low)
      let right = low + golden * (high - low)
      if via(azimuth: left, to: other).distance < via(azimuth: right, to: other).distance {
        high = right
      } else {
        low = left
      }
    }
    return via(azimuth: (low + high) / 2, to: other)
  }

  /// The path to `other` through the point a quarter turn away in the direction of `azimuth`.
  private func via(azimuth: Double, to other: RadianPoint) -> GeodesicLine {
    let middle = RadianPoint(
      latitude: arcSine(cosine(latitude) * cosine(azimuth)),
      longitude: longitude
        + arcTangent(y: sine(azimuth), x: -sine(latitude) * cosine(azimuth)))
    let first = vincentyLine(to: middle) ?? GeodesicLine(distance: .infinity, bearing: 0)
    let second = middle.vincentyLine(to: other) ?? GeodesicLine(distance: .infinity, bearing: 0)
    return GeodesicLine(
      distance: first.distance + second.distance, bearing: first.bearing)
  }
}

/// One step of Vincenty's iteration: the quantities that follow from a longitude difference.
private struct VincentyStep {
  let sineArc: Double
  let cosineArc: Double
  let arc: Double
  let sineAzimuth: Double
  let squaredCosineAzimuth: Double
  let cosineTwiceMiddle: Double

  typealias Latitude = (sine: Double, cosine: Double)

  /// Returns nil if the positions are the same.
  init?(_ start: Latitude, _ end: Latitude, angle: Double) {
    let across = end.cosine * sine(angle)
    let along = start.cosine * end.sine - start.sine * end.cosine * cosine(angle)
    sineArc = (across * across + along * along).squareRoot()
    guard sineArc > 0 else { return nil }
    cosineArc = start.sine * end.sine + start.cosine * end.cosine * cosine(angle)
    arc = arcTangent(y: sineArc, x: cosineArc)
    sineAzimuth = start.cosine * end.cosine * sine(angle) / sineArc
    squaredCosineAzimuth = 1 - sineAzimuth * sineAzimuth
    // On the equator the geodesic has no vertex, and any value works.
    cosineTwiceMiddle =
      squaredCosineAzimuth > 1e-16
      ? cosineArc - 2 * start.sine * end.sine / squaredCosineAzimuth : 0
  }

  func nextAngle(gap: Double) -> Double {
    let f = WGS84.flattening
    let c = f / 16 * squaredCosineAzimuth * (4 + f * (4 - 3 * squaredCosineAzimuth))
    let correction =
      cosineTwiceMiddle + c * cosineArc * (2 * cosineTwiceMiddle * cosineTwiceMiddle - 1)
    return gap + (1 - c) * f * sineAzimuth * (arc + c * sineArc * correction)
  }

  func line(_ start: Latitude, _ end: Latitude, angle: Double) -> GeodesicLine {
    let a = WGS84.equatorialRadius
    let b = WGS84.polarRadius
    let u = squaredCosineAzimuth * (a * a - b * b) / (b * b)
    let scale = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
    let wave = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    let middle = cosineTwiceMiddle
    let inner = cosineArc * (2 * middle * middle - 1)
    let outer = wave / 6 * middle * (4 * sineArc * sineArc - 3) * (4 * middle * middle - 3)
    let shift = wave * sineArc * (middle + wave / 4 * (inner - outer))
    let azimuth = arcTangent(
      y: end.cosine * sine(angle),
      x: start.cosine * end.sine - start.sine * end.cosine * cosine(angle)
    ).degrees
    let bearing = azimuth < 0 ? azimuth + 360 : azimuth
    return GeodesicLine(distance: b * scale * (arc - shift), bearing: bearing < 360 ? bearing : 0)
  }
}
