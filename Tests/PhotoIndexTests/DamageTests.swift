import CSQLite
import Foundation
import Geography
import Grid
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing
import Query

/// A damaged file gives an error or a result, never a trap.
@Suite struct DamageTests {
  static let damages = [
    "UPDATE grid_run SET count = 9223372036854775807",
    "UPDATE grid_run SET count = -5",
    "UPDATE grid_run SET first_key = -1",
    "UPDATE grid_run SET first_key = 9223372036854775807, last_key = 9223372036854775807",
    "UPDATE grid_run SET points = zeroblob(26)",
    "UPDATE grid_run SET points = zeroblob(length(points))",
    "UPDATE grid_run SET points = randomblob(length(points))",
    "DELETE FROM word_block",
    "UPDATE word_block SET terms = zeroblob(3)",
    "UPDATE word_block SET terms = zeroblob(40)",
    "UPDATE word_block SET terms = randomblob(400)",
    "UPDATE word_block SET terms = x'FFFFFFFF' || zeroblob(40)",
    "UPDATE word_block SET terms = x'01000000' || x'00000000' || x'FFFFFFFF' || x'FFFFFFFFFF'",
    "UPDATE word_block SET terms = x'01000000' || x'01000000' || x'00000000' || x'0002FFFF0F'",
    "UPDATE word_block SET texts = zeroblob(4000)",
    "UPDATE word_block SET texts = replace(hex(zeroblob(3000)), '0', char(10))",
    "UPDATE word_block SET texts = randomblob(length(texts))",
    "UPDATE word_block SET id = -5 WHERE id = 1",
    "UPDATE word_block SET id = 9223372036854775807 WHERE id = 1",
    "DELETE FROM grid_tile",
    "DELETE FROM grid_tile WHERE id <> 4611686018427387904",
    "UPDATE grid_tile SET quarters = zeroblob(73)",
    "UPDATE grid_tile SET quarters = zeroblob(0)",
    "UPDATE grid_tile SET quarters = zeroblob(length(quarters))",
    "UPDATE grid_tile SET quarters = randomblob(length(quarters))",
    "UPDATE grid_tile SET quarters = (SELECT quarters FROM grid_tile WHERE id = 4611686018427387904)",
    """
    UPDATE grid_tile SET quarters = substr(quarters, 1, 8) || x'FFFFFFFF00000000'
      || x'FFFFFFFFFFFFFF7F' || x'FFFFFFFFFFFFFF7F' || substr(quarters, 33)
    """,
    "UPDATE OR IGNORE grid_tile SET id = id + 1",
    "UPDATE OR IGNORE grid_tile SET id = -id",
    "DELETE FROM grid_day",
    "DELETE FROM grid_day WHERE day % 2 = 0",
    "UPDATE grid_day SET cells = zeroblob(72)",
    "UPDATE grid_day SET cells = randomblob(72)",
    "UPDATE grid_day SET counts = zeroblob(6)",
    "UPDATE grid_day SET counts = randomblob(length(counts))",
    "UPDATE grid_day SET counts = substr(counts, 1, 2) || x'FFFFFFFF' || substr(counts, 7)",
    """
    UPDATE grid_day SET cells = substr(cells, 1, 48) || x'FFFFFFFFFFFFFF7F'
      || x'0100000000000080' || substr(cells, 65)
    """,
    "UPDATE grid_day SET day = -9223372036854775808 WHERE day = (SELECT max(day) FROM grid_day)",
    "UPDATE grid_day SET day = 9223372036854775807 WHERE day = (SELECT max(day) FROM grid_day)",
    "UPDATE photo SET id = -7 WHERE id = 3",
    "UPDATE photo SET id = 9223372036854775807 WHERE id = 3",
    "UPDATE photo SET longitude = 5 WHERE id = 3",
    "UPDATE state SET value = 9223372036854775807 WHERE key <> 'identity'",
    "UPDATE state SET value = -1",
    "DELETE FROM state",
    "DELETE FROM root",
    "UPDATE directory SET id = id + 1000",
    "PRAGMA user_version = -3",
  ]

