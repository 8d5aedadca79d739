internal import SQLite

/// The tables of the acts of people in a replica; an index without a record has them in its notes file.
///
/// They have the columns of the notes file. All tables of a replica need integer keys that stay.
enum ReplicatedActs {
  /// The names, each after those that its rows refer to.
  static let tables = ["act", "placement", "undo", "alias"]

  private static let sql = """
    CREATE TABLE act (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, made INTEGER NOT NULL, author TEXT NOT NULL
    );
    CREATE TABLE placement (
      id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES act, ordinal INTEGER NOT NULL,
      path TEXT NOT NULL, fingerprint INTEGER, size INTEGER, taken INTEGER,
      latitude INTEGER, longitude INTEGER, altitude REAL, direction REAL, accuracy REAL,
      source INTEGER, gap REAL,
      base_latitude INTEGER, base_longitude INTEGER, base_altitude REAL, base_direction REAL,
      base_accuracy REAL, base_source INTEGER, base_reason INTEGER, base_detail TEXT,
      base_imported INTEGER
    );
    CREATE UNIQUE INDEX placement_by_act ON placement (act, ordinal);
    CREATE INDEX placement_by_content ON placement (fingerprint, size) WHERE fingerprint IS NOT NULL;
    CREATE INDEX placement_by_path ON placement (path);
    CREATE TABLE undo (
      id INTEGER PRIMARY KEY, placement INTEGER NOT NULL REFERENCES placement,
      act INTEGER NOT NULL REFERENCES act, UNIQUE (placement, act)
    );
    CREATE INDEX undo_by_act ON undo (act);
    CREATE TABLE alias (
      id INTEGER PRIMARY KEY, placement INTEGER NOT NULL REFERENCES placement,
      fingerprint INTEGER NOT NULL, size INTEGER NOT NULL, UNIQUE (placement, fingerprint, size)
    );
    CREATE INDEX alias_by_content ON alias (fingerprint, size);
    """

  /// Makes the tables, and has the replica fetched again: the record may have acts that it has skipped so far.
  static func prepare(_ writer: IndexWriter) throws {
    let connection = writer.connection
    let find = "SELECT 1 FROM sqlite_schema WHERE name = 'act'"
    guard try connection.integer(find) == nil else { return }
    try connection.transaction("BEGIN IMMEDIATE") {
      guard try connection.integer(find) == nil else { return }
      try connection.execute(sql)
      try writer.setReplicaPosition(nil)
    }
  }
}
