import JSON
import BaseMaps
import Foundation
import Geography
import TestSupport
import Testing

@Suite struct MBTilesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ sql: String) throws -> BaseMap {
    let path = folder.file("map.mbtiles")
    try? FileManager.default.removeItem(atPath: path)
    let outcome = try Program.run("sqlite3", [path, sql])
    #expect(outcome.code == 0, "\(outcome.messages)")
    return try BaseMap(path: Array(path.utf8))
  }

  private static let tables = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
    """

  @Test func rowsAreCountedFromTheSouth() throws {
    let map = try open(
      Self.tables
        + "INSERT INTO tiles VALUES (1, 0, 0, x'0a'), (1, 0, 1, x'0b'), (1, 1, 0, x'0c')")
    let found = try [(0, 0), (0, 1), (1, 0), (1, 1)].map { x, y in
      try map.tile(#require(TileCoordinate(zoom: 1, x: x, y: y)))?.bytes
    }
    #expect(found == [[0x0B], [0x0A], nil, [0x0C]])
  }

  @Test func aTileIsReadOnceUntilAnotherProgramWritesTheFile() throws {
    let world = try #require(TileCoordinate(zoom: 0, x: 0, y: 0))
    // In this mode a change leaves the file itself, and so its metadata, as they were.
    let map = try open(
      Self.tables + "PRAGMA journal_mode = WAL; INSERT INTO tiles VALUES (0, 0, 0, x'01')")
    #expect(try map.tile(world)?.bytes == [1])
    #expect(map.isCurrent)
    let path = folder.file("map.mbtiles")
    _ = try Program.run("sqlite3", [path, "UPDATE tiles SET tile_data = x'02'"])
    #expect(try map.tile(world)?.bytes == [1])
    #expect(!map.isCurrent)
    #expect(try BaseMap(path: Array(path.utf8)).tile(world)?.bytes == [2])
  }

  @Test func metadataBecomesTheDescription() throws {
    let map = try open(
      Self.tables + """
        INSERT INTO metadata VALUES ('name', 'Monaco'), ('format', 'pbf'), ('bounds', '7.25, 43.5,7.5,43.75'),
          ('attribution', '© them'), ('sea', 'complete'), ('json', '{"vector_layers": [{"id": "water"}]}');
        INSERT INTO tiles VALUES (2, 1, 1, x'1f8b00'), (9, 1, 1, x'00');
        """)
    #expect(map.description.title == "Monaco")
    #expect(map.description.format == .mvt)
    #expect(map.description.hasSea)
    #expect(map.description.bounds == [7.25, 43.5, 7.5, 43.75])
    #expect(map.description.minZoom == 2 && map.description.maxZoom == 9)
    #expect(map.description.vectorLayers == [["id": "water"]])
    let tile = try map.tile(#require(TileCoordinate(zoom: 2, x: 1, y: 2)))
    #expect(tile?.compression == .gzip)
  }

  @Test func aPictureShowsItsFormatIfMetadataDoNot() throws {
    let map = try open(Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, x'89504e470d0a1a0a')")
    #expect(map.description.format == .png)
  }

  @Test(arguments: [
    ("map.mbtiles", "terrarium", ElevationEncoding.terrarium), ("map.mbtiles", "Mapbox", .mapbox),
    ("map.mbtiles", "base64", nil), ("alps.mapbox.mbtiles", "", .mapbox),
    ("alps.mapbox.mbtiles", "terrarium", .mapbox), ("mapbox.mbtiles", "", nil),
    ("alps.png.mbtiles", "", nil),
  ])
  func elevationsAreKnownByMetadataOrByTheNameOfTheFile(
    name: String, metadata: String, encoding: ElevationEncoding?
  ) throws {
    let map = try open(
      Self.tables
        + "INSERT INTO metadata VALUES ('encoding', '\(metadata)'); INSERT INTO tiles VALUES (0, 0, 0, x'89504e470d0a1a0a')"
    )
    let renamed = folder.file(name)
    if name != "map.mbtiles" {
      try FileManager.default.moveItem(atPath: folder.file("map.mbtiles"), toPath: renamed)
    }
    #expect(try BaseMap(path: Array(renamed.utf8)).description.elevation == encoding)
    #expect(map.description.format == .png)
  }

  @Test func vectorTilesAreNoElevations() throws {
    let map = try open(
      Self.tables
        + "INSERT INTO metadata VALUES ('format', 'pbf'), ('encoding', 'mapbox'); INSERT INTO tiles VALUES (0, 0, 0, x'1a')"
    )
    #expect(map.description.elevation == nil)
  }

  @Test func anEndlessViewEnds() throws {
    let map = try open(
      """
      CREATE TABLE base (z, x, y, d);
      INSERT INTO base VALUES (0, 0, 0, x'01');
      CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, y AS tile_row, d AS tile_data FROM base;
      """)
    #expect(map.description.maxZoom == 0)
    let error = #expect(throws: BaseMapError.self) {
      try open(
        """
        CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
          SELECT i AS zoom_level, i AS tile_column, i AS tile_row, x'00' AS tile_data FROM n;
        """)
    }
    #expect(error?.reason.contains("too long") == true, "\(error?.reason ?? "")")
  }

  @Test func anotherDatabaseIsRefused() throws {
    let error = #expect(throws: BaseMapError.self) { try open("CREATE TABLE photos (id)") }
    #expect(error?.reason.contains("not MBTiles") == true)
  }

  @Test func aTruncatedFileIsAnErrorOrHasTheRightTiles() throws {
    _ = try open(Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, x'01020304')")
    let path = folder.file("map.mbtiles")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let world = try #require(TileCoordinate(zoom: 0, x: 0, y: 0))
    for count in stride(from: 0, to: whole.count, by: 97) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      if let map = try? BaseMap(path: Array(path.utf8)), let tile = try? map.tile(world) {
        #expect(tile.bytes == [1, 2, 3, 4])
      }
    }
  }
}
