import CSQLite

/// A database of SQLite in which a peer stores its copy of the photos.
///
/// The handle is made in `init`, closed in `deinit`, and never leaves this file.
@safe final class PeerDatabase {
  private let name: String
  private var handle: OpaquePointer?

  /// Opens the file with the journal mode of the index; `name` is that of the peer in errors.
  init(_ name: String, path: String, cacheSize: Int) throws {
    self.name = name
    try check(unsafe sqlite3_open(path, &handle))
    try execute("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = NORMAL")
    try execute("PRAGMA cache_size = -\(cacheSize)")
  }

  // Statements that their owners finalize later keep it open until then.
  deinit { unsafe sqlite3_close_v2(handle) }

  func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    return unsafe statement
  }

  func execute(_ sql: String) throws { try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil)) }

  /// Commits, and moves the journal into the file.
  func commit() throws {
    try execute("COMMIT")
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  func failure() -> Failure {
    Failure("\(name): " + (unsafe String(cString: sqlite3_errmsg(handle))))
  }

  private func check(_ code: Int32) throws { guard code == SQLITE_OK else { throw failure() } }
}
