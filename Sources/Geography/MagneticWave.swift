/// A place as seen from the centre of the Earth.
struct GeocentricPoint {
  /// The radius in metres that the model's strengths are those of.
  private static let modelRadius = 6_371_200.0

  /// Of the angle from the north pole.
  let (cosine, sine): (Double, Double)

  /// What a wave of one degree loses on the way here, against one of a degree less.
  let fading: Double

  /// Of the angle between the line from the centre and what is upwards.
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

/// The waves of one order, from the longest on: Schmidt's form of the Legendre functions.
struct MagneticWave {
  /// How strong the wave still is at the place.
  private(set) var fading: Double

  /// The function of the angle from the pole.
  var value: Double { current.value }

  /// Its change with that angle.
  var slope: Double { current.slope }

  /// The function divided by the sine of the angle, which stays finite at the poles.
  var height: Double { current.height }

  private typealias Functions = (value: Double, slope: Double, height: Double)
  private let order: Int
  private let point: GeocentricPoint
  private var degree: Int
  private var current: Functions = (1, 0, 0)
  private var last: Functions = (0, 0, 0)

  /// The longest wave of an order, whose degree is the order.
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

  /// Goes on to the next degree.
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
