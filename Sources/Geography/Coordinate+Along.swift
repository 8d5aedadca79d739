extension Coordinate {
  /// The position at the end of a geodesic that starts here, accurate to less than a millimetre.
  ///
  /// This is Vincenty's direct solution (1975).
  public func moved(along line: GeodesicLine) -> Coordinate {
    guard line.distance != 0 else { return self }
    return RadianPoint(self).moved(metres: line.distance, bearing: line.bearing.radians)
  }

  /// The position on the geodesic to another one; `fraction` is 0 here and 1 there.
  ///
  /// A fraction outside 0…1 continues the geodesic beyond its ends.
  public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
    var line = geodesic(to: other)
    line.distance *= fraction
    return moved(along: line)
  }
}

extension RadianPoint {
  fileprivate func moved(metres: Double, bearing: Double) -> Coordinate {
    let direct = VincentyDirect(latitude: latitude, bearing: bearing, metres: metres)
    let end = direct.end
    var degrees = (longitude + end.longitude).degrees
    degrees -= 360 * ((degrees + 180) / 360).rounded(.down)
    let latitude = min(90, max(-90, end.latitude.degrees))
    return Coordinate(
      uncheckedLatitudeE7: Int32((latitude * Coordinate.unitsPerDegree).rounded()),
      longitudeE7: Int32((degrees * Coordinate.unitsPerDegree).rounded()))
  }
}

/// The quantities of Vincenty's direct solution.
private struct VincentyDirect {
  let bearing: Double
  let sineStart: Double
  let cosineStart: Double
  let sineAzimuth: Double
  let squaredCosineAzimuth: Double
  let arc: Double
  let cosineTwiceMiddle: Double

  init(latitude: Double, bearing: Double, metres: Double) {
    self.bearing = bearing
    let up = (1 - WGS84.flattening) * sine(latitude)
    let out = cosine(latitude)
    let length = (up * up + out * out).squareRoot()
    sineStart = up / length
    cosineStart = out / length
    sineAzimuth = cosineStart * sine(bearing)
    squaredCosineAzimuth = 1 - sineAzimuth * sineAzimuth
    let a = WGS84.equatorialRadius
    let b = WGS84.polarRadius
    let u = squaredCosineAzimuth * (a * a - b * b) / (b * b)
    let scale = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
    let wave = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    let first = arcTangent(y: sineStart, x: cosineStart * cosine(bearing))
    var arc = metres / (b * scale)
    var middle = cosine(2 * first + arc)
    for _ in 0..<20 {
      let inner = cosine(arc) * (2 * middle * middle - 1)
      let outer = wave / 6 * middle * (4 * sine(arc) * sine(arc) - 3) * (4 * middle * middle - 3)
      let next = metres / (b * scale) + wave * sine(arc) * (middle + wave / 4 * (inner - outer))
      let change = abs(next - arc)
      arc = next
      middle = cosine(2 * first + arc)
      if change < 1e-13 { break }
    }
    self.arc = arc
    cosineTwiceMiddle = middle
  }

  /// The latitude, and the longitude from that of the start, in radians.
  var end: (latitude: Double, longitude: Double) {
    let across = sineStart * sine(arc) - cosineStart * cosine(arc) * cosine(bearing)
    let latitude = arcTangent(
      y: sineStart * cosine(arc) + cosineStart * sine(arc) * cosine(bearing),
      x: (1 - WGS84.flattening) * (sineAzimuth * sineAzimuth + across * across).squareRoot())
    let angle = arcTangent(
      y: sine(arc) * sine(bearing),
      x: cosineStart * cosine(arc) - sineStart * sine(arc) * cosine(bearing))
    let f = WGS84.flattening
    let c = f / 16 * squaredCosineAzimuth * (4 + f * (4 - 3 * squaredCosineAzimuth))
    let inner =
      cosineTwiceMiddle + c * cosine(arc) * (2 * cosineTwiceMiddle * cosineTwiceMiddle - 1)
    return (latitude, angle - (1 - c) * f * sineAzimuth * (arc + c * sine(arc) * inner))
  }
}
