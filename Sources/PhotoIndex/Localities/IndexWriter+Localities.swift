internal import Geography
internal import PhotoFacts
internal import Places
internal import SQLite

/// What the position of a photo implies: its names, and the offset of its time.
struct PositionNames {
  /// Remarks on local times that a change of the clocks skips or repeats.
  static let remarks: [ZoneClock.Occurrence: String] = [
    .twice: "The clocks were set back in this hour, which came twice; the first is assumed.",
    .never: "The clocks were set forward in this hour, which never came; the camera's was not.",
  ]

  /// The row of its names; nil without a position or a places file.
  var locality: Int64?

  /// The capture time, with the offset of the place if the file has none.
  var time: CaptureTime?

  /// A remark on the time.
  var remark: String?
}

/// The rows of `locality`, by locality of the places file.
struct LocalityNumbers {
  private static let greatestCount = 200_000

  private var known: [Locality: Int64] = [:]
  private var recent: (coordinate: Coordinate, locality: Locality)?

  /// The clock of the last photo that has only its local time.
  var clock: SteadyClock?

  /// The locality of a position; remembers the last one, because photos of a burst share theirs.
  mutating func locality(_ coordinate: Coordinate, _ places: Places) -> Locality? {
    if let recent, recent.coordinate == coordinate { return recent.locality }
    // With a damaged places file, photos get no names and the scan continues. `geoindex doctor` reports the
    // damage.
    guard let found = try? places.locate(coordinate) else { return nil }
    recent = (coordinate, found)
    return found
  }

  subscript(locality: Locality) -> Int64? {
    get { known[locality] }
    set {
      if known.count >= Self.greatestCount { known.removeAll(keepingCapacity: true) }
      known[locality] = newValue
    }
  }
}

extension IndexWriter {
  /// Uses the boundaries as they are now, for the whole transaction.
  func usePlaces() {
    guard let found = currentPlaces?.current, found !== places else { return }
    places = found
    // The numbers of areas are those of the former file.
    localities = LocalityNumbers()
  }

  /// The names of a photo's position, and the capture time with the offset of the place.
  ///
  /// The locality may have been found before.
  func positionNames(
    _ place: Place, _ time: CaptureTime?, _ known: FoundLocality? = nil
  ) throws -> PositionNames {
    var found = PositionNames(time: time?.withoutPlace)
    guard let coordinate = place.location?.coordinate else { return found }
    guard let places else {
      hasUnnamed = true
      return found
    }
    // Boundaries that cannot be read now may be later.
    if places.boundariesProblem != nil { hasUnnamed = true }
    guard
      let locality = known?.locality(in: places) ?? localities.locality(coordinate, places)
    else { return found }
    found.locality = try row(of: locality, places)
    if let known = found.time, let named = try? places.time(known, at: locality, &localities.clock)
    {
      found.time = named.time
      found.remark = named.occurrence.flatMap { PositionNames.remarks[$0] }
    }
    return found
  }

  /// The row of a locality; adds it if it is new.
  private func row(of locality: Locality, _ places: Places) throws -> Int64? {
    if let known = localities[locality] { return known }
    guard let names = try? places.describe(locality) else { return nil }
    let centre = try? places.centre(of: locality)
    let find = try connection.statement(
      """
      SELECT id FROM locality WHERE country_code IS ?1 AND country IS ?2 AND region_code IS ?3
        AND region IS ?4 AND place_id IS ?5 AND place IS ?6 AND time_zone IS ?7 AND latitude IS ?8
        AND longitude IS ?9 AND area IS ?10
      """)
    let add = try connection.statement(
      """
      INSERT INTO locality (country_code, country, region_code, region, place_id, place, time_zone,
        latitude, longitude, area)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) RETURNING id
      """)
    func bound(_ statement: Statement) throws -> Statement {
      try statement.bind(
        names.countryCode, names.country, names.regionCode, names.region,
        names.placeID.map(Int64.init), names.place, names.timeZone,
        centre.map { Int64($0.latitudeE7) }, centre.map { Int64($0.longitudeE7) },
        names.area)
    }
    let id = try bound(find).first { $0.integer(0) } ?? bound(add).returnedID()
    localities[locality] = id
    return id
  }
}

// MARK: - Names that are to be renewed

