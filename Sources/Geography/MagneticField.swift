/// The magnetic field of the Earth, as far as a compass shows it: the International Geomagnetic
/// Reference Field.
///
/// The model is a sum of 104 waves around the globe, whose strengths are given every five years
/// and change evenly in between. It is right to about half a degree; iron near a phone does more.
public enum MagneticField {
  /// The degrees by which magnetic north lies east of true north at a place, `altitude` metres
  /// above the sea and `milliseconds` after the beginning of 1970.
  ///
  /// Nothing before 1900 or after 2034, of which the model does not speak, and nothing near the
  /// magnetic poles, where the needle stands upright and a compass shows no direction.
  public static func declination(
    at coordinate: Coordinate, altitude: Double = 0, milliseconds: Int64
  ) -> Double? {
    let year = 1970 + Double(milliseconds) / (365.2425 * 86_400_000)
    // What is higher or deeper than this is no altitude of a photo, and the sum would not settle.
    guard years.contains(year), abs(altitude) <= 1_000_000 else { return nil }
    let field = horizontalField(at: coordinate, altitude: altitude, year: year)
    let strength = (field.north * field.north + field.east * field.east).squareRoot()
    guard strength >= weakest else { return nil }
    return arcTangent(y: field.east, x: field.north).degrees
  }

  /// The last five years go on with the change the model foresees until 2030.
  private static let years: Range<Double> = 1900..<2035

  /// Years from one column of the coefficients to the next, and how many columns there are.
  private static let (yearsBetween, epochs) = (5.0, 27)

  /// The degree of the shortest waves.
  private static let degrees = 13

  /// Less than these nanotesla does not turn a needle: the World Magnetic Model warns of it.
  private static let weakest = 2000.0

  /// The field along the ground, in nanotesla.
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
    // As seen from the centre of the Earth.
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
    // The ground is not quite square to the line from the centre.
    return (north * point.cosineOfTilt - outward * point.sineOfTilt, east)
  }
}
