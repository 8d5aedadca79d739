public import Geography
internal import PhotoFacts
public import Query

/// A country, a region or a place with the photos in it.
public struct AreaSummary: Sendable {
  /// What it is and what it is called.
  public var area: PhotoFacets.Area

  /// How many photos.
  public var count: Int

  /// The box around them.
  public var bounds: BoundingBox?

  /// The newest of them.
  public var cover: Int64

  /// When the first and the last dated one were taken; nil without any.
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

  /// How many photos lie in no country.
  fileprivate var elsewhere = 0

  /// The parts of an area, most photos first; without an area all countries.
  ///
  /// A country has regions, and places that lie in none; a region has places.
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
  public subscript(id: String) -> AreaSummary? { countries[id] ?? regions[id] ?? places[id] }
}

extension IndexReader {
  /// Divides the photos that pass a filter by where they were taken.
  ///
  /// One walk over the runs, the first time that a version is asked.
  public func areas(_ filter: PhotoFilter) throws -> AreaTree {
    let filter = filter.simplified
    return try caches.areas.answer(to: filter, at: stamp()) {
      let named = try namedGroups()
      var sums = LocalitySums(groups: named.groups.groups.count)
      try addChosen(filter, to: &sums) { sums, run, chosen in
        sums.add(run, chosen, named.groups)
      }
      return AreaTree(sums.groups, named)
    }
  }
}

/// Photos added up by their groups.
private struct LocalitySums: Mergeable {
  private(set) var groups: [PointSummary]

  init(groups: Int) { self.groups = [PointSummary](repeating: PointSummary(), count: groups) }

  var emptied: LocalitySums { LocalitySums(groups: groups.count) }

  mutating func merge(_ other: LocalitySums) { groups.merge(other.groups) }

  mutating func add(_ run: GridRun, _ chosen: PointSelection, _ groups: PhotoGroups) {
    for index in chosen { self.groups[groups.position(of: run.id(index))].add(run, index) }
  }
}

extension AreaTree {
  fileprivate init(_ sums: [PointSummary], _ named: NamedGroups) {
    var localities: [UInt32: PointSummary] = [:]
    for (group, sum) in zip(named.groups.groups, sums) where sum.count > 0 {
      localities[group.localityNumber, default: PointSummary()].merge(sum)
    }
    var totals: [PhotoFacets.Area: PointSummary] = [:]
    for (number, sum) in localities {
      let names = named.localities.rows[number]?.names ?? PlaceDescription()
      if names.countryCode == nil { elsewhere += sum.count }
      for area in [names.upToCountry, names.upToRegion, names.upToPlace] {
        if let area { totals[area, default: PointSummary()].merge(sum) }
      }
    }
    for (area, sum) in totals {
      let summary = AreaSummary(
        area: area, count: sum.count, bounds: sum.extent, cover: sum.representative,
        taken: sum.time)
      switch area.kind {
      case .country: countries[area.id] = summary
      case .region: regions[area.id] = summary
      case .place: places[area.id] = summary
      }
    }
  }
}
