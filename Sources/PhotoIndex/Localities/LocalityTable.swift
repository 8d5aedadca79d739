internal import Caches
internal import Geography
internal import PhotoFacts
internal import Places
internal import SQLite
internal import Synchronization

/// The names of positions, by the ids of their rows.
///
/// Rows never change, so a later version of the index has these and some more.
struct LocalityTable: Sendable {
  /// A row: names in English, and the centre of the place.
  struct Named: Hashable {
    var names: PlaceDescription
    var centre: Coordinate?

    /// The names for a position of this locality.
    func names(at coordinate: Coordinate) -> PlaceDescription {
      var names = names
      names.placeDistance = centre.map { coordinate.geodesic(to: $0).distance }
      return names
    }
  }

  private enum Column: Int32, RowColumn {
    case id, countryCode, country, regionCode, region, placeId, place, timeZone, latitude, longitude
    case area
  }

  private(set) var rows: [UInt32: Named] = [:]
  private var lastRow: Int64 = 0

  /// Adds the rows after the last one that was read.
  mutating func readOn(_ connection: Connection) throws {
    let statement = try connection.statement(
      """
      SELECT \(Column.list) FROM locality WHERE id > ?1 ORDER BY id
      """)
    try statement.bind(lastRow).forEachRow { statement in
      let row = Row<Column>(statement)
      lastRow = row.integer(.id)
      guard let number = UInt32(exactly: lastRow) else { return }
      var names = PlaceDescription()
      names.countryCode = row.text(.countryCode)
      names.country = row.text(.country)
      names.regionCode = row.text(.regionCode)
      names.region = row.text(.region)
      names.placeID = row.optionalInteger(.placeId).map(Int.init)
      names.place = row.text(.place)
      names.timeZone = row.text(.timeZone)
      names.area = row.text(.area)
      var centre: Coordinate?
      if let latitude = row.optionalInteger(.latitude),
        let longitude = row.optionalInteger(.longitude)
      {
        centre = Coordinate(
          latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude))
      }
      rows[number] = Named(names: names, centre: centre)
    }
  }

  /// Adds a row that is not in the file, for a position that only a privacy filter shows.
  mutating func add(_ row: Named) -> UInt32 {
    // Starts at the far end, where the file has no rows.
    var number = UInt32.max
    while let known = rows[number] {
      if known == row { return number }
      number -= 1
    }
    rows[number] = row
    return number
  }
}

/// A cache for the rows of localities, shared by the readers of an index.
final class LocalityCache: Sendable {
  private struct Translation: Hashable {
    var number: UInt32
    var language: Language
  }

  private let table = Mutex(LocalityTable())
  private let identity = Mutex<Int64?>(nil)
  private let translations = Mutex(RecentlyUsed<Translation, LocalityTable.Named>(limit: 20_000))

  /// A row with the names in the reader's language; nil if the file has no row with this id.
  func row(_ number: Int64, _ reader: IndexReader) throws -> LocalityTable.Named? {
    guard let number = UInt32(exactly: number) else { return nil }
    let key = Translation(number: number, language: reader.language)
    if !key.language.isEnglish, let known = translations.withLock({ $0[key] }) { return known }
    let found = try table.withLock { table in
      if table.rows[number] == nil { try table.readOn(reader.connection) }
      return table.rows[number]
    }
    guard var row = found, !key.language.isEnglish, let places = reader.caches.places else {
      return found
    }
    row.names = places.translate(row.names, to: key.language)
    let translated = row
    translations.withLock { $0.insert(translated, for: key) }
    return row
  }

  /// All rows that the file of a connection has.
  func table(_ connection: Connection) throws -> LocalityTable {
    try table.withLock { table in
      try table.readOn(connection)
      return table
    }
  }

  /// Drops all rows if they are of another index: a rebuilt replica assigns the ids to other rows.
  func belong(to index: Int64) {
    let isOther = identity.withLock { known in
      defer { known = index }
      return known != nil && known != index
    }
    if isOther { removeAll() }
  }

  /// Drops all rows.
  func removeAll() {
    table.withLock { $0 = LocalityTable() }
    translations.withLock { $0.removeAll() }
  }
}
