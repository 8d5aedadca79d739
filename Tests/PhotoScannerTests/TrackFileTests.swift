import TrackStore
import Foundation
import Geography
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// The index follows the track files among the photos.
@Suite struct TrackFileTests {
  private let scanned: ScannedLibrary
  private var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    try library.add("a.jpg")
    try write("day/hike.gpx", 10)
    try scanned.scan()
  }

  private func write(_ name: String, _ count: Int, latitude: Double = 48) throws {
    let points = (0..<count).map { number in
      let time = Date(timeIntervalSince1970: 1_714_557_600 + Double(number)).ISO8601Format()
      return
        "<trkpt lat=\"\(latitude + Double(number) / 1e5)\" lon=\"11\"><time>\(time)</time></trkpt>"
    }
    try library.write(
      name,
      Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8))
  }

  private func tracks() throws -> [StoredTrack] {
    try scanned.index.read { try StoredTracks($0).files() }
  }

  private func paths() throws -> [String] { try tracks().map(\.path.description) }

  private func id(_ path: String) throws -> Int64? {
    try tracks().first { $0.path.description == path }?.id
  }

  @Test func aTrackIsStoredAndNoPhoto() throws {
    let track = try #require(try tracks().first)
    #expect(track.path.description == "day/hike.gpx")
    #expect(track.count == 10)
    #expect(track.kind == "gpx")
    #expect(try scanned.ids().keys.sorted() == ["a.jpg"])
  }

  @Test func anUnchangedTrackIsNotReadAgain() throws {
    let version = try scanned.index.read { try $0.version() }
    let report = try scanned.scan()
    #expect(report.tracks == 1)
    #expect(try scanned.index.read { try $0.version() } == version)
  }

  @Test func aChangedTrackIsReadAgainAndKeepsItsNumber() throws {
    let before = try id("day/hike.gpx")
    try write("day/hike.gpx", 25)
    try scanned.scan()
    #expect(try tracks().map(\.count) == [25])
    #expect(try id("day/hike.gpx") == before)
  }

  @Test(arguments: ["day/walk.gpx", "other/hike.gpx"])
  func aMovedTrackKeepsItsNumber(name: String) throws {
    let before = try id("day/hike.gpx")
    try library.add("other/b.jpg")
    try library.move("day/hike.gpx", to: name)
    try scanned.scan()
    #expect(try paths() == [name])
    #expect(try id(name) == before)
  }

  @Test func aTrackInAMovedFolderKeepsItsNumber() throws {
    let before = try id("day/hike.gpx")
    try library.move("day", to: "night")
    try scanned.scan()
    #expect(try id("night/hike.gpx") == before)
    #expect(try paths().count == 1)
  }

  @Test func aTrackThatTakesThePathOfAMovedOneIsNew() throws {
    let before = try id("day/hike.gpx")
    try library.move("day", to: "night")
    try write("day/hike.gpx", 25)
    try scanned.scan()
    #expect(try id("night/hike.gpx") == before)
    #expect(try id("day/hike.gpx") != before)
    #expect(try tracks().map(\.count) == [25, 10])
  }

  @Test func swappedNamesEndWithTheRightFixes() throws {
    try write("day/b.gpx", 20)
    try scanned.scan()
    try library.move("day/hike.gpx", to: "day/c.gpx")
    try library.move("day/b.gpx", to: "day/hike.gpx")
    try library.move("day/c.gpx", to: "day/b.gpx")
    try scanned.scan()
    #expect(try tracks().map(\.count) == [10, 20])
    #expect(try paths() == ["day/b.gpx", "day/hike.gpx"])
  }

  @Test func aDeletedTrackIsRemoved() throws {
    try library.remove("day/hike.gpx")
    try scanned.scan()
    #expect(try paths().isEmpty)
  }

  @Test func aTrackInADeletedFolderIsRemoved() throws {
    try library.remove("day")
    try scanned.scan()
    #expect(try paths().isEmpty)
  }

  @Test func aTrackInAFolderThatCannotBeListedStays() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: library.file("day"))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: library.file("day"))
    }
    let index = (library.database as NSString).deletingLastPathComponent
    try withoutPrivileges(owning: [index, library.root]) { _ = try scanned.scan() }
    #expect(try paths() == ["day/hike.gpx"])
  }

  @Test func aSuddenlyEmptyFolderKeepsItsTracks() throws {
    try library.remove("a.jpg")
    try library.remove("day")
    #expect(throws: ScanError.self) { try scanned.scan() }
    #expect(try paths() == ["day/hike.gpx"])
  }

  @Test func aFolderOfTracksAloneThatIsSuddenlyEmptyKeepsThem() throws {
    try library.remove("a.jpg")
    try scanned.scan { $0.allowsEmpty = true }
    try library.remove("day")
    #expect(throws: ScanError.self) { try scanned.scan() }
    #expect(try paths() == ["day/hike.gpx"])
  }

  @Test(arguments: [false, true])
  func tracksOfAMissingDiskStay(leavesMountPoint: Bool) throws {
    let disks = FakeDisks()
    disks.mount("card", at: library.file("day"))
    try scanned.scan { $0.fileSystems = disks.lookup }
    disks.mount(nil, at: library.file("day"))
    try library.remove("day")
    if leavesMountPoint {
      try FileManager.default.createDirectory(
        atPath: library.file("day"), withIntermediateDirectories: false)
    }
    // The first scan saw the folder on the main disk; it learns of the card from the second one.
    let report = try scanned.scan { $0.fileSystems = disks.lookup }
    #expect(try paths() == ["day/hike.gpx"])
    #expect(report.errors.count == 1)
  }

  @Test func excludedTracksAreRemoved() throws {
    try scanned.scan { $0.exclude = [Glob("*.gpx")] }
    #expect(try paths().isEmpty)
  }

  @Test func aDamagedTrackHasAReasonAndStopsNothing() throws {
    try library.write("bad.gpx", Data("<gpx><trk><trkseg><trkpt lat=".utf8))
    try library.write("empty.fit", Data())
    try library.write("odd.kmz", Data([0x50, 0x4B, 3, 4] + [UInt8](repeating: 255, count: 400)))
    try library.add("b.jpg")
    let report = try scanned.scan()
    #expect(report.errors.isEmpty)
    #expect(report.unusableTracks.count == 3)
    #expect(try tracks().count { $0.reason != nil } == 3)
    #expect(try scanned.index.read { try StoredTracks($0).list() }.count == 1)
    #expect(try scanned.scan().unusableTracks.isEmpty)
  }

  @Test func aTrackWhoseTimesGoBackwardsIsInOrder() throws {
    try library.write(
      "back.gpx",
      Data(
        """
        <gpx><trk><trkseg>
        <trkpt lat="1" lon="1"><time>2024-05-01T12:00:10Z</time></trkpt>
        <trkpt lat="2" lon="2"><time>2024-05-01T12:00:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """.utf8))
    try scanned.scan()
    let id = try #require(try id("back.gpx"))
    let lines = try scanned.index.read { try StoredTracks($0).lines(of: id, zoom: nil) }
    #expect(lines.map { $0.map(\.coordinate.latitude) } == [[2, 1]])
  }

  @Test func aForgottenFolderTakesItsTracksAlong() throws {
    let root = try #require(try scanned.index.read { try $0.roots() }.first)
    while try scanned.index.write({ try $0.forget(root, limit: 100) }) == 100 {}
    #expect(try paths().isEmpty)
    #expect(try scanned.index.read { try StoredTracks($0).extent() } == nil)
  }

  @Test func aTrackThatWasAddedByHandStaysWhateverAScanFinds() throws {
    let file = library.file("../away.gpx")
    try write("../away.gpx", 7)
    let track = try TrackFiles.track(of: FilePath(file))
    try scanned.index.write { writer in
      _ = try writer.store(track, named: Array(file.utf8), in: nil)
    }
    try library.remove("../away.gpx")
    try scanned.scan()
    #expect(try tracks().count { $0.root == nil } == 1)
  }
}
