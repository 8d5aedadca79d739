import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import Testing

/// Import of records that people and other programs write.
@Suite struct ImportTests {
  private func feature(_ coordinates: String, _ properties: String = "", id: String? = nil)
    -> String
  {
    """
    {"type":"Feature",\(id.map { "\"id\":\($0)," } ?? "")\
    "geometry":{"type":"Point","coordinates":\(coordinates)},"properties":{\(properties)}}
    """
  }

  @Test(arguments: [
    ("[180,0.5]", 1_800_000_000, 5_000_000), ("[-180,-90]", -1_800_000_000, -900_000_000),
    ("[-0.0,90]", 0, 900_000_000), ("[1.5e1,-2E-1]", 150_000_000, -2_000_000),
    ("[2.294481312345678,48.858370098765432]", 22_944_813, 488_583_701),
    ("[ 1 , 2 , 3 ]", 10_000_000, 20_000_000), ("[0.1e+2,1e0]", 100_000_000, 10_000_000),
    ("[179.99999999999,1]", 1_800_000_000, 10_000_000),
    ("[0.00000001,7]", 0, 70_000_000), ("[1,2,3,4]", 10_000_000, 20_000_000),
  ])
  func coordinatesAreReadAsJSONSpellsThem(text: String, longitude: Int32, latitude: Int32) throws {
    let exchange = try Exchange()
    #expect(try exchange.read(feature(text)).added == 1)
    let found = try #require(try exchange.photo().place.location)
    #expect(found.coordinate.longitudeE7 == longitude)
    #expect(found.coordinate.latitudeE7 == latitude)
  }

  /// Eleven thousand exceed the cache of directory names.
  @Test(arguments: [1, 7, 11_000])
  func aRepeatedPathIsOnePhoto(between: Int) throws {
    let exchange = try Exchange()
    func line(_ name: String, _ longitude: Int) -> String {
      feature("[\(longitude),1]", "\"path\":\"new/\(name)\",\"root\":\"/p\"") + "\n"
    }
    let others = (0..<between).map { line("\($0).jpg", 5) }.joined()
    let report = try exchange.read(line("twice.jpg", 3) + others + line("twice.jpg", 4)) {
      $0.format = .ndjson
    }
    #expect(report.added == between + 1)
    #expect(report.updated == 1)
    let twice = try exchange.photos().filter { $0.path == FilePath("new/twice.jpg") }
    #expect(twice.map { $0.place.location?.coordinate.longitudeE7 } == [40_000_000])
    #expect(try exchange.index.integrityProblems().isEmpty)
  }

  /// Text is skipped eight bytes at a time: its end and invalid bytes must be found at every offset.
  @Test(arguments: 0..<20, 0..<9)
  func theEndOfATextIsFoundAtEveryPosition(before: Int, after: Int) throws {
    let exchange = try Exchange()
    let (start, end) = (String(repeating: "a", count: before), String(repeating: "~", count: after))
    let good = ["\u{7F}", "é", "\\\"", "\\u00e9", "#", "!]", "[", "日本", "\u{80}x"]
    let bad: [[UInt8]] = [[0xFF], [0x1F], [0x09], [0xC3], Array("\\x".utf8)]
    var lines: [UInt8] = []
    for text in good {
      lines += Array((feature("[1,2]", "\"path\":\"x\(start)\(text)\(end)\"") + "\n").utf8)
    }
    for bytes in bad {
      let parts = feature("[1,2]", "\"path\":\"x\(start)|\(end)\"").utf8
        .split(separator: UInt8(ascii: "|"))
      lines += Array(parts[0]) + bytes + Array(parts[1]) + [0x0A]
    }
    let report = try exchange.read(lines) { $0.format = .ndjson }
    #expect(report.bad == bad.count)
    let wanted = ["\u{7F}", "é", "\"", "é", "#", "!]", "[", "日本", "\u{80}x"]
      .map { FilePath("x\(start)\($0)\(end)") }
    #expect(Set(try exchange.photos().map(\.path)) == Set(wanted))
  }

