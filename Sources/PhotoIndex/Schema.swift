/// The tables of the index and the steps that lead from one version of them to the next.
///
/// `user_version` says how many steps a file has been through. A step that has been released is
/// never edited: a change to the tables is a new step at the end.
enum Schema {
  /// `application_id` of an index file: "geoi" in ASCII.
  static let applicationID: Int64 = 0x6765_6F69

  static var version: Int64 { Int64(steps.count) }

  static let steps: [String] = [
    """
    -- Numbers about the whole index: 'version' grows with every change, 'next_photo' and
    -- 'next_scan' are the next ids to hand out, so that an id is never given twice; 'identity' is
    -- drawn by lot and tells one index from another.
    CREATE TABLE state (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO state VALUES ('version', 1), ('next_photo', 1), ('next_scan', 1),
      ('identity', abs(random() >> 16));

    CREATE TABLE root (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);

    -- Paths are relative to their root; the root itself has the empty path.
    CREATE TABLE directory (
      id INTEGER PRIMARY KEY,
      root INTEGER NOT NULL REFERENCES root,
      path TEXT NOT NULL,
      device INTEGER NOT NULL,
      listed_in_scan INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX directory_by_path ON directory (root, path);

    CREATE TABLE camera (
      id INTEGER PRIMARY KEY, make TEXT, model TEXT, lens TEXT
    );

    -- One row for every file, on the map or not. 'reason' is null for what is on the map.
    -- Times are milliseconds; 'offset' is minutes ahead of UTC; the codes are those of PhotoFacts.
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY,
      directory INTEGER NOT NULL REFERENCES directory,
      name TEXT NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      fingerprint INTEGER,
      reason INTEGER,
      detail TEXT,
      latitude INTEGER, longitude INTEGER,
      altitude REAL, direction REAL, accuracy REAL,
      source INTEGER,
      local_time INTEGER, utc_offset INTEGER, instant INTEGER, time_source INTEGER,
      format INTEGER,
      width INTEGER, height INTEGER, orientation INTEGER NOT NULL,
      camera INTEGER REFERENCES camera,
      thumbnail_offset INTEGER, thumbnail_size INTEGER,
      remarks TEXT
    );
    -- What a rescan compares, in one range of one tree.
    CREATE UNIQUE INDEX photo_by_file ON photo (directory, name, size, modified, inode, reason);
    -- How a file that was moved is found again.
    CREATE INDEX photo_by_inode ON photo (inode);
    CREATE INDEX photo_by_reason ON photo (reason) WHERE reason IS NOT NULL;
    CREATE INDEX photo_by_camera ON photo (camera) WHERE camera IS NOT NULL;

    -- The packed grid: each row is a run of located photos in the order (grid key, photo id), see
    -- GridRun. The index on the end of each run finds, with one descent, the first run that can
    -- hold a key, and answers for the extent and size of a run without reading it.
    CREATE TABLE grid_run (
      id INTEGER PRIMARY KEY,
      first_key INTEGER NOT NULL, first_photo INTEGER NOT NULL,
      last_key INTEGER NOT NULL, last_photo INTEGER NOT NULL,
      count INTEGER NOT NULL,
      points BLOB NOT NULL
    );
    CREATE UNIQUE INDEX grid_run_by_end
      ON grid_run (last_key, last_photo, first_key, first_photo, count);
    """,
    """
    -- What the file system said of the files beside a photo that were read with it, as one number;
    -- null where there were none. What an older program has read was read without them, and less of
    -- it was understood: it is read again once, which the number -1, that of no files, brings about.
    ALTER TABLE photo ADD COLUMN companions INTEGER;
    UPDATE photo SET companions = -1;
    DROP INDEX photo_by_file;
    CREATE UNIQUE INDEX photo_by_file
      ON photo (directory, name, size, modified, inode, reason, companions);
    """,
    """
    -- What wide views are answered from; both are made from the runs and written with them.
    -- A tile with more than GridPyramid.leafCapacity photos has a row with what is known of each
    -- quarter of it, see GridPyramid and CellSummaryList.
    CREATE TABLE grid_tile (id INTEGER PRIMARY KEY, quarters BLOB NOT NULL);
    -- A day (UTC, counted from 1970) with photos on the map, and what is known of those it has in
    -- each cell of zoom level GridDay.zoom.
    CREATE TABLE grid_day (day INTEGER PRIMARY KEY, cells BLOB NOT NULL);
    """,
    """
    -- How a folder was to be scanned when that was said last, see ScanOptions; for the scans that a
    -- server makes.
    CREATE TABLE IF NOT EXISTS root_option (
      root INTEGER NOT NULL REFERENCES root, name TEXT NOT NULL, value TEXT NOT NULL
    );
    -- The number of a folder that has gone may be given to another.
    CREATE TRIGGER IF NOT EXISTS root_option_goes BEFORE DELETE ON root BEGIN
      DELETE FROM root_option WHERE root = OLD.id;
    END;
    """,
    """
    -- Photos whose file has gone, in the order in which they went; 'photo' is the number each had, and
    -- has again when the file comes back, see IndexWriter.depart.
    CREATE TABLE IF NOT EXISTS departed (
      id INTEGER PRIMARY KEY,
      photo INTEGER NOT NULL, fingerprint INTEGER NOT NULL, size INTEGER NOT NULL,
      inode INTEGER NOT NULL
    );
    CREATE INDEX IF NOT EXISTS departed_by_content ON departed (fingerprint, size);
    """,
    """
    -- When the file, its name or its permissions last changed (ctime), in nanoseconds since 1970. Unlike
    -- 'modified' no program can set it. Null where it is not known: the file was read by an older
    -- version, or never. The next scan fills it in, without reading a file that is otherwise unchanged.
    ALTER TABLE photo ADD COLUMN changed INTEGER;
    DROP INDEX photo_by_file;
    CREATE UNIQUE INDEX photo_by_file
      ON photo (directory, name, size, modified, inode, reason, companions, changed);

    -- 1 where the position is from an import; null otherwise. Such a position is kept when the file is
    -- read and has none itself. 7 is the code of the source 'import'.
    ALTER TABLE photo ADD COLUMN imported INTEGER;
    UPDATE photo SET imported = 1 WHERE latitude IS NOT NULL AND (source = 7 OR inode = 0);
    ALTER TABLE departed ADD COLUMN latitude INTEGER;
    ALTER TABLE departed ADD COLUMN longitude INTEGER;
    ALTER TABLE departed ADD COLUMN altitude REAL;
    ALTER TABLE departed ADD COLUMN direction REAL;
    ALTER TABLE departed ADD COLUMN accuracy REAL;
    ALTER TABLE departed ADD COLUMN source INTEGER;

    -- 1 for a folder that 'scan' or 'watch' was given, 0 for one that an import has named. A server
    -- scans only the former. A whole scan lists the root's own directory, an import lists none.
    ALTER TABLE root ADD COLUMN scanned INTEGER NOT NULL DEFAULT 0;
    UPDATE root SET scanned = 1 WHERE path >= '/' AND path < '0' AND EXISTS (
      SELECT 1 FROM directory WHERE directory.root = root.id AND directory.path = ''
        AND directory.listed_in_scan > 0);

    -- The first photo id that a scan of the folder may have added which did not finish; null if the last
    -- scan finished. What it added may be photos that were known under another path.
    ALTER TABLE root ADD COLUMN added_since INTEGER;

    -- The file systems on which directories were found, see FileSystemIdentity. 'mounted' is the folder
    -- of it that was mounted, which differs from '/' for bind mounts and subvolumes.
    CREATE TABLE file_system (
      id INTEGER PRIMARY KEY, identity TEXT NOT NULL, mounted TEXT NOT NULL, name TEXT NOT NULL
    );
    CREATE UNIQUE INDEX file_system_by_identity ON file_system (identity, mounted);
    ALTER TABLE directory ADD COLUMN file_system INTEGER REFERENCES file_system;
    -- Older versions kept the device number, which may differ after a restart of the machine.
    INSERT INTO file_system (identity, mounted, name)
      SELECT DISTINCT 'device:' || device, '/', 'device ' || device FROM directory
      WHERE device <> 0;
    UPDATE directory SET file_system = (
      SELECT id FROM file_system WHERE identity = 'device:' || directory.device);
    ALTER TABLE directory DROP COLUMN device;
    """,
    """
    -- The points of a run got a column with the offset of the camera's clock, and the cells of a day
    -- are kept apart by it. All of them are made again, see IndexWriter.addOffsets.
    ALTER TABLE grid_run RENAME TO grid_run_without_offsets;
    DROP INDEX grid_run_by_end;
    CREATE TABLE grid_run (
      id INTEGER PRIMARY KEY,
      first_key INTEGER NOT NULL, first_photo INTEGER NOT NULL,
      last_key INTEGER NOT NULL, last_photo INTEGER NOT NULL,
      count INTEGER NOT NULL,
      points BLOB NOT NULL
    );
    CREATE UNIQUE INDEX grid_run_by_end
      ON grid_run (last_key, last_photo, first_key, first_photo, count);

    -- What is asked of all photos at once, PhotoBlock.capacity of them a row, by number. 'version' is that
    -- of the index in which any of them changed last: readers renew what they remember by it.
    CREATE TABLE photo_block (
      id INTEGER PRIMARY KEY, version INTEGER NOT NULL, photos BLOB NOT NULL
    );
    CREATE INDEX photo_block_by_version ON photo_block (version);

    -- Before the cells of a day are their counts, see DayCountList: most questions need no more of them.
    DROP TABLE grid_day;
    CREATE TABLE grid_day (day INTEGER PRIMARY KEY, counts BLOB NOT NULL, cells BLOB NOT NULL);
    """,
  ]

  /// The step since which points have offsets, and photos are in blocks.
  private static let offsetsStep = 7

  /// Brings a file to this program's version, or refuses one that is not an index or is newer.
  static func migrate(_ connection: Connection) throws {
    try connection.transaction("BEGIN IMMEDIATE") {
      let found = try identify(connection)
      guard found < version else { return }
      for step in steps[Int(found)...] { try connection.execute(step) }
      if found < offsetsStep {
        let writer = IndexWriter(connection)
        try writer.addOffsets()
        if found > 0 {
          try writer.makeSummaries()
          try writer.makeBlocks()
        }
      }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// How many steps a file has been through; 0 for a file that is still empty.
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