  /// The file is memory-mapped: truncated parts must not be accessed.
  @Test func aFileThatIsTruncatedWhileOpenIsAnErrorAndNoCrash() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.file("photos.sqlite"))
    let world = try World(seed: 42, count: 3_000)
    // A copy after a checkpoint.
    try execute("VACUUM INTO '\(path)'", on: world.index.path)
    let index = try PhotoIndex(path: path, access: .reading)
    var filter = PhotoFilter()
    filter.media = .image
    let ask = { try index.read { try $0.marks(filter, zoom: 3).photoCount } }
    #expect(try ask() == world.matching(filter).count)
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(path)"))
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(path)"))
    try file.truncate(atOffset: UInt64(whole.count / 8192 * 4096))
    #expect(throws: IndexError.self) { try ask() }
    // After the file has been restored, queries work as before.
    try file.seek(toOffset: 0)
    try file.write(contentsOf: whole)
    #expect(try ask() == world.matching(filter).count)
  }

  @Test(arguments: damages) func damageIsFoundAndSurvived(damage: String) throws {
    let world = try World(seed: 41, count: 1_500, times: 0..<1_000_000_000)
    try execute(damage, on: world.index.path)
    let found = Result {
      try PhotoIndex(path: world.index.path, access: .reading).integrityProblems()
    }
    if case .success(let problems) = found {
      // The largest numbers are valid until something is added to them.
      #expect(!problems.isEmpty || damage.contains("value = 9223372036854775807"))
    }
    askEverything(of: world.index.path)
    try? world.grow(by: 10)
    try? world.remove([3, 4, 5])
  }

  @Test(arguments: [Int64.min, .min + 1, -1, .max])
  func timesThatNoCameraWritesAreSurvived(number: Int64) throws {
    let world = try World(seed: 42, count: 300)
    for column in ["local_time", "utc_offset", "instant", "width", "size", "modified"] {
      try execute("UPDATE photo SET \(column) = \(number)", on: world.index.path)
      askEverything(of: world.index.path)
    }
  }

  @Test func theDatabaseOfAnotherProgramIsLeftAsItIs() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.file("other.sqlite"))
    try execute("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)", on: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path.description))
    for access in [PhotoIndex.Access.reading, .writing] {
      let error = #expect(throws: IndexError.self) { try PhotoIndex(path: path, access: access) }
      #expect(error?.code == .notAnIndex)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.description)) == before)
  }

  @Test func anIndexThatIsReplacedIsAnsweredFromTheNewFile() throws {
    let (old, new) = (try World(seed: 43, count: 30), try World(seed: 44, count: 50))
    let index = try PhotoIndex(path: old.index.path, access: .reading)
    #expect(try index.read { try $0.count(PhotoFilter()) } == 30)
    // Also with cached runs: so many queries fill the cache.
    let pins = { try index.answer { try $0.pins(PhotoFilter(), limit: 100).elements.count } }
    for _ in 0..<50 { #expect(try pins() == 30) }
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", on: new.index.path)
    let manager = FileManager.default
    let path = old.index.path.description
    for ending in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: path + ending) }
    #expect(throws: IndexError.self) { try index.read { try $0.count(PhotoFilter()) } }
    #expect(throws: IndexError.self) { try pins() }
    try manager.copyItem(atPath: new.index.path.description, toPath: path)
    for _ in 0..<50 { #expect(try pins() == 50) }
    #expect(try index.read { try $0.count(PhotoFilter()) } == 50)
  }

  @Test func changesGoToTheReplacementOfTheIndexAndNeverToADeletedFile() throws {
    let (old, new) = (try World(seed: 43, count: 30), try World(seed: 44, count: 50))
    let path = old.index.path
    let index = try PhotoIndex(path: path, access: .writing)
    let note = { try index.write { try $0.noteScanEnd(at: 77) } }
    try note()
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", on: new.index.path)
    let manager = FileManager.default
    for ending in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: "\(path)\(ending)") }
    for _ in 0..<2 {
      let error = #expect(throws: IndexError.self) { try note() }
      #expect(error?.code == .missing)
    }
    #expect(!manager.fileExists(atPath: path.description))
    try manager.copyItem(atPath: new.index.path.description, toPath: path.description)
    try note()
    #expect(try PhotoIndex(path: path, access: .reading).read { try $0.lastScanEnd() } == 77)
    // A file that appears at once, as after `mv`: a scan in progress must not continue in it.
    let other = try World(seed: 45, count: 10)
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", on: other.index.path)
    try manager.removeItem(atPath: path.description)
    try manager.copyItem(atPath: other.index.path.description, toPath: path.description)
    let error = #expect(throws: IndexError.self) { try note() }
    #expect(error?.code == .replaced)
    try note()
    #expect(try index.read { try $0.count(PhotoFilter()) } == 10)
    #expect(try index.integrityProblems().isEmpty)
  }

  /// Runs each kind of query; an error is a valid outcome.
  private func askEverything(of path: FilePath) {
    var filter = PhotoFilter()
    filter.camera = "o"
    filter.box = BoundingBox(west: 170, south: -60, east: -20, north: 80)
    var dated = PhotoFilter()
    dated.time = TimeSpan(from: 400_000_000, through: nil)
    var words = PhotoFilter()
    _ = try? PhotoQuery.apply("q", "img 1 -2", to: &words)
    var keyword = PhotoFilter()
    _ = try? PhotoQuery.apply("keyword", "lake", to: &keyword)
    let origin = Coordinate(latitude: 10, longitude: 10)
    let questions: [(IndexReader) throws -> Void] = [
      { _ = try $0.count(words) }, { _ = try $0.count(keyword) },
      { _ = try $0.names(PhotoFilter()) },
      { _ = try $0.facets(PhotoFilter()) }, { _ = try $0.summary() }, { _ = try $0.extent() },
      { _ = try $0.count(filter) },
      { _ = try $0.count(PhotoFilter()) }, { _ = try $0.marks(filter, zoom: 5) },
      { _ = try $0.marks(PhotoFilter(), zoom: 12) }, { _ = try $0.count(dated) },
      { _ = try $0.marks(dated, zoom: 2) }, { _ = try $0.timeline(PhotoFilter(), buckets: 7) },
      { _ = try $0.timeline(filter, buckets: 9) }, { try $0.forEachUnlocated { _ in } },
      { reader in
        _ = try reader.photos(try reader.pins(filter, limit: 500).elements.map(\.id))
        _ = try reader.photos(1...100)
      },
      { reader in _ = try origin.map { try reader.nearest(to: $0, count: 50) } },
    ]
    for question in questions {
      _ = try? PhotoIndex(path: path, access: .reading).read(question)
    }
  }

  private func execute(_ sql: String, on path: FilePath) throws {
    var handle: OpaquePointer?
    let opened = unsafe path.withCString { unsafe sqlite3_open($0, &handle) }
    defer { unsafe sqlite3_close(handle) }
    #expect(opened == SQLITE_OK)
    #expect(unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }
}
