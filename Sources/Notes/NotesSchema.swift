internal import SQLite

/// The tables of the notes file and their migrations.
enum NotesSchema {
  /// `application_id` of a notes file: "geon" in ASCII.
  private static let applicationID: Int64 = 0x6765_6F6E

  static let migrations = Migrations(applicationID: applicationID, steps: steps)

  private static let steps = [
    Migration(
      name: "acts",
      reason: "People give positions to photos.",
      sql: """
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
        """),
    Migration(
      name: "aliases",
      reason: "A photo that was edited keeps its position.",
      sql: """
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
        """),
  ]
}
