/// One step from a version of the tables of a file to the next.
package struct Migration: Sendable {
  /// What the step adds; the message of a step that fails names it.
  package let name: String

  /// Why the step is needed, in one line.
  package let reason: String

  /// Statements that change the tables.
  package let sql: String

  /// Work that SQL cannot do; runs after the statements, on the tables as this step leaves them.
  package let rebuild: (@Sendable (Connection) throws -> Void)?

  package init(
    name: String, reason: String, sql: String,
    rebuild: (@Sendable (Connection) throws -> Void)? = nil
  ) {
    (self.name, self.reason, self.sql, self.rebuild) = (name, reason, sql, rebuild)
  }
}

/// The steps between the versions of one kind of file.
///
/// `application_id` of a file says its kind, and `user_version` how many steps it has been through. A released step
/// is never edited: a change to the tables is a new step at the end.
package struct Migrations: Sendable {
  private let applicationID: Int64
  package let steps: [Migration]

  package init(applicationID: Int64, steps: [Migration]) {
    (self.applicationID, self.steps) = (applicationID, steps)
  }

  /// The version of files that have been through all steps.
  package var version: Int64 { Int64(steps.count) }

  /// The version of a file, 0 if it is empty; throws if it is of another kind or newer.
  package func identify(_ connection: Connection) throws -> Int64 {
    // One statement sees one state, even while another process makes the tables.
    let row = try connection.statement(
      """
      SELECT (SELECT application_id FROM pragma_application_id),
        (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)
      """)
    let found = try row.first {
      (application: $0.integer(0), version: $0.integer(1), $0.integer(2))
    }
    guard let (application, version, tables) = found, application == applicationID || tables == 0
    else { throw connection.error(.foreign) }
    guard version >= 0 else { throw connection.error(.damaged, "its format is \(version)") }
    guard version <= self.version else {
      throw connection.error(.tooNew(version, known: self.version))
    }
    return version
  }

  /// Takes a file through the steps that it lacks, all or none.
  package func migrate(_ connection: Connection) throws {
    // Checked first, because a complete file may be on a read-only disk.
    guard try identify(connection) < version else { return }
    try connection.transaction("BEGIN IMMEDIATE") {
      // Another process may have migrated it meanwhile.
      let found = try identify(connection)
      guard found < version else { return }
      for step in steps[Int(found)...] { try run(step, connection) }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  private func run(_ step: Migration, _ connection: Connection) throws {
    try connection.during("it was brought up to date (\(step.name))") {
      try connection.execute(step.sql)
      try step.rebuild?(connection)
    }
  }
}
