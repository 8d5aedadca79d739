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
