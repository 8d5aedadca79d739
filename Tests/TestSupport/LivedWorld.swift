/// Realistic libraries, whose positions and times are correlated.
///
/// Queries that are slow in one of them may be fast with independent positions and times.
public enum LivedWorld: String, CaseIterable, Sendable {
  /// 25 years in one city of ten kilometres (60 %), at home (10 %) and anywhere on Earth (30 %).
  case resident
  /// Home, work 30 km away and the railway between them, every day of ten years.
  case commuter
  /// Two weeks at one place after another, each in its own region.
  case traveller
  /// A drone that covers one square kilometre in five days.
  case survey
  /// 100,000 pictures of one day at one position, and the photos of a resident.
  case timeLapse
  /// Scanned prints with the same time, from places in one country.
  case archive
  /// The places of a resident, all undated.
  case undated
  /// A resident with some photos from cameras with absurd dates.
  case farFuture
  /// Forty days of many people all over the world.
  case crowd

  /// A photo: degrees, and milliseconds since 1970 if it is dated.
  public struct Photo: Sendable {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// When it was taken, if it is dated.
    public var time: Int64?
  }

  /// The position around which most photos are.
  public static let home = (latitude: 48.1374, longitude: 11.5755)

  /// The photos in order of time; deterministic for equal parameters.
  public func photos(_ count: Int, seed: UInt64 = 1) -> some Sequence<Photo> {
    var random = SeededRandom(seed: seed)
    var trip = Self.anywhere(&random)
    return (0..<count).lazy.map { number in
      let share = Double(number) / Double(count)
      if number % 3_000 == 0 { trip = Self.anywhere(&random) }
      return photo(number, share, trip, &random)
    }
  }

  private func photo(
    _ number: Int, _ share: Double, _ trip: Photo, _ random: inout SeededRandom
  ) -> Photo {
    switch self {
    case .resident: return Self.resident(share, &random)
    case .commuter: return Self.commuter(share, &random)
    case .traveller:
      var photo = Self.near(trip.latitude, trip.longitude, kilometres: 20, &random)
      photo.time = Self.moment(of: share, years: 25, &random)
      return photo
    case .survey:
      var photo = Self.near(Self.home.latitude, Self.home.longitude, kilometres: 0.5, &random)
      photo.time = 1_620_000_000_000 + Int64(share * 5 * 86_400_000)
      return photo
    case .timeLapse:
      // At most a third, so that a small world has both.
      guard number % 3 == 0, number < 300_000 else { return Self.resident(share, &random) }
      return Photo(
        latitude: Self.home.latitude, longitude: Self.home.longitude,
        time: 1_560_000_000_000 + Int64(number) * 288)
    case .archive:
      var photo = Self.near(47, 9, kilometres: 300, &random)
      photo.time = 315_532_800_000
      return photo
    case .undated:
      var photo = Self.resident(share, &random)
      photo.time = nil
      return photo
    case .crowd:
      var photo = Self.anywhere(&random)
      photo.time = Self.moment(of: share, years: 40 / 365.25, &random)
      return photo
    case .farFuture:
      var photo = Self.resident(share, &random)
      let clocks: [Int64] = [253_402_300_799_999, -125_000_000_000_000, 32_503_680_000_000, -1]
      if number % 500 == 0 { photo.time = clocks.randomElement(using: &random) }
      return photo
    }
  }

  private static func resident(_ share: Double, _ random: inout SeededRandom) -> Photo {
    var photo =
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6: near(home.latitude, home.longitude, kilometres: 5, &random)
      case 6: near(home.latitude + 0.01, home.longitude + 0.01, kilometres: 0.1, &random)
      default: anywhere(&random)
      }
    photo.time = moment(of: share, years: 25, &random)
    return photo
  }

  private static func commuter(_ share: Double, _ random: inout SeededRandom) -> Photo {
    let (work, line) = (
      (latitude: 48.4, longitude: 11.75), Double.random(in: 0...1, using: &random)
    )
    var photo =
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: near(home.latitude, home.longitude, kilometres: 0.2, &random)
      case 4..<8: near(work.latitude, work.longitude, kilometres: 0.2, &random)
      default:
        near(
          home.latitude + line * (work.latitude - home.latitude),
          home.longitude + line * (work.longitude - home.longitude), kilometres: 0.05, &random)
      }
    photo.time = moment(of: share, years: 10, &random)
    return photo
  }

  private static func moment(
    of share: Double, years: Double, _ random: inout SeededRandom
  ) -> Int64 {
    let length = years * 31_557_600_000
    return 1_735_689_600_000 - Int64(length * (1 - share))
      + .random(in: 0..<3_600_000, using: &random)
  }

  private static func near(
    _ latitude: Double, _ longitude: Double, kilometres: Double, _ random: inout SeededRandom
  ) -> Photo {
    let reach = kilometres / 111.2
    return Photo(
      latitude: latitude + .random(in: -reach...reach, using: &random),
      longitude: longitude + 1.5 * .random(in: -reach...reach, using: &random))
  }

  private static func anywhere(_ random: inout SeededRandom) -> Photo {
    Photo(
      latitude: .random(in: -60...70, using: &random),
      longitude: .random(in: -179...179, using: &random))
  }
}
