import Foundation
import Geography
import TestSupport
import Testing
import Tracks

/// Track files become fixes in the order of their times.
@Suite struct TrackTests {
  private static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="a &gt; b" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="1" lon="2"><time>2024-05-28T12:00:00Z</time></wpt>
    <trk><name>A day</name><trkseg>
    <trkpt lat="48.2" lon="11.5"><ele>512.5</ele><time>2024-05-28T12:35:21.500Z</time>
      <extensions><time>1999-01-01T00:00:00Z</time></extensions></trkpt>
    <trkpt lat="48.1" lon="-11.4"><time>2024-05-28T14:35:20+02:00</time></trkpt>
    <trkpt lat="91" lon="0"><time>2024-05-28T12:00:00Z</time></trkpt>
    <trkpt lat="47" lon="0"/>
    </trkseg></trk></gpx>
    """

  private static let nmea = """
    $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r
    $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r
    $GPRMC,123520,A,4807.038,S,01131.000,W,022.4,084.4,280524,003.1,W\r
    $GPRMC,123521,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*00\r
    $GPRMC,123522,V,,,,,,,230394,,*3B\r

    """

  private static let igc = """
    AXCSABC\r
    HFDTE160724\r
    B2359585109076N00145458WA0027400273\r
    B0000025109076S00145458EV0027400273\r

    """

  @Test func gpxHasTheTimedPointsOfItsTracks() throws {
    let track = try TrackReader.track(Array(Self.gpx.utf8))
    #expect(
      track.fixes == [
        try fix(48.1, -11.4, 1_716_899_720_000), try fix(48.2, 11.5, 1_716_899_721_500, 512.5),
      ])
    #expect(track.skippedPoints == 2)
    #expect(!track.isTruncated)
  }

  @Test func gpxMayBeUTF16OrHaveAPrefix() throws {
    let expected = try TrackReader.track(Array(Self.gpx.utf8))
    let units = Array(Self.gpx.utf16)
    let wide: [UInt8] =
      [0xFF, 0xFE] + units.flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(try TrackReader.track(wide) == expected)
    let prefixed = Self.gpx.replacing("<", with: "<g:").replacing("<g:/", with: "</g:")
      .replacing("<g:?xml", with: "<?xml")
    #expect(try TrackReader.track(Array(prefixed.utf8)) == expected)
  }

  @Test func nmeaHasTheValidSentencesWithARightChecksum() throws {
    let track = try TrackReader.track(Array(Self.nmea.utf8))
    #expect(
      track.fixes == [
        try fix(48.1173, 11.5166667, 764_426_119_000, 545.4),
        try fix(-48.1173, -11.5166667, 1_716_899_720_000),
      ])
    #expect(track.skippedPoints == 1)
  }

  @Test func aFlightThroughMidnightGoesOn() throws {
    let track = try TrackReader.track(Array(Self.igc.utf8))
    #expect(
      track.fixes == [
        try fix(51.1512667, -1.7576333, 1_721_174_398_000, 273),
        try fix(-51.1512667, 1.7576333, 1_721_174_402_000),
      ])
  }

  @Test(arguments: [gpx, nmea, igc])
  func aTruncatedFileGivesAPrefixOfItsFixesOrAReason(text: String) throws {
    let bytes = Array(text.utf8)
    let whole = Set(try TrackReader.track(bytes).fixes)
    for end in 0..<bytes.count {
      guard let cut = try? TrackReader.track(Array(bytes[..<end])) else { continue }
      #expect(whole.isSuperset(of: cut.fixes), "cut at \(end)")
    }
  }

  @Test(arguments: [gpx, nmea, igc])
  func damagedBytesNeverGiveAFixOffTheEarth(text: String) throws {
    var random = SeededRandom(seed: 21)
    for _ in 0..<2_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let fixes = (try? TrackReader.track(bytes).fixes) ?? []
      #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
    }
  }

  @Test(arguments: ["", "hello", "<kml></kml>", "<gpx></gpx>", "<gpx><trkpt/></gpx>"])
  func aFileWithoutATrackHasAReason(text: String) {
    #expect(throws: TrackProblem.self) { try TrackReader.track(Array(text.utf8)) }
  }

  private func fix(
    _ latitude: Double, _ longitude: Double, _ instant: Int64, _ altitude: Double? = nil
  ) throws -> Fix {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return Fix(coordinate, at: instant, altitude: altitude)
  }
}
