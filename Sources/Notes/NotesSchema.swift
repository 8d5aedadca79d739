internal import PhotoIndex

/// The tables of the notes file and their migrations.
enum NotesSchema {
  /// `application_id` of a notes file: "geon" in ASCII.
  static let applicationID: Int64 = 0x6765_6F6E

  /// The named migrations; a released one is never edited.
  static let migrations: [(name: String, sql: String)] = [
    (
      "acts",
      """
      -- One row for each act of a person. 'made' is in milliseconds since 1970 and grows with 'id'; 'uuid' is
      -- the name of the act on all machines.
      CREATE TABLE act (
        id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL UNIQUE, made INTEGER NOT NULL,
        author TEXT NOT NULL
      );

      -- What an act records about each of its photos, identified by (fingerprint, size), or by (path, taken).
      -- Without a latitude the act removed the position. 'base_…' is the place without notes at that time.
      CREATE TABLE placement (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        act INTEGER NOT NULL REFERENCES act, ordinal INTEGER NOT NULL,
        path TEXT NOT NULL, fingerprint INTEGER, size INTEGER, taken INTEGER,
        latitude INTEGER, longitude INTEGER, altitude REAL, direction REAL, accuracy REAL,
        source INTEGER, gap REAL,
        base_latitude INTEGER, base_longitude INTEGER, base_altitude REAL, base_direction REAL,
        base_accuracy REAL, base_source INTEGER, base_reason INTEGER, base_detail TEXT,
        base_imported INTEGER
      );
      CREATE UNIQUE INDEX placement_by_act ON placement (act, ordinal);
      CREATE INDEX placement_by_content ON placement (fingerprint, size)
        WHERE fingerprint IS NOT NULL;
      CREATE INDEX placement_by_path ON placement (path);

      -- Which act has undone which placement.
      CREATE TABLE undo (
        placement INTEGER NOT NULL REFERENCES placement, act INTEGER NOT NULL REFERENCES act,
        PRIMARY KEY (placement, act)
      ) WITHOUT ROWID;

      -- The list is append-only.
      CREATE TRIGGER act_stays BEFORE DELETE ON act BEGIN SELECT raise(ABORT, 'acts stay'); END;
      CREATE TRIGGER act_is_final BEFORE UPDATE ON act BEGIN SELECT raise(ABORT, 'acts stay'); END;
      CREATE TRIGGER placement_stays BEFORE DELETE ON placement
        BEGIN SELECT raise(ABORT, 'acts stay'); END;
      CREATE TRIGGER placement_is_final BEFORE UPDATE ON placement
        BEGIN SELECT raise(ABORT, 'acts stay'); END;
      CREATE TRIGGER undo_stays BEFORE DELETE ON undo BEGIN SELECT raise(ABORT, 'acts stay'); END;
      CREATE TRIGGER undo_is_final BEFORE UPDATE ON undo BEGIN SELECT raise(ABORT, 'acts stay'); END;
      """
    ),
    (
      "aliases",
      """
      -- A later content of the photo of a placement: a scan has seen that its file was edited.
      CREATE TABLE alias (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        placement INTEGER NOT NULL REFERENCES placement, fingerprint INTEGER NOT NULL,
        size INTEGER NOT NULL, UNIQUE (placement, fingerprint, size)
      );
      CREATE INDEX alias_by_content ON alias (fingerprint, size);
      CREATE TRIGGER alias_stays BEFORE DELETE ON alias
        BEGIN SELECT raise(ABORT, 'aliases stay'); END;
      CREATE TRIGGER alias_is_final BEFORE UPDATE ON alias
        BEGIN SELECT raise(ABORT, 'aliases stay'); END;
      """
    ),
  ]

  /// Migrates a file to this program's version; throws if it is not a notes file or is newer.
  static func migrate(_ connection: Connection) throws {
    // Checked first, because an up-to-date file may be on a read-only disk.
    if try connection.integer("PRAGMA application_id") == applicationID,
      try connection.integer("PRAGMA user_version") == Int64(migrations.count)
    {
      return
    }
    try connection.transaction("BEGIN IMMEDIATE") {
      let application = try connection.integer("PRAGMA application_id") ?? 0
      let found = try connection.integer("PRAGMA user_version") ?? 0
      let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      guard application == applicationID || tables == 0, found >= 0 else {
        throw IndexError(.notAnIndex, "\(connection.path) is not a notes file")
      }
      guard found <= migrations.count else {
        throw IndexError(.tooNew, "\(connection.path) was written by a newer geoindex")
      }
      guard found < migrations.count else { return }
      for step in migrations[Int(found)...] { try connection.execute(step.sql) }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(migrations.count)")
    }
  }
}
