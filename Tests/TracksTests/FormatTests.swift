import Foundation
import Geography
import TestSupport
import Testing

@testable import Tracks

/// The formats besides GPX, NMEA and IGC.
@Suite struct FormatTests {
  static let kml = """
    <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
    <LookAt><gx:TimeStamp><when>1999-01-01T00:00:00Z</when></gx:TimeStamp></LookAt>
    <Placemark><LookAt><TimeStamp><when>1999-01-01T00:00:00Z</when></TimeStamp></LookAt>
      <TimeStamp><when>2024-05-28T12:35:20Z</when></TimeStamp>
      <Point><altitudeMode>absolute</altitudeMode><coordinates> 11.5,48.1,0 </coordinates></Point></Placemark>
    <Placemark><TimeStamp><when>2024-05-28</when></TimeStamp>
      <Point><coordinates>11.5,48.1</coordinates></Point></Placemark>
    <Placemark><gx:Track>
      <when>2024-05-28T14:35:21+02:00</when><when>2024-05-28T12:35:22Z</when><when/>
      <gx:coord>11.5 48.2 512.5</gx:coord><gx:coord>-11.5 -48.2 0</gx:coord><gx:coord>1 1 1</gx:coord>
    </gx:Track></Placemark>
    <Placemark><gx:Track><when>2024-05-28T12:40:00Z</when></gx:Track></Placemark>
    </Document></kml>
    """

  static let tcx = """
    <TrainingCenterDatabase><Activities><Activity><Lap><Track>
    <Trackpoint><Time>2024-05-28T12:35:20.5Z</Time><Position><LatitudeDegrees>48.1</LatitudeDegrees>
      <LongitudeDegrees>-11.5</LongitudeDegrees></Position><AltitudeMeters>512</AltitudeMeters></Trackpoint>
    <Trackpoint><Time>2024-05-28T12:35:21Z</Time></Trackpoint>
    </Track></Lap></Activity></Activities></TrainingCenterDatabase>
    """

  static let geoJSON = """
    {"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"coordTimes": ["2024-05-28T12:35:20Z", "2024-05-28T12:35:21Z"]},
     "geometry": {"type": "LineString", "coordinates": [[11.5, 48.1, 5], [-11.5, -48.1]]}},
    {"type": "Feature", "geometry": {"type": "MultiLineString", "coordinates": [[[1, 2]], [[3, 4]]]},
     "properties": {"coordinateProperties": {"times": [["2024-05-28T12:35:22Z"], [1716899723000]]}}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [5, 6]},
     "properties": {"timestamp": "2024-05-28T12:35:24Z", "horizontal_accuracy": 7}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [5, 95]}, "properties": {"time": 1716899725}},
    {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]},
     "properties": {"times": ["2024-05-28T12:35:26Z"]}}]}
    """

  static let records = """
    {"locations": [
    {"latitudeE7": 481000000, "longitudeE7": 4179967296, "accuracy": 20, "altitude": 500,
     "timestampMs": "1716899720000", "activity": [{"timestampMs": "1", "activity": [{"type": "STILL"}]}]},
    {"timestamp": "2024-05-28T12:35:21.25Z", "longitudeE7": 115000000, "latitudeE7": -481000000},
    {"latitudeE7": 1, "timestamp": "2024-05-28T12:35:22Z"}]}
    """

  static let history = """
    {"timelineObjects": [
    {"activitySegment": {"startLocation": {"latitudeE7": 481000000, "longitudeE7": 115000000},
      "endLocation": {"latitudeE7": 482000000, "longitudeE7": 116000000},
      "duration": {"startTimestampMs": "1716899720000", "endTimestamp": "2024-05-28T12:35:30Z"},
      "waypointPath": {"waypoints": [{"latE7": 1, "lngE7": 1}]},
      "simplifiedRawPath": {"points": [{"latE7": 481500000, "lngE7": 115500000, "accuracyMeters": 10,
        "timestampMs": "1716899725000"}]}}},
    {"placeVisit": {"location": {"latitudeE7": 10000000, "longitudeE7": 20000000, "placeId": "x"},
      "otherCandidateLocations": [{"latitudeE7": 1, "longitudeE7": 1}],
      "duration": {"startTimestamp": "2024-05-28T13:00:00Z", "endTimestamp": "2024-05-28T14:00:00Z"}}}]}
    """

