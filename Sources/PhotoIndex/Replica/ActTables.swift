internal import SQLite

/// The tables of the acts of people: in a notes file, or in a replica of a record.
///
/// An index without a record has a notes file, which survives it. The record has the columns of the replica.
package enum ActTables {
  /// Where the tables are.
  package enum Home {
    /// In a notes file, whose rows nothing can change or remove, and whose keys are never given again.
    case notes

    /// In a replica, whose tables all need integer keys. The record guards its rows, and gives the keys.
    case replica

    fileprivate var key: String {
      self == .notes ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER PRIMARY KEY"
    }
  }

  /// The names, each after those that its rows refer to.
  package static let names = ["act", "placement", "undo", "alias"]

  /// Makes the tables of acts.
  package static func acts(in home: Home) -> String {
    """
    -- One row for each act of a person. 'made' is in milliseconds since 1970 and grows with 'id'; 'uuid' is
    -- the name of the act on all machines.
    CREATE TABLE act (
      id \(home.key), uuid TEXT NOT NULL UNIQUE, made INTEGER NOT NULL, author TEXT NOT NULL
    );

    -- What an act records about each of its photos, identified by (fingerprint, size), or by (path, taken).
    -- Without a latitude the act removed the position. 'base_…' is the place without notes at that time.
    CREATE TABLE placement (
      id \(home.key), act INTEGER NOT NULL REFERENCES act, ordinal INTEGER NOT NULL,
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

    -- Which act has undone which placement.
    \(undo(in: home))
    \(home == .notes ? staying("act", "placement", "undo", what: "acts") : "")
    """
  }

  /// Lets acts be about words.
  package static let words = """
    -- What the act changes in the words of the photo, see StoredWords; then the row has no place. Null if the act
    -- places the photo.
    ALTER TABLE placement ADD COLUMN words TEXT;
    CREATE INDEX IF NOT EXISTS undo_by_act ON undo (act);
    """

  /// Lets acts be about homes and trips.
  package static let journeys = """
    -- A correction of homes and trips, see JourneyCorrection; then the row is about no photo: its path is empty, and
    -- it has neither place nor words. Null for other acts.
    ALTER TABLE placement ADD COLUMN journey TEXT;
    CREATE INDEX placement_of_journeys ON placement (act) WHERE journey IS NOT NULL;
    """

  /// The corrections of homes and trips that are not undone, in the order in which they were made on all machines.
  package static let journeyCorrections = """
    SELECT journey FROM placement JOIN act ON act.id = placement.act
    WHERE journey IS NOT NULL AND path = '' AND placement.id NOT IN (SELECT placement FROM undo)
    ORDER BY made, uuid, ordinal
    """

  private static func undo(in home: Home) -> String {
    let references =
      "placement INTEGER NOT NULL REFERENCES placement, act INTEGER NOT NULL REFERENCES act"
    return switch home {
    case .notes: "CREATE TABLE undo (\(references), PRIMARY KEY (placement, act)) WITHOUT ROWID;"
    case .replica:
      """
      CREATE TABLE undo (id \(home.key), \(references), UNIQUE (placement, act));
      CREATE INDEX undo_by_act ON undo (act);
      """
    }
  }

  /// Makes the table of aliases.
  package static func aliases(in home: Home) -> String {
    """
    -- A later content of the photo of a placement: a scan has seen that its file was edited.
    CREATE TABLE alias (
      id \(home.key), placement INTEGER NOT NULL REFERENCES placement,
      fingerprint INTEGER NOT NULL, size INTEGER NOT NULL, UNIQUE (placement, fingerprint, size)
    );
    CREATE INDEX alias_by_content ON alias (fingerprint, size);
    \(home == .notes ? staying("alias", what: "aliases") : "")
    """
  }

  /// Triggers that let rows of tables be added only.
  private static func staying(_ tables: String..., what: String) -> String {
    tables.map { table in
      """
      CREATE TRIGGER \(table)_stays BEFORE DELETE ON \(table)
        BEGIN SELECT raise(ABORT, '\(what) stay'); END;
      CREATE TRIGGER \(table)_is_final BEFORE UPDATE ON \(table)
        BEGIN SELECT raise(ABORT, '\(what) stay'); END;
      """
    }.joined(separator: "\n")
  }

  /// Makes the tables of a replica, and has it fetched again: the record may have acts that it has skipped so far.
  static func prepare(_ writer: IndexWriter) throws {
    let connection = writer.connection
    let find = "SELECT 1 FROM sqlite_schema WHERE name = 'act'"
    guard try connection.integer(find) == nil else { return }
    try connection.transaction("BEGIN IMMEDIATE") {
      guard try connection.integer(find) == nil else { return }
      try connection.execute(acts(in: .replica) + aliases(in: .replica) + words + journeys)
      try writer.setReplicaPosition(nil)
    }
  }

  /// Changes the tables of acts of a replica of an earlier version, if it has some.
  static func change(_ sql: String, _ connection: Connection) throws {
    let find = "SELECT 1 FROM sqlite_schema WHERE name = 'placement'"
    if try connection.integer(find) != nil { try connection.execute(sql) }
  }
}
