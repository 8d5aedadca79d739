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
    let rows = try rows(photos.folder.file("a.mp4"))
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

  /// The positions that exiftool lists, in the order of the file.
  private func rows(_ file: String) throws -> [Row] {
    let tags = [
      "GPSLatitude", "GPSLongitude", "GPSLongitudeRef", "GPSAltitude", "GPSDateTime",
      "GPSTimeStamp", "GPSDateStamp", "GPSCoordinates",
    ]
    let output = try Program.run(
      "exiftool", ["-ee", "-e", "-n", "-a", "-G3", "-s", "-q"] + tags.map { "-" + $0 } + [file]
    ).output
    var samples: [String: [(tag: String, text: String)]] = [:]
    var order: [String] = []
    for line in output.split(separator: "\n") where !line.hasPrefix("[Main]") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3 else { continue }
      let text = words[2].drop { $0 == " " || $0 == ":" }
      if samples[words[0]] == nil { order.append(words[0]) }
      samples[words[0], default: []].append((words[1], String(text)))
    }
    return order.flatMap { Self.rows(of: samples[$0] ?? []) }.filter {
      $0.latitude != 0 || $0.longitude != 0
    }
  }

  /// The positions of one sample; only the first has the time.
  private static func rows(of sample: [(tag: String, text: String)]) -> [Row] {
    func all(_ tag: String) -> [String] { sample.filter { $0.tag == tag }.map(\.text) }
    func first(_ tag: String) -> String? { all(tag).first }
    func numbers(_ tag: String) -> [Double] { all(tag).compactMap { Double($0) } }
    let isWest = first("GPSLongitudeRef")?.hasPrefix("W") == true
    let altitudes = numbers("GPSAltitude")
    var rows: [Row] = []
    for (latitude, longitude) in zip(numbers("GPSLatitude"), numbers("GPSLongitude")) {
      rows.append(
        Row(
          latitude: latitude, longitude: isWest ? -abs(longitude) : longitude,
          altitude: altitudes.indices.contains(rows.count) ? altitudes[rows.count] : nil))
    }
    for text in all("GPSCoordinates") {
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 3 else { continue }
      rows.append(Row(latitude: numbers[0], longitude: numbers[1], altitude: numbers[2]))
    }
    let parts = [first("GPSDateStamp"), first("GPSTimeStamp")].compactMap { $0 }
    let time = first("GPSDateTime") ?? (parts.count == 2 ? parts.joined(separator: " ") : nil)
    if !rows.isEmpty { rows[0].seconds = time.flatMap(seconds) }
    return rows
  }

  /// Seconds since 1970 of `2024:05:01 10:00:00.5Z`.
  private static func seconds(_ text: String) -> Double? {
    guard let reading = ClockReading(text.replacing("Z", with: "")) else { return nil }
    return Double(reading.milliseconds) / 1000
  }
}
