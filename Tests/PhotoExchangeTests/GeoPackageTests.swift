import Foundation
import Geography
import Grid
import PhotoExchange
import PhotoFacts
import PhotoIndex
import Query
import TestSupport
import Testing

/// GeoPackages, read by GDAL and compared with the index.
@Suite struct GeoPackageTests {
  private let folder: TemporaryDirectory
  private let exchange: Exchange

  init() throws {
    folder = try TemporaryDirectory()
    exchange = try Exchange()
    var photos = AwkwardPhotos(seed: 77)
    try photos.fill(exchange.index, count: 200)
  }

  private func written() throws -> String {
    let path = folder.file("photos.gpkg")
    let writer = try GeoPackageWriter(path: FilePath(path))
    for photo in try exchange.photos() { try writer.write(photo) }
    try writer.finish()
    return path
  }

  private func sql(_ text: String, _ path: String) throws -> String {
    let outcome = try Program.run("sqlite3", [path, text])
    #expect(outcome.code == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test func gdalsValidatorFindsNoFault() throws {
    let path = try written()
    let outcome = try Program.run(
      "/usr/bin/python3", ["-m", "osgeo_utils.samples.validate_gpkg", "--extra", path])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.messages)")
  }

  @Test func gdalReadsEveryPropertyWithItsType() throws {
    let path = try written()
    let summary = try Program.run("ogrinfo", ["-ro", "-al", "-so", path])
    #expect(summary.code == 0)
    #expect(summary.messages.isEmpty)
    let photos = try exchange.photos()
    for fact in [
      "Feature Count: \(photos.count)", "Geometry: Point", "ID[\"EPSG\",4326]", "path: String",
      "size: Integer64", "orientation: Integer ", "takenAt: DateTime", "takenAtLocal: String",
      "altitude: Real",
    ] {
      #expect(summary.output.contains(fact), "\(fact) in \(summary.output)")
    }
    let read = try Program.run(
      "ogr2ogr", ["-f", "GeoJSON", "-preserve_fid", folder.file("out.json"), path])
    #expect(read.code == 0)
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder.file("out.json"))))
    let features = try #require((json as? [String: Any])?["features"] as? [[String: Any]])
    #expect(features.count == photos.count)
    for (feature, photo) in zip(features, photos) {
      #expect(feature["id"] as? Int64 == photo.id)
      let values = try #require(feature["properties"] as? [String: Any])
      for property in PhotoProperty.ofFeatures {
        let value = property.value(of: photo.fileFacts, photo.facts)
        switch property.kind {
        case .text, .path, .encodedPath, .word:
          #expect(values[property.name] as? String == value?.text)
        case .integer: #expect(values[property.name] as? Int64 == value?.integer)
        case .number:
          // The JSON of GDAL has 15 digits.
          let read = values[property.name] as? Double
          #expect(read.map { Float($0) } == (value?.number).map { Float($0) })
        case .moment: #expect((values[property.name] is NSNull) == (value == nil))
        case .clock: #expect(values[property.name] as? String == value?.description)
        // A JSON array in a text, which GDAL writes as an array.
        case .list: #expect(values[property.name] as? [String] == value?.list)
        case .truth: #expect(values[property.name] as? Bool == value?.truth)
        case .geometry: break
        }
      }
    }
  }

  @Test func instantsAreInUTCWithThreeDecimals() throws {
    let path = try written()
    let rows = try sql(
      "SELECT id || ' ' || \"takenAt\" FROM photos WHERE \"takenAt\" NOT NULL", path)
    let found = rows.split(separator: "\n").map(String.init)
    let expected = try exchange.photos().compactMap { photo in
      photo.time?.instantMilliseconds.map { instant in
        let text = Timestamp.local(instant)
        return "\(photo.id) \(text)\(text.contains(".") ? "" : ".000")Z"
      }
    }
    #expect(found == expected)
    #expect(found.count > 30)
  }

  @Test func theTreeFindsWhatABoxHolds() throws {
    let path = try written()
    for box in [(-10.0, -10.0, 10.0, 10.0), (-180, -90, 180, 90), (12, -45, 13, 50)] {
      let found = try sql(
        """
        SELECT count(*) FROM rtree_photos_geom
        WHERE maxx >= \(box.0) AND minx <= \(box.2) AND maxy >= \(box.1) AND miny <= \(box.3)
        """, path)
      let photos = try exchange.photos().filter { photo in
        guard let place = photo.place.location?.coordinate else { return false }
        return (box.0...box.2).contains(place.longitude) && (box.1...box.3).contains(place.latitude)
      }
      #expect(Int(found.trimmingCharacters(in: .newlines)) == photos.count)
    }
    #expect(try sql("SELECT rtreecheck('rtree_photos_geom')", path) == "ok\n")
  }

  @Test func distancesAreColumnsWhereThereAreAny() throws {
    let path = folder.file("near.gpkg")
    let origin = try #require(Coordinate(latitude: 10, longitude: 20))
    var lines: [Int64: GeodesicLine] = [:]
    try exchange.index.read { reader in
      let writer = try GeoPackageWriter(path: FilePath(path), lines: .distance)
      for found in try reader.nearest(to: origin, count: 9, within: nil, PhotoFilter()) {
        let photo = try #require(try reader.photo(found.pin.id))
        lines[photo.id] = found.line
        try writer.write(photo, line: found.line)
      }
      try writer.finish()
    }
    let rows = try sql("SELECT id, distance, bearing FROM photos", path).split(separator: "\n")
    #expect(rows.count == 9)
    for row in rows {
      let cells = row.split(separator: "|").map { Double($0) ?? -1 }
      let line = try #require(lines[Int64(cells[0])])
      #expect(abs(cells[1] - line.distance) <= 0.001)
      #expect(abs(cells[2] - line.bearing) <= 0.0001)
    }
  }

  @Test func anEmptyFileIsValid() throws {
    let path = folder.file("empty.gpkg")
    try GeoPackageWriter(path: FilePath(path)).finish()
    let outcome = try Program.run(
      "/usr/bin/python3", ["-m", "osgeo_utils.samples.validate_gpkg", path])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.messages)")
  }
}
