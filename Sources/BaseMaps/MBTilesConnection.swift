internal import CPhotoShims
internal import CSQLite

/// One read-only connection to an MBTiles file.
///
/// Unchecked: one thread uses it at a time, because `MBTilesFile` hands each connection to one caller. The handles are
/// opened in `init`, closed in `deinit`, and never leave this file.
@safe final class MBTilesConnection: @unchecked Sendable {
  /// The limit of SQLite's virtual machine steps per row, about a second.
  ///
  /// `tiles` may be a view, and its query may be endless.
  private static let maximumSteps = 20_000_000
  private static let stepsPerCheck = 10_000

  private let path: [UInt8]
  private let handle: OpaquePointer
  private var tileStatement: OpaquePointer?
  private let budget = Budget()

  private final class Budget {
    var steps = 0
  }

  init(_ path: [UInt8]) throws(BaseMapError) {
    self.path = path
    photo_sqlite_leave_uncounted()
    var opened: OpaquePointer?
    let name = path.map(CChar.init(bitPattern:)) + [0]
    let code = unsafe sqlite3_open_v2(
      name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened = unsafe opened else {
      throw BaseMapError(.unreadable, path, "cannot be opened: SQLite has no memory")
    }
    unsafe handle = opened
    guard code == SQLITE_OK, unsafe photo_sqlite_harden(handle) == SQLITE_OK else {
      throw failure()
    }
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, CInt(BaseMap.longestTile))
    unsafe sqlite3_busy_timeout(handle, 1_000)
    unsafe sqlite3_progress_handler(
      handle, CInt(Self.stepsPerCheck),
      { context in
        guard let context = unsafe context else { return 0 }
        let budget = unsafe Unmanaged<Budget>.fromOpaque(context).takeUnretainedValue()
        budget.steps += MBTilesConnection.stepsPerCheck
        return budget.steps > MBTilesConnection.maximumSteps ? 1 : 0
      }, Unmanaged.passUnretained(budget).toOpaque())
  }

  // Also runs if `init` throws, because all properties are set by then.
  deinit {
    unsafe sqlite3_finalize(tileStatement)
    unsafe sqlite3_close_v2(handle)
  }

  /// The bytes of a tile by its column and its row from the south; nil if there is none.
  func tile(zoom: Int, column: Int, row: Int) throws(BaseMapError) -> [UInt8]? {
    if unsafe tileStatement == nil {
      unsafe tileStatement = try prepare(
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
    }
    let statement = unsafe tileStatement
    defer { unsafe sqlite3_reset(statement) }
    for (index, number) in [zoom, column, row].enumerated() {
      unsafe sqlite3_bind_int64(statement, CInt(index + 1), Int64(number))
    }
    return unsafe try step(statement) ? bytes(statement, 0) : nil
  }

  /// The rows of a query with two text columns, at most 1,000.
  func pairs(_ sql: String) throws(BaseMapError) -> [(String, String)] {
    let statement = unsafe try prepare(sql)
    defer { unsafe sqlite3_finalize(statement) }
    var rows: [(String, String)] = []
    while unsafe try step(statement), rows.count < 1_000 {
      let texts = unsafe [bytes(statement, 0), bytes(statement, 1)]
      rows.append(
        (String(decoding: texts[0], as: UTF8.self), String(decoding: texts[1], as: UTF8.self)))
    }
    return rows
  }

  /// The integer in the first column of the first row; nil if there is none.
  func number(_ sql: String) throws(BaseMapError) -> Int? {
    let statement = unsafe try prepare(sql)
    defer { unsafe sqlite3_finalize(statement) }
    guard unsafe try step(statement), unsafe sqlite3_column_type(statement, 0) == SQLITE_INTEGER
    else { return nil }
    return Int(unsafe sqlite3_column_int64(statement, 0))
  }

  private func prepare(_ sql: String) throws(BaseMapError) -> OpaquePointer? {
    budget.steps = 0
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw failure()
    }
    return unsafe statement
  }

  private func step(_ statement: OpaquePointer?) throws(BaseMapError) -> Bool {
    budget.steps = 0
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure()
    }
  }

  private func bytes(_ statement: OpaquePointer?, _ column: CInt) -> [UInt8] {
    let start = unsafe sqlite3_column_blob(statement, column)
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private func failure() -> BaseMapError {
    let text = unsafe String(cString: sqlite3_errmsg(handle))
    return switch unsafe sqlite3_errcode(handle) {
    case SQLITE_NOTADB: BaseMapError(.foreign, path, "is neither PMTiles nor MBTiles")
    case SQLITE_CORRUPT: BaseMapError(.damaged, path, "is damaged: \(text)")
    case SQLITE_TOOBIG:
      BaseMapError(
        .damaged, path, "is damaged: a tile has more than \(BaseMap.longestTile >> 20) MiB")
    case SQLITE_INTERRUPT:
      BaseMapError(.damaged, path, "takes too long to search; its tiles need an index")
    case SQLITE_ERROR:
      BaseMapError(.foreign, path, "is an SQLite file, but not MBTiles: \(text)")
    default: BaseMapError(.unreadable, path, "cannot be read: \(text)")
    }
  }
}
