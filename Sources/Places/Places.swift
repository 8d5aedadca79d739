public import Geography

/// The places file: finds country, region, place and time zone of a position, and places by name.
///
/// It is memory-mapped. All methods may be called on any thread; those that look up a position take no lock.
public final class Places: Sendable {
  /// The path of the file below the folder of the map page.
  public static let fileName = "places/places.bin"

  /// The sources of names and borders, with their licences.
  public static let credits =
    "Borders © OpenStreetMap contributors (ODbL), states by Natural Earth (public domain) and GMT (LGPL), names by GeoNames (CC BY 4.0)"

  static let version: UInt32 = 2

  private let zones: Division
  private let zoneRules: ZoneRules
  private let states: Division
  private let zoneTable: Section
  private let countryTable: Section
  private let regionTable: Section
  private let strings: Section

  private let ownIdentity: Int64

  /// The polygons that the user has added; nil if there are none, or if they cannot be read.
  let boundaries: Boundaries?

  /// Why the boundaries cannot be read, if there are any.
  public let boundariesProblem: PlacesError?

  let settlements: Settlements
  let languages: Languages
  let terms: SearchTerms
  let folding: Folding
  let countryCount: Int
  let regionCount: Int

  /// Opens a places file; throws if it is incomplete or of another version.
  public init(path: [UInt8]) throws(PlacesError) {
    let file = Section(try MappedFile(path: path))
    let sections = try file.sections(kind: "geoplace", version: Self.version)
    func section(_ tag: String) throws(PlacesError) -> Section {
      guard let section = sections[tag] else { throw .damaged }
      return section
    }
    zones = try Division(index: section("ZIDX"), records: section("ZDAT"))
    states = try Division(index: section("RIDX"), records: section("RDAT"))
    ownIdentity = try section("IDEN").number(0) & Self.identityMask
    zoneTable = try section("ZONE")
    zoneRules = try ZoneRules(table: section("RULX"), rules: section("RULE"))
    countryTable = try section("CTRY")
    regionTable = try section("REGN")
    strings = try section("STRS")
    settlements = try Settlements(
      starts: section("PCEL"), points: section("PPOS"), facts: section("PATT"))
    countryCount = try countryTable.records(of: 12)
    regionCount = try regionTable.records(of: 16)
    languages = try Languages(
      table: section("LANG"), names: section("LNAM"), strings: section("STRS"))
    folding = try Folding(table: section("FOLD"), strings: section("STRS"))
    terms = try SearchTerms(rows: section("TERM"), texts: section("TTXT"))
    (boundaries, boundariesProblem) = (nil, nil)
  }

  /// The same file with other boundaries.
  private init(_ other: Places, _ boundaries: Result<Boundaries, PlacesError>?) {
    (zones, zoneRules, states) = (other.zones, other.zoneRules, other.states)
    (zoneTable, countryTable) = (other.zoneTable, other.countryTable)
    (regionTable, strings) = (other.regionTable, other.strings)
    (ownIdentity, settlements) = (other.ownIdentity, other.settlements)
    (languages, folding, terms) = (other.languages, other.folding, other.terms)
    (countryCount, regionCount) = (other.countryCount, other.regionCount)
    switch boundaries {
    case nil: (self.boundaries, boundariesProblem) = (nil, nil)
    case .success(let found): (self.boundaries, boundariesProblem) = (found, nil)
    case .failure(let problem): (self.boundaries, boundariesProblem) = (nil, problem)
    }
  }

  /// The same places with the boundaries of a file; nil for none.
  public func withBoundaries(_ path: [UInt8]?) -> Places {
    guard let path else { return Places(self, nil) }
    do throws(PlacesError) {
      return Places(self, .success(try Boundaries(path: path)))
    } catch {
      return Places(self, .failure(error))
    }
  }

  private static let identityMask: Int64 = 1 << 62 - 1

  /// A number that differs for each content of the places file and of the boundaries, and for each version of
  /// the rules by which names are found.
  public var identity: Int64 {
    let added = boundaries.map { $0.identity &* 0x2545_F491_4F6C_DD1D | 1 } ?? 0
    return (ownIdentity &+ Self.rules &+ added) & Self.identityMask
  }

  /// Grows when positions get other names from the same files.
  private static let rules: Int64 = 1

