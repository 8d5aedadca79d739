internal import CPhotoShims

/// One connection to PostgreSQL.
///
/// Not `Sendable`: one owner uses it at a time. The handle is closed in `deinit` and never leaves this file.
@safe final class RecordConnection {
  private let handle: OpaquePointer
  private let address: RecordAddress

  /// Connects; waits ten seconds for an answer, unless the address has another limit.
  init(_ address: RecordAddress) throws(RecordError) {
    guard photo_database_library() == 1 else {
      throw RecordError(
        .noLibrary,
        "libpq is not installed, which connects to PostgreSQL: sudo apt-get install libpq5")
    }
    let opened = unsafe address.full.withCString { unsafe photo_database_open($0) }
    guard let opened = unsafe opened else {
      throw RecordError(.unreachable, "there is no memory to connect to \(address.display)")
    }
    unsafe handle = opened
    self.address = address
    guard isOpen else {
      throw RecordError(
        .unreachable, "\(address.display) does not answer: \(message)")
    }
  }

  deinit { unsafe photo_database_close(handle) }

  var isOpen: Bool { unsafe photo_database_is_open(handle) == 1 }

  /// The last error in one line.
  private var message: String {
    let text = unsafe photo_database_error(handle).map { unsafe String(cString: $0) } ?? ""
    let lines = text.split(separator: "\n").prefix { !$0.hasPrefix("CONTEXT:") }.map { line in
      String(line.drop { $0 == " " || $0 == "\t" })
    }
    return lines.isEmpty ? "no reason given" : lines.joined(separator: "; ")
  }

  /// Runs statements; returns the rows of the last one.
  ///
  /// There are no parameters: all values are numbers, or bytes as `byteLiteral`.
  @discardableResult
  func run(_ sql: String) throws(RecordError) -> [[String?]] {
    let reply = unsafe sql.withCString { unsafe photo_database_run(handle, $0) }
    return try unsafe rows(reply)
  }

  private func rows(_ reply: OpaquePointer?) throws(RecordError) -> [[String?]] {
    defer { unsafe photo_reply_release(reply) }
    let kind = Int(unsafe photo_reply_kind(reply))
    guard kind != PHOTO_REPLY_ERROR else { throw unsafe error(reply) }
    guard kind == PHOTO_REPLY_ROWS else { return [] }
    let count = unsafe photo_reply_rows(reply)
    var rows: [[String?]] = []
    for row in 0..<count {
      var values: [String?] = []
      for column in 0..<(unsafe photo_reply_columns(reply)) {
        let value = unsafe photo_reply_value(reply, row, column)
        values.append(unsafe value.map { unsafe String(cString: $0) })
      }
      rows.append(values)
    }
    return rows
  }

  private func error(_ reply: OpaquePointer?) -> RecordError {
    let state = unsafe String(cString: photo_reply_state(reply))
    // Temporary errors: the session was or will be ended, or the transaction was aborted because of a
    // deadlock or a node that hangs.
    let passing = ["57P01", "57P02", "57P03", "25P03", "25006", "40001", "40P01", "53300", "57014"]
    if state == "55P03" {
      return RecordError(
        .unreachable, "another machine has been changing \(address.display) for long; try again")
    }
    let isLost =
      !isOpen || state.isEmpty || state.hasPrefix("08") || passing.contains(state)
    if state == "3F000" || state == "42P01" {
      return RecordError(
        .missing,
        "\(address.display) has no photos yet; fill it with: geoindex scan --db \(address.display) <dir>"
      )
    }
    if state == "42501" { return RecordError(.forbidden, "\(address.display): \(message)") }
    return RecordError(isLost ? .unreachable : .refused, "\(address.display): \(message)")
  }

  /// Begins a transaction that reads one state of the record, without locks on its rows.
  func beginReading() throws(RecordError) {
    try run(
      """
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      \(RecordPartitions.lockForReading)
      """)
  }

  // MARK: - COPY

  /// Sends rows; `body` passes their bytes to the given function.
  func copyIn(_ sql: String, _ body: (([UInt8]) throws -> Void) throws -> Void) throws {
    let reply = unsafe sql.withCString { unsafe photo_database_run(handle, $0) }
    let kind = Int(unsafe photo_reply_kind(reply))
    let problem = kind == PHOTO_REPLY_COPY_IN ? nil : unsafe error(reply)
    unsafe photo_reply_release(reply)
    if let problem { throw problem }
    try body { bytes in
      let isSent = unsafe bytes.withUnsafeBytes {
        unsafe photo_database_send(handle, $0.baseAddress, $0.count)
      }
      guard isSent == 1 else { throw unsafe error(nil) }
    }
    let end = unsafe photo_database_end_send(handle)
    _ = try unsafe rows(end)
  }

  /// Receives rows piece by piece.
  func copyOut(_ sql: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let reply = unsafe sql.withCString { unsafe photo_database_run(handle, $0) }
    let kind = Int(unsafe photo_reply_kind(reply))
    let problem = kind == PHOTO_REPLY_COPY_OUT ? nil : unsafe error(reply)
    unsafe photo_reply_release(reply)
    if let problem { throw problem }
    var bytes: UnsafeMutablePointer<CChar>?
    while case let count = unsafe photo_database_receive(handle, &bytes), count >= 0 {
      defer { unsafe photo_database_release(bytes) }
      try unsafe body(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    let end = unsafe photo_database_end_receive(handle)
    _ = try unsafe rows(end)
  }

  // MARK: - Notifications

  /// Whether there is a pooler in between, which gives each transaction another server process.
  ///
  /// The settings of a session then end with the transaction, or reach another client.
  func isPooled() throws(RecordError) -> Bool {
    let told = String(unsafe photo_database_process(handle))
    return try run("SELECT pg_backend_pid()").first?.first != told
  }

  /// The socket to wait on for notifications.
  var socket: Int32 { unsafe photo_database_socket(handle) }

  /// Whether there was a notification since the last call.
  func takeNotifications() throws(RecordError) -> Bool {
    let found = unsafe photo_database_notified(handle)
    guard found >= 0 else { throw unsafe error(nil) }
    return found > 0
  }
}

extension String {
  /// The text as a literal of bytes, safe against SQL injection.
  var byteLiteral: String { Array(utf8).byteLiteral }
}

extension [UInt8] {
  /// The bytes as a literal, safe against SQL injection.
  var byteLiteral: String {
    let digits = Array<Character>("0123456789abcdef")
    return "'\\x" + flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + "'::bytea"
  }
}

extension Record {
  /// The version of libpq; nil if it is not installed.
  public static var libraryVersion: String? {
    let number = photo_database_version()
    return number > 0 ? "libpq \(number / 10_000).\(number % 10_000)" : nil
  }
}
