import CSQLite
import Geography

/// The peer: SQLite's R*Tree with the same coordinates in integer units of 1e-7°, so that results must be equal.
///
/// The statements are made in `init`, finalized in `deinit`, and never leave this file.
@safe final class RTree {
  private let database: PeerDatabase
  private var insertion: OpaquePointer?
  private var box: OpaquePointer?
  private var total: OpaquePointer?

  /// Opens the file with the journal mode and page cache of the index.
  init(path: String) throws {
    database = try PeerDatabase("R*Tree", path: path, cacheSize: 16_384)
    try database.execute("CREATE VIRTUAL TABLE IF NOT EXISTS photo USING rtree_i32(id, w, e, s, n)")
    unsafe insertion = try database.prepare("INSERT INTO photo VALUES (?1, ?2, ?2, ?3, ?3)")
    let inside = "FROM photo WHERE w >= ?1 AND e <= ?2 AND s >= ?3 AND n <= ?4"
    unsafe box = try database.prepare("SELECT id, w, s \(inside) LIMIT ?5")
    unsafe total = try database.prepare("SELECT count(*) \(inside)")
  }

  deinit {
    unsafe sqlite3_finalize(insertion)
    unsafe sqlite3_finalize(box)
    unsafe sqlite3_finalize(total)
  }

  /// Sets the page cache of the index's writer, and begins the only transaction.
  func prepareToLoad() throws {
    try database.execute("PRAGMA cache_size = -65536")
    try database.execute("BEGIN")
  }

  func commit() throws { try database.commit() }

  func insert(id: Int64, _ coordinate: Coordinate) throws {
    unsafe sqlite3_bind_int64(insertion, 1, id)
    unsafe sqlite3_bind_int(insertion, 2, coordinate.longitudeE7)
    unsafe sqlite3_bind_int(insertion, 3, coordinate.latitudeE7)
    let code = unsafe sqlite3_step(insertion)
    unsafe sqlite3_reset(insertion)
    guard code == SQLITE_DONE else { throw database.failure() }
  }

  /// The ids of up to `limit` photos in a box, with their coordinates.
  func pins(_ edges: BoundingBox, limit: Int) throws -> (ids: [Int64], coordinateSum: Int64) {
    unsafe bind(edges, to: box)
    unsafe sqlite3_bind_int64(box, 5, Int64(limit))
    defer { unsafe sqlite3_reset(box) }
    var ids: [Int64] = []
    // Summed up, so that reading the coordinates is not optimised away.
    var sum: Int64 = 0
    var code = unsafe sqlite3_step(box)
    while code == SQLITE_ROW {
      ids.append(unsafe sqlite3_column_int64(box, 0))
      sum &+= unsafe sqlite3_column_int64(box, 1) &+ sqlite3_column_int64(box, 2)
      code = unsafe sqlite3_step(box)
    }
    guard code == SQLITE_DONE else { throw database.failure() }
    return (ids, sum)
  }

  func count(_ edges: BoundingBox) throws -> Int {
    unsafe bind(edges, to: total)
    defer { unsafe sqlite3_reset(total) }
    guard unsafe sqlite3_step(total) == SQLITE_ROW else { throw database.failure() }
    return Int(unsafe sqlite3_column_int64(total, 0))
  }

  private func bind(_ edges: BoundingBox, to statement: OpaquePointer?) {
    unsafe sqlite3_bind_int(statement, 1, edges.westE7)
    unsafe sqlite3_bind_int(statement, 2, edges.eastE7)
    unsafe sqlite3_bind_int(statement, 3, edges.southE7)
    unsafe sqlite3_bind_int(statement, 4, edges.northE7)
  }
}