  /// The country, region, settlement and time zone of a position, as numbers.
  ///
  /// O(1) near settlements; farther away it searches ever wider boxes.
  public func locate(_ coordinate: Coordinate) throws(PlacesError) -> Locality {
    let point = MapUnits(coordinate)
    var found = Locality()
    // Damaged boundaries give no names; `geoindex doctor` reports them.
    if let boundaries { found.area = (try? boundaries.name(at: coordinate)) ?? nil }
    if let zone = try zones.label(at: point) {
      found.zone = zone
      let country: UInt16 = try zoneTable.number(8 * zone + 4)
      found.country = country == Division.none ? nil : Int(country)
    }
    if found.country != nil, let region = try states.label(at: point),
      try country(ofRegion: region) == found.country
    {
      found.region = region
    }
    let around = try settlements.around(
      Settlements.Question(
        point: point, country: found.country.map { UInt16($0) },
        region: found.region.map { UInt16($0) }))
    guard let around else { return found }
    if found.country != nil, found.region == nil, around.region != Division.none {
      found.region = Int(around.region)
    }
    found.settlement = try settlements.city(of: around.named)
    return found
  }

  /// The clock of a locality at a local time; nil if the locality has no time zone.
  public func clock(of locality: Locality, atLocal milliseconds: Int64) throws(PlacesError)
    -> ZoneClock?
  {
    guard let zone = locality.zone else { return nil }
    return try clock(ofZone: zone, atLocal: milliseconds)
  }

  /// The clock of a locality at an instant; nil if the locality has no time zone.
  public func clock(of locality: Locality, at instant: Int64) throws(PlacesError) -> ZoneClock? {
    guard let zone = locality.zone else { return nil }
    return try zoneRules.clock(of: zone, at: instant)
  }

  /// The clock of a time zone, by its number, at a local time.
  package func clock(ofZone zone: Int, atLocal milliseconds: Int64) throws(PlacesError) -> ZoneClock
  {
    try zoneRules.clock(of: zone, atLocal: milliseconds).clock
  }

  /// The clock of a time zone at a local time; looks it up only if `last` is not valid for it.
  func clock(ofZone zone: Int, atLocal milliseconds: Int64, _ last: inout SteadyClock?)
    throws(PlacesError) -> ZoneClock
  {
    if let last, last.zone == zone, last.times.contains(milliseconds) { return last.clock }
    let found = try zoneRules.clock(of: zone, atLocal: milliseconds)
    last = found
    return found.clock
  }

  // MARK: - Tables

  func country(ofRegion region: Int) throws(PlacesError) -> Int {
    Int(try regionTable.number(16 * region, as: UInt16.self))
  }

  func zoneName(_ zone: Int) throws(PlacesError) -> String {
    try text(zoneTable.number(8 * zone))
  }

  func countryCode(_ country: Int) throws(PlacesError) -> String {
    String(decoding: try countryTable.bytes(12 * country..<12 * country + 2), as: UTF8.self)
  }

  func regionCode(_ region: Int) throws(PlacesError) -> String {
    try text(regionTable.number(16 * region + 8))
  }

  /// The population of an entity.
  func population(_ entity: Entity) throws(PlacesError) -> Int {
    switch entity {
    case .country(let index): Int(try countryTable.number(12 * index + 4, as: UInt32.self))
    case .region(let index): Int(try regionTable.number(16 * index + 4, as: UInt32.self))
    case .settlement(let index): try settlements.population(of: index)
    }
  }

  /// The name of an entity for which no language has one.
  func ownName(_ entity: Entity) throws(PlacesError) -> String {
    switch entity {
    case .country(let index): try text(countryTable.number(12 * index + 8))
    case .region(let index): try text(regionTable.number(16 * index + 12))
    case .settlement(let index): try text(UInt32(settlements.name(of: index)))
    }
  }

  private func text(_ offset: UInt32) throws(PlacesError) -> String {
    try strings.text(at: Int(offset))
  }
}

extension Section {
  /// The sections of a file of a kind, by their tags; throws if it is of another kind or version.
  func sections(kind: String, version: UInt32) throws(PlacesError) -> [String: Section] {
    guard count >= 16, try bytes(0..<8) == Array(kind.utf8) else { throw .damaged }
    let found: UInt32 = try number(8)
    guard found == version else { throw .otherVersion(found) }
    let entries: UInt32 = try number(12)
    guard entries < 100 else { throw .damaged }
    var sections: [String: Section] = [:]
    for index in 0..<Int(entries) {
      let entry = 16 + 24 * index
      let tag = String(decoding: try bytes(entry..<entry + 4), as: UTF8.self)
      sections[tag] = try Section(self, offset: number(entry + 8), count: number(entry + 16))
    }
    return sections
  }

  /// A text, which follows its length.
  func text(at offset: Int) throws(PlacesError) -> String {
    let length: UInt16 = try number(offset)
    return String(decoding: try bytes(offset + 2..<offset + 2 + Int(length)), as: UTF8.self)
  }
}
