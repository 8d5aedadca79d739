public import Geography
internal import Grid
internal import PhotoFacts
public import Query

/// A country, a region or a place with the photos in it.
public struct AreaSummary: Sendable {
  /// Its identifier and names.
  public var area: PhotoFacets.Area

  /// How many photos.
  public var count: Int

  /// The box around them.
  public var bounds: BoundingBox?

  /// The newest of them.
  public var cover: Int64

  /// When the first and the last dated one were taken; nil if none is dated.
  public var taken: ClosedRange<Int64>?
}

/// The photos of a filter by the country, the region and the place in which they were taken.
public struct AreaTree: Sendable {
  /// Every country, by its code.
  public fileprivate(set) var countries: [String: AreaSummary] = [:]

  /// Every region, by its code.
  public fileprivate(set) var regions: [String: AreaSummary] = [:]

  /// Every place, by GeoNames' number.
  public fileprivate(set) var places: [String: AreaSummary] = [:]

  /// Every area of the user's boundaries, by its name.
  public fileprivate(set) var boundaries: [String: AreaSummary] = [:]

  /// How many photos are in no country.
  fileprivate var elsewhere = 0

  /// The parts of an area, most photos first; without an area, all countries.
  ///
  /// A country has regions, and places outside any region; a region has places.
  public func children(of id: String?) -> [AreaSummary] {
    let found: [AreaSummary]
    if let id {
      found =
        regions.values.filter { $0.area.names.countryCode == id }
        + places.values.filter {
          ($0.area.names.regionCode ?? $0.area.names.countryCode) == id
        }
    } else {
      found = Array(countries.values)
    }
    return found.sorted { ($1.count, $0.area.id) < ($0.count, $1.area.id) }
  }

  /// How many photos of an area, or of all, are in none of its parts.
  public func rest(of id: String?) -> Int {
    guard let id else { return elsewhere }
    return children(of: id).reduce(self[id]?.count ?? 0) { $0 - $1.count }
  }

  /// All countries, regions and places.
  public var all: [AreaSummary] {
    Array(countries.values) + Array(regions.values) + Array(places.values)
  }

  /// The area of an identifier, if there are photos in it.
  public subscript(id: String) -> AreaSummary? {
    countries[id] ?? regions[id] ?? places[id] ?? boundaries[id]
  }
}

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
  /// Photos from aeroplanes are left out, because no one has been to what lies below.
  ///
  /// Countries are sorted by name; each is followed by its regions.
  public func visits(_ filter: PhotoFilter) throws -> [AreaVisits] {
    let named = try namedGroups()
    var found = VisitedDays()
    var onGround = filter
    onGround.require(.not(.flown))
    try addChosen(onGround.simplified, to: &found) { found, run, chosen in
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

  /// Groups the photos that pass a filter by where they were taken.
  ///
  /// Walks the runs once for each version of the index, and caches the result.
  public func areas(_ filter: PhotoFilter) throws -> AreaTree {
    let filter = filter.simplified
    return try caches.areas.answer(to: filter, at: stamp()) {
      let named = try namedGroups()
      var sums = LocalitySums(count: named.groups.localities.count)
      try addChosen(filter, to: &sums) { sums, run, chosen in
        sums.add(run, chosen, named.groups)
      }
      return AreaTree(sums.localities, named)
    }
  }
}

/// Photos added up by their localities.
private struct LocalitySums: Mergeable {
  private(set) var localities: [PointSummary]

  init(count: Int) { localities = [PointSummary](repeating: PointSummary(), count: count) }

  var emptied: LocalitySums { LocalitySums(count: localities.count) }

  mutating func merge(_ other: LocalitySums) { localities.merge(other.localities) }

  mutating func add(_ run: GridRun, _ chosen: PointSelection, _ groups: PhotoGroups) {
    for index in chosen { localities[groups.localityPosition(of: run.id(index))].add(run, index) }
  }
}

extension AreaTree {
  fileprivate init(_ sums: [PointSummary], _ named: NamedGroups) {
    let localities = zip(named.groups.localities, sums).filter { $1.count > 0 }
      .map { number, sum in
        (names: named.localities.rows[UInt32(number)]?.names ?? PlaceDescription(), sum: sum)
      }
    for (names, sum) in localities where names.countryCode == nil { elsewhere += sum.count }
    countries = Self.summaries(localities, by: \.countryCode) { $0.upToCountry }
    regions = Self.summaries(localities, by: \.regionCode) { $0.upToRegion }
    places = Self.summaries(localities, by: \.placeID) { $0.upToPlace }
    boundaries = Self.summaries(localities, by: \.area) { $0.ownArea }
  }

  private static func summaries<Key: Hashable>(
    _ localities: [(names: PlaceDescription, sum: PointSummary)],
    by key: (PlaceDescription) -> Key?, _ area: (PlaceDescription) -> PhotoFacets.Area?
  ) -> [String: AreaSummary] {
    var totals: [Key: (first: Int, sum: PointSummary)] = [:]
    for (index, locality) in localities.enumerated() {
      guard let key = key(locality.names) else { continue }
      totals[key, default: (index, PointSummary())].sum.merge(locality.sum)
    }
    var summaries: [String: AreaSummary] = [:]
    for (first, sum) in totals.values {
      guard let area = area(localities[first].names) else { continue }
      summaries[area.id] = AreaSummary(
        area: area, count: sum.count, bounds: sum.extent, cover: sum.representative,
        taken: sum.time)
    }
    return summaries
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
