import CSQLite

/// The peers of words: a plain FTS5 table, and a table that LIKE goes through.
///
/// The statements are made in `init`, finalized in `deinit`, and never leave this file.
@safe final class TextPeer {
  private let database: PeerDatabase
  private var insertion: OpaquePointer?
  private var plainInsertion: OpaquePointer?

  init(path: String) throws {
    database = try PeerDatabase("FTS5", path: path, cacheSize: 65_536)
    try database.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(words, tokenize = 'unicode61 remove_diacritics 2');
      CREATE TABLE IF NOT EXISTS plain (id INTEGER PRIMARY KEY, words TEXT);
      """)
    unsafe insertion = try database.prepare("INSERT INTO found (rowid, words) VALUES (?1, ?2)")
    unsafe plainInsertion = try database.prepare(
      "INSERT INTO plain (id, words) VALUES (?1, ' ' || ?2 || ' ')")
  }

  deinit {
    unsafe sqlite3_finalize(insertion)
    unsafe sqlite3_finalize(plainInsertion)
  }

  func begin() throws { try database.execute("BEGIN") }

  func commit() throws { try database.commit() }

  func insert(_ id: Int64, _ words: String) throws {
    unsafe try insert(id, words, insertion)
    unsafe try insert(id, words, plainInsertion)
  }

  private func insert(_ id: Int64, _ words: String, _ statement: OpaquePointer?) throws {
    unsafe sqlite3_bind_int64(statement, 1, id)
    unsafe bind(words, to: statement, 2)
    let code = unsafe sqlite3_step(statement)
    unsafe sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw database.failure() }
  }

  func count(match query: String) throws -> Int {
    try count("SELECT count(*) FROM found WHERE found MATCH ?1", query)
  }

  func count(like pattern: String) throws -> Int {
    try count("SELECT count(*) FROM plain WHERE words LIKE ?1", pattern)
  }

  private func count(_ sql: String, _ text: String) throws -> Int {
    let statement = unsafe try database.prepare(sql)
    defer { unsafe sqlite3_finalize(statement) }
    unsafe bind(text, to: statement, 1)
    guard unsafe sqlite3_step(statement) == SQLITE_ROW else { throw database.failure() }
    return Int(unsafe sqlite3_column_int64(statement, 0))
  }

  private func bind(_ text: String, to statement: OpaquePointer?, _ index: Int32) {
    unsafe sqlite3_bind_text(
      statement, index, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }
}
