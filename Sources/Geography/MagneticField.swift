/// The magnetic declination by the International Geomagnetic Reference Field.
///
/// The model is a sum of 104 spherical harmonics, whose coefficients are given every five years and interpolated
/// linearly. It is accurate to about half a degree; iron near a phone has more effect.
public enum MagneticField {
  /// The degrees by which magnetic north is east of true north.
  ///
  /// `altitude` is in metres above sea level, `milliseconds` counts from 1970. Returns nil before 1900 and after 2034,
  /// for which the model is not valid, and near the magnetic poles, where a compass shows no direction.
  public static func declination(
    at coordinate: Coordinate, altitude: Double = 0, milliseconds: Int64
  ) -> Double? {
    let year = 1970 + Double(milliseconds) / (365.2425 * 86_400_000)
    // Beyond these altitudes the value is wrong, and the sum would not converge.
    guard years.contains(year), abs(altitude) <= 1_000_000 else { return nil }
    let field = horizontalField(at: coordinate, altitude: altitude, year: year)
    let strength = (field.north * field.north + field.east * field.east).squareRoot()
    guard strength >= weakest else { return nil }
    return arcTangent(y: field.east, x: field.north).degrees
  }

  /// The validity of the model; the last five years are a forecast.
  private static let years: Range<Double> = 1900..<2035

  /// The years between two columns of coefficients, and the number of columns.
  private static let (yearsBetween, epochs) = (5.0, 27)

  /// The highest degree of the harmonics.
  private static let degrees = 13

  /// The weakest usable horizontal field in nanotesla, as in the World Magnetic Model.
  private static let weakest = 2000.0

  /// The horizontal field in nanotesla.
  private static func horizontalField(
    at coordinate: Coordinate, altitude: Double, year: Double
  ) -> (north: Double, east: Double) {
    let epoch = min(Int((year - years.lowerBound) / yearsBetween), epochs - 2)
    let passed = (year - years.lowerBound) / yearsBetween - Double(epoch)
    func strength(_ row: Int) -> Double {
      let before = Double(coefficients[row * epochs + epoch])
      return before + passed * (Double(coefficients[row * epochs + epoch + 1]) - before)
    }
    let point = GeocentricPoint(coordinate, altitude: altitude)
    let longitude = coordinate.longitude.radians
    // Relative to the centre of the Earth.
    var (north, east, outward) = (0.0, 0.0, 0.0)
    for order in 0...degrees {
      let (along, across) = (cosine(Double(order) * longitude), sine(Double(order) * longitude))
      var wave = MagneticWave(order: order, at: point)
      if order == 0 { wave.shorten() }
      for degree in max(order, 1)...degrees {
        let row = degree * degree - 1 + max(2 * order - 1, 0)
        let (g, h) = (strength(row), order > 0 ? strength(row + 1) : 0)
        north += wave.fading * (g * along + h * across) * wave.slope
        east += wave.fading * (g * across - h * along) * wave.height * Double(order)
        outward +=
          wave.fading * (g * along + h * across) * wave.value * Double(degree + 1)
        wave.shorten()
      }
    }
    // Rotate from geocentric to geodetic vertical.
    return (north * point.cosineOfTilt - outward * point.sineOfTilt, east)
  }
}
