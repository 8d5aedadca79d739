import BaseMaps
import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@Suite struct BaseMapRouteTests {
  private static let plain = Array("a tile with the ocean".utf8)
  private static let packed = PMTilesWriter.gzipped(plain)

  /// A service with a vector map of one tile, 1/1/0, and a broken file.
  private struct Site {
    let folder: TemporaryDirectory
    let library: Library
    let service: MapService

    init(staticFiles: String? = nil) throws {
      folder = try TemporaryDirectory()
      library = try Library()
      var writer = PMTilesWriter([.init(1, 1, 0): packed, .init(2, 0, 0): [1, 2]])
      writer.tileCompression = 2
      writer.metadata =
        #"{"name": "Town", "attribution": "© them", "vector_layers": [{"id": "water", "x": [1e999, "\u0001"]}]}"#
      writer.bounds = [0, 10, 20, 30]
      try writer.write(to: folder.file("town.pmtiles"))
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("bad.mbtiles")))
      let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
      var options = MapService.Options()
      options.staticFiles = staticFiles.map { FilePath($0) }
      options.baseMaps = BaseMapFiles(
        files: [], folder: Array(folder.path.utf8), interval: .zero)
      service = MapService(index: index, options: options)
    }

    func get(_ target: String, _ headers: Headers = [:], as visitor: Visitor = .owner) throws
      -> Answer
    {
      var fields = headers
      fields.set("Host", to: "localhost:8080")
      var request = try Request(method: .get, target: target, headers: fields)
      request.visitor = visitor
      return Answer(HTTPPolicy().process(request, by: service))
    }
  }

  @Test func aTileIsServedAsItIsStored() throws {
    let answer = try Site().get("/basemap/town/1/1/0", ["Accept-Encoding": "br, gzip"])
    #expect(answer.status == 200)
    #expect(answer.bytes == Self.packed)
    #expect(answer.headers["Content-Encoding"] == "gzip")
    #expect(answer.headers["Content-Type"] == "application/vnd.mapbox-vector-tile")
    #expect(answer.headers["Vary"]?.contains("Accept-Encoding") == true)
  }

  @Test func aClientWithoutGzipGetsPlainBytes() throws {
    let site = try Site()
    let answer = try site.get("/basemap/town/1/1/0")
    #expect(answer.bytes == Self.plain)
    #expect(!answer.headers.contains("Content-Encoding"))
    #expect(try site.get("/basemap/town/2/0/0").status == 500)
  }

  @Test func aClientThatHasTheTileGets304() throws {
    let site = try Site()
    let first = try site.get("/basemap/town/1/1/0")
    let etag = try #require(first.headers["ETag"])
    #expect(try site.get("/basemap/town/1/1/0", ["If-None-Match": etag]).status == 304)
    var other = PMTilesWriter([.init(1, 1, 0): [1, 2, 3]])
    other.tileType = 2
    try other.write(to: site.folder.file("town.pmtiles"))
    let changed = try site.get("/basemap/town/1/1/0", ["If-None-Match": etag])
    #expect(changed.status == 200)
    #expect(changed.headers["Content-Type"] == "image/png")
  }

  @Test func outsideOfTheCoverageThereIsNoContent() throws {
    let site = try Site()
    for target in ["/basemap/town/0/0/0", "/basemap/town/1/0/0", "/basemap/town/9/0/0"] {
      #expect(try site.get(target).status == 204, "\(target)")
    }
  }

  @Test(arguments: [
    "/basemap/other.json", "/basemap/other/0/0/0", "/basemap/town/1/2/0", "/basemap/town/25/0/0",
    "/basemap/town/01/0/0", "/basemap/town/1/-1/0", "/basemap/bad/0/0/0",
  ])
  func whatDoesNotExistIsNotFound(target: String) throws {
    #expect(try Site().get(target).status == 404)
  }

  @Test func theTileJSONNamesTheVersionOfTheFile() throws {
    let site = try Site()
    let json = try site.get("/basemap/town.json").json()
    #expect(json["tilejson"] as? String == "3.0.0")
    #expect(json["name"] as? String == "Town")
    #expect(json["attribution"] as? String == "© them")
    #expect(json["minzoom"] as? Int == 1 && json["maxzoom"] as? Int == 2)
    #expect(json["bounds"] as? [Double] == [0, 10, 20, 30])
    let layer = try #require((json["vector_layers"] as? [[String: Any]])?.first)
    #expect(layer["id"] as? String == "water")
    // Number and text are written anew.
    #expect((layer["x"] as? [Any])?.first is NSNull)
    #expect((layer["x"] as? [Any])?.last as? String == "\u{1}")
    #expect(json["hasSea"] as? Bool == true)
    let template = try #require((json["tiles"] as? [String])?.first)
    #expect(template.hasPrefix("http://localhost:8080/basemap/town/{z}/{x}/{y}?v="))
    let version = template.split(separator: "=").last ?? ""
    let named = try site.get("/basemap/town/1/1/0?v=\(version)")
    #expect(named.headers["Cache-Control"] == "private, max-age=604800")
    let old = try site.get("/basemap/town/1/1/0?v=old")
    #expect(old.headers["Cache-Control"] == "private, no-cache")
  }

  @Test func theListHasGoodFilesAndForOwnersTheBadOnes() throws {
    let site = try Site()
    let json = try site.get("/basemap").json()
    #expect((json["maps"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ["town"])
    let problem = (json["problems"] as? [[String: Any]])?.first
    #expect(problem?["file"] as? String == "bad.mbtiles")
    #expect(problem?["reason"] as? String == "is neither PMTiles nor MBTiles")
    #expect(try site.get("/basemap", as: .stranger).status == 403)
    #expect(try site.get("/basemap/town/1/1/0", as: .stranger).status == 403)
  }

  @Test func theDescriptionOfTheBuiltInMapStaysWhereItWas() throws {
    let site = try Site(staticFiles: SamplePhotos.package + "/static")
    #expect(try site.get("/basemap/basemap.json").json()["vector_layers"] != nil)
    #expect(try site.get("/basemap/6/33/22.pbf").status == 200)
  }

  @Test func aLogHasNoNumberOfATile() throws {
    let service = try Site().service
    #expect(service.redactedTarget("/basemap/town/14/8529/5975?v=1-2-3") == "/basemap/*/*/*/*?v=…")
  }
}
