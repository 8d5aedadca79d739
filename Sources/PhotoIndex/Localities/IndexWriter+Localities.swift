internal import Geography
internal import PhotoFacts
internal import Places

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
  /// The names of a photo's position, and the capture time with the offset of the place.
  func positionNames(_ place: Place, _ time: CaptureTime?) throws -> PositionNames {
    var found = PositionNames(time: time?.withoutPlace)
    guard let coordinate = place.location?.coordinate else { return found }
    guard let places else {
      hasUnnamed = true
      return found
    }
    guard let locality = localities.locality(coordinate, places) else { return found }
    found.locality = try row(of: locality, places)
    if let known = found.time, let named = try? places.time(known, at: locality) {
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
        AND longitude IS ?9
      """)
    let add = try connection.statement(
      """
      INSERT INTO locality (country_code, country, region_code, region, place_id, place, time_zone,
        latitude, longitude)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING id
      """)
    func bound(_ statement: Statement) throws -> Statement {
      try statement.bind(
        names.countryCode, names.country, names.regionCode, names.region,
        names.placeID.map(Int64.init), names.place, names.timeZone,
        centre.map { Int64($0.latitudeE7) }, centre.map { Int64($0.longitudeE7) })
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
    guard let places else { return true }
    return try state("places") == places.identity
  }

  /// Names up to `count` photos from an id on again; returns the next id, or nil at the end.
  public func renewNames(from first: Int64, count: Int) throws -> Int64? {
    guard let places else { return nil }
    let rows = try connection.statement(
      "SELECT id FROM photo WHERE id >= ?1 AND latitude IS NOT NULL ORDER BY id LIMIT ?2")
    let ids = try rows.bind(first, Int64(count)).map { $0.integer(0) }
    for id in ids { try renewNames(of: id) }
    guard let last = ids.last, ids.count == count else {
      try setState("places", places.identity)
      return nil
    }
    return last + 1
  }

  private func renewNames(of id: Int64) throws {
    guard try updateNames(of: id) else { return }
    try noteBlock(of: id)
    try removePoint(of: id)
    guard let photo = try reader.photo(id),
      let point = IndexedPoint(id: id, photo.place, photo.time, photo.format)
    else { return }
    gridChanges.append(.insert(point))
  }

  /// Names the position of a photo again, which may have changed; returns false if nothing changes.
  ///
  /// The caller updates grid and blocks.
  @discardableResult
  func updateNames(of id: Int64) throws -> Bool {
    guard let photo = try reader.photo(id) else { return false }
    let names = try positionNames(photo.place, photo.time)
    let find = try connection.statement("SELECT locality, remarks FROM photo WHERE id = ?1")
    let known = try find.bind(id).first { ($0.optionalInteger(0), $0.text(1) ?? "") }
    let others = (known?.1 ?? "").split(separator: "\n").map(String.init)
      .filter { !PositionNames.remarks.values.contains($0) }
    let remarks = (others + [names.remark].compactMap { $0 }).joined(separator: "\n")
    guard names.locality != known?.0 || photo.time != names.time || remarks != known?.1 else {
      return false
    }
    noteChange()
    let change = try connection.statement(
      """
      UPDATE photo SET locality = ?2, utc_offset = ?3, instant = ?4, time_source = ?5, remarks = ?6
      WHERE id = ?1
      """)
    try change.bind(
      id, names.locality, names.time?.utcOffsetMinutes.map(Int64.init),
      names.time?.instantMilliseconds, names.time.map { Int64($0.source.rawValue) },
      remarks.isEmpty ? nil as String? : remarks
    ).run()
    return true
  }
}
