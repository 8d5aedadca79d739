internal import Geography
internal import PhotoFacts

/// What can be wrong about a photo without others beside it.
struct SinglePhoto {
  /// The elevations with which altitudes are compared.
  private let ground: (any Ground)?

  /// What identifies the elevations; nil without.
  let stamp: UInt64?

  init(_ ground: (any Ground)?) {
    self.ground = ground
    stamp = ground.map { UInt64(truncatingIfNeeded: $0.version.hashValue) }
  }

  /// What is wrong about a photo by itself.
  func doubt(about photo: Observation) -> Doubt? {
    guard !photo.isGiven else { return nil }
    if let evidence = photo.altitude.flatMap(Self.impossibleAltitude) {
      return Doubt(photo: photo.id, reason: .altitude, evidence: evidence, device: photo.device)
    }
    return Self.coarse(photo) ?? underground(photo)
  }

  /// Altitudes at which people are, with aeroplanes.
  private static let altitudes: ClosedRange<Float> = -450...15_500

  static func impossibleAltitude(_ altitude: Float) -> Evidence? {
    altitudes.contains(altitude) ? nil : .impossible(altitude: altitude)
  }

  /// How far below the ground an altitude is certainly wrong: those of satellites may be above an ellipsoid, which is up
  /// to 106 m above the sea.
  private static let depth = 300.0

  /// The metres between the elevations with which an altitude is compared.
  private static let spacing = 500.0

  /// The error in metres up to which a position says which ground is near.
  private static let farthest: Float = 10_000

  /// The doubt about an altitude below all ground that is as near as the position is exact.
  private func underground(_ photo: Observation) -> Doubt? {
    // Programs write 0 for an unknown altitude.
    guard let ground, let altitude = photo.altitude, altitude != 0,
      photo.accuracy ?? 0 <= Self.farthest,
      let here = ground.elevation(at: photo.coordinate, every: Self.spacing),
      Double(altitude) < here - Self.depth
    else { return nil }
    let reach = max(2 * Self.spacing, Double(photo.accuracy ?? 0))
    let around = stride(from: 0.0, to: 360, by: 45).flatMap { bearing in
      [reach / 2, reach].map { metres in
        ground.elevation(
          at: photo.coordinate.moved(along: GeodesicLine(distance: metres, bearing: bearing)),
          every: Self.spacing)
      }
    }
    guard around.allSatisfy({ $0.map { Double(altitude) < $0 - Self.depth } ?? false }) else {
      return nil
    }
    return Doubt(
      photo: photo.id, reason: .altitude,
      evidence: .underground(altitude: altitude, ground: Float(here)), device: photo.device)
  }

  /// The doubt about the digits of a position.
  static func coarse(_ photo: Observation) -> Doubt? {
    // At the poles degrees are exact.
    guard !photo.isGiven, abs(photo.coordinate.latitude) < 89.9,
      let (step, metres) = step(photo.coordinate),
      photo.accuracy ?? 0 < metres / 2
    else { return nil }
    return Doubt(
      photo: photo.id, reason: .coarse,
      evidence: .rounded(step, kilometres: Double(metres) / 1_000), device: photo.device)
  }

  /// The steps in sixths of 1e-7°, of which a minute has a whole number; the coarsest first.
  private static let steps: [(sixths: Int64, name: Evidence.Step, metres: Float)] = [
    (60_000_000, .degree, 70_000), (30_000_000, .half, 35_000), (6_000_000, .tenth, 7_000),
    (1_000_000, .minute, 1_200), (600_000, .hundredth, 700),
  ]

  private static func step(_ place: Coordinate) -> (name: Evidence.Step, metres: Float)? {
    let (north, east) = (6 * Int64(place.latitudeE7), 6 * Int64(place.longitudeE7))
    for step in steps where isMultiple(north, of: step.sixths) {
      if isMultiple(east, of: step.sixths) { return (step.name, step.metres) }
    }
    return nil
  }

  /// Half of 1e-7° is lost when minutes become decimals; one whole is granted.
  private static func isMultiple(_ value: Int64, of step: Int64) -> Bool {
    let rest = value.magnitude % step.magnitude
    return rest <= 6 || rest >= step.magnitude - 6
  }
}
