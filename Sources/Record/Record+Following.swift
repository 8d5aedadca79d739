internal import PhotoIndex

extension Record {
  /// How many rows of photos are collected before their points are merged into the grid.
  private static let photosAtOnce = 50_000

  /// A number that stands for the name of this machine in the replica.
  private var machineNumber: Int64 { Int64(machine.stableHash >> 2) }

  /// The position of a replica of this machine that has a revision.
  private func position(at head: RecordHead) -> ReplicaPosition {
    ReplicaPosition(
      history: head.history, revision: head.revision, batch: head.batch, machine: machineNumber)
  }

  /// Whether a replica has a revision.
  func isUpToDate(_ replica: IndexWriter, _ head: RecordHead) throws -> Bool {
    try replica.replicaPosition() == position(at: head)
  }

  /// Brings a replica to the newest revision, in a transaction of the replica; returns whether something changed.
  @discardableResult
  func catchUp(_ replica: IndexWriter, to head: RecordHead, _ connection: RecordConnection) throws
    -> Bool
  {
    let position = try replica.replicaPosition()
    let wanted = self.position(at: head)
    if position == wanted { return false }
    var changes: [Int: [KeyRange]]?
    if let position, try isInHistory(position, of: head, connection) {
      changes = try ranges(since: position.revision, connection)
      // In a copy of another machine's replica, the folders have that machine's names.
      if position.machine != machineNumber {
        changes?.merge(all(["root", "root_option", "placement"])) { $1 }
      }
    }
    let state = try connection.run("SELECT key, value FROM geoindex.state")
    if let position, position.machine != machineNumber { try replica.renewIdentity() }
    try replace(changes, in: replica, connection)
    var values: [String: Int64] = [:]
    for row in state {
      if let key = row[0], let value = row[1].flatMap({ Int64($0) }) { values[key] = value }
    }
    try replica.setSharedState(values)
    try replica.setReplicaPosition(wanted)
    return true
  }

  /// Fetches the rows of these ranges again; nil stands for all rows.
  private func replace(
    _ changes: [Int: [KeyRange]]?, in replica: IndexWriter, _ connection: RecordConnection
  ) throws {
    let tables = try replica.replicatedTables()
    if let changes {
      for table in tables.reversed() {
        for range in changes[table.number] ?? [] { try replica.removeRows(of: table, in: range) }
      }
      replica.forgetLookups()
    } else {
      try replica.removeAllRows()
    }
    for table in tables {
      try fetch(table, changes.map { $0[table.number] ?? [] }, replica, connection)
    }
    try replica.restoreListedMarks()
  }

  /// Whether a revision is in the record's history, and the log has all changes since then.
  ///
  /// It is not after the record was restored from a backup or replaced, nor when the log was cut behind it.
  func isInHistory(
    _ position: ReplicaPosition, of head: RecordHead, _ connection: RecordConnection
  ) throws -> Bool {
    guard position.history == head.history, position.revision <= head.revision else { return false }
    // An empty replica fetches all rows, which needs no log.
    guard position.revision > 0 else { return head.revision == 0 }
    let found = try connection.run(
      "SELECT id FROM geoindex.batch WHERE revision = \(position.revision)")
    return found.first?.first == String(position.batch)
  }

  /// The keys that have changed since a revision, by table; nil if there are too many.
  private func ranges(since revision: Int64, _ connection: RecordConnection) throws -> [Int:
    [KeyRange]]?
  {
    let rows = try connection.run(
      """
      SELECT relation, first, last FROM geoindex.change WHERE revision > \(revision)
      LIMIT \(log.mostRanges)
      """)
    guard rows.count < log.mostRanges else { return nil }
    var found: [Int: [KeyRange]] = [:]
    for row in rows {
      let numbers = row.compactMap { $0.flatMap { Int64($0) } }
      guard numbers.count == 3 else { continue }
      found[Int(numbers[0]), default: []].append(KeyRange(first: numbers[1], last: numbers[2]))
    }
    var merged = found.mapValues(\.merged)
    // In the replica, removing a folder also removes its options.
    let folders = all(["root", "root_option"])
    if merged.keys.contains(where: { folders[$0] != nil }) { merged.merge(folders) { $1 } }
    return merged
  }

