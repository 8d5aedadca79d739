internal import Grid
internal import PhotoFacts
public import Query

/// When photos were taken in a country or a region.
public struct AreaVisits: Sendable {
  /// The country or the region.
  public var area: PhotoFacets.Area

  /// The days on which photos were taken there, by the clocks of cameras, counted from 1970; in order.
  public var days: [Int]

  /// The years of these days, in order.
  public var years: [Int] {
    days.map { CalendarDate(daysSince1970: $0).year }
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

extension IndexReader {
  /// The countries and regions of the dated photos that pass a filter, with the days on which they were taken.
  ///
  /// Countries are sorted by name; each is followed by its regions.
  public func visits(_ filter: PhotoFilter) throws -> [AreaVisits] {
    let named = try namedGroups()
    var found = VisitedDays()
    try addChosen(filter.simplified, to: &found) { found, run, chosen in
      for index in chosen where run.time(index) != IndexedPoint.undated {
        let day = Int32(clamping: run.localTime(index).quotientRoundedDown(by: 86_400_000))
        found.add(named.groups.locality(of: run.id(index)), day)
      }
    }
    var days: [PhotoFacets.Area: Set<Int32>] = [:]
    for (locality, some) in found.days {
      guard let names = named.localities.rows[locality]?.names else { continue }
      for area in [names.upToCountry, names.upToRegion] {
        if let area { days[area, default: []].formUnion(some) }
      }
    }
    return days.map { AreaVisits(area: $0, days: $1.map(Int.init).sorted()) }.sorted {
      ($0.area.names.country ?? "", $0.area.names.regionCode ?? "", $0.area.id)
        < ($1.area.names.country ?? "", $1.area.names.regionCode ?? "", $1.area.id)
    }
  }
}

/// The days with photos, by locality.
private struct VisitedDays: Mergeable {
  private(set) var days: [UInt32: Set<Int32>] = [:]

  // Photos that are near each other are often from one day.
  private var recent: (locality: UInt32, day: Int32)?

  var emptied: VisitedDays { VisitedDays() }

  mutating func add(_ locality: UInt32, _ day: Int32) {
    if let recent, recent == (locality, day) { return }
    recent = (locality, day)
    days[locality, default: []].insert(day)
  }

  mutating func merge(_ other: VisitedDays) {
    days.merge(other.days) { $0.union($1) }
  }
}