  @Test func eachPropertyIsFoundByItsNameHoweverItIsWritten() throws {
    let exchange = try Exchange()
    // The second line has names with escapes and spaces, and another order.
    _ = try exchange.read(
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"path":"a.jpg",\
      "size":5,"width":7,"height":6,"orientation":6,"direction":9,"lens":"L","cameraMake":"M"}}
      { "geometry" : { "coordinates" : [1,2], "type" : "Point" }, "properties" : { "l\\u0065ns" : "L",\
      "cameraM\\u0061ke":"M", "direction" : 9,"height":6, "width":7 ,"size":5, "orientation":6,\
      "unknown":[1,{"path":2}],"pat\\u0068":"b.jpg" }, "typ\\u0065":"Feature" }
      """
    ) { $0.format = .ndjson }
    let photos = try exchange.photos()
    try #require(photos.count == 2)
    #expect(photos.map(\.path) == [FilePath("a.jpg"), FilePath("b.jpg")])
    for photo in photos {
      #expect(photo.size == 5)
      #expect(photo.shownSize == PixelSize(width: 7, height: 6))
      #expect(photo.place.location?.direction == 9)
      #expect(photo.orientation.rawValue == 6)
      #expect(photo.camera == Camera(make: "M", model: nil, lens: "L"))
    }
  }

  @Test func camerasThatTakeTurnsKeepTheirPhotos() throws {
    let exchange = try Exchange()
    // More than the directories that are cached.
    let lines = (0..<60).map { number in
      feature(
        "[1,2]", "\"path\":\"\(number)\",\"cameraMake\":\"M\(number * number % 11)\"")
    }
    try exchange.read(lines.joined(separator: "\n")) { $0.format = .ndjson }
    for photo in try exchange.photos() {
      let number = try #require(Int("\(photo.path)"))
      #expect(photo.camera.make == "M\(number * number % 11)")
    }
  }

  @Test(arguments: [
    ("[180.1,0]", "longitude 180.1"), ("[0,-90.5]", "latitude -90.5"), ("[0,0]", "0, 0"),
    ("[NaN,1]", "not JSON"), ("[1,Infinity]", "not JSON"), ("[1e400,1]", "not a number"),
    ("[\"1\",\"2\"]", "not numbers"), ("[1]", "no latitude"), ("[01,2]", "not a number"),
    ("[+1,2]", "not JSON"), ("[.5,2]", "not JSON"), ("[1.,2]", "not a number"),
    ("[0x10,2]", "not a number"), ("[1,2", "not JSON"), ("[[1,2],[3,4]]", "not numbers"),
    ("{}", "not a list"), ("[1,2,null]", "not numbers"), ("[1,2],", "not JSON"),
  ])
  func invalidCoordinatesAreRefusedWithAReason(text: String, reason: String) throws {
    let exchange = try Exchange()
    let report = try exchange.read("\n" + feature(text) + "\n" + feature("[1,2]") + "\n") {
      $0.format = .ndjson
    }
    #expect(report.bad == 1)
    #expect(report.added == 1)
    #expect(report.problems[0].line == 2)
    #expect(report.problems[0].reason.contains(reason), "\(report.problems[0].reason)")
  }

  @Test(arguments: [
    ("\"size\":-1", "size"), ("\"size\":1.5", "size"), ("\"size\":\"5\"", "size"),
    ("\"orientation\":9", "orientation"), ("\"altitude\":1e999", "altitude"),
    ("\"takenAt\":\"yesterday\"", "takenAt"), ("\"takenAt\":\"2024-02-30T00:00:00Z\"", "takenAt"),
    ("\"takenAt\":\"2024-05-01\"", "takenAt"), ("\"takenAt\":5", "takenAt"),
    ("\"path\":\"../../etc/passwd\"", "leads out"), ("\"path\":\"a/../../b\"", "leads out"),
    ("\"path\":\"a\\u0000b\"", "not a valid file path"), ("\"path\":\".\"", "leads out"),
    ("\"root\":\"relative\",\"path\":\"a\"", "root"),
    ("\"root\":\"/a/../b\",\"path\":\"a\"", "root"),
    ("\"root\":\"/a/\",\"path\":\"a\"", "root"), ("\"root\":\"import:a/b\",\"path\":\"a\"", "root"),
    ("\"root\":\"//a\",\"path\":\"a\"", "root"), ("\"root\":\"import:\",\"path\":\"a\"", "root"),
    ("\"path\":{}", "path"), ("\"path\":true", "path"), ("\"pathBytes\":\"%4\"", "percent"),
    ("\"a\":\"\u{1}\"", "control"), ("\"a\":\"\\x\"", "means nothing"), ("\"a\":tru", "not JSON"),
    ("\"a\":1 2", "not JSON"), ("\"a\"", "not JSON"), ("a:1", "not JSON"), ("\"a\":1,", "not JSON"),
  ])
  func invalidPropertiesAreRefusedWithAReason(text: String, reason: String) throws {
    let exchange = try Exchange()
    let report = try exchange.read(feature("[1,2]", text) + "\n" + feature("[1,2]")) {
      $0.format = .ndjson
    }
    #expect(report.bad == 1)
    #expect(report.added == 1)
    #expect(report.problems[0].line == 1)
    #expect(report.problems[0].reason.contains(reason), "\(report.problems[0].reason)")
  }

  @Test func deepNestingIsRefused() throws {
    let exchange = try Exchange()
    let deep = String(repeating: "[", count: 100_000)
    #expect(try exchange.read(feature("[1,2]", "\"a\":\(deep)")) { $0.format = .ndjson }.bad == 1)
  }

  @Test func recordsThatAreTooLongAreSkipped() throws {
    let long = String(repeating: "x", count: 3 << 20)
    for format in [PhotoFileFormat.ndjson, .geojsonseq, .geojson] {
      let exchange = try Exchange()
      let features = [feature("[1,2]"), feature("[1,2]", "\"a\":\"\(long)\""), feature("[3,4]")]
      let text =
        switch format {
        case .geojsonseq: features.map { "\u{1E}\($0)\n" }.joined()
        case .geojson:
          "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))]}"
        default: features.joined(separator: "\n")
        }
      let report = try exchange.read(text)
      #expect(report.added == 2, "\(format)")
      #expect(report.bad == 1, "\(format)")
      #expect(report.problems[0].reason.contains("longer"))
      #expect(report.problems[0].line == (format == .geojson ? 3 : 2))
    }
  }

  @Test func aRecordWithoutAPositionIsCountedAndSkipped() throws {
    let exchange = try Exchange()
    let report = try exchange.read(
      """
      {"type":"Feature","geometry":null,"properties":{"path":"a.jpg"}}
      {"type":"Feature","geometry":{"type":"Point","coordinates":[]},"properties":null}
      {"type":"Feature","properties":{}}
      """)
    #expect(report.withoutPlace == 3)
    #expect(report.added == 0)
    #expect(report.bad == 0)
  }

  @Test func featuresOfOtherProgramsAreStoredUnderTheNameOfTheirFile() throws {
    let exchange = try Exchange()
    let text = """
      {"type":"FeatureCollection","crs":{"features":[1]},"features":[
      \(feature("[1,2,35.5]", "\"name\":\"x\"", id: "77")),
      \(feature("[3,4]", id: "\"stop/9\"")), \(feature("[5,6]", "\"path\":\"/abs/./b.jpg\"")), 12]}
      """
    let report = try exchange.read(text) {
      $0.root = ImportedRoot.name(for: FilePath("/x/bus.json"))
    }
    #expect(report.format == .geojson)
    #expect(report.added == 3)
    #expect(report.problems.map(\.line) == [3])
    let photos = try exchange.photos()
    #expect(photos.map(\.root.description) == Array(repeating: "import:bus.json", count: 3))
    #expect(photos.map(\.path.description) == ["77", "stop/9", "abs/b.jpg"])
    #expect(photos.map(\.id) == [1, 2, 3])
    #expect(photos[0].place.location?.altitude == 35.5)
    #expect(photos.allSatisfy { $0.place.location?.source == .import && !$0.hasBeenSeen })
    #expect(try exchange.read(text) { $0.root = FilePath("import:bus.json") }.updated == 3)
  }

  @Test func aPhotoKeepsItsIdUnlessAnotherHasIt() throws {
    let exchange = try Exchange()
    try exchange.read(feature("[1,2]", "\"root\":\"/a\",\"path\":\"x\"", id: "5"))
    try exchange.read(feature("[1,3]", "\"root\":\"/a\",\"path\":\"y\"", id: "5"))
    try exchange.read(feature("[1,4]", "\"root\":\"/a\",\"path\":\"z\"", id: "99999999999999"))
    try exchange.read(feature("[1,5]", "\"root\":\"/a\",\"path\":\"v\"", id: "-3"))
    try exchange.read(feature("[1,6]", "\"root\":\"/a\",\"path\":\"w\"", id: "2"))
    try exchange.read(feature("[1,7]", "\"root\":\"/a\",\"path\":\"x\"", id: "70"))
    let ids = try exchange.photos().map { "\($0.path):\($0.id)" }
    #expect(ids == ["w:2", "x:5", "y:6", "z:7", "v:8"])
  }

  @Test func aFolderInsideOneThatIsKnownIsPartOfIt() throws {
    let exchange = try Exchange()
    try exchange.read(feature("[1,2]", "\"root\":\"/a\",\"path\":\"b/x\""))
    #expect(try exchange.read(feature("[1,2]", "\"root\":\"/a/b\",\"path\":\"x\"")).updated == 1)
    let around = feature("[1,2]", "\"root\":\"/\",\"path\":\"a/b/x\"")
    #expect(try exchange.read(around).updated == 1)
    #expect(try exchange.read(feature("[1,2]", "\"root\":\"/a/b\",\"path\":\"x\"")).updated == 1)
    #expect(try exchange.index.read { try $0.roots() } == [FilePath("/")])
  }

  @Test func absentPropertiesStayUnchanged() throws {
    let exchange = try Exchange()
    var awkward = AwkwardPhotos(seed: 57)
    try awkward.fill(exchange.index, count: 1)
    let before = try exchange.photo()
    let path = JSONText.quoted(before.path.description)
    try exchange.read(feature("[7,8]", "\"root\":\"\(before.root)\",\"path\":\(path)"))
    let after = try exchange.photo()
    #expect(after.id == before.id)
    #expect(after.time == before.time)
    #expect(after.camera == before.camera)
    #expect(after.size == before.size)
    #expect(after.stamp == before.stamp)
    #expect(after.hasBeenSeen)
    #expect(after.orientation == before.orientation)
    #expect(after.format == before.format)
    #expect(after.place.location?.coordinate == Coordinate(latitude: 8, longitude: 7))
    #expect(after.place.location?.altitude == nil)
    #expect(after.place.location?.source == .import)
  }

  @Test(
    arguments: [
      ("2024-05-01T12:00:00+02:00", 1_714_564_800_000, 120), ("2024-05-01T12:00:00Z", nil, nil),
      ("2024-05-01t12:00+0545", 1_714_564_800_000, 345),
      ("2024-05-01 12:00:60", 1_714_564_859_000, nil),
      ("2024-05-01T12:00:00.1239-11", 1_714_564_800_123, -660),
    ] as [(String, Int64?, Int?)])
  func timesAreReadAndNoneIsGuessed(text: String, local: Int64?, offset: Int?) throws {
    let exchange = try Exchange()
    try exchange.read(feature("[1,2]", "\"takenAt\":\"\(text)\""))
    let time = try #require(try exchange.photo().time)
    #expect(time.localMilliseconds == local)
    #expect(time.utcOffsetMinutes == offset)
    #expect((time.instantMilliseconds == nil) == (local != nil && offset == nil))
  }

  @Test func aBadRecordEndsAStrictImportWithNothingChanged() throws {
    let exchange = try Exchange()
    try exchange.read(feature("[1,2]", "\"root\":\"/a\",\"path\":\"x\""))
    let before = try exchange.written(.ndjson)
    let version = try exchange.index.read { try $0.version() }
    let lines = (0..<500).map { feature("[\($0 % 90),3]", "\"path\":\"\($0)\"") }
    let error = #expect(throws: ImportRefused.self) {
      try exchange.read(lines.joined(separator: "\n") + "\n{]\n") {
        $0.isStrict = true
        $0.batchSize = 50
      }
    }
    #expect(error?.problem.line == 501)
    #expect(try exchange.written(.ndjson) == before)
    #expect(try exchange.index.read { try $0.version() } == version)
    #expect(try exchange.read(lines.joined(separator: "\n")) { $0.isStrict = true }.added == 500)
  }

  @Test func aStoppedImportStoresWhatItHasReadUnlessItIsStrict() throws {
    let lines = (0..<20_000).map { feature("[\($0 % 90),3]", "\"path\":\"\($0)\"") }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    for isStrict in [false, true] {
      let exchange = try Exchange()
      var options = PhotoImporter.Options()
      options.isStrict = isStrict
      var pieces = [bytes, []][...]
      let importer = PhotoImporter(index: exchange.index, options: options)
      let result = Result {
        try importer.run(
          reading: { pieces.popFirst() ?? [] }, onProgress: { $0.records < 9_000 })
      }
      let report = try? result.get()
      #expect(report?.wasInterrupted == (isStrict ? nil : true))
      #expect(try exchange.photos().count == report?.added ?? 0)
      #expect(try exchange.index.integrityProblems().isEmpty)
    }
  }

  @Test func aTruncatedDocumentIsReportedAndItsStartIsImported() throws {
    let exchange = try Exchange()
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(feature("[1,2]")),\n{\"type\":"
    let error = #expect(throws: BrokenDocument.self) { try exchange.read(text) }
    #expect(error?.line == 3)
    #expect(try exchange.photos().count == 1)
  }

  @Test func everyTruncationOrMutationEndsInAReportOrAnError() throws {
    let exchange = try Exchange()
    var awkward = AwkwardPhotos(seed: 58)
    try awkward.fill(exchange.index, count: 3)
    let target = try Exchange()
    for format in PhotoFileFormat.importable {
      let bytes = try exchange.written(format)
      for cut in stride(from: 0, to: bytes.count, by: 3) {
        _ = try? target.read(Array(bytes[..<cut]))
      }
      for position in stride(from: 0, to: bytes.count, by: 5) {
        var spoilt = bytes
        spoilt[position] = [0, 0x22, 0x7B, 0x5D, 0x2C, 0xFF, 0x5C, 0x0A][position % 8]
        _ = try? target.read(spoilt) { $0.format = format }
      }
    }
    #expect(try target.index.integrityProblems().isEmpty)
  }
}

/// A text as a JSON string.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
