internal import PhotoIndex

/// The changes of one transaction of a replica, which become one revision of the record.
struct RecordBatch {
  struct Part {
    let table: ReplicatedTable
    let all: [KeyRange]
    let known: [KeyRange]
  }

  /// The revision before it.
  let base: RecordHead

  /// A random number, so that a batch counts once, however often it is sent.
  let id: Int64

  private let parts: [Part]
  private let state: [String: Int64]

  init(_ replica: IndexWriter, after base: RecordHead, state known: [String: Int64]) throws {
    self.base = base
    id = Int64.random(in: 1...1 << 62)
    parts = try replica.replicatedTables().map { table in
      let (all, known) = replica.changedKeys(of: table)
      return Part(table: table, all: all, known: known)
    }
    .filter { !$0.all.isEmpty }
    state = try replica.sharedState().filter { known[$0.key] != $0.value }
  }

  /// The revision that it creates.
  var revision: Int64 { base.revision + 1 }

  var isEmpty: Bool { parts.isEmpty && state.isEmpty }

  /// Sends the rows to the record and commits.
  func send(_ replica: IndexWriter, _ connection: RecordConnection, _ record: Record) throws {
    let machine = record.machine
    for part in parts {
      if part.table.name == "root" {
        try sendRoots(part, replica, connection, machine)
      } else if part.table.name == "placement" {
        try sendPlacements(part, replica, connection, record)
      } else if part.table.name == "photo", try buffersPhotos(connection) {
        try buffer(part, replica, connection)
      } else {
        try remove(part.known, of: part.table, connection)
        try copy(part, to: "geoindex.\(part.table.name)", replica, connection)
      }
    }
    var statements: [String] = []
    let changes = parts.flatMap { part in
      part.all.map { "(\(revision), \(part.table.number), \($0.first), \($0.last))" }
    }
    if !changes.isEmpty {
      statements.append(
        """
        INSERT INTO geoindex.change (revision, relation, first, last)
        VALUES \(changes.joined(separator: ", "))
        """)
    }
    for (key, value) in state.sorted(by: { $0.key < $1.key }) {
      statements.append(
        """
        INSERT INTO geoindex.state (key, value) VALUES ('\(key)', \(value))
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """)
    }
    statements += [
      """
      INSERT INTO geoindex.batch (revision, id, machine)
      VALUES (\(revision), \(id), \(machine.byteLiteral))
      """,
      "UPDATE geoindex.lease SET expires = now() + interval '5 min' WHERE holder = \(record.holder)",
    ]
    statements += record.log.tidying(revision)
    statements += [
      "UPDATE geoindex.head SET revision = \(revision)", "NOTIFY geoindex", "COMMIT",
    ]
    try connection.run(statements.joined(separator: ";\n"))
  }

  private func remove(
    _ ranges: [KeyRange], of table: ReplicatedTable, _ connection: RecordConnection
  ) throws {
    for (condition, _) in ranges.conditions(on: "id") {
      try connection.run("DELETE FROM geoindex.\(table.name) WHERE \(condition)")
    }
  }

  private func buffersPhotos(_ connection: RecordConnection) throws -> Bool {
    try connection.run("SELECT geoindex.buffers_photos()").first?.first == "t"
  }

  /// Sends photos to the buffer before their partitions.
  private func buffer(_ part: Part, _ replica: IndexWriter, _ connection: RecordConnection) throws {
    for (condition, _) in part.all.conditions(on: "id") {
      try connection.run("DELETE FROM geoindex.photo_buffer WHERE \(condition)")
    }
    try copy(part, to: "geoindex.photo_buffer", replica, connection)
    for ranges in part.known.chunks(of: 1_000) {
      try connection.run(
        """
        INSERT INTO geoindex.photo_buffer (id, is_removed)
        SELECT generate_series(first, last), true FROM (VALUES \(ranges.values)) AS range (first, last)
        ON CONFLICT (id) DO NOTHING
        """)
    }
  }

