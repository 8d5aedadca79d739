/// The homes, trips and day trips of a library.
public struct TravelHistory: Sendable {
  /// The homes, by the first day of each.
  public let homes: [Home]

  /// The trips, by day.
  ///
  /// Trips and day trips never have a day in common.
  public let trips: [Trip]

  /// The days away from home without a night, by day.
  public let dayTrips: [Trip]

  /// Finds homes and trips; O(n log m) for n sightings, of which m are on one day.
  ///
  /// The order of the sightings makes no difference.
  public init(_ sightings: Sightings, corrections: [Correction] = []) {
    self.init(SightingLog(sightings), corrections: corrections)
  }

  /// What the trips were made of, for a later version of the library.
  private let basis: TripBasis

  /// Finds homes and trips of a library whose sightings are sorted already.
  ///
  /// - Parameter former: The history of an earlier version, whose trips are used again where nothing has changed.
  public init(
    _ log: SightingLog, corrections: [Correction] = [], former: TravelHistory? = nil
  ) {
    var log = log
    var all = log.visitList
    var sites = SiteFinder.find(&all)
    let lags = ClockLag.lags(all, sites)
    if !lags.isEmpty {
      log = log.corrected(by: lags)
      all = log.visitList
      sites = SiteFinder.find(&all)
    }
    let own = CameraTrust.ownVisits(all, sites)
    var homes = Home.found(own, sites)
    let lastDay = LocalDay(number: Int(own.days.last ?? 0))
    Correction.apply(corrections, to: &homes, lastDay: lastDay)
    let calendar = HomeCalendar(homes)
    let states = DayStateBuilder(own, sites: sites, calendar: calendar).states(own)
    var drafts = TripDraft.found(RunFinder.runs(states), sites)
    Correction.apply(corrections, to: &drafts)
    let builder = TripBuilder(log, states, calendar.homes, former: former?.basis)
    let found = drafts.map { builder.trip($0) }
    self.homes = homes
    basis = TripBasis(log: log, states: states, trips: found)
    trips = found.filter { $0.nights > 0 }
    dayTrips = found.filter { $0.nights == 0 }
  }

  /// The most days by which a clock that is corrected may be wrong.
  public static let mostClockDays = ClockLag.mostHours / 24

  /// The trip or day trip with a day, in O(log n).
  public func trip(on day: LocalDay) -> Trip? {
    Self.find(day, trips) ?? Self.find(day, dayTrips)
  }

  /// The trip or day trip of an id, which may be the date of any of its days.
  public func trip(id: String) -> Trip? { LocalDay(id).flatMap { trip(on: $0) } }

  private static func find(_ day: LocalDay, _ trips: [Trip]) -> Trip? {
    var (low, high) = (0, trips.count)
    while low < high {
      let middle = (low + high) / 2
      if trips[middle].days.upperBound < day { low = middle + 1 } else { high = middle }
    }
    return low < trips.count && trips[low].days.contains(day) ? trips[low] : nil
  }
}
