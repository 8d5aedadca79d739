import Foundation
import Geography
import TestSupport
import Testing
import Tracks

/// gpsbabel writes one track in many formats; all give the fixes of its GPX.
@Suite struct GPSBabelTests {
  private static let gpx: String = {
    var random = SeededRandom(seed: 24)
    let points = (0..<200).map { index in
      let latitude = Double.random(in: -80...80, using: &random)
      let longitude = Double.random(in: -179...179, using: &random)
      let time = String(format: "2024-05-28T%02d:%02d:07Z", 3 + index / 60, index % 60)
      return String(format: "<trkpt lat=\"%.7f\" lon=\"%.7f\">", latitude, longitude)
        + String(format: "<ele>%.1f</ele>", Double.random(in: 1...4_000, using: &random))
        + "<time>\(time)</time></trkpt>"
    }
    return "<gpx version=\"1.1\" creator=\"x\"><trk><name>a</name><trkseg>"
      + points.joined(separator: "\n") + "</trkseg></trk></gpx>"
  }()

  /// The format, its file, and the greatest difference in degrees and metres.
  @Test(arguments: [
    ("kml", "a.kml", 1e-6, 0.1), ("kml,track=1", "a.kml", 1e-6, 0.1),
    ("kml,points=0,track=1", "a.kml", 1e-6, 0.1), ("gtrnctr,course=0", "a.tcx", 2e-7, 0.1),
    ("gtrnctr", "a.tcx", 2e-7, 0.1), ("garmin_fit", "a.fit", 2e-7, 0.21),
    ("unicsv,utc=0", "a.csv", 1e-6, 0.1),
  ])
  func fixesAreThoseOfTheGPX(format: String, name: String, degrees: Double, metres: Double) throws {
    let folder = try TemporaryDirectory()
    try Data(Self.gpx.utf8).write(to: URL(fileURLWithPath: folder.file("a.gpx")))
    let file = folder.file(name)
    let made = try Program.run(
      "gpsbabel", ["-t", "-i", "gpx", "-f", folder.file("a.gpx"), "-o", format, "-F", file])
    #expect(made.code == 0, "\(made.messages)")
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    // gpsbabel writes UTC here, but its header does not say so.
    if name == "a.csv" {
      bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("Date", with: "Date UTC").utf8)
    }
    let expected = try TrackReader.track(Array(Self.gpx.utf8)).fixes
    let fixes = try TrackReader.track(bytes).fixes
    #expect(expected.count == 200)
    #expect(fixes.map(\.instant) == expected.map(\.instant))
    for (fix, wanted) in zip(fixes, expected) {
      #expect(abs(fix.coordinate.latitude - wanted.coordinate.latitude) <= degrees)
      #expect(abs(fix.coordinate.longitude - wanted.coordinate.longitude) <= degrees)
      #expect(abs((fix.altitude ?? .infinity) - (wanted.altitude ?? 0)) <= metres)
    }
  }

  @Test func aFITFileCutOrDamagedAnywhereHarmsNothing() throws {
    let folder = try TemporaryDirectory()
    try Data(Self.gpx.utf8).write(to: URL(fileURLWithPath: folder.file("a.gpx")))
    let made = try Program.run(
      "gpsbabel",
      [
        "-t", "-i", "gpx", "-f", folder.file("a.gpx"), "-o", "garmin_fit", "-F",
        folder.file("a.fit"),
      ])
    #expect(made.code == 0, "\(made.messages)")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.fit"))))
    let whole = Set(try TrackReader.track(bytes).fixes)
    for end in 0..<bytes.count {
      guard let cut = try? TrackReader.track(Array(bytes[..<end])) else { continue }
      #expect(whole.isSuperset(of: cut.fixes), "cut at \(end)")
    }
    var random = SeededRandom(seed: 25)
    for _ in 0..<2_000 {
      var bytes = bytes
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      let fixes = (try? TrackReader.track(bytes).fixes) ?? []
      #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
    }
  }
}
