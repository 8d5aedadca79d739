import Files
import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import Query
import SQLite
import TestSupport
import Testing

/// Photos that are stored many at a time.
@Suite struct BulkTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Neither 0, 1 nor a multiple of the rows of a statement is special.
  @Test(arguments: [0, 1, 63, 64, 65, 300])
  func anIndexThatIsLoadedInBulkHasTheSameRows(count: Int) throws {
    let one = try loaded("one", count, inBulk: false)
    let many = try loaded("many", count, inBulk: true)
    #expect(try rows(many) == rows(one))
    #expect(try rows(many).count == count)
    #expect(try many.integrityProblems().isEmpty)
  }

  /// A photo may come again while its first row waits, and folders may take turns.
  @Test(arguments: [1, 2, 7, 63, 64, 65, 200])
  func anImportThatNamesAPhotoAgainUpdatesIt(distance: Int) throws {
    let one = try imported("one", repeatingAfter: distance, inBulk: false)
    let many = try imported("many", repeatingAfter: distance, inBulk: true)
    #expect(try rows(many) == rows(one))
    #expect(try rows(many).count == 300)
    #expect(try many.integrityProblems().isEmpty)
  }

  private func imported(_ name: String, repeatingAfter distance: Int, inBulk: Bool) throws
    -> PhotoIndex
  {
    let index = try PhotoIndex(path: FilePath(folder.file("\(name).sqlite")), access: .writing)
    try index.write(inBulk: inBulk) { writer in
      let root = try writer.root(FilePath("import:a"))
      let folders = try (0..<3).map { try writer.directory(FilePath("\($0)"), in: root) }
      func add(_ number: Int, _ longitude: Int) throws -> ImportOutcome {
        let place = Coordinate(latitudeE7: Int32(number * 1_000), longitudeE7: Int32(longitude))
        let facts = PhotoFacts(
          place: place.map { .located(Location($0, source: .import)) }
            ?? .unlocated(.noGPS, detail: nil))
        let path = FilePath("\(number % 3)/\(number).jpg")
        return try writer.upsert(
          ImportedPhoto(id: nil, path: path, size: nil, facts: facts), to: folders[number % 3])
      }
      for number in 0..<300 {
        #expect(try add(number, 1) == .added)
        guard number >= distance, number % 4 == 0 else { continue }
        #expect(try add(number - distance, 2) == .updated)
      }
    }
    return index
  }

  @Test func whatWasAddedIsSeenByTheNextLookUp() throws {
    let index = try PhotoIndex(path: FilePath(folder.file("a.sqlite")), access: .writing)
    try index.write(inBulk: true) { writer in
      let directory = try Self.directory("a", writer)
      for number in 0..<100 {
        let id = try writer.add(Self.file(number), in: directory)
        guard number % 30 == 7 else { continue }
        #expect(try writer.reader.photo(id) != nil)
        #expect(try writer.files(in: directory).count == number + 1)
      }
    }
  }

  /// The index on files notices it only if none of its columns is null.
  @Test func anUnlocatedFileThatIsStoredTwiceEndsTheLoadWithNothingChanged() throws {
    let index = try loaded("a", 10, inBulk: true)
    let before = try rows(index)
    #expect(throws: IndexError.self) {
      try index.write(inBulk: true) { writer in
        let directory = try Self.directory("a", writer)
        for number in 5..<200 { try writer.add(Self.file(number), in: directory) }
      }
    }
    #expect(try rows(index) == before)
    // The rows of the failed load are not stored with those of the next.
    try index.write(inBulk: true) { writer in
      let directory = try Self.directory("b", writer)
      for number in 0..<5 { try writer.add(Self.file(number), in: directory) }
    }
    #expect(try rows(index).count == 15)
    #expect(try index.integrityProblems().isEmpty)
  }

  @Test func foreignKeysAreCheckedAgainAfterALoad() throws {
    let index = try loaded("a", 10, inBulk: true)
    #expect(throws: IndexError.self) {
      try index.write { try $0.removeDirectory(DirectoryID(rawValue: 1)) }
    }
    #expect(throws: IndexError.self) {
      try index.write { try $0.add(Self.file(20), in: DirectoryID(rawValue: 99)) }
    }
  }

  private func loaded(_ name: String, _ count: Int, inBulk: Bool) throws -> PhotoIndex {
    let index = try PhotoIndex(path: FilePath(folder.file("\(name).sqlite")), access: .writing)
    try index.write(inBulk: inBulk) { writer in
      var directory = try Self.directory("a", writer)
      for number in 0..<count {
        if number == 100 { directory = try Self.directory("b", writer) }
        try writer.add(Self.file(number), in: directory)
      }
    }
    return index
  }

  private static func directory(_ path: String, _ writer: IndexWriter) throws -> DirectoryID {
    try writer.markListed(FilePath(path), in: try writer.root(FilePath("/photos")), scan: 1).id
  }

  /// A file with a camera of its own every twenty photos, some of them without a position.
  private static func file(_ number: Int) -> ReadFile {
    let place = Coordinate(latitudeE7: Int32(number * 2_919_011), longitudeE7: Int32(number * 31))
    var facts = PhotoFacts(
      place: place.flatMap { number % 5 == 0 ? nil : .located(Location($0, source: .exif)) }
        ?? .unlocated(.noGPS, detail: "none"), format: .jpeg)
    facts.time = number % 3 == 0 ? nil : CaptureTime(localMilliseconds: Int64(number) * 50_000_000)
    facts.camera = Camera(make: "Lumo", model: "Lumo \(number / 20)", lens: nil)
    facts.remarks = number % 4 == 0 ? ["one", "two"] : []
    facts.fingerprint = Fingerprint(head: UInt64(number))
    return ReadFile(
      name: Array("\(number).jpg".utf8),
      stamp: FileStamp(size: Int64(number), modified: 5, inode: UInt64(number % 50), changed: 4),
      facts: facts, companions: 7)
  }

  /// All columns of all rows, as text.
  private func rows(_ index: PhotoIndex) throws -> [String] {
    let columns = PhotoColumn.allCases.map { "quote(\($0.name))" }.joined(separator: " || ',' || ")
    return try index.read { reader in
      try reader.connection.statement("SELECT \(columns) FROM photo ORDER BY id").map {
        $0.text(0) ?? ""
      }
    }
  }
}