  /// How many bytes of rows are sent at once.
  private static let bytesAtOnce = 1 << 17

  func copy(
    _ part: Part, to target: String, _ replica: IndexWriter, _ connection: RecordConnection
  ) throws {
    let columns = part.table.columns.map(\.name).joined(separator: ", ")
    try connection.copyIn("COPY \(target) (\(columns)) FROM STDIN (FORMAT binary)") { send in
      var rows = PackedRows()
      rows.bytes = PackedRows.header
      for range in part.all {
        try replica.forEachRow(of: part.table, in: range) { row in
          row.pack(part.table, into: &rows)
          guard rows.bytes.count > Self.bytesAtOnce else { return }
          try send(rows.bytes)
          rows.bytes.removeAll(keepingCapacity: true)
        }
      }
      try send(rows.bytes + PackedRows.end)
    }
  }

  /// Sends folders: a new one gets the name of this machine; a known one keeps its machine and path.
  private func sendRoots(
    _ part: Part, _ replica: IndexWriter, _ connection: RecordConnection, _ machine: String
  ) throws {
    let columns = part.table.columns.map(\.name)
    let changing = columns.filter { $0 != "id" && $0 != "path" }
    try connection.run(
      """
      CREATE TEMP TABLE sent_root (LIKE geoindex.root) ON COMMIT DROP;
      ALTER TABLE sent_root ALTER machine SET DEFAULT \(machine.byteLiteral)
      """)
    try copy(part, to: "pg_temp.sent_root", replica, connection)
    for (condition, _) in part.known.conditions(on: "known.id") {
      try connection.run(
        """
        DELETE FROM geoindex.root AS known WHERE \(condition)
          AND NOT EXISTS (SELECT 1 FROM pg_temp.sent_root AS sent WHERE sent.id = known.id)
        """)
    }
    let all = (columns + ["machine"]).joined(separator: ", ")
    try connection.run(
      """
      INSERT INTO geoindex.root (\(all)) SELECT \(all) FROM pg_temp.sent_root
      ON CONFLICT (id) DO UPDATE
      SET \(changing.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """)
  }
}

extension [KeyRange] {
  /// The ranges as rows of SQL.
  var values: String { map { "(\($0.first), \($0.last))" }.joined(separator: ", ") }

  /// Conditions for these keys, each of limited length, and how many keys each has.
  ///
  /// A database finds the keys of a list by an index, and sends the list to the node that has the rows. It does
  /// neither with a join of ranges.
  func conditions(on column: String) -> [(text: String, count: Int64)] {
    var keys: [Int64] = []
    var conditions: [(text: String, count: Int64)] = []
    for range in self {
      let (length, isHuge) = range.last.subtractingReportingOverflow(range.first)
      if isHuge || length >= 100 {
        conditions.append(
          ("\(column) BETWEEN \(range.first) AND \(range.last)", isHuge ? .max : length + 1))
      } else {
        keys += range.first...range.last
      }
    }
    conditions += stride(from: 0, to: keys.count, by: 1_000).map { start in
      let part = keys[start..<Swift.min(start + 1_000, keys.count)]
      let list = part.map(String.init).joined(separator: ",")
      return ("\(column) = ANY ('{\(list)}')", Int64(part.count))
    }
    return conditions
  }

  /// The ranges in chunks, which limits the length of statements.
  func chunks(of count: Int) -> [[KeyRange]] {
    stride(from: 0, to: self.count, by: count).map {
      Array(self[$0..<Swift.min($0 + count, self.count)])
    }
  }

  /// The sorted ranges, with adjacent ones merged.
  var merged: [KeyRange] {
    var merged: [KeyRange] = []
    for range in sorted(by: { ($0.first, $0.last) < ($1.first, $1.last) }) {
      if let last = merged.last, last.last == .max || range.first <= last.last + 1 {
        merged[merged.count - 1].last = Swift.max(last.last, range.last)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
