package import Geography
internal import Glibc

/// A position as a unit vector from the middle of the Earth, which makes distances cheap.
package struct SpherePoint: Equatable {
  // A vector would take 32 bytes, and be aligned to them.
  private var x, y, z: Double

  package var vector: SIMD3<Double> {
    @inline(__always) get { SIMD3(x, y, z) }
    @inline(__always) set { (x, y, z) = (newValue.x, newValue.y, newValue.z) }
  }

  package init(_ place: Coordinate) {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    self.init(
      vector: SIMD3(
        cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)))
  }

  private init(vector: SIMD3<Double>) { (x, y, z) = (vector.x, vector.y, vector.z) }

  /// The middle of near positions, by the sum of their vectors.
  package init(sum: SIMD3<Double>) {
    self.init(vector: sum / (sum * sum).sum().squareRoot())
  }

  /// The mean radius of the Earth in kilometres.
  private static let radius = 6_371.0

  /// The great-circle distance in kilometres.
  package func kilometres(to other: SpherePoint) -> Double {
    Self.kilometres(squaredChord: squaredChord(to: other))
  }

  /// The distance of two positions whose vectors differ so much.
  static func kilometres(squaredChord: Double) -> Double {
    2 * radius * asin(min(1, squaredChord.squareRoot() / 2))
  }

  /// Whether another position is within a distance, without trigonometry; for distances of up to 1,000 km.
  @inline(__always)
  package func isWithin(_ kilometres: Double, of other: SpherePoint) -> Bool {
    let chord = kilometres / Self.radius
    return squaredChord(to: other) <= chord * chord
  }

  /// The square of the distance of both vectors: what is nearer has less, without trigonometry.
  @inline(__always)
  func squaredChord(to other: SpherePoint) -> Double {
    let difference = vector - other.vector
    return (difference * difference).sum()
  }

  /// The position; nil if the vector is zero.
  package var coordinate: Coordinate? {
    let flat = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    guard flat > 0 || vector.z != 0 else { return nil }
    return Coordinate(
      latitude: atan2(vector.z, flat) * 180 / .pi,
      longitude: flat > 0 ? atan2(vector.y, vector.x) * 180 / .pi : 0)
  }

  /// The middle of positions with weights; nil if they cancel out.
  package static func mean(_ parts: some Sequence<(SpherePoint, Double)>) -> SpherePoint? {
    var sum = SIMD3<Double>(repeating: 0)
    for (point, weight) in parts { sum += point.vector * weight }
    let length = (sum * sum).sum().squareRoot()
    return length > 1e-9 ? SpherePoint(vector: sum / length) : nil
  }
}
