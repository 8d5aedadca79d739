import Foundation
import Geography
import TestSupport
import Testing

@testable import Tracks

/// Layouts of NMEA, JSON, FIT and tables that other programs write.
@Suite struct MoreFormatTests {
  /// GGA has no date; the first date is the one after midnight.
  static let lateDate = """
    $GPGGA,235958,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,
    $GPGLL,4807.038,N,01131.000,E,235959,A,A
    $GPGGA,000000,4807.038,S,01131.000,W,1,08,0.9,5,M,46.9,M,,
    $GPGGA,000001,4807.038,S,01131.000,W,0,08,0.9,5,M,46.9,M,,
    $GPRMC,000002,A,4807.038,N,01131.000,E,022.4,084.4,290524,003.1,W
    $GPGGA,000003,4807.038,N,01131.000,E,1,08,0.9,7,M,46.9,M,,

    """

  /// Polarsteps.
  static let locations = """
    {"locations": [{"lat": 48.1, "lon": 11.5, "time": "2024-05-28T12:35:20Z"},
     {"time": 1716899721, "lon": -11.5, "lat": -48.1}, {"lat": 1, "lon": 2}]}
    """

  static let overland = """
    {"locations": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [11.5, 48.1]},
      "properties": {"timestamp": "2024-05-28T05:35:20-0700", "altitude": 512, "horizontal_accuracy": 7}},
     {"type": "Feature", "geometry": {"type": "Point", "coordinates": [11.5, 48.2]},
      "properties": {"timestamp": "2024-05-28T12:35:21Z", "altitude": 0, "vertical_accuracy": -1}},
     {"type": "Feature", "properties": {"timestamp": "2024-05-28T12:35:22Z", "action": "will_terminate"}}]}
    """

  static let dawarich = """
    {"type": "FeatureCollection", "features": [
     {"type": "Feature", "geometry": {"type": "Point", "coordinates": ["11.5", "48.1"]},
      "properties": {"altitude": 512, "accuracy": 8, "timestamp": 1716899720, "latitude": "48.1"}}]}
    """

  static let units = """
    timestamp,latitudeE7,longitudeE7,accuracy
    2024-05-28T12:35:20Z,481000000,-115000000,8

    """

  static let letters = """
    INDEX,timestamp,LATITUDE N/S,LONGITUDE E/W,HEIGHT
    1,2024-05-28T12:35:20Z,48.1S,11.5W,34
    2,2024-05-28T12:35:21Z,48.1N,11.5e,34
    3,2024-05-28T12:35:22Z,-48.1S,11.5W,34

    """

  static let visits = """
    "Type","Name","Latitude","Longitude","Start Time","End Time"
    "Activity","a, b","1","2","2024-05-28T12:00:00.000-08:00","2024-05-28T13:00:00.000-08:00"
    "Visit","","48.1","-11.5","2024-05-28T04:35:20.000-08:00","2024-05-28T12:35:30Z"

    """

  static let seconds = """
    {"timelineObjects": [{"placeVisit": {"location": {"latitudeE7": 481000000, "longitudeE7": 115000000},
      "duration": {"startTimestamp": "1716899720", "endTimestamp": "1716899730500"}}}]}
    """

  private static let all = [
    lateDate, locations, overland, dawarich, units, letters, visits, seconds,
  ]

