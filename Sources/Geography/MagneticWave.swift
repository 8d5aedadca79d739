/// A position relative to the centre of the Earth.
struct GeocentricPoint {
  /// The reference radius of the model in metres.
  private static let modelRadius = 6_371_200.0

  /// Of the colatitude.
  let (cosine, sine): (Double, Double)

  /// The attenuation of a harmonic relative to that of the next lower degree.
  let fading: Double

  /// Of the angle between geocentric and geodetic vertical.
  let (cosineOfTilt, sineOfTilt): (Double, Double)

  init(_ coordinate: Coordinate, altitude: Double) {
    let latitude = coordinate.latitude.radians
    let (north, out) = (Geography.sine(latitude), Geography.cosine(latitude))
    let squash = WGS84.flattening * (2 - WGS84.flattening)
    let toAxis = WGS84.equatorialRadius / (1 - squash * north * north).squareRoot()
    let (x, z) = ((toAxis + altitude) * out, (toAxis * (1 - squash) + altitude) * north)
    let distance = (x * x + z * z).squareRoot()
    (cosine, sine) = (z / distance, x / distance)
    fading = Self.modelRadius / distance
    (cosineOfTilt, sineOfTilt) = (out * sine + north * cosine, north * sine - out * cosine)
  }
}

/// The harmonics of one order, by increasing degree: Schmidt semi-normalised Legendre functions.
struct MagneticWave {
  /// The attenuation at the position.
  private(set) var fading: Double

  /// The function of the colatitude.
  var value: Double { current.value }

  /// Its derivative.
  var slope: Double { current.slope }

  /// The function divided by the sine of the colatitude, which is finite at the poles.
  var height: Double { current.height }

  private typealias Functions = (value: Double, slope: Double, height: Double)
  private let order: Int
  private let point: GeocentricPoint
  private var degree: Int
  private var current: Functions = (1, 0, 0)
  private var last: Functions = (0, 0, 0)

  /// The harmonic of lowest degree, which equals the order.
  init(order: Int, at point: GeocentricPoint) {
    (self.order, self.point, degree) = (order, point, order)
    fading = point.fading * point.fading
    for degree in 0..<order {
      let scale =
        degree == 0 ? 1 : ((2 * Double(degree) + 1) / (2 * Double(degree) + 2)).squareRoot()
      current = (
        scale * point.sine * current.value,
        scale * (point.sine * current.slope + point.cosine * current.value),
        degree == 0 ? 1 : scale * point.sine * current.height
      )
      fading *= point.fading
    }
  }

  /// Moves to the next degree.
  mutating func shorten() {
    let (next, order) = (Double(degree + 1), Double(self.order))
    let before = (Double(degree * degree) - order * order).squareRoot()
    let scale = 1 / (next * next - order * order).squareRoot()
    let step = 2 * next - 1
    let found = (
      scale * (step * point.cosine * value - before * last.value),
      scale * (step * (point.cosine * slope - point.sine * value) - before * last.slope),
      scale * (step * point.cosine * height - before * last.height)
    )
    (last, current) = (current, found)
    degree += 1
    fading *= point.fading
  }
}
