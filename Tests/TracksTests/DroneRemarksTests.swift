import Geography
import TestSupport
import Testing
import Tracks

/// SRT files of DJI drones, in the shapes that models write.
@Suite struct DroneRemarksTests {
  /// 2024-05-01T12:00:00, counted as if it were UTC.
  private static let noon: Int64 = 1_714_564_800_000

  /// Mavic 3, Mini 3, Air 2S.
  private static let brackets = """
    1
    00:00:00,000 --> 00:00:00,033
    <font size="28">FrameCnt: 1, DiffTime: 33ms
    2024-05-01 12:00:00.250
    [iso: 100] [shutter: 1/640.0] [fnum: 2.8] [ev: 0] [color_md: default] [focal_len: 24.00] [latitude: 48.858400] [longitude: -2.294500] [rel_alt: 1.300 abs_alt: 151.266] [ct: 5500] </font>

    2
    00:00:00,033 --> 00:00:00,066
    <font size="28">FrameCnt: 2, DiffTime: 33ms
    2024-05-01 12:00:00.283
    [iso: 100] [latitude: 48.858500] [longitude: -2.294400] [rel_alt: 1.300 abs_alt: 151.300] </font>


    """

  /// Mavic 2 Pro, with milliseconds and microseconds after commas, and its spelling of longitude.
  private static let misspelt = """
    1
    00:00:00,000 --> 00:00:00,040
    <font size="36">SrtCnt : 1, DiffTime : 40ms
    2024-05-01 12:00:00,250,118
    [iso : 100] [shutter : 1/60.0] [latitude : 48.858400] [longtitude : -2.294500] [altitude: 51.0] </font>


    """

  /// Phantom 4 and Mavic Pro, longitude first.
  private static let lists = """
    1
    00:00:01,000 --> 00:00:02,000
    HOME(-2.2900,48.8500) 2024.05.01 12:00:00
    GPS(-2.2945,48.8584,16) BAROMETER:1.9
    ISO:100 Shutter:60 EV: Fnum:2.2

    2
    00:00:02,000 --> 00:00:03,000
    HOME(-2.2900,48.8500) 2024.05.01 12:00:01
    GPS(-2.2944,48.8585,16) BAROMETER:2.0
    ISO:100 Shutter:60 EV: Fnum:2.2


    """

  /// Mavic Air and Inspire: no date and no time.
  private static let undated = """
    1
    00:00:00,000 --> 00:00:01,000
    F/2.8, SS 206.14, ISO 150, EV 0, GPS (-2.2945, 48.8584, 15), D 24.26m, H 6.00m, H.S 2.10m/s, V.S 0.00m/s


    """

  private func track(_ text: String) throws -> Track { try TrackReader.track(Array(text.utf8)) }

  @Test func bracketsHaveTimesInMillisecondsAndTheHeightAboveTheSea() throws {
    let track = try track(Self.brackets)
    #expect(track.hasLocalTimes)
    #expect(
      track.fixes == [
        try fix(48.8584, -2.2945, Self.noon + 250, 151.266),
        try fix(48.8585, -2.2944, Self.noon + 283, 151.3),
      ])
  }

  @Test func digitsAfterCommasAreAFraction() throws {
    #expect(try track(Self.misspelt).fixes == [try fix(48.8584, -2.2945, Self.noon + 250)])
  }

  @Test func listsHaveLongitudeFirstAndHomeIsNotThePosition() throws {
    #expect(
      try track(Self.lists).fixes == [
        try fix(48.8584, -2.2945, Self.noon), try fix(48.8585, -2.2944, Self.noon + 1000),
      ])
  }

  @Test func remarksWithoutATimeGiveNoTrack() {
    #expect(throws: TrackProblem.noFixes(skippedPoints: 1)) { try track(Self.undated) }
  }

  @Test func otherSubtitlesGiveNoTrack() {
    let text = "1\n00:00:00,000 --> 00:00:01,000\nSeen on 2024-05-01 12:00:00.\n\n"
    #expect(throws: TrackProblem.noFixes(skippedPoints: 0)) { try track(text) }
  }

  @Test func noFixIsNoPosition() throws {
    let text = Self.lists.replacing("GPS(-2.2945,48.8584,16)", with: "GPS(0.0000,0.0000,0)")
    #expect(try track(text).fixes.count == 1)
  }

  @Test(arguments: [brackets, misspelt, lists])
  func lineEndsMayBeThoseOfWindows(text: String) throws {
    #expect(try track(text.replacing("\n", with: "\r\n")) == (try track(text)))
    #expect(try track("\u{FEFF}" + text) == (try track(text)))
  }

  @Test(arguments: [brackets, misspelt, lists])
  func aTruncatedFileGivesAPartOfItsPositions(text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try track(text).fixes.map { Pair(fix: $0) }
    for end in 0..<bytes.count {
      let cut = (try? TrackReader.track(Array(bytes[..<end])))?.fixes ?? []
      #expect(Set(whole).isSuperset(of: cut.map { Pair(fix: $0) }), "cut at \(end)")
    }
  }

  @Test(arguments: [brackets, misspelt, lists, undated])
  func damagedBytesGiveFixesInOrder(text: String) throws {
    var random = SeededRandom(seed: 22)
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

  /// Position and time, which a truncated remark must not change.
  private struct Pair: Hashable {
    var coordinate: Coordinate
    var instant: Int64

    init(fix: Fix) { (coordinate, instant) = (fix.coordinate, fix.instant) }
  }

  private func fix(
    _ latitude: Double, _ longitude: Double, _ instant: Int64, _ altitude: Double? = nil
  ) throws -> Fix {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return Fix(coordinate, at: instant, altitude: altitude)
  }
}