extension IndexWriter {
  /// Whether the names in this index are from the places file of this program.
  public func hasCurrentNames() throws -> Bool {
    guard let places, places.boundariesProblem == nil else { return true }
    return try state("places") == places.identity
  }

  /// Names up to `count` photos from an id on again; returns the next id, or nil at the end.
  ///
  /// Starts again at the first one if the boundaries were replaced since then.
  public func renewNames(from first: Int64, count: Int) throws -> Int64? {
    guard let places else { return nil }
    if first == .min {
      renewing = places.identity
    } else if renewing != places.identity {
      return .min
    }
    let rows = try connection.statement(
      """
      SELECT \(NamedRow.Column.list) FROM photo WHERE id >= ?1 AND latitude IS NOT NULL
      ORDER BY id LIMIT ?2
      """)
    var (found, last) = (0, first)
    var changed: [NamedRow] = []
    try rows.bind(first, Int64(count)).forEachRow { row in
      (found, last) = (found + 1, Row<NamedRow.Column>(row).integer(.id))
      if let renamed = try renamed(row) { changed.append(renamed) }
    }
    for row in changed {
      try store(row)
    }
    guard found == count else {
      try setState("places", places.identity)
      return nil
    }
    return last + 1
  }

  /// Names the position of a photo again, which may have changed.
  func updateNames(of id: Int64) throws {
    let find = try connection.statement("SELECT \(NamedRow.Column.list) FROM photo WHERE id = ?1")
    guard let row = try find.bind(id).first(renamed) ?? nil else { return }
    try store(row)
  }

  /// A row with its new names; nil if they are those that it has.
  private func renamed(_ statement: Statement) throws -> NamedRow? {
    let row = Row<NamedRow.Column>(statement)
    let place = NamedRow.place(row)
    let time = NamedRow.time(row)
    let names = try positionNames(place, time)
    let known = row.text(.remarks)
    // Most photos have no remarks, and none that is to be removed.
    let remarks = known == nil && names.remark == nil ? nil : names.remarks(replacing: known)
    guard names.locality != row.optionalInteger(.locality) || time != names.time || remarks != known
    else {
      return nil
    }
    return NamedRow(id: row.integer(.id), names: names, remarks: remarks)
  }

  private func store(_ row: NamedRow) throws {
    let change = try connection.statement(
      """
      UPDATE photo SET locality = ?2, utc_offset = ?3, instant = ?4, time_source = ?5, remarks = ?6
      WHERE id = ?1
      """)
    try change.bind(row.id, at: 1)
    try change.bind(row.names.locality, at: 2)
    try change.bind(row.names.time?.utcOffsetMinutes.map(Int64.init), at: 3)
    try change.bind(row.names.time?.instantMilliseconds, at: 4)
    try change.bind(row.names.time.map { Int64($0.source.rawValue) }, at: 5)
    try change.bind(text: row.remarks.map { Array($0.utf8) }, at: 6)
    try change.run()
  }
}

extension PositionNames {
  /// The remarks of a photo, in which those on the local time are replaced; nil if there are none.
  fileprivate func remarks(replacing known: String?) -> String? {
    let others = (known ?? "").split(separator: "\n").map(String.init)
      .filter { !Self.remarks.values.contains($0) }
    let remarks = others + [remark].compactMap { $0 }
    return remarks.isEmpty ? nil : remarks.joined(separator: "\n")
  }
}

/// A photo whose names have changed.
///
/// Most rows that are read have not changed, so each column is read only when it is needed.
private struct NamedRow {
  enum Column: Int32, RowColumn {
    case id, locality, remarks, localTime, utcOffset, instant, timeSource, location

    var expression: String { self == .location ? PlaceColumn.ofLocations.list() : snakeCase }
  }

  var id: Int64
  var names: PositionNames
  var remarks: String?

  static func time(_ row: Row<Column>) -> CaptureTime? {
    CaptureTime(
      local: row.optionalInteger(.localTime), offset: row.optionalInteger(.utcOffset),
      instant: row.optionalInteger(.instant), source: row.integer(.timeSource))
  }

  static func place(_ row: Row<Column>) -> Place {
    row.location(from: .location).map(Place.located) ?? .unlocated(.noGPS, detail: nil)
  }
}