/// The runs of a grid after they were packed.
@Suite struct PackingTests {
  @Test(arguments: [401, 402] as [UInt64], [300, 1_000_000])
  func packedRunsHaveTheSamePointsAndAreFull(seed: UInt64, atOnce: Int) throws {
    let world = try World(seed: seed, count: 6_000)
    try world.remove(world.photos.prefix(1_500).map(\.id))
    let before = try points(world.index)
    let version = try world.index.read { try $0.version() }
    try pack(world.index, atOnce: atOnce)
    #expect(try points(world.index) == before)
    #expect(try world.index.integrityProblems().isEmpty)
    #expect(try world.index.read { try $0.version() } > version)
    let extents = try world.index.read { try $0.file.storedExtents() }
    let rows = extents.compactMap(\.row)
    #expect(rows == rows.sorted())
    if atOnce > before.count {
      #expect(extents.dropLast().allSatisfy { $0.count == GridRun.capacity })
    }
  }

  @Test func onlyLooseRunsArePacked() throws {
    let world = try World(seed: 403, count: 6_000)
    try world.remove(world.photos.prefix(3_000).map(\.id))
    #expect(try world.index.write { try $0.hasLooseRuns() })
    try world.index.packRuns()
    #expect(try !world.index.write { try $0.hasLooseRuns() })
    let version = try world.index.read { try $0.version() }
    try world.index.packRuns()
    #expect(try world.index.read { try $0.version() } == version)
  }

  /// Their cached grid names rows that packing has replaced.
  @Test func guestsSeeTheSamePhotosAfterwards() throws {
    let world = try World(seed: 404, count: 4_000)
    let zone = try #require(Coordinate(latitude: 48, longitude: 11))
    let privacy = PrivacyFilter(
      zones: [
        PrivacyZone(name: "a", area: .circle(centre: zone, metres: 500_000), treatment: .hidden)
      ], revision: 1)
    let guests = try PhotoIndex(world.index, through: privacy)
    let before = try guests.answer { try $0.pins(PhotoFilter(), limit: 10_000).elements }
    try pack(world.index, atOnce: 500)
    #expect(try guests.answer { try $0.pins(PhotoFilter(), limit: 10_000).elements } == before)
  }

  private func pack(_ index: PhotoIndex, atOnce: Int) throws {
    var position: GridPosition?
    repeat {
      let start = position
      position = try index.write { try $0.packRuns(after: start, atOnce: atOnce) }
    } while position != nil
  }

  private func points(_ index: PhotoIndex) throws -> [IndexedPoint] {
    try index.read { reader in
      var points: [IndexedPoint] = []
      try reader.grid.readRuns(in: GridRegion(TileCoordinate.world)) { run, _ in
        points += run.points
        return .on
      }
      return points
    }
  }
}

@Suite struct TileCacheTests {
  private let tile = TileCoordinate.world

  @Test func aTileIsReadOnceForEachVersion() {
    let cache = TileCache()
    var reads = 0
    for version in [1, 1, 2, 2, 2] as [Int64] {
      _ = cache.quarters(of: tile, at: IndexStamp(identity: 1, version: version)) {
        reads += 1
        return nil
      }
    }
    #expect(reads == 2)
  }

  @Test func aLateReaderOfAnOlderVersionChangesNothing() {
    let cache = TileCache()
    var reads: [Int64] = []
    for version in [2, 1, 2, 1] as [Int64] {
      _ = cache.quarters(of: tile, at: IndexStamp(identity: 1, version: version)) {
        reads.append(version)
        return nil
      }
    }
    #expect(reads == [2, 1, 1])
  }

  @Test func wideViewsAfterAChangeHaveTheNewPhotos() throws {
    let world = try World(seed: 405, count: 2_000)
    for _ in 0..<20 {
      let marks = try world.index.answer { try $0.marks(PhotoFilter(), zoom: 3) }
      #expect(marks.photoCount == world.photos.count)
      try world.grow(by: 5)
    }
  }
}
