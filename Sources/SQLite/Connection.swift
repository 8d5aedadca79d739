internal import CPhotoShims
internal import CSQLite
internal import Files
internal import Glibc
package import PhotoFacts

/// One open SQLite database and the statements prepared on it.
///
/// Not `Sendable`: one owner uses a connection at a time. The handle is opened in
/// `init`, closed in `deinit`, and never leaves this file.
@safe package final class Connection {
  /// Whether the connection may write.
  package enum Access {
    case readOnly
    case readWrite
    /// Reads a file that nothing writes to, without locks and without files beside it.
    case immutable
  }

  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  package let path: FilePath
  private let isImmutable: Bool
  private var file: FileStatus?
  private let handle: OpaquePointer
  private let report: Report
  private var activity: String?
  private var prepared: [String: Statement] = [:]
  private var commit: Statement?
  private var observation: Observation?

  /// The rows of a bulk load that are inserted before any other statement runs; nil outside of one.
  package private(set) var batch: RowBatch?

  /// Whether foreign keys are checked, as a writer expects outside of a bulk load.
  private var checksForeignKeys = true

  /// Makes the error that a room throws of one of the database.
  package typealias Report = @Sendable (DatabaseError) -> any Error

  /// Configures the library once, and returns the name of the VFS for readers; nil for that of the system.
  ///
  /// If other code initialised SQLite before, connections are only slower.
  nonisolated(unsafe) private static let mappingVFS: UnsafePointer<CChar>? = {
    photo_sqlite_leave_uncounted()
    return unsafe photo_sqlite_mapping_vfs()
  }()

  /// The size in bytes from which readers map the whole file.
  ///
  /// Queries of a small file take 2 to 4 % fewer instructions with SQLite's own mapping, which ends at 2 GB.
  package static let wholeMappingSize = 1 << 30

  /// Opens the file; creates it only for writing.
  ///
  /// All errors of the connection and its statements are those that `report` makes. Readers map the whole file
  /// if it has `wholeMappingSize` bytes; tests state fewer.
  package init(
    path: FilePath, access: Access, mappingFrom size: Int = wholeMappingSize,
    reporting report: @escaping Report = { $0 }
  ) throws {
    let mappingVFS = unsafe Self.mappingVFS
    let mapsAll = access != .readWrite && FileStatus(path: path.bytes)?.size ?? 0 >= size
    self.path = path
    self.report = report
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    isImmutable = access == .immutable
    let name = isImmutable ? Self.immutableName(path) : path
    var opened: OpaquePointer?
    let code = unsafe name.withCString { name in
      unsafe sqlite3_open_v2(
        name, &opened, flags | SQLITE_OPEN_NOMUTEX, mapsAll ? mappingVFS : nil)
    }
    guard let opened = unsafe opened else {
      throw report(
        DatabaseError(code: .failed, path: path, text: "SQLite has no memory", activity: nil))
    }
    unsafe handle = opened
    file = FileStatus(path: path.bytes)
    if !isImmutable, let file { OpenFiles.add(file, path) }
    guard code == SQLITE_OK else { throw error(code) }
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, 10_000)
    try check(unsafe photo_sqlite_harden(handle))
  }

  // Also runs where `init` throws, since all properties are set by then.
  deinit {
    prepared.removeAll()
    commit = nil
    let unused = unsafe UnusedHandle(handle: handle)
    guard let file else { return unused.close() }
    if isImmutable { return OpenFiles.close(file) { unused.close() } }
    unused.close()
    OpenFiles.remove(file, path)
  }

  /// Whether the file at the path is still the one that was opened, and was not truncated.
  ///
  /// If the file is mapped, reading a part that is gone would end the program.
  package func isCurrent() -> Bool {
    guard let found = FileStatus(path: path.bytes), let known = file, found.isSameFile(as: known),
      found.size >= known.size
    else { return false }
    // SQLite does not check an immutable file for changes; another user may have written to it.
    if isImmutable, !found.hasSameContent(as: known) || Journal.isBeside(path) { return false }
    file = found
    return true
  }

  /// The URI by which SQLite opens a file as immutable.
  private static func immutableName(_ path: FilePath) -> FilePath {
    var name = Array("file:".utf8)
    for byte in path.bytes {
      let isPlain =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
          UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      let digits = Array(String(byte, radix: 16).utf8)
      name += isPlain ? [byte] : [UInt8(ascii: "%")] + (digits.count < 2 ? [48] : []) + digits
    }
    return FilePath(bytes: name + Array("?immutable=1".utf8))
  }

  /// Identifies the newest state of the database, without a transaction or system call; nil if unknown.
  ///
  /// It may also change while the content does not.
  package func newestState() -> DatabaseState? {
    guard hasLog else { return nil }
    var header = SIMD8<UInt64>(repeating: 0)
    let isWhole = unsafe withUnsafeMutableBytes(of: &header) {
      unsafe photo_sqlite_newest(handle, $0.baseAddress)
    }
    return isWhole == 1 ? DatabaseState(header: header) : nil
  }

  /// Whether changes go to a write-ahead log; this stays so while a connection is open.
  private lazy var hasLog: Bool = {
    guard !isImmutable, let row = try? statement("PRAGMA journal_mode") else { return false }
    defer { row.reset() }
    return (try? row.step()) == true && row.text(0) == "wal"
  }()

  /// Runs statements that return nothing.
  package func execute(_ sql: String) throws {
    try batch?.insert()
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Returns a cached statement, reset and without bindings.
  package func statement(_ sql: String) throws -> Statement {
    try batch?.insert()
    if let known = prepared[sql] {
      known.reset()
      return known
    }
    let statement = try prepare(sql, flags: SQLITE_PREPARE_PERSISTENT)
    prepared[sql] = statement
    return statement
  }

  /// The same, for a statement that is used so often that even the look-up of its text would count; the caller
  /// holds it too.
  package func statement(_ sql: String, cachedIn place: inout Statement?) throws -> Statement {
    try batch?.insert()
    if let known = place {
      known.reset()
      return known
    }
    let made = try statement(sql)
    place = made
    return made
  }

  /// A statement that is not cached, because its text is made for a query that may never come again.
  package func passingStatement(_ sql: String) throws -> Statement {
    try batch?.insert()
    return try prepare(sql, flags: 0)
  }

  private func prepare(_ sql: String, flags: Int32) throws -> Statement {
    var made: OpaquePointer?
    try check(unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(flags), &made, nil))
    guard let made = unsafe made else { throw error(.refused, "empty statement") }
    return unsafe Statement(made, on: self)
  }

  /// How many rows the last INSERT, UPDATE or DELETE has changed.
  package var changedRows: Int { Int(unsafe sqlite3_changes(handle)) }

  /// The number in the first column of the first row; nil if there is no row.
  package func integer(_ sql: String) throws -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// How many rows all statements of this connection have changed.
  package var allChangedRows: Int { Int(unsafe sqlite3_total_changes(handle)) }

  /// Whether a transaction has begun and not ended.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Checks the whole file and returns the problems that SQLite finds.
  package func integrityProblems() throws -> [String] {
    var problems: [String] = []
    try statement("PRAGMA integrity_check(20)").forEachRow { row in
      if let text = row.text(0), text != "ok" { problems.append(text) }
    }
    return problems
  }

  /// Runs `body` in a transaction, which is rolled back if it throws.
  package func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
    try statement(begin).run()
    do {
      let result = try body()
      try statement("COMMIT", cachedIn: &commit).run()
      return result
    } catch {
      // A failure such as a full disk may have rolled back already; then there is nothing to undo.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body`, which begins and ends a transaction; with an insertion, as a bulk load of its rows.
  ///
  /// During a bulk load, foreign keys are not checked: the caller must have found the rows that it refers to in
  /// the same transaction. Checking them takes a quarter of the time of an insertion.
  package func load<Result>(
    _ insertion: RowBatch.Insertion?, _ body: () throws -> Result
  ) throws -> Result {
    let isBulk = insertion != nil
    // SQLite then prepares all statements again, so it is not done for each of several loads.
    if checksForeignKeys == isBulk {
      try execute("PRAGMA foreign_keys = \(isBulk ? "OFF" : "ON")")
      checksForeignKeys = !isBulk
    }
    batch = try insertion.map { try RowBatch($0, on: self) }
    defer { batch = nil }
    return try body()
  }

  /// Tells an observer of each change of a row of these tables by this connection.
  package func observe(_ tables: [String], _ observer: any RowObserver) throws {
    let made = Observation(tables, observer)
    guard unsafe made.begin(handle) else {
      throw error(.failed, "SQLite was built without its pre-update hook")
    }
    observation = made
  }

  /// Runs `body`, whose changes are not observed.
  func unobserved<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let observation else { return try body() }
    unsafe observation.pause(handle)
    defer { _ = unsafe observation.begin(handle) }
    return try body()
  }

  static let instructionsPerCheck = 1_000

  /// Runs `body`; its statements fail with `.interrupted` once the limit is reached.
  package func interrupting<Result>(at limit: some QueryLimit, _ body: () throws -> Result) throws
    -> Result
  {
    // The context of the callback is a pointer to one word.
    let box = LimitBox(limit)
    let context = unsafe Unmanaged.passUnretained(box).toOpaque()
    unsafe sqlite3_progress_handler(
      handle, Int32(Self.instructionsPerCheck),
      { context in
        guard let context = unsafe context else { return 0 }
        let box = unsafe Unmanaged<LimitBox>.fromOpaque(context).takeUnretainedValue()
        return box.limit.isReached() ? 1 : 0
      }, context)
    defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
    return try withExtendedLifetime(box) { try body() }
  }

  /// Refuses texts and blobs that are longer.
  package func limitLength(_ bytes: Int) {
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
  }

  /// How long a statement waits for another process that writes.
  package func limitWaiting(_ time: Duration) {
    let milliseconds =
      time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
    unsafe sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

  /// Turns a result code into an error.
  func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// The error of a query that its limit has ended.
  package func interrupted() -> any Error { error(.interrupted) }

  /// An error of this database.
  package func error(_ code: DatabaseError.Code, _ text: String = "") -> any Error {
    report(DatabaseError(code: code, path: path, text: text, activity: activity))
  }

  /// Runs `body`; errors say that it was being done.
  func during<Result>(_ activity: String, _ body: () throws -> Result) rethrows -> Result {
    self.activity = activity
    defer { self.activity = nil }
    return try body()
  }

  /// The error behind a result code.
  func error(_ code: Int32) -> any Error {
    let text = unsafe String(cString: sqlite3_errmsg(handle))
    let kind: DatabaseError.Code =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_INTERRUPT: .interrupted
      case SQLITE_FULL: .diskFull
      case SQLITE_CORRUPT: .damaged
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .cannotOpen
      case SQLITE_IOERR: unsafe sqlite3_system_errno(handle) == ENOSPC ? .diskFull : .failed
      case SQLITE_TOOBIG: .tooLong
      case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH: .refused
      default: .failed
      }
    // SQLITE_CONSTRAINT_FOREIGNKEY, a macro that Swift cannot import.
    let rows = code == SQLITE_CONSTRAINT | 3 << 8 ? danglingRows : ""
    return error(kind, text + rows)
  }

  /// Some rows that refer to missing ones, as they are before the transaction is rolled back.
  private var danglingRows: String {
    let rows = try? passingStatement(
      "SELECT \"table\" || ' ' || rowid || ' to ' || parent FROM pragma_foreign_key_check LIMIT 5"
    ).map { $0.text(0) ?? "" }
    guard let rows, !rows.isEmpty else { return "" }
    return "; rows refer to rows that are missing: \(rows.joined(separator: ", "))"
  }
}

/// The handle of a connection that is gone.
///
/// Sendable, because only the last thread that uses it has it.
@safe private struct UnusedHandle: @unchecked Sendable {
  let handle: OpaquePointer

  func close() { unsafe sqlite3_close_v2(handle) }
}

/// Identifies a state of a database, see `Connection.newestState`.
package struct DatabaseState: Hashable, Sendable {
  fileprivate let header: SIMD8<UInt64>
}
