internal import Geography
internal import PhotoFacts
public import PhotoIndex
internal import SQLite

/// The tracks of an index.
///
/// Behind a privacy filter there are none: a track shows where people live. It must not outlive the reader.
public struct StoredTracks {
  let reader: IndexReader

  /// Makes a view of a reader.
  public init(_ reader: IndexReader) { self.reader = reader }

  /// Whether the reader shows tracks.
  var areShown: Bool { !reader.isForGuests }

  var connection: Connection { get throws { try reader.connection } }

  /// All track files in the index, sorted by path, including those without a track.
  public func files() throws -> [StoredTrack] {
    guard areShown else { return [] }
    return try connection.statement("\(Self.trackRows)").map(StoredTrack.init)
      .sorted { $0.file.bytes.lexicographicallyPrecedes($1.file.bytes) }
  }

  /// One track; nil if there is none with this id or its file has no track.
  public func track(_ id: Int64) throws -> StoredTrack? {
    guard areShown else { return nil }
    return try connection.statement("\(Self.trackRows) WHERE track.id = ?1 AND count > 0").bind(id)
      .first(StoredTrack.init)
  }

  /// The tracks that pass a filter, sorted by id.
  public func list(_ filter: TrackFilter = TrackFilter()) throws -> [StoredTrack] {
    guard areShown else { return [] }
    let rows = try connection.statement(
      """
      \(Self.trackRows)
      WHERE count > 0 AND last >= ?1 AND first <= ?2 ORDER BY track.id
      """
    ).bind(filter.time?.from ?? .min, filter.time?.through ?? .max).map(StoredTrack.init)
    guard let box = filter.box else { return rows }
    let touching = try ids(touching: box)
    return rows.filter { touching.contains($0.id) }
  }

  /// The extent of all tracks; nil if there are none.
  public func extent() throws -> IndexExtent? {
    guard areShown else { return nil }
    return try connection.statement(
      """
      SELECT min(west), min(south), max(east), max(north), min(first), max(last) FROM track
      WHERE count > 0
      """
    ).first { row -> IndexExtent? in
      guard let box = BoundingBox(row, from: 0), row.integer(4) <= row.integer(5) else {
        return nil
      }
      return IndexExtent(box: box, time: row.integer(4)...row.integer(5))
    } ?? nil
  }

  private static let trackRows = """
    SELECT \(StoredTrack.Column.list) FROM track
      LEFT JOIN directory ON directory.id = track.directory
      LEFT JOIN root ON root.id = directory.root
    """
}

extension StoredTrack {
  fileprivate enum Column: Int32, RowColumn {
    case id, root, directory, name, kind, reason, count, first, last, west, south, east, north

    var expression: String {
      switch self {
      case .id: "track.id"
      case .root, .directory: "\(self).path"
      default: "\(self)"
      }
    }
  }

  init(_ statement: Statement) {
    let row = Row<Column>(statement)
    id = row.integer(.id)
    root = row.isNull(.root) ? nil : FilePath(bytes: row.bytes(.root))
    let name = row.bytes(.name)
    path =
      root == nil
      ? FilePath(bytes: name) : FilePath(bytes: row.bytes(.directory)).appending(name)
    kind = row.text(.kind)
    reason = row.text(.reason)
    count = Int(clamping: row.integer(.count))
    let (first, last) = (row.optionalInteger(.first), row.optionalInteger(.last))
    if let first, let last, first <= last { time = first...last }
    box = BoundingBox(statement, from: Column.west.rawValue)
  }
}

extension BoundingBox {
  /// The box in four columns of a row; nil if they are NULL or not a box.
  init?(_ row: Statement, from column: Int32) {
    let degrees: [Int64] = (0..<4).map { row.integer(column + $0) }
    guard !row.isNull(column), degrees.allSatisfy({ $0.magnitude <= 1_800_000_000 }),
      let southWest = Coordinate(
        latitudeE7: Int32(degrees[1]), longitudeE7: Int32(degrees[0])),
      let northEast = Coordinate(
        latitudeE7: Int32(degrees[3]), longitudeE7: Int32(degrees[2])),
      degrees[0] <= degrees[2], degrees[1] <= degrees[3]
    else { return nil }
    self.init(west: southWest, south: southWest, east: northEast, north: northEast)
  }
}