  static let android = """
    {"semanticSegments": [
    {"startTime": "2024-05-28T14:35:20.000+02:00", "endTime": "2024-05-28T14:50:00.000+02:00",
     "timelinePath": [{"point": "48.1°, 11.5°", "time": "2024-05-28T14:36:00.000+02:00"}]},
    {"startTime": "2024-05-28T15:00:00.000+02:00", "endTime": "2024-05-28T16:00:00.000+02:00",
     "visit": {"topCandidate": {"placeLocation": {"latLng": "-1.0°, 2.0°"}}}}],
    "rawSignals": [{"position": {"LatLng": "48.2°, 11.6°", "accuracyMeters": 13, "altitudeMeters": 500.5,
      "timestamp": "2024-05-28T14:37:00.000+02:00"}}, {"wifiScan": {"deliveryTime": "x"}}]}
    """

  static let iPhone = """
    [{"endTime": "2024-05-28T14:50:00.000+02:00",
      "timelinePath": [{"point": "geo:48.1,11.5", "durationMinutesOffsetFromStartTime": "1"}],
      "startTime": "2024-05-28T14:35:00.000+02:00"},
     {"startTime": "2024-05-28T15:00:00Z", "endTime": "2024-05-28T16:00:00Z",
      "activity": {"start": "geo:1.0,2.0", "end": "geo:3.0,4.0", "topCandidate": {"type": "walking"}}},
     {"startTime": "2024-05-28T16:00:00Z", "endTime": "2024-05-28T17:00:00Z",
      "visit": {"topCandidate": {"placeLocation": "geo:5.0,6.0"}}}]
    """

  static let ownTracks = """
    2024-05-28T12:35:20Z\t*                 \t{"_type":"location","acc":8,"alt":512,"lat":48.1,"lon":11.5,"tst":1716899720}
    2024-05-28T12:35:21Z\tlwt               \t{"_type":"lwt","tst":1716899721}
    2024-05-28T12:35:22Z\t*                 \t{"_type":"waypoint","lat":1,"lon":1,"tst":1716899722}

    """

  static let table = """
    Nr;Date (UTC);Time;Latitude;Longitude;Altitude (m);Accuracy
    1;2024/05/28;12:35:20.5;"48,1";-11,5;512;7
    2;28.05.2024;12:35:21;48,1;11,5;;

    """

