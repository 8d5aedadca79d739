import Geography
import Notes
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// Notes of the first version.
@Suite struct FirstNotesVersionTests {
  private let noted: NotedLibrary
  private var library: Library { noted.library }

  init() throws { noted = try NotedLibrary.withTwoPhotos() }

  @Test func notesOfTheFirstVersionAreStillRead() throws {
    try noted.scan()
    let photo = library.file("bare.jpg")
    let old = try Program.run("sqlite3", [library.database + ".notes", Self.firstVersion(photo)])
    #expect(old.code == 0, "\(old.messages)")
    // The size and the fingerprint of the content are those of no file, so only the path and the time can match.
    try noted.scan()
    let notes = try ActStore(of: FilePath(library.database))
    #expect(try notes.acts().map(\.author) == ["ada", "bea"])
    let place = try #require(try notes.notes(of: 1).first?.place)
    #expect(place.location?.coordinate == Coordinate(latitude: 12, longitude: 34))
    #expect(try notes.acts().map(\.undone) == [1, 0])
    let version = try Program.run("sqlite3", [notes.path.description, "PRAGMA user_version"])
    #expect(version.output == "4\n")
  }

  /// A notes file as the first migration makes it, with an act and its undoing.
  private static func firstVersion(_ photo: String) -> String {
    """
    CREATE TABLE act (
      id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL UNIQUE, made INTEGER NOT NULL,
      author TEXT NOT NULL
    );
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
    CREATE INDEX placement_by_content ON placement (fingerprint, size) WHERE fingerprint IS NOT NULL;
    CREATE INDEX placement_by_path ON placement (path);
    CREATE TABLE undo (
      placement INTEGER NOT NULL REFERENCES placement, act INTEGER NOT NULL REFERENCES act,
      PRIMARY KEY (placement, act)
    ) WITHOUT ROWID;
    INSERT INTO act VALUES (1, 'ab', 1700000000000, 'ada'), (2, 'cd', 1700000001000, 'bea');
    INSERT INTO placement (act, ordinal, path, fingerprint, size, taken, latitude, longitude, source,
      base_reason)
    VALUES (1, 0, '\(photo)', -5, 9, 1000, 120000000, 340000000,
      \(LocationSource.manual.rawValue), \(UnlocatedReason.noGPS.rawValue));
    INSERT INTO undo VALUES (1, 2);
    PRAGMA application_id = 0x67656F6E;
    PRAGMA user_version = 1;
    """
  }
}
