import Foundation
import Geography
import TestSupport
import Testing
import Tracks

@testable import PhotoMetadata

/// exiftool with `-ee` and geoindex read the same tracks from films.
@Suite struct FilmTrackAgreementTests {
  /// One position of exiftool.
  private struct Row: Equatable {
    var latitude: Double
    var longitude: Double
    var altitude: Double?

    /// Seconds since 1970; nil if exiftool says no time for this position.
    var seconds: Double?
  }

  // exiftool reads GPS9, the positions of newer GoPros, only from version 12.71 on.
  @Test(arguments: FilmTrackTests.films.keys.sorted().filter { $0 != "gopro new" })
  func positionsAndTimesAreTheSame(name: String) throws {
    let film = try #require(FilmTrackTests.films[name])
    let photos = try TemporaryPhotos()
    try photos.write(film.file, as: "a.mp4")
    let rows = try rows(photos.folder.file("a.mp4"), isApple: name == "quicktime")
    var reader = PhotoReader()
    let found = reader.track(bytes: film.file)
    let fixes = try #require(found).track.fixes
    #expect(rows.count == fixes.count, "\(rows)")
    for (row, fix) in zip(rows, fixes) {
      #expect(abs(row.latitude - fix.coordinate.latitude) < 2e-7)
      #expect(abs(row.longitude - fix.coordinate.longitude) < 2e-7)
      #expect(row.altitude.map { abs($0 - (fix.altitude ?? .nan)) < 0.01 } ?? true)
      guard let seconds = row.seconds else { continue }
      // exiftool does not count the leap seconds of the GPS epoch.
      let late = name == "camm" ? 18.0 : 0
      #expect(abs(seconds - late - Double(fix.instant) / 1000) < 0.0011)
    }
    #expect(rows.contains { $0.seconds != nil } || name == "quicktime")
  }

  private func rows(_ file: String, isApple: Bool) throws -> [Row] {
    let output = try Program.run(
      "exiftool",
      [
        "-ee", "-n", "-m", "-q", "-q", "-f", "-api", "QuickTimeUTC", "-p",
        "$GPSLatitude|$GPSLongitude|$GPSAltitude|$GPSDateTime|$GPSCoordinates|$GPSDateStamp $GPSTimeStamp",
        file,
      ]
    ).output
    return output.split(separator: "\n").compactMap { Self.row(String($0), isApple: isApple) }
  }

  private static func row(_ line: String, isApple: Bool) -> Row? {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 6 else { return nil }
    let time = seconds(cells[3]) ?? seconds(cells[5])
    // Apple's texts: latitude, longitude and altitude.
    let numbers = cells[4].split(separator: " ").compactMap { Double($0) }
    if numbers.count == 3 {
      return Row(latitude: numbers[0], longitude: numbers[1], altitude: numbers[2], seconds: nil)
    }
    // exiftool also gives the first position of these texts to the film.
    guard let latitude = Double(cells[0]), let longitude = Double(cells[1]),
      latitude != 0 || longitude != 0, !isApple
    else { return nil }
    return Row(latitude: latitude, longitude: longitude, altitude: Double(cells[2]), seconds: time)
  }

  /// Seconds since 1970 of `2024:05:01 10:00:00.5Z`.
  private static func seconds(_ text: String) -> Double? {
    guard let reading = ClockReading(text.replacing("Z", with: "")) else { return nil }
    return Double(reading.milliseconds) / 1000
  }
}
