public import PhotoIndex

/// Rows of a record that refer to rows that do not exist, by the reference.
///
/// PostgreSQL checks no foreign keys of a record, since partitions may be on other servers. Replicas do, so none can be
/// made of such a record. Early versions could write such rows.
public struct DanglingRows: Hashable, Sendable {
  /// What a repair does with such rows.
  public enum Remedy: Sendable {
    /// The column becomes NULL.
    case emptied
    /// The rows are removed; the next scan finds the files again.
    case removed
    /// They stay: what people have entered is never removed.
    case kept
  }

  /// The table and the column that refers to another table, such as `photo.camera`.
  public var column: String

  /// How many rows there are.
  public var count: Int

  /// What a repair does with them.
  public var remedy: Remedy
}

/// A column of a record that refers to another table.
struct RecordReference: Hashable {
  let table: String
  let column: String
  let parent: String
  let remedy: DanglingRows.Remedy

  /// All of them; references of a table come after those of the tables that it refers to.
  static let all = [
    RecordReference("root_option.root", to: "root", .removed),
    RecordReference("directory.root", to: "root", .removed),
    RecordReference("directory.file_system", to: "file_system", .emptied),
    RecordReference("photo.directory", to: "directory", .removed),
    RecordReference("photo.camera", to: "camera", .emptied),
    RecordReference("photo.locality", to: "locality", .emptied),
    // NULL would stand for a track that was added by hand.
    RecordReference("track.directory", to: "directory", .removed),
    RecordReference("track_chunk.track", to: "track", .removed),
    RecordReference("placement.act", to: "act", .kept),
    RecordReference("undo.placement", to: "placement", .kept),
    RecordReference("undo.act", to: "act", .kept),
    RecordReference("alias.placement", to: "placement", .kept),
  ]

  private init(_ name: String, to parent: String, _ remedy: DanglingRows.Remedy) {
    let parts = name.split(separator: ".").map(String.init)
    (table, column, self.parent, self.remedy) = (parts[0], parts[1], parent, remedy)
  }

  /// The rows that refer to a row that does not exist, as they are known to readers.
  var danglingRows: String {
    "FROM geoindex.\(table == "photo" ? "photo_merged" : table) AS known WHERE \(isDangling)"
  }

  private var isDangling: String {
    """
    known.\(column) IS NOT NULL AND NOT EXISTS (
      SELECT FROM geoindex.\(parent) AS parent WHERE parent.id = known.\(column))
    """
  }

  /// A statement that repairs the rows and returns their ids; `photoColumns` are all columns of photos.
  func repair(_ photoColumns: [String]) -> String {
    switch (table == "photo", remedy) {
    // As in a revision, a photo in a partition is not written: it may be on another server.
    case (true, .emptied):
      """
      INSERT INTO geoindex.photo_buffer (\(photoColumns.joined(separator: ", ")))
      SELECT \(photoColumns.map(emptied).joined(separator: ", ")) \(danglingRows)
      ON CONFLICT (id) DO UPDATE SET \(column) = NULL, companions = excluded.companions RETURNING id
      """
    case (true, _):
      """
      INSERT INTO geoindex.photo_buffer (id, is_removed) SELECT id, true \(danglingRows)
      ON CONFLICT (id) DO UPDATE SET is_removed = true RETURNING id
      """
    case (false, .emptied):
      "UPDATE geoindex.\(table) AS known SET \(column) = NULL WHERE \(isDangling) RETURNING id"
    case (false, _): "DELETE FROM geoindex.\(table) AS known WHERE \(isDangling) RETURNING id"
    }
  }

  /// What becomes of a column of a photo.
  private func emptied(_ name: String) -> String {
    switch name {
    case column: "NULL"
    // The next scan reads the file again, and finds its camera.
    case "companions" where column == "camera":
      "CASE WHEN inode <> 0 AND format IS NOT NULL THEN -1 ELSE companions END"
    default: name
    }
  }
}

extension Record {
  /// The rows that refer to rows that do not exist; the replica need not be complete.
  public func danglingRows(with index: PhotoIndex) throws -> [DanglingRows] {
    let connection = try connected(with: index)
    try connection.beginReading()
    let found = try RecordReference.all.map { reference in
      try rows(of: reference, connection.run("SELECT count(*) \(reference.danglingRows)"))
    }
    try connection.run("COMMIT")
    return found.filter { $0.count > 0 }
  }

  /// Repairs them in one revision, which all replicas follow; returns what it has repaired.
  public func repair(with index: PhotoIndex) throws -> [DanglingRows] {
    let connection = try connected(with: index)
    try connection.run("BEGIN; SELECT revision FROM geoindex.head FOR UPDATE")
    let revision = try RecordHead(connection).revision + 1
    let buffers = try connection.run("SELECT geoindex.buffers_photos()").first?.first == "t"
    let found = try RecordReference.all.filter { $0.remedy != .kept }
      .map { try repair($0, as: revision, connection) }.filter { $0.count > 0 }
    guard !found.isEmpty else {
      try connection.run("ROLLBACK")
      return []
    }
    if !buffers { try connection.run("SELECT geoindex.flush_photos()") }
    if found.contains(where: { $0.column == "photo.locality" }) {
      // The next scan names all positions again.
      try connection.run("UPDATE geoindex.state SET value = 0 WHERE key = 'places'")
    }
    try connection.run(
      """
      INSERT INTO geoindex.batch (revision, id, machine)
      VALUES (\(revision), \(Int64.random(in: 1...1 << 62)), \(machine.byteLiteral));
      UPDATE geoindex.head SET revision = \(revision);
      NOTIFY geoindex;
      COMMIT
      """)
    return found
  }

  /// Repairs the rows with one reference, and notes the change.
  ///
  /// A replica may still have what the record has lost, and would refer to it again; so it removes that too.
  private func repair(
    _ reference: RecordReference, as revision: Int64, _ connection: RecordConnection
  ) throws -> DanglingRows {
    guard let table = ReplicatedTable.names.firstIndex(of: reference.table),
      let parent = ReplicatedTable.names.firstIndex(of: reference.parent)
    else { return rows(of: reference, []) }
    let columns = try connection.run("SELECT geoindex.photo_columns()").first?.first.flatMap { $0 }
    let names = columns?.split(separator: ", ").map(String.init) ?? []
    let count = try connection.run(
      """
      WITH missing AS (SELECT DISTINCT known.\(reference.column) AS id \(reference.danglingRows)),
        repaired AS (\(reference.repair(names))),
        noted AS (
          INSERT INTO geoindex.change (revision, relation, first, last)
          SELECT \(revision), \(table), id, id FROM repaired
          UNION ALL SELECT \(revision), \(parent), id, id FROM missing)
      SELECT count(*) FROM repaired
      """)
    return rows(of: reference, count)
  }

  /// A connection of its own, to a record whose tables are those of this version.
  private func connected(with index: PhotoIndex) throws -> RecordConnection {
    let tables = try index.replicatedTables()
    let connection = try RecordConnection(address)
    try RecordSchema.migrate(connection, tables)
    let isBehind = try connection.run(
      "SELECT pg_is_in_recovery() AND geoindex.buffers_photos()")
    guard isBehind.first?.first != "t" else { throw isBehindItsNodes }
    return connection
  }

  private func rows(of reference: RecordReference, _ count: [[String?]]) -> DanglingRows {
    DanglingRows(
      column: "\(reference.table).\(reference.column)",
      count: count.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0, remedy: reference.remedy)
  }
}
