import Foundation
import TestSupport
import Testing

/// `geoindex places --boundaries`.
@Suite struct BoundariesCommandTests {
  private let library: Library
  private let package: String

  init() throws {
    library = try Library()
    package = library.file("parks.gpkg")
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
  }

  private func geoindex(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  /// A polygon around Schwangau, in a larger one.
  private func writeParks(_ name: String = "Ammergau", to path: String? = nil) throws {
    try? FileManager.default.removeItem(atPath: path ?? package)
    try PolygonPackage.write(
      [
        ("Alps", PolygonPackage.blob([PolygonPackage.square(11, 47, 3)], .xyz)),
        (name, PolygonPackage.blob([PolygonPackage.square(10.75, 47.55, 0.1)])),
        (nil, PolygonPackage.blob([PolygonPackage.square(0, 0, 1)])),
        ("empty", PolygonPackage.blob([])), ("broken", [1, 2, 3]),
      ], to: path ?? package)
  }

  private func names(_ outcome: Program.Outcome) throws -> [String] {
    let features = try #require(try outcome.json()["features"] as? [[String: Any]])
    return features.compactMap { ($0["properties"] as? [String: Any])?["area"] as? String }
  }

  /// SQLite would wait until another program opens the pipe.
  @Test func aNamedPipeIsRefused() throws {
    #expect(try Program.run("mkfifo", [package]).code == 0)
    let words = ["places", "--boundaries", package, "--db", library.database]
    let refused = try Program.run("timeout", ["20", Program.path] + words)
    #expect(refused.code == 1)
    #expect(refused.messages.contains("is not a file; give a GeoPackage"), "\(refused.messages)")
  }

  @Test func namePhotosInEveryCommand() throws {
    try writeParks()
    let added = try geoindex("places", "--boundaries", package)
    #expect(added.code == 0, "\(added.messages)")
    #expect(
      added.messages.contains(
        "2 polygons of parks name positions by name, 1 without a name, 1 empty, 1 damaged"))
    let position = try geoindex("where", "47.5552,10.7480", "--lang", "en")
    #expect(position.output == "Ammergau, Schwangau, Bavaria, Germany\nEurope/Berlin\n")
    let json = try geoindex("where", "46,11", "--json").json()
    #expect(json["area"] as? String == "Alps")
    let found = try geoindex("query", "--area", "ammergau", "--format", "geojson")
    let all = try names(found)
    #expect(!all.isEmpty)
    #expect(Set(all) == ["Ammergau"])
    let filter = try geoindex("query", "--filter", "area = 'Ammergau'", "--format", "geojson")
    #expect(try names(filter) == all)
    let table = try geoindex("export", "--area", "Ammergau", "--format", "csv").output
    #expect(table.contains(",Ammergau,"))
    // Imported positions and those of later scans are named too.
    let line = "path,longitude,latitude\nnew.jpg,10.75,47.55\n"
    try line.write(toFile: library.file("new.csv"), atomically: true, encoding: .utf8)
    #expect(try geoindex("import", library.file("new.csv")).code == 0)
    #expect(
      try names(geoindex("query", "--area", "Ammergau", "--format", "geojson")).count == all.count
        + 1)
    #expect(try geoindex("doctor").output.contains("2 names"))
  }

  @Test func canBeRemoved() throws {
    try writeParks()
    #expect(try geoindex("places", "--boundaries", package).code == 0)
    let files = try geoindex("uninstall", "--dry-run").output
    #expect(files.contains(library.database + ".boundaries\n"))
    let removed = try geoindex("places", "--no-boundaries")
    #expect(removed.messages.contains("the boundaries are removed"))
    #expect(try names(geoindex("query", "--area", "Ammergau", "--format", "geojson")).isEmpty)
    #expect(try geoindex("places", "--no-boundaries").messages.contains("there are no boundaries"))
    #expect(!FileManager.default.fileExists(atPath: library.database + ".boundaries"))
  }

  @Test func areInBackups() throws {
    try writeParks()
    #expect(try geoindex("places", "--boundaries", package).code == 0)
    let archive = library.file("backup.tar")
    #expect(try geoindex("backup", archive).code == 0)
    let other = library.file("other.sqlite")
    #expect(try Program.run(["restore", archive, "--db", other]).code == 0)
    let place = try Program.run(["where", "47.5552,10.7480", "--db", other, "--json"])
    #expect(try place.json()["area"] as? String == "Ammergau")
  }

  @Test func ofOtherCoordinatesAreRefusedWithTheCommandThatConverts() throws {
    try PolygonPackage.write([], to: package, system: "EPSG:3857")
    let refused = try geoindex("places", "--boundaries", package)
    #expect(refused.code == 1)
    #expect(refused.messages.contains("EPSG:3857"))
    #expect(
      refused.messages.contains("ogr2ogr -f GPKG -t_srs EPSG:4326 boundaries.gpkg \(package)"))
  }

  @Test func withSeveralLayersOrColumnsAreChosenByName() throws {
    try writeParks()
    try PolygonPackage.write(
      [("Garden", PolygonPackage.blob([PolygonPackage.square(10.75, 47.55, 1)]))], to: package,
      layer: "my \"gardens\"", column: "owner")
    let several = try geoindex("places", "--boundaries", package)
    #expect(several.code == 1)
    #expect(several.messages.contains("--layer: my \"gardens\", parks"))
    let column = try geoindex("places", "--boundaries", package, "--layer", "my \"gardens\"")
    #expect(column.messages.contains("--name: owner, note"))
    let chosen = try geoindex(
      "places", "--boundaries", package, "--layer", "my \"gardens\"", "--name", "OWNER")
    #expect(chosen.code == 0, "\(chosen.messages)")
    #expect(
      try geoindex("where", "47.5552,10.7480", "--json").json()["area"] as? String == "Garden")
    let missing = try geoindex("places", "--boundaries", package, "--layer", "lakes")
    #expect(missing.messages.contains("has no layer lakes"))
  }

  @Test func thatCannotBeReadAreRefused() throws {
    try "no database".write(toFile: package, atomically: true, encoding: .utf8)
    #expect(
      try geoindex("places", "--boundaries", package).messages.contains("is not a GeoPackage"))
    #expect(
      try geoindex("places", "--boundaries", library.database).messages.contains(
        "is not a GeoPackage"))
    #expect(
      try geoindex("places", "--boundaries", library.file("none")).messages.contains(
        "there is no file"))
    #expect(try geoindex("places", "--layer", "parks").code == 2)
    #expect(try geoindex("places", "--boundaries", package, "--no-boundaries").code == 2)
    try? FileManager.default.removeItem(atPath: package)
    try PolygonPackage.write([(nil, PolygonPackage.blob([]))], to: package)
    let empty = try geoindex("places", "--boundaries", package)
    #expect(empty.code == 1)
    #expect(empty.messages.contains("has no polygon with a name, 1 without a name"))
  }

  @Test func withARecordTheRefusalSaysWhyAndWhatToDo() throws {
    try writeParks()
    let words = ["places", "--boundaries", package, "--db", "postgres://one@127.0.0.1:9/photos"]
    let refused = try Program.run(words)
    #expect(refused.code == 2)
    #expect(
      refused.messages.contains("boundaries are a file of one machine"), "\(refused.messages)")
    #expect(refused.messages.contains("--db FILE"))
  }

  @Test func areReplacedWhileAServerRuns() throws {
    try writeParks()
    let server = try RunningServer(library)
    func text(_ path: String) throws -> String {
      try String(contentsOf: #require(URL(string: server.url + path)), encoding: .utf8)
    }
    let position = "locate?lat=47.5552&lon=10.748"
    #expect(try !text(position).contains("\"area\""))
    for name in ["Ammergau", "Werdenfels"] {
      try writeParks(name)
      #expect(try geoindex("places", "--boundaries", package).code == 0)
      #expect(try text(position).contains("\"area\":\"\(name)\""))
      #expect(try text("collections/photos/facets").contains("{\"name\":\"\(name)\",\"count\":"))
      #expect(try text("collections/photos/items?area=\(name)").contains("\"area\":\"\(name)\""))
      let found = "{\"id\":\"\(name)\",\"kind\":\"area\",\"name\":\"\(name)\",\"count\":"
      #expect(try text("places?q=\(name.prefix(5).lowercased())").contains("[" + found))
      #expect(try text("places/\(name)").hasPrefix(found))
      #expect(try geoindex("places", name.lowercased()).output.contains("  \(name)"))
    }
    #expect(server.stop() == 0)
  }
}
