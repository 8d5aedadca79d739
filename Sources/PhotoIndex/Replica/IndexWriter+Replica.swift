internal import PhotoFacts
package import SQLite

/// Copies rows between a replica and its record.
extension IndexWriter {
  /// The tables that the record has.
  package func replicatedTables() throws -> [ReplicatedTable] {
    if let known = replicated { return known }
    let tables = try ReplicatedTable.names.indices.map { try ReplicatedTable($0, connection) }
    replicated = tables
    return tables
  }

  /// The number of the format, which the record must share.
  package static var format: Int64 { Schema.migrations.version }

  /// Runs `body` in a transaction of the replica alone.
  package func applying<Result>(_ body: () throws -> Result) throws -> Result {
    defer { derived.keys?.isNoting = true }
    do {
      return try connection.transaction("BEGIN IMMEDIATE") {
        try connection.execute("PRAGMA defer_foreign_keys = ON")
        try begin()
        // The record has these changes already.
        derived.keys?.isNoting = false
        let result = try body()
        try finish()
        return result
      }
    } catch {
      abandon()
      throw error
    }
  }

  // MARK: - What a transaction has changed

  /// The keys of a table that the transaction has changed; the rows of `known` existed before it.
  package func changedKeys(of table: ReplicatedTable) -> (all: [KeyRange], known: [KeyRange]) {
    derived.keys?.keys(of: table.number) ?? ([], [])
  }

  /// Forgets the changes, because the record has them.
  package func forgetChanges() { derived.keys?.removeAll() }

  /// Visits the rows of a range of keys, whose columns are those of the table.
  package func forEachRow(
    of table: ReplicatedTable, in range: KeyRange, _ body: (Statement) throws -> Void
  ) throws {
    let rows = try connection.statement(
      """
      SELECT \(table.localColumns) FROM \(table.name)
      WHERE \(table.key) BETWEEN ?1 AND ?2 ORDER BY \(table.key)
      """)
    try rows.bind(range.first, range.last).forEachRow(body)
  }

  /// The rows of `state` that the record has too.
  package func sharedState() throws -> [String: Int64] {
    var values: [String: Int64] = [:]
    try connection.statement("SELECT key, value FROM state").forEachRow { row in
      guard let key = row.text(0), ReplicatedTable.sharedState.contains(key) else { return }
      values[key] = row.integer(1)
    }
    // In a transaction, the writer has the newest id.
    values["next_photo"] = max(values["next_photo"] ?? 1, nextPhotoID)
    return values
  }

  // MARK: - What the record has changed

  /// Sets the shared rows of `state`.
  package func setSharedState(_ values: [String: Int64]) throws {
    for (key, value) in values where ReplicatedTable.sharedState.contains(key) {
      if key == "next_photo" { reserve(through: value - 1) }
      try setState(key, value)
    }
  }

  /// Removes the rows of a range of keys; the caller inserts those that remain again.
  package func removeRows(of table: ReplicatedTable, in range: KeyRange) throws {
    noteChange()
    if table.name == "directory" { try noteListedMarks(in: range) }
    try connection.statement("DELETE FROM \(table.name) WHERE \(table.key) BETWEEN ?1 AND ?2")
      .bind(range.first, range.last).run()
  }

  /// Removes all rows at once.
  package func removeAllRows() throws {
    noteChange()
    try noteListedMarks(in: .all)
    // Points and groups are removed with them, not one by one.
    try derived.pausing {
      for table in try replicatedTables().reversed() {
        try connection.execute("DELETE FROM \(table.name)")
      }
    }
    let derivedTables = [
      "grid_run", "grid_tile", "grid_day", "view_run", "photo_block", "word_block",
      "journey_correction",
    ]
    for name in derivedTables { try connection.execute("DELETE FROM \(name)") }
    // Ids may get other rows, so nothing that readers have cached stays valid.
    try renewIdentity()
    abandon()
    resetNumbers()
  }

  /// Keeps the marks of listed directories, which the record does not have.
  ///
  /// A scan that is running would take directories without a mark for removed ones.
  private func noteListedMarks(in range: KeyRange) throws {
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS listed_mark (id INTEGER PRIMARY KEY, root, path, scan)
      """)
    try connection.statement(
      """
      INSERT OR REPLACE INTO listed_mark SELECT id, root, path, listed_in_scan FROM directory
      WHERE id BETWEEN ?1 AND ?2 AND listed_in_scan > 0
      """
    ).bind(range.first, range.last).run()
    hasListedMarks = true
  }

  /// Gives the directories that remain their marks back.
  package func restoreListedMarks() throws {
    guard hasListedMarks else { return }
    hasListedMarks = false
    try connection.execute(
      """
      UPDATE directory SET listed_in_scan = mark.scan FROM listed_mark AS mark
      WHERE mark.id = directory.id AND mark.root = directory.root AND mark.path = directory.path
        AND mark.scan > directory.listed_in_scan;
      DELETE FROM listed_mark
      """)
  }

  /// Inserts a row of the record: `key` is its key, and `bind` binds its columns.
  package func insert(
    into table: ReplicatedTable, key: Int64?, _ bind: (Statement) throws -> Void
  ) throws {
    noteChange()
    let parameters = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let insert = try connection.statement(
      "INSERT INTO \(table.name) (\(table.localColumns)) VALUES (\(parameters))",
      cachedIn: &insertingReplicated[table.number])
    try bind(insert)
    try insert.run()
    guard table.name == "photo" else { return }
    guard let key, key > 0 else { throw reader.damaged() }
    reserve(through: key)
  }

  /// Forgets row ids that were looked up before rows of the record replaced them.
  package func forgetLookups() { abandonLookups() }

  /// Gives the index another identity: answers from another copy of it are no longer valid.
  package func renewIdentity() throws {
    if !hasNewIdentity { try setState("former_identity", try state("identity")) }
    hasNewIdentity = true
    try connection.execute("UPDATE state SET value = abs(random() >> 16) WHERE key = 'identity'")
    noteChange()
  }

  // MARK: - The position

  private static let positionKeys = [
    "record_history", "record_revision", "record_batch", "record_machine",
  ]

  /// The revision that the replica has; nil if it must be made from the beginning.
  package func replicaPosition() throws -> ReplicaPosition? {
    let find = try connection.statement("SELECT value FROM state WHERE key = ?1")
    let values = try Self.positionKeys.compactMap { try find.bind($0).first { $0.integer(0) } }
    guard values.count == Self.positionKeys.count else { return nil }
    return ReplicaPosition(
      history: values[0], revision: values[1], batch: values[2], machine: values[3])
  }

  /// Stores the position; nil while the replica is being made.
  package func setReplicaPosition(_ position: ReplicaPosition?) throws {
    guard let position else {
      return try connection.execute("DELETE FROM state WHERE key LIKE 'record\\_%' ESCAPE '\\'")
    }
    let values = [position.history, position.revision, position.batch, position.machine]
    for (key, value) in zip(Self.positionKeys, values) { try setState(key, value) }
  }
}
