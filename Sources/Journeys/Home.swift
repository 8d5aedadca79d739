public import Geography

/// A place that was home for a time.
public struct Home: Hashable, Sendable {
  /// The middle of the visits.
  public var coordinate: Coordinate

  /// The kilometres from the middle within which nine of ten visits are.
  public var radius: Double

  /// The first day on which it is known to have been home.
  public var from: LocalDay

  /// The last such day; nil while it still is home.
  public var to: LocalDay?

  /// The nights that photos show there.
  public var nights: Int

  /// The number of days on which photos were taken there.
  public var photographedDays: Int

  /// Why it is a home.
  public var reason: HomeReason

  /// Whether it was home on a day.
  public func isHome(on day: LocalDay) -> Bool { from <= day && to.map { day <= $0 } ?? true }
}

/// The rule that made a place a home.
public enum HomeReason: Hashable, Sendable {
  /// The owner lived there.
  case settled(nights: Int)

  /// The owner came back often.
  case visited(times: Int, nights: Int)

  /// The owner said so.
  case stated
}

/// A home as the search for trips uses it.
struct KnownHome {
  var home: Home
  var point: SpherePoint

  /// Moving about within this many kilometres of home is no journey.
  static let region = 30.0

  init(_ home: Home) {
    (self.home, point) = (home, SpherePoint(home.coordinate))
  }

  func contains(_ point: SpherePoint) -> Bool {
    point.isWithin(max(Self.region, min(home.radius, 500)), of: self.point)
  }
}

/// The homes of each day.
struct HomeCalendar {
  let homes: [KnownHome]

  /// For how many days before its first known day a place is believed to have been the first home.
  private static let daysBefore = 60

  init(_ homes: [Home]) { self.homes = homes.map { KnownHome($0) } }

  /// The numbers of the homes on a day.
  ///
  /// Between two homes the former counts, and the next one for two months before it begins; so does the first home.
  func homes(on day: LocalDay) -> [Int] {
    let current = homes.indices.filter { homes[$0].home.isHome(on: day) }
    guard current.isEmpty else { return current }
    let former = homes.indices.filter { homes[$0].home.to.map { $0 < day } ?? false }
      .max { (homes[$0].home.to ?? day, $0) < (homes[$1].home.to ?? day, $1) }
    let next = homes.indices.filter { homes[$0].home.from > day }
      .min { (homes[$0].home.from, $0) < (homes[$1].home.from, $1) }
      .flatMap { homes[$0].home.from.number - day.number <= Self.daysBefore ? $0 : nil }
    return [former, next].compactMap { $0 }
  }
}
