public import Geography

/// Random tracks of several kinds, each with its own irregularities.
public enum RandomTracks {
  /// When most of them begin.
  public static let start: Int64 = 1_714_557_600_000

  /// A walk with a fix each second, noise, altitudes and pauses.
  public static func walk(
    _ count: Int, from place: (latitude: Double, longitude: Double) = (48.1, 11.5),
    at begin: Int64 = start, seed: UInt64 = 1
  ) -> [Fix] {
    var random = SeededRandom(seed: seed)
    var (latitude, longitude, instant) = (place.latitude, place.longitude, begin)
    return (0..<count).map { number in
      latitude += Double.random(in: -1e-5...3e-5, using: &random)
      longitude += Double.random(in: -2e-5...3e-5, using: &random)
      instant += number % 700 == 699 ? 3_600_000 : 1_000
      return fix(latitude, longitude, instant, altitude: Double(number % 90) + 500.25)
    }
  }

  /// Jumps over the whole Earth: over poles, antimeridian and map edges.
  public static func jumps(_ count: Int, seed: UInt64) -> [Fix] {
    var random = SeededRandom(seed: seed)
    var instant = start
    return (0..<count).map { _ in
      instant += Int64.random(in: 1...2_000_000, using: &random)
      let edge = Int.random(in: 0..<8, using: &random)
      let latitude = edge == 0 ? 90 : edge == 1 ? -90 : Double.random(in: -90...90, using: &random)
      let longitude =
        edge == 2 ? 180 : edge == 3 ? -180 : Double.random(in: -180...180, using: &random)
      return fix(latitude, longitude, instant, accuracy: edge == 4 ? 12.5 : nil)
    }
  }

  /// A fix at a position.
  public static func fix(
    _ latitude: Double, _ longitude: Double, _ instant: Int64, altitude: Double? = nil,
    accuracy: Double? = nil
  ) -> Fix {
    let wrapped = longitude > 180 ? longitude - 360 : longitude
    guard let place = Coordinate(latitude: latitude, longitude: wrapped) else {
      preconditionFailure("\(latitude), \(longitude) is not on Earth")
    }
    return Fix(place, at: instant, altitude: altitude, accuracy: accuracy)
  }

  /// A ship that crosses the antimeridian.
  public static func ship() -> [Fix] {
    (0..<900).map { fix(-17, 179 + Double($0) / 450, start + Int64($0) * 60_000) }
  }
}