  @Test func kmlHasItsTracksAndTimedPoints() throws {
    let track = try TrackReader.track(Array(Self.kml.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, 11.5, 0, altitude: 0), try fix(48.2, 11.5, 1, altitude: 512.5),
        try fix(-48.2, -11.5, 2),
      ])
    #expect(track.skippedPoints == 3)
    #expect(!track.isTruncated)
  }

  @Test func theRootElementDecidesTheFormat() throws {
    let prefixed = Self.kml.replacing("<kml ", with: "<!-- <gpx> --><kml xmlns:gpxx=\"urn:x\" ")
    #expect(
      try TrackReader.track(Array(prefixed.utf8)) == (try TrackReader.track(Array(Self.kml.utf8))))
  }

  @Test func kmzHasTheKMLInIt() throws {
    let expected = try TrackReader.track(Array(Self.kml.utf8))
    for method in ["ZIP_STORED", "ZIP_DEFLATED"] {
      let archive = try self.archive(method, files: ["a.txt": "x", "doc.kml": Self.kml])
      #expect(try TrackReader.track(archive) == expected)
    }
  }

  @Test func aDamagedOrCutKMZHasAReason() throws {
    let archive = try self.archive("ZIP_DEFLATED", files: ["doc.kml": Self.kml])
    let expected = try TrackReader.track(archive)
    for end in 0..<archive.count {
      #expect(throws: TrackProblem.self) { try TrackReader.track(Array(archive[..<end])) }
    }
    var random = SeededRandom(seed: 22)
    for _ in 0..<2_000 {
      var bytes = archive
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
        1
        << UInt8.random(
          in: 0...7, using: &random)
      // The checksum detects damage, so a track that can be read is unchanged.
      if let track = try? TrackReader.track(bytes) { #expect(track == expected) }
    }
  }

  @Test func anArchiveWithAWrongSizeHasAReason() throws {
    var archive = try self.archive("ZIP_DEFLATED", files: ["doc.kml": Self.kml])
    let directory = try #require(
      archive.indices.first { archive.number(at: $0, bytes: 4) == 0x0201_4B50 })
    for size: UInt32 in [0, 1, .max, 256 << 20] {
      for index in 0..<4 { archive[directory + 24 + index] = UInt8(size >> (8 * index) & 0xFF) }
      #expect(throws: TrackProblem.damagedArchive) { try TrackReader.track(archive) }
    }
  }

  @Test func tcxHasTheTrackPointsWithAPosition() throws {
    let track = try TrackReader.track(Array(Self.tcx.utf8))
    #expect(track.fixes == [try fix(48.1, -11.5, 0.5, altitude: 512)])
    #expect(track.skippedPoints == 1)
  }

  @Test func fitHasCompressedTimesAndSkipsFieldsOfDevelopers() throws {
    func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
    func little(_ value: UInt32) -> [UInt8] { big(value).reversed() }
    // 45° N, 90° W, in units of which 2³¹ are 180°.
    let (latitude, longitude): (UInt32, UInt32) = (1 << 29, 3 << 30)
    let full: [UInt8] = [0x60, 0, 1, 0, 20, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 1, 0, 2, 0]
    let short: [UInt8] = [0x41, 0, 0, 20, 0, 4, 0, 4, 0x85, 1, 4, 0x85, 78, 4, 0x86, 9, 0, 0]
    let place = little(latitude) + little(longitude)
    var messages = full + [0] + big(1_085_834_120) + big(latitude) + big(longitude) + [9, 9]
    messages += short + [0xA0 | 10] + place + little(5_060) + [0xA0 | 3] + place + little(.max)
    // Without a position it is no point, but its time is that of the next ones.
    messages += [0] + big(1_085_834_180) + big(0x7FFF_FFFF) + big(longitude) + [9, 9]
    messages += [0xA0 | 5] + place + little(.max)
    func header(_ count: Int) -> [UInt8] {
      let version: [UInt8] = [14, 0x10, 0, 0]
      return version + little(UInt32(count)) + Array(".FIT".utf8) + [0, 0]
    }
    let file = header(messages.count) + messages
    let expected = [
      try fix(45, -90, 0), try fix(45, -90, 2, altitude: 512), try fix(45, -90, 27),
      try fix(45, -90, 61),
    ]
    #expect(try TrackReader.track(file + [0, 0]).fixes == expected)
    // Files may be chained.
    let chained = header(0) + [0, 0] + file
    #expect(try TrackReader.track(chained).fixes == expected)
    let isCut = try TrackReader.track(Array(file.dropLast())).isTruncated
    #expect(isCut)
  }

  @Test func geoJSONHasLinesWithTimesAndTimedPoints() throws {
    let track = try TrackReader.track(Array(Self.geoJSON.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, 11.5, 0, altitude: 5), try fix(-48.1, -11.5, 1), try fix(2, 1, 2),
        try fix(4, 3, 3), try fix(6, 5, 4, accuracy: 7),
      ])
    #expect(track.skippedPoints == 3)
    let feature = """
      {"properties": {"time": "2024-05-28T12:35:20Z"}, "geometry": {"coordinates": [1, 2]}}
      """
    #expect(try TrackReader.track(Array(feature.utf8)).fixes == [try fix(2, 1, 0)])
  }

  @Test func recordsAreAsGoogleStoredThem() throws {
    let track = try TrackReader.track(Array(Self.records.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, -11.5, 0, altitude: 500, accuracy: 20), try fix(-48.1, 11.5, 1.25),
      ])
    #expect(track.skippedPoints == 1)
  }

  @Test func theHistoryHasEndsPathsAndVisits() throws {
    let track = try TrackReader.track(Array(Self.history.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, 11.5, 0, accuracy: 50), try fix(48.15, 11.55, 5, accuracy: 10),
        try fix(48.2, 11.6, 10, accuracy: 50), try fix(1, 2, 1_480, accuracy: 100),
        try fix(1, 2, 5_080, accuracy: 100),
      ])
  }

  @Test func theTimelineOfAndroidHasPathsVisitsAndSignals() throws {
    let track = try TrackReader.track(Array(Self.android.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, 11.5, 40, accuracy: 50),
        try fix(48.2, 11.6, 100, altitude: 500.5, accuracy: 13),
        try fix(-1, 2, 1_480, accuracy: 100), try fix(-1, 2, 5_080, accuracy: 100),
      ])
  }

  @Test func theTimelineOfAnIPhoneCountsMinutes() throws {
    let track = try TrackReader.track(Array(Self.iPhone.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, 11.5, 40, accuracy: 50), try fix(1, 2, 8_680, accuracy: 50),
        try fix(3, 4, 12_280, accuracy: 50), try fix(5, 6, 15_880, accuracy: 100),
      ])
  }

  @Test func ownTracksHasItsLocations() throws {
    let track = try TrackReader.track(Array(Self.ownTracks.utf8))
    #expect(track.fixes == [try fix(48.1, 11.5, 0, altitude: 512, accuracy: 8)])
  }

  @Test func aTableMayHaveDatesAndDecimalCommas() throws {
    let track = try TrackReader.track(Array(Self.table.utf8))
    #expect(track.fixes == [try fix(48.1, -11.5, 0.5, altitude: 512, accuracy: 7)])
    #expect(track.skippedPoints == 1)
    let seconds = "timestamp,lat,lng\n1716899720,48.1,11.5\n1716899721000,48.1,11.5\n"
    #expect(
      try TrackReader.track(Array(seconds.utf8)).fixes == [
        try fix(48.1, 11.5, 0), try fix(48.1, 11.5, 1),
      ])
  }

  @Test(arguments: [
    "time,lat,lon\n2024-05-28T12:35:20,1,2\n",
    "{\"geometry\":{\"coordinates\":[1,2]},\"properties\":{\"time\":\"2024-05-28T12:35:20\"}}",
  ])
  func timesWithoutAZoneAreNotGuessed(text: String) {
    #expect(throws: TrackProblem.noTimeZone) { try TrackReader.track(Array(text.utf8)) }
  }

  @Test(arguments: [
    kml, tcx, geoJSON, records, history, android, iPhone, ownTracks, table,
  ])
  func aTruncatedFileGivesSomeOfItsFixesOrAReason(text: String) throws {
    let bytes = Array(text.utf8)
    let whole = Set(try TrackReader.track(bytes).fixes)
    for end in 0..<bytes.count {
      guard let cut = try? TrackReader.track(Array(bytes[..<end])) else { continue }
      #expect(whole.isSuperset(of: cut.fixes), "cut at \(end)")
    }
  }

  @Test(arguments: [
    kml, tcx, geoJSON, records, history, android, iPhone, ownTracks, table,
  ])
  func damagedBytesHarmNothing(text: String) throws {
    var random = SeededRandom(seed: 23)
    let pieces = ["1e999", "-9223372036854775809", "NaN", "{", "[", "<", "&#x110000;", "\"", "\0"]
    for _ in 0..<1_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = .random(in: 0...255, using: &random)
        } else {
          bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        }
      }
      let fixes = (try? TrackReader.track(bytes).fixes) ?? []
      #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
    }
  }

  @Test(arguments: ["<kml>", "{\"locations\":", "{\"features\":[", "["])
  func deepNestingHasAReason(part: String) {
    let text = part + String(repeating: part, count: 1 << 18)
    #expect(throws: TrackProblem.self) { try TrackReader.track(Array(text.utf8)) }
  }

  @Test(arguments: [geoJSON, records, history, android, iPhone])
  func fixesDoNotDependOnThePiecesOfAFile(text: String) throws {
    let bytes = Array(text.utf8)
    let track = try TrackReader.track(size: bytes.count) { range in
      Array(bytes[range].prefix(max(1, range.count > 4_096 ? range.count : 7)))
    }
    #expect(track.fixes == (try TrackReader.track(bytes)).fixes)
  }

  @Test func jsonIsReadPieceByPiece() throws {
    struct Failed: Error {}
    let record =
      ",{\"latitudeE7\":481000000,\"longitudeE7\":115000000,\"timestamp\":\"2024-05-28T12:35:20Z\"}"
    let head = Array("{\"locations\":[{}".utf8)
    let records = Array(String(repeating: record, count: 10_000).utf8)
    var greatest = 0
    // The file has 500 MB, which must never be in memory at once; the source fails after 4 MB.
    #expect(throws: Failed.self) {
      try TrackReader.track(size: 500 << 20) { range in
        greatest = max(greatest, range.count)
        guard range.lowerBound > 0 else { return head }
        guard range.lowerBound < 4 << 20 else { throw Failed() }
        return Array(records)
      }
    }
    #expect(greatest <= 1 << 20)
  }

  private func archive(_ method: String, files: [String: String]) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.\(method)) as archive:
        for name in sys.argv[2:]: archive.write(name, name.split("/")[-1])
      """
    let made = try Program.run(
      "python3",
      ["-c", script, folder.file("a.kmz")] + files.keys.sorted().map { folder.file($0) })
    #expect(made.code == 0, "\(made.messages)")
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.kmz"))))
  }

  /// A fix at seconds after 2024-05-28T12:35:20Z.
  private func fix(
    _ latitude: Double, _ longitude: Double, _ seconds: Double, altitude: Double? = nil,
    accuracy: Double? = nil
  ) throws -> Fix {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return Fix(
      coordinate, at: 1_716_899_720_000 + Int64(seconds * 1_000), altitude: altitude,
      accuracy: accuracy)
  }
}
