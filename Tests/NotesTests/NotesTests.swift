import Foundation
import Geography
import Notes
import PhotoExchange
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Notes survive a deletion of the index, and can be undone.
@Suite struct NotesTests {
  private let library: Library

  init() throws {
    library = try Library()
    try library.add("located.jpg")
    try library.write("bare.jpg", Self.bare("one"))
  }

  /// A JPEG file without a position; the text makes its content unique.
  private static func bare(_ text: String) -> Data {
    let comment = Array(text.utf8)
    return Data(
      [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + [0xFF, 0xD9])
  }

  private func index() throws -> PhotoIndex {
    try PhotoIndex(path: FilePath(library.database), access: .writing)
  }

  private func scan(_ change: (inout ScanOptions) -> Void = { _ in }) throws {
    var options = ScanOptions()
    change(&options)
    let index = try index()
    _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    #expect(try index.integrityProblems().isEmpty)
  }

  private func place(of name: String) throws -> Place? {
    try index().read { reader in
      try reader.photoID(at: FilePath(library.file(name))).flatMap { try reader.photo($0)?.place }
    }
  }

  private func deleteIndex() throws {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: library.database + ending)
    }
  }

  private static func location(_ latitude: Double, _ longitude: Double) throws -> Location {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return Location(coordinate, altitude: 3, accuracy: 7, source: .manual)
  }

  @discardableResult
  private func put(_ name: String, at location: Location?) throws -> Int64 {
    let index = try index()
    let id = try #require(
      try index.read { try $0.photoID(at: FilePath(library.file(name))) })
    let act = try PhotoPlacer(index).place(
      [PhotoPlacer.Wanted(id: id, location: location)], by: "ada")
    return try #require(act).number
  }

  private func undo(_ act: Int64) throws -> Int {
    try PhotoPlacer(index()).undo(act, by: "ada")
  }

  @Test(arguments: ["bare.jpg", "located.jpg"])
  func aPlacedPhotoStaysPlacedWhateverIsScanned(name: String) throws {
    try scan()
    let before = try place(of: name)
    let here = try Self.location(12, 34)
    let act = try put(name, at: here)
    #expect(try place(of: name) == .located(here))
    try scan()
    #expect(try place(of: name) == .located(here))
    try scan { $0.readsUnchanged = true }
    #expect(try place(of: name) == .located(here))
    try library.move(name, to: "moved/\(name)")
    try scan()
    #expect(try place(of: "moved/\(name)") == .located(here))
    try deleteIndex()
    try scan()
    #expect(try place(of: "moved/\(name)") == .located(here))
    #expect(try undo(act) == 1)
    #expect(try place(of: "moved/\(name)") == before)
    try scan { $0.readsUnchanged = true }
    #expect(try place(of: "moved/\(name)") == before)
    #expect(try undo(act) == 0)
  }

  @Test func aPositionCanBeRemoved() throws {
    try scan()
    let act = try put("located.jpg", at: nil)
    #expect(try place(of: "located.jpg")?.reason == .noGPS)
    try scan { $0.readsUnchanged = true }
    #expect(try place(of: "located.jpg")?.reason == .noGPS)
    _ = try undo(act)
    #expect(try place(of: "located.jpg")?.location?.source == .exif)
  }

  @Test func undoingTheLaterOfTwoActsShowsTheEarlierOne() throws {
    try scan()
    let (one, two) = (try Self.location(1, 1), try Self.location(2, 2))
    let first = try put("bare.jpg", at: one)
    let second = try put("bare.jpg", at: two)
    #expect(try place(of: "bare.jpg") == .located(two))
    _ = try undo(second)
    #expect(try place(of: "bare.jpg") == .located(one))
    _ = try undo(first)
    #expect(try place(of: "bare.jpg")?.reason == .noGPS)
  }

  @Test func theNewerStatementWins() throws {
    try scan()
    let here = try Self.location(12, 34)
    try put("bare.jpg", at: here)
    // The file gains a position after the note was made.
    try library.add("bare.jpg")
    let taken = try place(of: "located.jpg")
    try scan()
    #expect(try place(of: "bare.jpg") == taken)
    // A note about the position it has now is newer again.
    try put("bare.jpg", at: here)
    try scan { $0.readsUnchanged = true }
    #expect(try place(of: "bare.jpg") == .located(here))
  }

  @Test func anEditedPhotoIsKnownByItsPathAndTime() throws {
    try scan()
    let here = try Self.location(12, 34)
    try put("located.jpg", at: here)
    let edited = try Program.run(
      "exiftool", ["-overwrite_original", "-Artist=Ada", library.file("located.jpg")])
    #expect(edited.code == 0, "\(edited.messages)")
    try deleteIndex()
    try scan()
    #expect(try place(of: "located.jpg") == .located(here))
  }

  /// Edits a file, which keeps its time.
  private func edit(_ name: String, artist: String) throws {
    let edited = try Program.run(
      "exiftool", ["-overwrite_original", "-Artist=\(artist)", library.file(name)])
    #expect(edited.code == 0, "\(edited.messages)")
  }

  @Test func aPhotoThatIsEditedAndThenMovedStaysPlaced() throws {
    try scan()
    let here = try Self.location(12, 34)
    let act = try put("located.jpg", at: here)
    try edit("located.jpg", artist: "Ada")
    try scan()
    try library.move("located.jpg", to: "moved/one.jpg")
    try scan()
    #expect(try place(of: "moved/one.jpg") == .located(here))
    // Again, where no act knows the path.
    try edit("moved/one.jpg", artist: "Bea")
    try scan()
    #expect(try place(of: "moved/one.jpg") == .located(here))
    try library.move("moved/one.jpg", to: "two.jpg")
    try deleteIndex()
    try scan()
    #expect(try place(of: "two.jpg") == .located(here))
    #expect(try undo(act) == 1)
    #expect(try place(of: "two.jpg")?.location?.source == .exif)
  }

  @Test func copiesOfAnEditedPhotoArePlacedInWhateverOrderTheyAreRead() throws {
    try scan()
    let here = try Self.location(12, 34)
    try put("located.jpg", at: here)
    try edit("located.jpg", artist: "Ada")
    let content = try Data(contentsOf: URL(fileURLWithPath: library.file("located.jpg")))
    let copies = ["a.jpg", "a/b.jpg", "m.jpg", "z.jpg", "z/z.jpg"]
    for name in copies { try library.write(name, content) }
    try scan()
    for name in copies { #expect(try place(of: name) == .located(here), "\(name)") }
  }

  @Test func anEditedPhotoIsUndoneByItsIdentityNow() throws {
    try scan()
    let act = try put("located.jpg", at: Self.location(12, 34))
    try edit("located.jpg", artist: "Ada")
    try scan()
    try library.move("located.jpg", to: "other.jpg")
    try scan()
    let index = try index()
    let photo = try #require(
      try index.read { reader in
        try reader.photoID(at: FilePath(library.file("other.jpg"))).flatMap { try reader.photo($0) }
      })
    #expect(try PhotoPlacer(index).undo(act, of: [PhotoIdentity(photo)], by: "ada") == 1)
    #expect(try place(of: "other.jpg")?.location?.source == .exif)
  }

  @Test func anImportBringsTheContentsOfEditedPhotos() throws {
    try scan()
    let here = try Self.location(12, 34)
    try put("located.jpg", at: here)
    let notes = try ActStore(of: FilePath(library.database))
    var acts: [WholeAct] = []
    try notes.forEachAct { acts.append($0) }
    let other = try PhotoIndex(path: FilePath(library.database + ".other"), access: .writing)
    let otherNotes = try ActStore(of: other.path)
    #expect(try otherNotes.merge(acts) == (1, 0))
    // The other machine has only ever seen the edited photo, under another path.
    try edit("located.jpg", artist: "Ada")
    try scan()
    try library.move("located.jpg", to: "moved.jpg")
    _ = try PhotoScanner(index: other, options: ScanOptions()).scan([FilePath(library.root)])
    let moved = FilePath(library.file("moved.jpg"))
    func otherPlace() throws -> Place? {
      try other.read { reader in
        try reader.photoID(at: moved).flatMap { try reader.photo($0)?.place }
      }
    }
    #expect(try otherPlace()?.location?.source == .exif)
    acts = []
    try notes.forEachAct { acts.append($0) }
    #expect(try otherNotes.merge(acts) == (0, 1))
    try PhotoPlacer.catchUp(other)
    #expect(try otherPlace() == .located(here))
    #expect(try otherNotes.merge(acts) == (0, 0))
  }

  @Test func notesOfTheFirstVersionAreStillRead() throws {
    try scan()
    let photo = library.file("bare.jpg")
    let old = try Program.run("sqlite3", [library.database + ".notes", Self.firstVersion(photo)])
    #expect(old.code == 0, "\(old.messages)")
    // The size and the fingerprint of the content are those of no file, so only the path and the time can match.
    try scan()
    let notes = try ActStore(of: FilePath(library.database))
    #expect(try notes.acts().map(\.author) == ["ada", "bea"])
    let place = try #require(try notes.places(of: 1).first)
    #expect(place.location?.coordinate == Coordinate(latitude: 12, longitude: 34))
    #expect(try notes.acts().map(\.undone) == [1, 0])
    let version = try Program.run("sqlite3", [notes.path.description, "PRAGMA user_version"])
    #expect(version.output == "2\n")
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

  @Test func anotherPhotoUnderTheNameIsNotPlaced() throws {
    try scan()
    try put("bare.jpg", at: Self.location(12, 34))
    try library.write("bare.jpg", Self.bare("another"))
    try scan()
    #expect(try place(of: "bare.jpg")?.reason == .noGPS)
  }

  @Test func theNextActShowsTheNotesOfAKilledProgram() throws {
    try scan()
    let (here, there) = (try Self.location(12, 34), try Self.location(1, 2))
    let index = try index()
    let photo = try #require(
      try index.read { reader in
        try reader.photoID(at: FilePath(library.file("bare.jpg"))).flatMap { try reader.photo($0) }
      })
    // The notes are written, the index is not.
    try ActStore(of: index.path).record(
      [NotedPlace(photo: PhotoIdentity(photo), location: here, base: BasePlace(photo.place))],
      by: "ada")
    try put("located.jpg", at: there)
    #expect(try place(of: "bare.jpg") == .located(here))
    #expect(try place(of: "located.jpg") == .located(there))
  }

  @Test func aPositionThatTheFileHasLostIsNotRestored() throws {
    try scan()
    let act = try put("located.jpg", at: Self.location(12, 34))
    let edited = try Program.run(
      "exiftool", ["-overwrite_original", "-gps:all=", "-q", library.file("located.jpg")])
    #expect(edited.code == 0, "\(edited.messages)")
    try scan()
    #expect(try undo(act) == 1)
    #expect(try place(of: "located.jpg")?.reason == .noGPS)
    try scan()
    #expect(try place(of: "located.jpg")?.reason == .noGPS)
  }

  @Test func undoShowsThePositionOfTheNoteIfTheFileHasItToo() throws {
    try scan()
    let here = try Self.location(12, 34)
    let act = try put("located.jpg", at: here)
    let edited = try Program.run(
      "exiftool",
      [
        "-overwrite_original", "-q", "-GPSLatitude=12", "-GPSLatitudeRef=N", "-GPSLongitude=34",
        "-GPSLongitudeRef=E", library.file("located.jpg"),
      ])
    #expect(edited.code == 0, "\(edited.messages)")
    try scan()
    #expect(try place(of: "located.jpg") == .located(here))
    #expect(try undo(act) == 1)
    let shown = try place(of: "located.jpg")?.location
    #expect(shown?.coordinate == here.coordinate)
    #expect(shown?.source == .exif)
  }

  @Test func undoAfterAnotherActShowsThePlaceThatTheFileHasNow() throws {
    try scan()
    let first = try put("located.jpg", at: Self.location(12, 34))
    try removePosition("located.jpg")
    try scan()
    let second = try put("located.jpg", at: Self.location(1, 2))
    #expect(try undo(second) == 1)
    #expect(try place(of: "located.jpg") == .located(Self.location(12, 34)))
    #expect(try undo(first) == 1)
    #expect(try place(of: "located.jpg")?.reason == .noGPS)
  }

  @Test func aLostPositionIsNotRestoredAfterTheFileHasMoved() throws {
    try scan()
    let act = try put("located.jpg", at: Self.location(12, 34))
    try removePosition("located.jpg")
    try scan()
    try library.move("located.jpg", to: "moved/one.jpg")
    try scan()
    // A copy on another file system, found before the original is missed.
    let content = try Data(contentsOf: URL(fileURLWithPath: library.file("moved/one.jpg")))
    try FileManager.default.removeItem(atPath: library.file("moved/one.jpg"))
    try library.write("two.jpg", content)
    try scan()
    #expect(try place(of: "two.jpg") == .located(Self.location(12, 34)))
    #expect(try undo(act) == 1)
    #expect(try place(of: "two.jpg")?.reason == .noGPS)
  }

  @Test func undoShowsTheLastImportedPosition() throws {
    try scan()
    let index = try index()
    let act = try put("bare.jpg", at: Self.location(12, 34))
    let lines = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[7,8]},
      "properties":{"root":"\(library.root)","path":"bare.jpg"}}]}
      """
    var pieces = [Array(lines.utf8)][...]
    let report = try PhotoImporter(index: index).run(reading: { pieces.popFirst() ?? [] })
    #expect(report.updated == 1)
    #expect(try place(of: "bare.jpg") == .located(Self.location(12, 34)))
    try scan { $0.readsUnchanged = true }
    #expect(try undo(act) == 1)
    #expect(
      try place(of: "bare.jpg")?.location?.coordinate == Coordinate(latitude: 8, longitude: 7))
  }

  /// Removes the position from a file.
  private func removePosition(_ name: String) throws {
    let edited = try Program.run(
      "exiftool", ["-overwrite_original", "-gps:all=", "-q", library.file(name)])
    #expect(edited.code == 0, "\(edited.messages)")
  }

  @Test func theNextScanShowsTheNotesOfAKilledProgram() throws {
    try scan()
    let here = try Self.location(12, 34)
    let index = try index()
    let photo = try #require(
      try index.read { reader in
        try reader.photoID(at: FilePath(library.file("bare.jpg"))).flatMap { try reader.photo($0) }
      })
    // The notes are written, the index is not.
    try ActStore(of: index.path).record(
      [
        NotedPlace(photo: PhotoIdentity(photo), location: here, base: BasePlace(photo.place))
      ], by: "ada")
    try scan()
    #expect(try place(of: "bare.jpg") == .located(here))
  }

  @Test func theListIsAppendOnly() throws {
    try scan()
    try put("bare.jpg", at: Self.location(12, 34))
    for change in ["DELETE FROM act", "DELETE FROM placement", "UPDATE placement SET latitude = 0"]
    {
      let outcome = try Program.run("sqlite3", [library.database + ".notes", change])
      #expect(outcome.code != 0)
      #expect(outcome.messages.contains("acts stay"))
    }
  }

  @Test func randomActsUndosScansAndDeletedIndexesAgreeWithAPlainList() throws {
    var random = SeededRandom(seed: 21)
    let names = (0..<6).map { "\($0).jpg" }
    for name in names.dropLast(2) { try library.write(name, Self.bare(name)) }
    try library.add(names[4])
    try library.write(names[5], Self.bare("five"))
    try scan()
    let original = try Dictionary(uniqueKeysWithValues: names.map { ($0, try place(of: $0)) })
    var list: [(act: Int64, name: String, location: Location?)] = []
    for _ in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let name = try #require(names.randomElement(using: &random))
        let location =
          Bool.random(using: &random)
          ? try Self.location(.random(in: -80...80, using: &random), 5) : nil
        // Copies of a photo share its notes, but no two of these have the same content.
        list.append((try put(name, at: location), name, location))
      case 2:
        guard let act = list.randomElement(using: &random)?.act else { continue }
        #expect(try undo(act) == 1)
        list.removeAll { $0.act == act }
      case 3: try scan()
      case 4: try scan { $0.readsUnchanged = true }
      default:
        try deleteIndex()
        try scan()
      }
      for name in names {
        let last = list.last { $0.name == name }
        let found = try place(of: name)
        guard let last else {
          #expect(found == original[name], "\(name)")
          continue
        }
        #expect(found?.location == last.location, "\(name)")
      }
    }
  }
}
