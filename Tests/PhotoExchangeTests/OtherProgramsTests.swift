import Files
import Foundation
import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// Other programs read the formats, with unusual photos.
@Suite struct OtherProgramsTests {
  private func awkward(_ count: Int = 400) throws -> Exchange {
    let exchange = try Exchange()
    var photos = AwkwardPhotos(seed: 91)
    try photos.fill(exchange.index, count: count)
    return exchange
  }

  private func file(_ format: PhotoFileFormat, of exchange: Exchange, in folder: TemporaryDirectory)
    throws -> String
  {
    let path = folder.file("photos." + format.fileExtensions[0])
    try Data(try exchange.written(format)).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: [PhotoFileFormat.gpx, .kml])
  func whatIsWrittenIsWellFormedXMLOfTheRightShape(format: PhotoFileFormat) throws {
    let folder = try TemporaryDirectory()
    let path = try file(format, of: try awkward(), in: folder)
    let schema = folder.file("schema.xsd")
    try (format == .gpx ? Schemas.gpx : Schemas.kml)
      .write(toFile: schema, atomically: true, encoding: .utf8)
    let outcome = try Program.run("xmllint", ["--noout", "--nonet", "--schema", schema, path])
    #expect(outcome.code == 0, "\(outcome.messages.prefix(2_000))")
  }

  @Test func theSchemasDetectErrors() throws {
    let folder = try TemporaryDirectory()
    let exchange = try awkward(40)
    let spoilings: [(PhotoFileFormat, String, String)] = [
      (.gpx, "<name>", "<ele>1e9</ele><name>"), (.gpx, " lon=\"", " long=\""),
      (.kml, "<styleUrl>#photo</styleUrl>", ""), (.kml, "<coordinates>", "<coordinates>91,"),
    ]
    for (format, text, spoilt) in spoilings {
      let whole = String(decoding: try exchange.written(format), as: UTF8.self)
      try #require(whole.contains(text))
      let (path, schema) = (folder.file("spoilt"), folder.file("schema.xsd"))
      try whole.replacingOccurrences(of: text, with: spoilt)
        .write(toFile: path, atomically: true, encoding: .utf8)
      try (format == .gpx ? Schemas.gpx : Schemas.kml)
        .write(toFile: schema, atomically: true, encoding: .utf8)
      let outcome = try Program.run("xmllint", ["--noout", "--nonet", "--schema", schema, path])
      #expect(outcome.code != 0, "\(text)")
    }
  }

