import Foundation
import Geography
import HTTPServer
import MapService
import TestSupport
import Testing
import TileSupport
import VectorTiles

@Suite struct TileTests {
  /// The features of a tile; empty for a 204.
  private func tile(_ service: Service, _ path: String) throws -> [TileReader.Feature] {
    let answer = try service.get(path)
    if answer.status == 204 {
      #expect(answer.bytes.isEmpty)
      return []
    }
    try #require(answer.status == 200, "\(path): \(answer.text)")
    #expect(answer.headers["Content-Type"] == "application/vnd.mapbox-vector-tile")
    let layers = TileReader.layers(answer.bytes)
    try #require(layers.count == 1)
    #expect(layers[0].name == "photos")
    #expect(layers[0].version == 2)
    #expect(layers[0].extent == 4_096)
    #expect(!layers[0].features.isEmpty)
    return layers[0].features
  }

  @Test(arguments: ["", "?media=image", "?datetime=2018-01-01/..", "?camera=lumo"])
  func thePhotosOfAllTilesOfAZoomAreThoseOfItems(filter: String) throws {
    let service = try Service.shared()
    let query = filter.isEmpty ? "?limit=1" : filter + "&limit=1"
    let matched = try service.json("/collections/photos/items" + query)["numberMatched"] as? Int
    for zoom in 0...4 {
      var sum = 0
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom {
          for feature in try tile(service, "/tiles/photos/\(zoom)/\(x)/\(y).mvt\(filter)") {
            sum += feature.count
            #expect((0..<4_096).contains(feature.x))
            #expect((0..<4_096).contains(feature.y))
          }
        }
      }
      #expect(sum == matched, "zoom \(zoom)")
    }
  }

  @Test(arguments: 0...24)
  func eachPhotoIsInItsTileAtItsPlaceWhateverTheZoom(zoom: Int) throws {
    let service = try Service.shared()
    let photos = try service.features("/collections/photos/items")
    #expect(photos.count == 52)
    var seen = 0
    var tiles: [TileCoordinate: [TileReader.Feature]] = [:]
    for photo in photos {
      let (x, y) = Self.web(photo, zoom)
      let coordinate = try #require(TileCoordinate(zoom: zoom, x: Int(x), y: Int(y)))
      let path = "/collections/photos/tiles/WebMercatorQuad/\(zoom)/\(Int(y))/\(Int(x))"
      let features = try tiles[coordinate] ?? tile(service, path)
      tiles[coordinate] = features
      guard let own = features.first(where: { $0.properties["id"] == .whole(Int64(photo.id)) })
      else { continue }
      seen += 1
      #expect(own.id == UInt64(photo.id))
      // A cell of the grid, 2 cm, is a unit wide at zoom 19.
      let doubt = 1 + Double(1 << zoom) / Double(1 << 20)
      #expect(abs(Double(own.x) + 0.5 - (x - x.rounded(.down)) * 4_096) <= doubt)
      #expect(abs(Double(own.y) + 0.5 - (y - y.rounded(.down)) * 4_096) <= doubt)
      let media = photo.properties["media"] as? String ?? ""
      #expect(own.properties["media"] == .text(String(media.prefix { $0 != "/" })))
      #expect((own.properties["takenAt"] == nil) == (photo.properties["takenAtLocal"] == nil))
    }
    #expect(tiles.values.joined().reduce(0) { $0 + $1.count } == 52)
    #expect(seen == tiles.values.joined().count { $0.properties["cluster"] == nil })
    if zoom == 24 { #expect(seen == 32, "all but the twenty at one spot") }
  }

  /// The position on the web map in tiles, by the usual formula.
  private static func web(_ photo: Feature, _ zoom: Int) -> (x: Double, y: Double) {
    let tiles = Double(1 << zoom)
    let limit = 85.051128779
    let latitude = min(max(photo.coordinates[1], -limit), limit) * .pi / 180
    let y = (1 - log(tan(latitude) + 1 / cos(latitude)) / .pi) / 2 * tiles
    return ((photo.coordinates[0] + 180) / 360 * tiles, min(max(y, 0), tiles - 1e-9))
  }

  @Test func aClusterOfATileOpensExactlyItsPhotosAndSaysTheSameAsTheClustersOfTheMap() throws {
    let service = try Service.shared()
    let clusters = try service.features("/collections/photos/clusters?zoom=3")
    let own = Dictionary(
      grouping: clusters.filter { $0.properties["cluster"] as? Bool == true },
      by: { $0.properties["cluster_id"] as? String ?? "" })
    var found = 0
    for x in 0..<4 {
      for y in 0..<4 {
        for feature in try tile(service, "/tiles/photos/2/\(x)/\(y).mvt") {
          guard case .text(let id)? = feature.properties["cluster_id"] else { continue }
          found += 1
          let other = try #require(own[id]?.first?.properties)
          #expect(feature.count == other["point_count"] as? Int)
          #expect(feature.properties["point_count"] == .whole(Int64(feature.count)))
          #expect(feature.properties["point_count_abbreviated"] == .text("\(feature.count)"))
          #expect(feature.properties["cluster"] == .truth(true))
          #expect(feature.properties["photo"] == .whole(Int64(other["photo"] as? Int ?? 0)))
          for name in ["takenFrom", "takenTo"] {
            #expect(feature.properties[name] == (other[name] as? String).map { .text($0) })
          }
          let page = try service.json("/collections/photos/clusters/\(id)/items")
          #expect(page["numberMatched"] as? Int == feature.count)
        }
      }
    }
    #expect(found == own.count)
    #expect(found > 0)
  }

  @Test(arguments: [
    "25/0/0", "3/8/0", "3/0/8", "-1/0/0", "x/0/0", "3/01/0", "3/+1/0", "3/1.0/0", "3//0",
    "99999999999999999999/0/0", "3/99999999999999999999/0",
  ])
  func anInvalidTileIsNotFound(place: String) throws {
    let service = try Service.shared()
    for path in [
      "/tiles/photos/\(place).mvt", "/collections/photos/tiles/WebMercatorQuad/\(place)",
    ] {
      let answer = try service.get(path)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.headers["Content-Type"] == "application/problem+json")
    }
    #expect(try service.get("/tiles/photos/0/0/0").status == 404)
    #expect(try service.get("/tiles/photos/0/0/.mvt").status == 404)
  }

  @Test(arguments: ["bbox=0,0,1,1", "limit=1", "media=x", "media=image&media=image", "zoom=1"])
  func aParameterThatATileDoesNotHaveIsRefused(query: String) throws {
    let service = try Service.shared()
    for path in ["/tiles/photos/0/0/0.mvt", "/tiles/photos.json"] {
      #expect(try service.get("\(path)?\(query)").status == 400, "\(path)?\(query)")
    }
  }

  @Test func aTileTheClientHasIsNotSentAgainAndOneThatIsSentIsCompressed() throws {
    let service = try Service.shared()
    let path = "/tiles/photos/0/0/0.mvt"
    let first = try service.get(path)
    let tag = try #require(first.headers["ETag"])
    #expect(first.headers["Cache-Control"] == "no-cache")
    #expect(try service.get(path, ["If-None-Match": tag]).status == 304)
    let other = try #require(try service.get(path + "?media=image").headers["ETag"])
    #expect(other != tag)
    let empty = try service.get("/tiles/photos/5/0/0.mvt")
    #expect(empty.status == 204)
    let emptyTag = try #require(empty.headers["ETag"])
    #expect(
      try service.get("/tiles/photos/5/0/0.mvt", ["If-None-Match": emptyTag]).status == 304)
    let packed = try service.get(path, ["Accept-Encoding": "gzip"])
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(packed.bytes.count < first.bytes.count)
  }

  @Test func theTileJSONLeadsToEveryPhoto() throws {
    let service = try Service.shared()
    let document = try service.json("/tiles/photos.json?media=image&path=*")
    #expect(document["tilejson"] as? String == "3.0.0")
    let template = try #require((document["tiles"] as? [String])?.first)
    #expect(
      template == "http://photos.test:8080/tiles/photos/{z}/{x}/{y}.mvt?media=image&path=%2A")
    let layer = try #require((document["vector_layers"] as? [[String: Any]])?.first)
    let fields = try #require(layer["fields"] as? [String: String])
    let named = try tile(service, "/tiles/photos/0/0/0.mvt").flatMap(\.properties.keys)
    #expect(Set(named).isSubset(of: fields.keys))
    #expect(layer["id"] as? String == "photos")
    let bounds = try #require(document["bounds"] as? [Double])
    #expect(bounds[0] >= -180)
    #expect(bounds[1] >= -90)
    #expect(bounds[2] <= 180)
    #expect(bounds[3] <= 90)
    // As MapLibre does it: tiles from where the upper left corner is to before the lower right.
    for photo in try service.features("/collections/photos/items") {
      let (x, y) = Self.web(photo, 24)
      let first = Self.web(Feature(raw: Self.point(bounds[0], bounds[3])), 24)
      let last = Self.web(Feature(raw: Self.point(bounds[2], bounds[1])), 24)
      #expect(x.rounded(.down) >= first.x.rounded(.down))
      #expect(x.rounded(.down) < last.x.rounded(.up))
      #expect(y.rounded(.down) >= first.y.rounded(.down))
      #expect(y.rounded(.down) < last.y.rounded(.up))
    }
  }

  private static func point(_ longitude: Double, _ latitude: Double) -> [String: Any] {
    ["geometry": ["coordinates": [longitude, latitude]]]
  }

  @Test(arguments: [3, 9, 20])
  func gdalReadsThePhotosOfATileWhereTheyWereTaken(zoom: Int) throws {
    let service = try Service.shared()
    let photos = try service.features("/collections/photos/items")
    let tiles = Set(photos.map { Self.web($0, zoom) }.map { [Int($0.x), Int($0.y)] })
    let folder = try TemporaryDirectory()
    var seen = 0
    for place in tiles.sorted(by: { $0[0] < $1[0] }).prefix(12) {
      let path = "\(zoom)/\(place[0])/\(place[1]).mvt"
      let file = URL(fileURLWithPath: folder.file(path))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let own = try service.get("/tiles/photos/\(path)")
      try Data(own.bytes).write(to: file)
      // The driver reads the tile coordinates from the path.
      let read = try Program.run(
        "ogr2ogr",
        ["-f", "GeoJSON", "-t_srs", "EPSG:4326", "/vsistdout/", "MVT:" + file.path, "photos"])
      try #require(read.code == 0, "\(read.messages)")
      let features = try #require(try read.json()["features"] as? [[String: Any]])
        .map(Feature.init)
      #expect(features.count == TileReader.layers(own.bytes)[0].features.count)
      for feature in features where feature.properties["cluster"] == nil {
        seen += 1
        let photo = try #require(photos.first { $0.id == feature.properties["id"] as? Int })
        #expect(feature.properties["mvt_id"] as? Int == photo.id)
        let unit = 360 / Double(1 << zoom) / 4_096
        #expect(abs(feature.coordinates[0] - photo.coordinates[0]) <= unit + 1e-7)
        #expect(
          abs(photo.coordinates[1]) > 85
            || abs(feature.coordinates[1] - photo.coordinates[1]) <= unit + 1e-7)
      }
    }
    #expect(seen > 4)
  }

  @Test func theTilesOfTheCollectionAreDescribedAsOGCHasIt() throws {
    let service = try Service.shared()
    let sets = try service.json("/collections/photos/tiles")
    let set = try #require((sets["tilesets"] as? [[String: Any]])?.first)
    let own = try service.json("/collections/photos/tiles/WebMercatorQuad")
    for document in [set, own] {
      #expect(document["dataType"] as? String == "vector")
      let links = try #require(document["links"] as? [[String: Any]])
      let item = try #require(links.first { $0["rel"] as? String == "item" })
      #expect(item["templated"] as? Bool == true)
      let path = (item["href"] as? String ?? "")
        .replacingOccurrences(of: "http://photos.test:8080", with: "")
        .replacingOccurrences(of: "{tileMatrix}", with: "0")
        .replacingOccurrences(of: "{tileRow}", with: "0")
        .replacingOccurrences(of: "{tileCol}", with: "0")
      #expect(try !tile(service, path).isEmpty)
    }
  }
}

extension TileReader.Feature {
  /// The number of photos it represents.
  fileprivate var count: Int {
    guard case .whole(let count)? = properties["point_count"] else { return 1 }
    return Int(count)
  }
}
