/// A position on Earth in integer units of 1e-7° (about a centimetre).
///
/// The index compares these integers, so a photo exactly on the edge of a box is inside it on each machine.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, times ten million; −900,000,000 … 900,000,000.
  public let latitudeE7: Int32

  /// Degrees east of Greenwich, times ten million; −1,800,000,000 … 1,800,000,000.
  public let longitudeE7: Int32

  /// The units per degree.
  public static let unitsPerDegree: Double = 1e7

  /// Makes a coordinate from degrees; nil if they are out of range.
  public init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }  // false for NaN too
    latitudeE7 = Int32((latitude * Self.unitsPerDegree).rounded())
    longitudeE7 = Int32((longitude * Self.unitsPerDegree).rounded())
  }

  /// Makes a coordinate from units of 1e-7°; nil if they are out of range.
  public init?(latitudeE7: Int32, longitudeE7: Int32) {
    guard (-900_000_000...900_000_000).contains(latitudeE7),
      (-1_800_000_000...1_800_000_000).contains(longitudeE7)
    else { return nil }
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// Makes a coordinate from values that are in range.
  init(uncheckedLatitudeE7 latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// Degrees north of the equator.
  public var latitude: Double { Double(latitudeE7) / Self.unitsPerDegree }

  /// Degrees east of Greenwich.
  public var longitude: Double { Double(longitudeE7) / Self.unitsPerDegree }
}
