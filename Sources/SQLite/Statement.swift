internal import CPhotoShims
public import CSQLite
package import PhotoFacts

/// One prepared statement; finalised with the last reference to it.
///
/// Its handle lives as long as the object, and no other file names it.
@safe public final class Statement {
  @usableFromInline let handle: OpaquePointer
  private unowned let connection: Connection

  init(_ handle: OpaquePointer, on connection: Connection) {
    unsafe self.handle = handle
    self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Ends the execution of the statement, so that it holds no lock, and clears its bindings.
  package func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// Turns a result code into an error; uses the connection, which costs more, only in that case.
  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  @usableFromInline func error(_ code: Int32) -> any Error { connection.error(code) }

  /// Advances to the next row; returns false after the last one.
  package func step() throws -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let problem = connection.error(code)
      unsafe sqlite3_reset(handle)
      throw problem
    }
  }

  /// Runs a statement that returns no rows, and resets it.
  package func run() throws {
    defer { reset() }
    while try step() {}
  }

  /// Calls `body` for every row, and resets the statement.
  package func forEachRow(_ body: (Statement) throws -> Void) throws {
    defer { reset() }
    while try step() { try body(self) }
  }

  /// The results of `body` for all rows.
  package func map<Result>(_ body: (Statement) throws -> Result) throws -> [Result] {
    var results: [Result] = []
    try forEachRow { results.append(try body($0)) }
    return results
  }

  /// The result of `body` for the first row; nil if there is none.
  package func first<Result>(_ body: (Statement) throws -> Result) throws -> Result? {
    defer { reset() }
    return try step() ? body(self) : nil
  }

  /// The id that a statement with RETURNING returns.
  package func returnedID() throws -> Int64 {
    var id: Int64?
    try forEachRow { id = $0.integer(0) }
    guard let id else { throw connection.error(.failed, "no row was returned") }
    return id
  }

  /// Whether there is a row.
  package func hasRow() throws -> Bool { try first { _ in true } ?? false }
}

extension Statement {
  /// The parameters of a statement from a number on, as it lists them.
  package static func parameters(_ count: Int, from first: Int = 1) -> String {
    (first..<first + count).map { "?\($0)" }.joined(separator: ", ")
  }

  /// Binds values from the first parameter on.
  @discardableResult
  package func bind(_ values: (any Bindable)?...) throws -> Statement { try bind(values) }

  /// Binds values from the first parameter on.
  @discardableResult
  package func bind(_ values: [(any Bindable)?]) throws -> Statement {
    for (offset, value) in values.enumerated() {
      guard let value else {
        try bindNull(Int32(offset + 1))
        continue
      }
      try value.bind(to: self, at: Int32(offset + 1))
    }
    return self
  }

  /// Binds NULL.
  @inlinable public func bindNull(_ index: Int32) throws {
    let code = unsafe sqlite3_bind_null(handle, index)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Binds a number, or NULL.
  @inlinable public func bind(_ value: Int64?, at index: Int32) throws {
    guard let value else { return try bindNull(index) }
    let code = unsafe sqlite3_bind_int64(handle, index, value)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Binds a number, or NULL.
  @inlinable public func bind(_ value: Double?, at index: Int32) throws {
    guard let value else { return try bindNull(index) }
    let code = unsafe sqlite3_bind_double(handle, index, value)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Binds text given as bytes, which need not be UTF-8: names come from the file system.
  package func bind(text bytes: [UInt8]?, at index: Int32) throws {
    guard let bytes else { return try bindNull(index) }
    try unsafe bytes.withUnsafeBytes { try unsafe bind(text: $0, at: index) }
  }

  package func bind(text bytes: UnsafeRawBufferPointer, at index: Int32) throws {
    // An empty array may have no address, and a null pointer would bind NULL.
    let empty: StaticString = ""
    try check(
      unsafe photo_sqlite_bind_text(
        handle, index, bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start),
        UInt64(bytes.count)))
  }

  package func bind(blob bytes: [UInt8], at index: Int32) throws {
    try check(
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe photo_sqlite_bind_blob(handle, index, buffer.baseAddress, UInt64(buffer.count))
      })
  }
}

/// The values of the current row.
///
/// Queries read millions of them, so they are inlined, which needs `public`.
extension Statement {
  /// Whether a column is NULL.
  @inlinable public func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Whether the value in a column is an integer, and not a text that looks like one.
  @inlinable public func isInteger(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER
  }

  /// The number in a column; 0 if it is NULL.
  @inlinable public func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// The number in a column; nil if it is NULL.
  @inlinable public func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// The number in a column; nil if it is NULL or outside a range.
  @inlinable public func integer(_ column: Int32, within range: ClosedRange<Int64>) -> Int64? {
    optionalInteger(column).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The number in a column; nil if it is NULL.
  @inlinable public func optionalDouble(_ column: Int32) -> Double? {
    isNull(column) ? nil : unsafe sqlite3_column_double(handle, column)
  }

  /// The bytes of a text or blob column.
  @inlinable public func bytes(_ column: Int32) -> [UInt8] {
    unsafe withBytes(column) { unsafe Array($0) }
  }

  /// The text in a column; nil if it is NULL.
  @inlinable public func text(_ column: Int32) -> String? {
    isNull(column) ? nil : unsafe withBytes(column) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the bytes of a column, which are valid until the statement advances.
  @inlinable public func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
  )
    rethrows -> Result
  {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

/// A value that can be bound to a parameter of a statement.
package protocol Bindable {
  func bind(to statement: Statement, at index: Int32) throws
}

extension Int64: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(self, at: index)
  }
}

extension Double: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(self, at: index)
  }
}

extension String: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(text: Array(utf8), at: index)
  }
}

extension FilePath: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(text: bytes, at: index)
  }
}

extension [UInt8]: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(text: self, at: index)
  }
}
