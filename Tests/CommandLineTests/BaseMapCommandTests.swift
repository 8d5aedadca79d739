import Foundation
import TestSupport
import Testing

@Suite struct BaseMapCommandTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    try Program.run(["basemap"] + arguments + ["--db", folder.file("photos.sqlite")])
  }

  private func writeMap(_ name: String) throws -> String {
    var writer = PMTilesWriter([.init(2, 1, 1): [1]])
    writer.bounds = [7.25, 43.5, 7.5, 43.75]
    try writer.write(to: folder.file(name))
    return folder.file(name)
  }

  @Test func aMapIsAddedListedAndRemoved() throws {
    let file = try writeMap("town.pmtiles")
    #expect(try run(["add", file]).code == 0)
    #expect(try run(["list"]).output == "town  mvt  zoom 2–2  bbox=7.25,43.5,7.5,43.75\n")
    let again = try run(["add", file])
    #expect(again.code == 2)
    #expect(again.messages.contains("there is a map"))
    #expect(try run(["remove", "town"]).code == 0)
    #expect(try run(["list"]).output == "")
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func aBadFileIsNotAddedAndIsCheckedByName() throws {
    let path = folder.file("bad.pmtiles")
    try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
    for command in ["add", "check"] {
      let outcome = try run([command, path])
      #expect(outcome.code == 1)
      #expect(outcome.messages.contains("\(path): is neither PMTiles nor MBTiles"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("maps/bad.pmtiles")))
  }

  private func writeRelief(_ name: String) throws -> String {
    let file = folder.file(name)
    let outcome = try Program.run(
      "sqlite3",
      [
        file,
        """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        INSERT INTO tiles VALUES (0, 0, 0, x'89504e470d0a1a0a');
        """,
      ])
    #expect(outcome.code == 0)
    return file
  }

  @Test func addStoresTheEncodingOfElevations() throws {
    let file = try writeRelief("alps.mbtiles")
    #expect(try run(["add", "--dem", "mapbox", file]).code == 0)
    #expect(try run(["list"]).output.hasPrefix("alps.mapbox  png  elevations (mapbox)  zoom 0–0"))
    #expect(try run(["list", "--json"]).output.contains("\"encoding\":\"mapbox\""))
  }

  @Test func onlyPicturesOfElevationsHaveAnEncoding() throws {
    let streets = try run(["add", "--dem", "mapbox", try writeMap("town.pmtiles")])
    #expect(streets.code == 2)
    #expect(streets.messages.contains("has vector tiles"))
    let unknown = try run(["add", "--dem", "lidar", try writeRelief("alps.mbtiles")])
    #expect(unknown.code == 2)
    #expect(unknown.messages.contains("is not terrarium or mapbox"))
  }

  @Test(arguments: [["add"], ["remove"], ["show"], ["list", "x"], ["remove", "none"]])
  func wrongUsageIsExplained(arguments: [String]) throws {
    let outcome = try run(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains("geoindex basemap --help"))
  }

  @Test func aMissingFileStopsTheServer() throws {
    let outcome = try Program.run([
      "serve", "--db", folder.file("photos.sqlite"), "--port", "0", "--basemap",
      "/nowhere/a.pmtiles",
    ])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("there is no file /nowhere/a.pmtiles"))
  }
}
