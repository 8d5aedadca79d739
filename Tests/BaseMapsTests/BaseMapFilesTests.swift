import BaseMaps
import Foundation
import TestSupport
import Testing

@Suite struct BaseMapFilesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func maps(_ files: [String] = []) -> BaseMapFiles {
    BaseMapFiles(
      files: files.map { Array($0.utf8) }, folder: Array(folder.path.utf8), interval: .zero)
  }

  private func write(_ name: String, zoom: Int = 0) throws {
    try PMTilesWriter([.init(zoom, 0, 0): [1]]).write(to: folder.file(name))
  }

  @Test func filesThatAppearChangeAndDisappearAreNoticed() throws {
    let maps = maps()
    #expect(maps.contents.entries.isEmpty)
    try write("a.pmtiles")
    #expect(maps.contents.entries.map(\.name) == ["a"])
    let first = try #require(maps.map(named: "a"))
    #expect(maps.map(named: "a") === first)
    try write("a.pmtiles", zoom: 3)
    #expect(maps.map(named: "a")?.description.maxZoom == 3)
    try FileManager.default.removeItem(atPath: folder.file("a.pmtiles"))
    #expect(maps.map(named: "a") == nil)
  }

  @Test func aBadFileIsReportedAndTheOthersAreServed() throws {
    try write("good.pmtiles")
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("bad.mbtiles")))
    let maps = maps()
    #expect(maps.contents.entries.map(\.name) == ["good"])
    #expect(maps.contents.problems.map(\.reason) == ["is neither PMTiles nor MBTiles"])
    try write("bad.mbtiles")
    #expect(maps.contents.entries.map(\.name) == ["bad", "good"])
  }

  @Test func namesFitIntoAddresses() throws {
    for name in [
      "Île de France.pmtiles", "basemap.pmtiles", "places.pmtiles", "a.b.pmtiles", ".x.pmtiles",
    ] {
      try write(name)
    }
    try write("a.b.mbtiles")
    let names = maps([folder.file("a.b.pmtiles")]).contents.entries.map(\.name)
    #expect(Set(names) == ["le-de-France", "basemap-2", "places-2", "a.b", "a.b-2"])
  }
}
