internal import Grid
internal import SQLite

extension Schema {
  /// The steps in the order of the versions.
  static let steps: [Migration] = [
    Migration(
      name: "first tables",
      reason: "An index holds folders, files, cameras and the packed grid.",
      sql: """
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
        """),
    Migration(
      name: "companion files",
      reason: "A file beside a photo may say more of it, and has to be noticed when it changes.",
      sql: """
        -- What the file system said of the files beside a photo that were read with it, as one number;
        -- null where there were none. What an older program has read was read without them, and less of
        -- it was understood: it is read again once, which the number -1, that of no files, brings about.
        ALTER TABLE photo ADD COLUMN companions INTEGER;
        UPDATE photo SET companions = -1;
        DROP INDEX photo_by_file;
        CREATE UNIQUE INDEX photo_by_file
          ON photo (directory, name, size, modified, inode, reason, companions);
        """),
    Migration(
      name: "summaries",
      reason: "Wide views must not read every point.",
      sql: """
        -- What wide views are answered from; both are made from the runs and written with them.
        -- A tile with more than GridPyramid.leafCapacity photos has a row with what is known of each
        -- quarter of it, see GridPyramid and CellSummaryList.
        CREATE TABLE grid_tile (id INTEGER PRIMARY KEY, quarters BLOB NOT NULL);
        -- A day (UTC, counted from 1970) with photos on the map, and what is known of those it has in
        -- each cell of zoom level GridDay.zoom.
        CREATE TABLE grid_day (day INTEGER PRIMARY KEY, cells BLOB NOT NULL);
        """),
    Migration(
      name: "options of folders",
      reason: "A server scans a folder as it was last scanned by hand.",
      sql: """
        -- How a folder was to be scanned when that was said last, see ScanOptions; for the scans that a
        -- server makes.
        CREATE TABLE IF NOT EXISTS root_option (
          root INTEGER NOT NULL REFERENCES root, name TEXT NOT NULL, value TEXT NOT NULL
        );
        -- The number of a folder that has gone may be given to another.
        CREATE TRIGGER IF NOT EXISTS root_option_goes BEFORE DELETE ON root BEGIN
          DELETE FROM root_option WHERE root = OLD.id;
        END;
        """),
    Migration(
      name: "departed photos",
      reason: "A photo whose file comes back has the number that it had.",
      sql: """
        -- Photos whose file has gone, in the order in which they went; 'photo' is the number each had, and
        -- has again when the file comes back, see IndexWriter.removeKeepingTombstone.
        CREATE TABLE IF NOT EXISTS departed (
          id INTEGER PRIMARY KEY,
          photo INTEGER NOT NULL, fingerprint INTEGER NOT NULL, size INTEGER NOT NULL,
          inode INTEGER NOT NULL
        );
        CREATE INDEX IF NOT EXISTS departed_by_content ON departed (fingerprint, size);
        """),
    Migration(
      name: "changes that times hide",
      reason: "A ctime and a file system show what a modification time and a device number do not.",
      sql: """
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
        """),
    Migration(
      name: "clocks of cameras",
      reason: "Days and facets are answered without the table of photos.",
      sql: """
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
      rebuild: { connection in
        let writer = IndexWriter(connection)
        try writer.addOffsets()
        try connection.execute("DELETE FROM grid_tile; DELETE FROM grid_day")
        try writer.grid.makeSummaries()
        // The step "names of positions" fills the blocks.
      }),
    Migration(
      name: "software",
      reason: "Photos are asked for by the program that wrote them.",
      sql: """
        -- The program that wrote the file. Files that older versions have read are read again once in the
        -- next scan; no scan has a number of companions below 0. Imported photos need not have a file.
        ALTER TABLE camera ADD COLUMN software TEXT;
        UPDATE photo SET companions = -1 WHERE inode <> 0 AND format IS NOT NULL;
        """),
    Migration(
      name: "names of positions",
      reason: "Photos are asked for by country, region and place.",
      sql: """
        -- The names and codes of positions, in English. A row never changes and is never removed; new names
        -- are new rows. 'latitude' and 'longitude' are the centre of the place, in 1e-7 degrees.
        CREATE TABLE locality (
          id INTEGER PRIMARY KEY, country_code TEXT, country TEXT, region_code TEXT, region TEXT,
          place_id INTEGER, place TEXT, time_zone TEXT, latitude INTEGER, longitude INTEGER
        );
        -- How the row of a locality is found.
        CREATE INDEX locality_by_place ON locality (place_id, region_code, time_zone);
        -- Null where the photo is not on the map, and until IndexWriter.renewNames has been there.
        ALTER TABLE photo ADD COLUMN locality INTEGER REFERENCES locality;
        -- The groups of photos have the locality too, see PhotoBlock.
        DELETE FROM photo_block;
        -- The content of the places file that all names are from; 0 for names that are to be renewed.
        INSERT OR IGNORE INTO state VALUES ('places', 0);
        """,
      rebuild: { connection in try IndexWriter(connection).makeBlocks() }),
    Migration(
      name: "tracks",
      reason: "Tracks are drawn, asked for and used without reading their files again.",
      sql: """
        -- One row for each track file among the photos, and for each that was added by hand: then 'directory'
        -- is null and 'name' the whole path. 'reason' says why a file gives no track. Times are milliseconds
        -- since 1970, edges of the box 1e-7 degrees.
        CREATE TABLE track (
          id INTEGER PRIMARY KEY,
          directory INTEGER REFERENCES directory,
          name TEXT NOT NULL,
          size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL, changed INTEGER,
          kind TEXT, reason TEXT,
          count INTEGER NOT NULL, first INTEGER, last INTEGER,
          west INTEGER, south INTEGER, east INTEGER, north INTEGER
        );
        CREATE INDEX track_by_file ON track (directory, name);
        CREATE INDEX track_by_inode ON track (inode);
        CREATE INDEX track_by_time ON track (last, first);

        -- The fixes of a track in several levels of detail, see TrackLevels, in chunks, see PackedFixes.
        -- 'cell' is the smallest tile around the chunk, see TrackCell; 'repeats' is 1 if its first fix is
        -- also the last of the chunk before.
        CREATE TABLE track_chunk (
          id INTEGER PRIMARY KEY,
          track INTEGER NOT NULL REFERENCES track, level INTEGER NOT NULL, cell INTEGER NOT NULL,
          west INTEGER NOT NULL, south INTEGER NOT NULL, east INTEGER NOT NULL, north INTEGER NOT NULL,
          first INTEGER NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL,
          repeats INTEGER NOT NULL, fixes BLOB NOT NULL
        );
        -- How the chunks in a box are found, and how many fixes they have.
        CREATE INDEX track_chunk_by_cell
          ON track_chunk (level, cell, west, south, east, north, first, last, count, track);
        -- How a moment of a track is found.
        CREATE INDEX track_chunk_by_time ON track_chunk (track, level, first, last, count);
        INSERT OR IGNORE INTO state VALUES ('next_track', 1);
        """),
    Migration(
      name: "names of areas",
      reason: "Photos are named by boundaries that the user has added.",
      sql: """
        -- The name of the smallest polygon of the boundaries around the position; null if there is none.
        ALTER TABLE locality ADD COLUMN area TEXT;
        DROP INDEX locality_by_place;
        CREATE INDEX locality_by_place ON locality (place_id, region_code, time_zone, area);
        """),
    Migration(
      name: "tracks in films",
      reason: "Tracks of films are stored, also of those that were scanned before.",
      sql: """
        -- Films (MP4, QuickTime, 3GP) that older versions have read are read again once in the next scan, as
        -- in the step "software"; photos are not.
        UPDATE photo SET companions = -1 WHERE inode <> 0 AND format IN (40, 41, 42);
        """),
    Migration(
      name: "fewer indexes",
      reason: "Each index on photos takes a fifth of the time of storing one.",
      sql: """
        -- Photos are found by their camera in the blocks.
        DROP INDEX photo_by_camera;
        -- Imported photos have no file, so none of them has moved.
        DROP INDEX photo_by_inode;
        CREATE INDEX photo_by_inode ON photo (inode) WHERE inode <> 0;
        """),
    Migration(
      name: "samples of files",
      reason: "Uncompressed scans of one size with a white border are different photos.",
      sql: """
        -- The sum of the head and of samples of the file; null if an older version has read it.
        ALTER TABLE photo ADD COLUMN samples INTEGER;
        ALTER TABLE departed ADD COLUMN samples INTEGER;
        -- Files that may be one photo or several are read again once in the next scan, as in the step
        -- "software".
        UPDATE photo SET companions = -1 WHERE inode <> 0 AND (fingerprint, size) IN (
          SELECT fingerprint, size FROM photo WHERE fingerprint IS NOT NULL
          GROUP BY fingerprint, size HAVING count(*) > 1);
        """),
    Migration(
      name: "own places",
      reason: "Undoing an act shows the place that the file has now, not the one before the act.",
      sql: """
        -- The place that a photo would have without notes, where it differs from the one in the notes. 'id' is
        -- that of the photo; the other columns are as in 'photo'.
        CREATE TABLE own_place (
          id INTEGER PRIMARY KEY,
          latitude INTEGER, longitude INTEGER, altitude REAL, direction REAL, accuracy REAL,
          source INTEGER, reason INTEGER, detail TEXT, imported INTEGER
        );
        -- The next scan reads the photos with notes again: their files may have changed since.
        UPDATE photo SET companions = -1 WHERE inode <> 0 AND format IS NOT NULL
          AND (source IN (8, 9, 10) OR detail = 'its position was removed by hand');
        """),
    Migration(
      name: "words",
      reason: "Photos are found by what people have written about them.",
      sql: """
        ALTER TABLE photo ADD COLUMN title TEXT;
        ALTER TABLE photo ADD COLUMN caption TEXT;
        -- Lists have each text between two characters of the number 31; null if there is none.
        ALTER TABLE photo ADD COLUMN keywords TEXT;
        ALTER TABLE photo ADD COLUMN keyword_paths TEXT;
        ALTER TABLE photo ADD COLUMN people TEXT;
        ALTER TABLE photo ADD COLUMN rating INTEGER;
        ALTER TABLE photo ADD COLUMN label TEXT;
        ALTER TABLE photo ADD COLUMN favourite INTEGER;
        ALTER TABLE photo ADD COLUMN creator TEXT;
        ALTER TABLE photo ADD COLUMN copyright TEXT;
        -- Files that older versions have read are read again once in the next scan, as in the step "software".
        UPDATE photo SET companions = -1 WHERE inode <> 0 AND format IS NOT NULL;

        -- Each keyword, person and the like once; 'kind' is a WordBlock.Kind. A row never changes.
        CREATE TABLE term (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, text TEXT NOT NULL);
        CREATE UNIQUE INDEX term_by_text ON term (kind, text);
        -- What is looked for among words, WordBlock.capacity photos a row, by number. All of it is made from the
        -- rows of the photos.
        CREATE TABLE word_block (id INTEGER PRIMARY KEY, terms BLOB NOT NULL, texts BLOB NOT NULL);
        """,
      rebuild: { connection in try IndexWriter(connection).makeWordBlocks() }),
    Migration(
      name: "own words",
      reason: "People write about photos, and undoing that shows what the file says.",
      sql: """
        -- The words that a photo would have without notes, where notes change them; 'seen' is what its file says if
        -- that has words of acts that were undone. 'id' is that of the photo; for the texts see StoredWords.
        CREATE TABLE own_words (id INTEGER PRIMARY KEY, words TEXT NOT NULL, seen TEXT);
        """,
      rebuild: { connection in try ActTables.change(ActTables.words, connection) }),
    Migration(
      name: "corrections of journeys",
      reason: "People correct the homes and trips that are found.",
      sql: """
        -- What people have corrected, in order, see JourneyCorrection. All of it is made from the acts.
        CREATE TABLE journey_correction (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        -- Hierarchies may name people, as digiKam's do; the next scan reads their files again.
        UPDATE photo SET companions = -1 WHERE inode <> 0 AND keyword_paths IS NOT NULL;
        """,
      rebuild: { connection in try ActTables.change(ActTables.journeys, connection) }),
    Migration(
      name: "views",
      reason: "Photos are found by what they show.",
      sql: """
        -- Between which edges the photo looks, and how the camera stood; in degrees and metres.
        ALTER TABLE photo ADD COLUMN field_of_view REAL;
        ALTER TABLE photo ADD COLUMN pitch REAL;
        ALTER TABLE photo ADD COLUMN roll REAL;
        ALTER TABLE photo ADD COLUMN relative_altitude REAL;
        -- The views of photos in runs as those of the grid, see ViewPoint. All of it is made from the rows.
        CREATE TABLE view_run (
          id INTEGER PRIMARY KEY,
          first_key INTEGER NOT NULL, first_photo INTEGER NOT NULL,
          last_key INTEGER NOT NULL, last_photo INTEGER NOT NULL,
          count INTEGER NOT NULL,
          points BLOB NOT NULL
        );
        CREATE UNIQUE INDEX view_run_by_end
          ON view_run (last_key, last_photo, first_key, first_photo, count);
        -- The next scan reads photos with a direction again, and those of cameras that write it only in XMP.
        UPDATE photo SET companions = -1 WHERE inode <> 0 AND format IS NOT NULL
          AND latitude IS NOT NULL AND (direction IS NOT NULL OR camera IN (
            SELECT id FROM camera WHERE make IN (
              'DJI', 'Hasselblad', 'Parrot', 'senseFly', 'SenseFly', 'Autel Robotics', 'Sentera',
              'RICOH', 'Insta360', 'Arashi Vision')));
        """),
    Migration(
      name: "accepted positions",
      reason: "Positions that people have accepted as true are not doubted again.",
      sql: """
        -- The positions that people have accepted, in units of 1e-7°. 'id' is that of the photo. All of it is made from the
        -- acts.
        CREATE TABLE accepted_place (
          id INTEGER PRIMARY KEY, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL
        );
        """),
  ]
}