  /// All rows of some tables.
  private func all(_ names: [String]) -> [Int: [KeyRange]] {
    let numbers = ReplicatedTable.names.indices.filter { names.contains(ReplicatedTable.names[$0]) }
    return Dictionary(uniqueKeysWithValues: numbers.map { ($0, [.all]) })
  }

  private func fetch(
    _ table: ReplicatedTable, _ ranges: [KeyRange]?, _ replica: IndexWriter,
    _ connection: RecordConnection
  ) throws {
    guard let ranges else {
      let source = try source(of: table, connection)
      return try fetch(table, from: source + " AS known", replica, connection)
    }
    for (condition, count) in ranges.conditions(on: "known.id") {
      let source = try source(of: table, where: condition, count: count, connection)
      try fetch(table, from: "\(source) AS known WHERE \(condition)", replica, connection)
    }
  }

  /// The relation from which the rows of a table are read that match a condition for `count` keys.
  private func source(
    of table: ReplicatedTable, where condition: String = "false", count: Int64 = .max,
    _ connection: RecordConnection
  ) throws -> String {
    guard table.name == "photo" else { return table.name }
    let found = try connection.run(
      """
      SELECT pg_is_in_recovery() AND geoindex.buffers_photos(),
        EXISTS (SELECT FROM geoindex.photo_buffer),
        count(*) = \(count) FROM geoindex.photo_buffer AS known WHERE \(condition)
      """)
    guard found.first?[0] != "t" else { throw isBehindItsNodes }
    // New changes are read without the nodes, of which one may be down.
    if found.first?[2] == "t" { return "photo_buffered" }
    // Without the merge, the database reads photos in the order of an index.
    return found.first?[1] == "t" ? "photo_merged" : "photo"
  }

  /// The error of a standby that cannot say which photos there are.
  var isBehindItsNodes: RecordError {
    RecordError(
      .refused,
      """
      \(address.display) is a standby whose photos are on other nodes, which may be ahead of it; connect to the \
      primary: target_session_attrs=read-write
      """)
  }

  private func fetch(
    _ table: ReplicatedTable, from source: String, _ replica: IndexWriter,
    _ connection: RecordConnection
  ) throws {
    let columns = table.columns.map { column in
      switch (table.name, column.name) {
      case ("root", "path"): rootPath
      case ("placement", "path"): placementPath
      default: "known.\(column.name)"
      }
    }
    let query = """
      SELECT \(columns.joined(separator: ", ")) FROM geoindex.\(source)
      ORDER BY known.id
      """
    var reader = PackedRowReader()
    var count = 0
    func readOn() throws {
      let areRows = try reader.forEachRow(fields: table.columns.count) { row in
        try replica.insert(into: table, key: row.integer(0)) { try row.bind(to: $0, table) }
        count += 1
        if count % Self.photosAtOnce == 0 { try replica.applyDerivedChanges() }
      }
      guard areRows else {
        throw RecordError(.refused, "\(address.display) has sent rows that cannot be read")
      }
    }
    try unsafe connection.copyOut("COPY (\(query)) TO STDOUT (FORMAT binary)") { piece in
      unsafe reader.append(piece)
      if reader.waiting > 1 << 16 { try readOn() }
    }
    try readOn()
    guard reader.isAtEnd else {
      throw RecordError(.unreachable, "\(address.display) has ended before the last row")
    }
  }

  /// The path of a folder as this machine names it; those of other machines start with their names.
  private var rootPath: String {
    """
    CASE WHEN known.machine = \(machine.byteLiteral) OR substring(known.path FROM 1 FOR 1) <> '/'::bytea
      THEN known.path ELSE known.machine || ':'::bytea || known.path END
    """
  }
}
