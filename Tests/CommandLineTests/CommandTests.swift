import Foundation
import PhotoFacts
import TestSupport
import Testing

/// The output of the commands.
@Suite struct CommandTests {
  let library: Library

  init() throws { library = try Library() }

  private func geoindex(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments + ["--db", library.database])
  }

  private func scanSamples() throws {
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
  }

  @Test func scanPrintsOneObjectWithEveryField() throws {
    try library.add("a.jpg")
    try library.add("b.jpg", as: "odd-cases/null-island.jpg")
    let outcome = try geoindex("scan", "--json", "--quiet", library.root)
    #expect(outcome.code == 0)
    #expect(outcome.messages.isEmpty)
    let report = try outcome.json()
    for (field, value) in [
      "files": 2, "added": 2, "updated": 0, "moved": 0, "removed": 0, "unchanged": 0, "located": 1,
      "skippedDirectories": 0, "tracks": 0,
    ] { #expect(report[field] as? Int == value, "\(field)") }
    #expect(report["roots"] as? [String] == [library.root])
    let unlocated = report["unlocated"] as? [String: Int]
    #expect(
      unlocated == [
        "no-gps": 0, "null-island": 1, "invalid-gps": 0, "unreadable": 0, "unsupported": 0,
      ])
    #expect((report["errors"] as? [Any])?.isEmpty == true)
    #expect(report["seconds"] is Double)
  }

  @Test func dataGoesToStandardOutputAndMessagesToStandardError() throws {
    let scan = try geoindex("scan", SamplePhotos.folder)
    #expect(scan.output.isEmpty)
    let query = try geoindex("query", "--limit", "1")
    let matched = try #require(try query.json()["numberMatched"] as? Int)
    #expect(scan.messages.contains(": \(matched) on the map"))
    #expect(!scan.messages.contains("\u{1B}"))
    #expect(query.messages.isEmpty)
    #expect(query.output.hasPrefix("{\"type\":\"FeatureCollection\""))
  }

  @Test func queryAndTheFormatsGiveTheSamePhotos() throws {
    try scanSamples()
    let collection = try geoindex("query", "--bbox", "177,-20,-178,-15").json()
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(features.count == 2)
    #expect(collection["numberMatched"] as? Int == 2)
    let lines = try geoindex("query", "--bbox", "177,-20,-178,-15", "--format", "ndjson").output
      .split(separator: "\n")
    let records = try geoindex("query", "--bbox=177,-20,-178,-15", "--format=geojsonseq").output
    #expect(records.utf8.first == 0x1E)
    #expect(records.split(separator: "\u{1E}").count == 2)
    let parsed = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(parsed.map { $0["id"] as? Int } == features.map { $0["id"] as? Int })
  }

  @Test func nearestAcceptsAPositionAsOneArgumentOrAsTwoOptions() throws {
    try scanSamples()
    let one = try geoindex("nearest", "48.8584, 2.2945", "-k", "2")
    let two = try geoindex("nearest", "--lat", "48.8584", "--lon", "2.2945", "-k", "2")
    #expect(one.output == two.output)
    #expect(one.code == 0)
    let south = try geoindex("nearest", "-33.86, 151.21", "-k", "1")
    #expect(south.output.contains("opera-house.jpg"))
    let within = try geoindex("nearest", "--lat=-33.86", "--lon=151.21", "--within", "10").json()
    #expect((within["features"] as? [Any])?.isEmpty == true)
  }

  @Test func reportNamesEveryFileThatIsNotOnTheMap() throws {
    try scanSamples()
    let report = try geoindex("report", "--json").json()
    #expect(report["photos"] as? Int == 59)
    #expect(report["located"] as? Int == 52)
    let files = try #require(report["files"] as? [[String: Any]])
    let counts = try #require(report["unlocated"] as? [String: Int])
    #expect(files.count == counts.values.reduce(0, +))
    let latitude = files.first { ($0["path"] as? String)?.hasSuffix("latitude-95.jpg") ?? false }
    #expect(latitude?["reason"] as? String == "invalid-gps")
    #expect((latitude?["detail"] as? String)?.contains("GPSLatitude") == true)
    let text = try geoindex("report").output
    for reason in counts.filter({ $0.value > 0 }).keys { #expect(text.contains(reason)) }
  }

  @Test func inspectShowsWhatAScanWouldStoreAndWhere() throws {
    let path = SamplePhotos.path("2021-jordan/dead-sea.jpg")
    let json = try Program.run(["inspect", "--json", path]).json()
    let facts = try #require(json["facts"] as? [String: Any])
    #expect(facts["altitude"] as? Double == -432)
    #expect(facts["locationSource"] as? String == "exif")
    #expect(
      (json["tags"] as? [[String: Any]])?.contains { $0["group"] as? String == "GPS" } == true)
    // No sample needs more than the head of the file.
    #expect((json["bytesRead"] as? Int).map { (1...65_536).contains($0) } == true)
    let text = try Program.run(["inspect", path]).output
    #expect(text.contains("bytes read"))
    #expect(text.contains("31.716, 35.585"))
    #expect(text.contains("-432"))
    #expect(try Program.run(["inspect", "/nowhere.jpg"]).code == 1)
  }

  @Test func forgetRemovesOneFolderFromTheIndexOnly() throws {
    try library.add("a.jpg")
    try library.add("in/b.jpg", as: "odd-cases/null-island.jpg")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    try scanSamples()
    let part = try geoindex("forget", library.root + "/in")
    #expect(part.code == 1)
    #expect(part.messages.contains("as a whole only"))
    let unknown = try geoindex("forget", "/nowhere")
    #expect(unknown.code == 1)
    #expect(unknown.messages.contains(library.root))
    let forgotten = try geoindex("forget", "--json", library.root + "/")
    let list = try #require(try forgotten.json()["forgotten"] as? [[String: Any]])
    try #require(list.count == 1)
    #expect(list[0]["files"] as? Int == 2)
    #expect(list[0]["root"] as? String == library.root)
    #expect(try geoindex("report", "--json").json()["located"] as? Int == 52)
    #expect(try geoindex("doctor").code == 0)
    #expect(FileManager.default.fileExists(atPath: library.file("in/b.jpg")))
    // After another scan its photos are new ones.
    #expect(try geoindex("scan", "--json", library.root).json()["added"] as? Int == 2)
  }

  @Test func anImportCanBeForgottenToo() throws {
    try library.write("places.csv", Data("path,longitude,latitude\na.jpg,1,2\n".utf8))
    #expect(try geoindex("import", "--quiet", library.file("places.csv")).code == 0)
    #expect(try geoindex("doctor").code == 0)
    #expect(try geoindex("forget", "import:places.csv").code == 0)
    #expect(try geoindex("report", "--json").json()["photos"] as? Int == 0)
  }

  @Test func inspectShowsEveryPropertyOfAFile() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("all.jpg")
    try TaggedPhoto.make(at: path)
    let database = folder.file("photos.sqlite")
    try PolygonPackage.draw(
      "World", [[(-180, -90), (180, -90), (180, 90), (-180, 90)]], besideIndex: database)
    let json = try Program.run(["inspect", "--json", path, "--db", database]).json()
    let facts = try #require(json["facts"] as? [String: Any])
    let text = try Program.run(["inspect", path, "--db", database]).output
    // Path and size of the file are printed elsewhere; favourites are known only from files beside photos, and flights and
    // doubts from other photos.
    let others: [PhotoProperty] = [.filename, .size, .favourite, .flight, .doubt]
    for property in PhotoProperty.ofFeatures
    where property.group != .library && !others.contains(property) {
      #expect(facts[property.name] != nil, "\(property.name)")
      // These are in the rows for position and size.
      guard ![.locationSource, .width, .height].contains(property) else { continue }
      #expect(text.contains("\n  \(property.label) "), "\(property.label)")
    }
  }

  @Test func inspectReadsAndNamesTheCompanionsOfAPhoto() throws {
    try library.add("a.jpg", as: "odd-cases/no-gps.jpg")
    try library.write(
      "a.jpg.supplemental-meta.json",
      Data("{\"geoData\": {\"latitude\": 1.5, \"longitude\": 2.5}}".utf8))
    let json = try Program.run(["inspect", "--json", library.file("a.jpg")]).json()
    let companions = try #require(json["companions"] as? [[String: String]])
    #expect(companions == [["name": "a.jpg.supplemental-meta.json", "kind": "takeout"]])
    #expect((json["facts"] as? [String: Any])?["locationSource"] as? String == "takeout")
    let text = try Program.run(["inspect", library.file("a.jpg")]).output
    #expect(text.contains("a.jpg.supplemental-meta.json (takeout)"))
    #expect(text.contains("1.5, 2.5"))
  }

  @Test func doctorListsEveryLibraryThatIsOpenedWhenItIsNeeded() throws {
    let page = try String(
      contentsOfFile: SamplePhotos.package + "/docs/libraries.md", encoding: .utf8)
    let findings = try #require(
      try geoindex("doctor", "--json").json()["findings"] as? [[String: Any]])
    let texts = findings.compactMap { $0["text"] as? String }
    for library in [
      "libcurl", "libpq", "giflib", "libheif", "libavformat", "libjxl", "libpng", "LibRaw",
      "libtiff", "libwebp",
    ] {
      #expect(page.contains(library))
      #expect(texts.contains { $0.contains(library) }, "\(library): \(texts)")
    }
  }

  @Test func doctorFindsNothingWrongWithAHealthyIndexAndSaysWhatIsWrongWithADamagedOne() throws {
    try scanSamples()
    let healthy = try geoindex("doctor", "--json").json()
    let findings = try #require(healthy["findings"] as? [[String: Any]])
    #expect(
      findings.contains { $0["subject"] as? String == "index" && $0["state"] as? String == "ok" })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: library.database))
    for position in stride(from: 8_192, to: bytes.count - 64, by: 4_096) {
      bytes.replaceSubrange(position..<(position + 64), with: Data(repeating: 0xA5, count: 64))
    }
    try bytes.write(to: URL(fileURLWithPath: library.database))
    let damaged = try geoindex("doctor")
    #expect(damaged.code == 1)
    #expect(damaged.output.contains("✗"))
    #expect(damaged.output.contains("geoindex scan"))
  }

  @Test func aClosedPipeIsNoError() throws {
    try scanSamples()
    let outcome = try Program.run(
      "sh",
      [
        "-c", "\"$0\" query --db \"$1\" --format ndjson | head -1 | wc -l", Program.path,
        library.database,
      ])
    #expect(outcome.output.contains("1"))
    #expect(outcome.messages.isEmpty)
  }

  @Test func aFullDiskUnderTheOutputIsAnError() throws {
    try scanSamples()
    let outcome = try Program.run(
      "sh", ["-c", "\"$0\" query --db \"$1\" > /dev/full", Program.path, library.database])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("cannot write"))
  }
}
