internal import PhotoFacts
internal import SQLite

/// One read-only connection to an MBTiles file.
///
/// Unchecked: one thread uses it at a time, because `MBTilesFile` hands each connection to one caller.
final class MBTilesConnection: @unchecked Sendable {
  /// The limit of SQLite's virtual machine instructions for a query, about a second.
  ///
  /// `tiles` may be a view, and its query may be endless.
  private static let mostInstructions = 20_000_000

  private let path: [UInt8]
  private let connection: Connection

  init(_ path: [UInt8]) throws(BaseMapError) {
    self.path = path
    connection = try Self.attempt(path) {
      try Connection(path: FilePath(bytes: path), access: .readOnly)
    }
    connection.limitLength(BaseMap.longestTile)
    connection.limitWaiting(.seconds(1))
  }

  /// From now on, fails at once if another program is writing the file.
  func waitNoMore() { connection.limitWaiting(.zero) }

  /// The bytes of a tile by its column and its row from the south; nil if there is none.
  func tile(zoom: Int, column: Int, row: Int) throws(BaseMapError) -> [UInt8]? {
    try query { connection in
      try connection.statement(
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
      )
      .bind(Int64(zoom), Int64(column), Int64(row)).first { $0.bytes(0) }
    }
  }

  /// The rows of a query with two text columns, at most 1,000.
  func pairs(_ sql: String) throws(BaseMapError) -> [(String, String)] {
    try query { connection in
      let row = try connection.passingStatement("SELECT * FROM (\(sql)) LIMIT 1000")
      return try row.map { ($0.text(0) ?? "", $0.text(1) ?? "") }
    }
  }

  /// The integer in the first column of the first row; nil if there is none.
  func number(_ sql: String) throws(BaseMapError) -> Int? {
    try query { connection in
      try connection.statement(sql).first { $0.isInteger(0) ? Int($0.integer(0)) : nil } ?? nil
    }
  }

  private func query<Result>(_ body: (Connection) throws -> Result) throws(BaseMapError) -> Result {
    try Self.attempt(path) {
      try connection.interrupting(at: InstructionLimit(Self.mostInstructions)) {
        try body(connection)
      }
    }
  }

  private static func attempt<Result>(_ path: [UInt8], _ body: () throws -> Result)
    throws(BaseMapError) -> Result
  {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw BaseMapError(error, path)
    } catch {
      throw BaseMapError(.unreadable, path, "cannot be read: \(error)")
    }
  }
}

extension BaseMapError {
  fileprivate init(_ error: DatabaseError, _ path: [UInt8]) {
    switch error.code {
    case .notADatabase: self.init(.foreign, path, "is neither PMTiles nor MBTiles")
    case .damaged: self.init(.damaged, path, "is damaged: \(error.text)")
    case .tooLong:
      self.init(
        .damaged, path, "is damaged: a tile has more than \(BaseMap.longestTile >> 20) MiB")
    case .interrupted:
      self.init(.damaged, path, "takes too long to search; its tiles need an index")
    case .refused: self.init(.foreign, path, "is an SQLite file, but not MBTiles: \(error.text)")
    default: self.init(.unreadable, path, "cannot be read: \(error.text)")
    }
  }
}