  @Test func positionsBeforeTheFirstDateOfNMEATakeItFromThereOverMidnight() throws {
    let track = try TrackReader.track(Array(Self.lateDate.utf8))
    // 2024-05-28T23:59:58Z
    let start = 41_078.0
    #expect(
      track.fixes == [
        try fix(48.1173, 11.5166667, start, altitude: 545.4),
        try fix(48.1173, 11.5166667, start + 1),
        try fix(-48.1173, -11.5166667, start + 2, altitude: 5),
        try fix(48.1173, 11.5166667, start + 4),
        try fix(48.1173, 11.5166667, start + 5, altitude: 7),
      ])
  }

  @Test func positionsWhoseDateIsUnknownAreNotDated() throws {
    let text = """
      $GPGGA,140000,4807.038,N,01131.000,E,1,08,0.9,5,M,46.9,M,,
      $GPGGA,090000,4807.038,N,01131.000,E,1,08,0.9,5,M,46.9,M,,
      $GPZDA,090000,28,05,2024,00,00
      $GPZDA,090001,05,01,1980,00,00

      """
    let track = try TrackReader.track(Array(text.utf8))
    // The first may be of any day before.
    #expect(track.fixes == [try fix(48.1173, 11.5166667, -12_920, altitude: 5)])
    #expect(track.skippedPoints == 1)
    let dateless = Array(text.prefix { $0 != "Z" }.utf8) + [10]
    #expect(throws: TrackProblem.noFixes(skippedPoints: 2)) { try TrackReader.track(dateless) }
  }

  @Test func listsOfLocationsMayHaveDegreesOrFeatures() throws {
    let plain = try TrackReader.track(Array(Self.locations.utf8))
    #expect(plain.fixes == [try fix(48.1, 11.5, 0), try fix(-48.1, -11.5, 1)])
    #expect(plain.skippedPoints == 1)
    let features = try TrackReader.track(Array(Self.overland.utf8))
    #expect(
      features.fixes == [
        try fix(48.1, 11.5, 0, altitude: 512, accuracy: 7), try fix(48.2, 11.5, 1),
      ])
    let texts = try TrackReader.track(Array(Self.dawarich.utf8))
    #expect(texts.fixes == [try fix(48.1, 11.5, 0, altitude: 512, accuracy: 8)])
  }

  @Test func tablesMayHaveUnitsLettersOrVisits() throws {
    let units = try TrackReader.track(Array(Self.units.utf8))
    #expect(units.fixes == [try fix(48.1, -11.5, 0, accuracy: 8)])
    let letters = try TrackReader.track(Array(Self.letters.utf8))
    #expect(letters.fixes == [try fix(-48.1, -11.5, 0), try fix(48.1, 11.5, 1)])
    #expect(letters.skippedPoints == 1)
    let visits = try TrackReader.track(Array(Self.visits.utf8))
    #expect(
      visits.fixes == [
        try fix(48.1, -11.5, 0, accuracy: 100), try fix(48.1, -11.5, 10, accuracy: 100),
      ])
    #expect(visits.skippedPoints == 1)
  }

  @Test func visitsMayCountSecondsOrMilliseconds() throws {
    let track = try TrackReader.track(Array(Self.seconds.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, 11.5, 0, accuracy: 100), try fix(48.1, 11.5, 10.5, accuracy: 100),
      ])
  }

  @Test func fitOfACameraHasTheTimeOfItsSatellites() throws {
    func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    // Time since the camera was switched on, position, altitude, time of the satellites.
    var messages: [UInt8] = [
      0x40, 0, 0, 160, 0, 5, 253, 4, 0x86, 1, 4, 0x85, 2, 4, 0x85, 3, 4, 0x86, 6, 4, 0x86,
    ]
    for (time, height, satellites): (UInt32, UInt32, UInt32) in [
      (5, 5_060, 1_085_834_120), (5, 5_065, 1_085_834_120), (6, .max, 1_085_834_121), (7, 0, .max),
    ] {
      messages += [0] + little(time) + little(1 << 29) + little(3 << 30) + little(height)
      messages += little(satellites)
    }
    let file: [UInt8] =
      [14, 0x10, 0, 0] + little(UInt32(messages.count)) + Array(".FIT".utf8) + [0, 0] + messages
    let track = try TrackReader.track(file + [0, 0])
    #expect(track.fixes == [try fix(45, -90, 0, altitude: 512), try fix(45, -90, 1)])
    #expect(track.skippedPoints == 1)
    let whole = Set(track.fixes)
    for end in 0..<file.count {
      guard let cut = try? TrackReader.track(Array(file[..<end])) else { continue }
      #expect(whole.isSuperset(of: cut.fixes), "cut at \(end)")
    }
  }

  @Test func aLineOfKMLWithOneTimeSpanHasNoTimeForItsPoints() {
    let text = """
      <kml><Placemark><TimeSpan><begin>2024-05-28T12:35:20Z</begin><end>2024-05-28T12:40:00Z</end></TimeSpan>
      <LineString><coordinates>11.5,48.1,5 11.6,48.2,6</coordinates></LineString></Placemark></kml>
      """
    #expect(throws: TrackProblem.noFixes(skippedPoints: 2)) {
      try TrackReader.track(Array(text.utf8))
    }
  }

  @Test(arguments: all)
  func aTruncatedFileGivesSomeOfItsFixesOrAReason(text: String) throws {
    let bytes = Array(text.utf8)
    let whole = Set(try TrackReader.track(bytes).fixes)
    for end in 0..<bytes.count {
      guard let cut = try? TrackReader.track(Array(bytes[..<end])) else { continue }
      #expect(whole.isSuperset(of: cut.fixes), "cut at \(end)")
    }
  }

  @Test(arguments: all)
  func damagedBytesHarmNothing(text: String) throws {
    var random = SeededRandom(seed: 26)
    for _ in 0..<1_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let fixes = (try? TrackReader.track(bytes).fixes) ?? []
      #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
    }
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
