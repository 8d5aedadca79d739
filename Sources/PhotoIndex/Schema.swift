/// The tables of the index, and the migration steps between their versions.
///
/// `user_version` counts the steps that a file has been through, see `Schema.migrations`.
enum Schema {
  /// `application_id` of an index file: "geoi" in ASCII.
  static let applicationID: Int64 = 0x6765_6F69

  static var version: Int64 { Int64(migrations.count) }

  /// Migrates a file to this program's version; refuses one that is not an index or is newer.
  static func migrate(_ connection: Connection) throws {
    try connection.transaction("BEGIN IMMEDIATE") {
      let found = try identify(connection)
      guard found < version else { return }
      for step in migrations[Int(found)...] { try step.run(connection) }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// The number of steps that a file has been through; 0 for an empty file.
  static func identify(_ connection: Connection) throws -> Int64 {
    let application = try connection.integer("PRAGMA application_id") ?? 0
    let found = try connection.integer("PRAGMA user_version") ?? 0
    let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == applicationID || tables == 0 else {
      throw IndexError(.notAnIndex, "\(connection.path) is a database of another program")
    }
    guard found >= 0 else {
      throw IndexError(.damaged, "\(connection.path) is damaged: its format is \(found)")
    }
    guard found <= version else {
      throw IndexError(
        .tooNew,
        """
        \(connection.path) was written by a newer geoindex (format \(found), this one knows \
        \(version)); use the newer program, or another file with --db
        """)
    }
    return found
  }
}