  @Test(arguments: PhotoFileFormat.allCases)
  func gdalFindsEveryPhotoWhereItIs(format: PhotoFileFormat) throws {
    let folder = try TemporaryDirectory()
    let exchange = try awkward(120)
    // GDAL does not map longitude 180 to -180 in GPX.
    let path = try file(format, of: exchange, in: folder)
    let columns =
      [.csv, .tsv].contains(format)
      ? ["-oo", "X_POSSIBLE_NAMES=longitude", "-oo", "Y_POSSIBLE_NAMES=latitude"] : []
    let layers = format == .gpx ? ["waypoints"] : []
    let outcome = try Program.run(
      "ogr2ogr",
      ["-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=7", folder.file("out.json"), path]
        + columns + layers)
    #expect(outcome.code == 0, "\(outcome.messages)")
    let read = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder.file("out.json"))))
    let features = try #require((read as? [String: Any])?["features"] as? [[String: Any]])
    let found = try features.map { feature in
      try #require((feature["geometry"] as? [String: Any])?["coordinates"] as? [Double])
    }
    let photos = try exchange.photos()
    #expect(found.count == photos.count)
    #expect(photos.count > 90)
    for (place, photo) in zip(found, photos) {
      let coordinate = try #require(photo.place.location).coordinate
      let isAtEdge = format == .gpx && coordinate.longitude == 180
      #expect(abs(place[0] - (isAtEdge ? -180 : coordinate.longitude)) < 1e-7)
      #expect(abs(place[1] - coordinate.latitude) < 1e-7)
    }
  }

  @Test(arguments: [PhotoFileFormat.csv, .tsv])
  func pythonReadsTheTable(format: PhotoFileFormat) throws {
    let folder = try TemporaryDirectory()
    let exchange = try awkward()
    let path = try file(format, of: exchange, in: folder)
    let script = """
      import csv, json, sys
      rows = list(csv.DictReader(
          open(sys.argv[1], newline='', encoding='utf-8'), strict=True, delimiter=sys.argv[2]))
      for row in rows:
          assert None not in row and None not in row.values()
          for name, value in row.items():
              assert value[:1] not in '=+@\\t\\r\\n' or value == '', value
              # Years before the first begin with a sign, too.
              if value.startswith('-') and not name.startswith('taken'): float(value)
      print(json.dumps(rows))
      """
    let outcome = try Program.run(
      "python3", ["-c", script, path, format == .csv ? "," : "\t"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: String]])
    let photos = try exchange.photos()
    #expect(rows.count == photos.count)
    for (row, photo) in zip(rows, photos) {
      #expect(row["id"] == String(photo.id))
      let path = try #require(row["path"])
      let starts = ["=", "+", "-", "@", "'", "\t", "\r", "\n", "\r\n"]
      let text = photo.path.text
      let isGuarded = text.first.map { starts.contains(String($0)) } ?? false
      #expect(path == (isGuarded ? "'" : "") + text)
      let make = photo.camera.make ?? ""
      #expect(row["cameraMake"] == (make.hasPrefix("=") ? "'" : "") + make)
    }
  }

  @Test func whatXMLCannotHoldIsReplaced() throws {
    let exchange = try Exchange()
    try exchange.index.write { writer in
      let directory = try writer.directory(FilePath(""), in: writer.root(FilePath("/p")))
      let names: [[UInt8]] = [
        Array(0x01...0x1F) + Array("a]]><&\"'.jpg".utf8), [0xED, 0xA0, 0x80, 0x62],
        [0xEF, 0xBF, 0xBE, 0x63], [0xEF, 0xBF, 0xBF, 0x64], [0xC0, 0x80, 0xFF],
        Array("é\u{7F}\u{FFFD}\u{FFEF}\u{1F5FB}".utf8),
      ]
      for (number, name) in names.enumerated() {
        let place = Place.located(
          Location(try #require(Coordinate(latitude: 1, longitude: 2)), source: .exif))
        _ = try writer.add(
          ReadFile(
            name: name,
            stamp: FileStamp(size: 1, modified: Int64(number), inode: UInt64(number + 1)),
            facts: PhotoFacts(place: place)), in: directory)
      }
    }
    let folder = try TemporaryDirectory()
    let script = """
      import sys, xml.etree.ElementTree as tree
      for item in tree.parse(sys.argv[1]).iter():
          if item.tag.endswith('}name') and item.text != 'Photos': print(ascii(item.text))
      """
    for format in [PhotoFileFormat.gpx, .kml] {
      let path = try file(format, of: exchange, in: folder)
      let outcome = try Program.run("python3", ["-c", script, path])
      let names = outcome.output.split(separator: "\n").map(String.init)
      #expect(names.count == 6, "\(outcome.messages)")
      let controls = String(repeating: "\\ufffd", count: 8) + "\\t\\n"
      #expect(names.first?.hasPrefix("'" + controls + "\\ufffd\\ufffd\\r") ?? false)
      #expect(names.first?.contains("a]]><&\"") ?? false)
      #expect(names[1] == "'\\ufffd\\ufffd\\ufffdb'")
      #expect(names[2] == "'\\ufffdc'")
      #expect(names[3] == "'\\ufffdd'")
      #expect(names[4] == "'\\ufffd\\ufffd\\ufffd'")
      #expect(names[5] == "'\\xe9\\x7f\\ufffd\\uffef\\U0001f5fb'")
    }
  }

  @Test func aFileIsKnownByItsEnding() {
    for format in PhotoFileFormat.allCases {
      for ending in format.fileExtensions {
        #expect(PhotoFileFormat(fileName: "a.B.\(ending.uppercased())") == format)
      }
      #expect(!format.title.isEmpty)
      #expect(format.mediaTypes.first.map(format.mediaType.hasPrefix) == true)
    }
    #expect(PhotoFileFormat(fileName: "csv") == nil)
    let endings = PhotoFileFormat.allCases.flatMap(\.fileExtensions)
    #expect(Set(endings).count == endings.count)
  }
}
