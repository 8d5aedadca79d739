import TrackStore
import Foundation
import Geography
import PhotoFacts
import SQLite
import TestSupport
import Testing

@testable import PhotoIndex
@testable import PhotoScanner

/// A film among the photos stays one, and its track follows it.
@Suite struct FilmTrackScanTests {
  private let scanned: ScannedLibrary
  private var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    try library.add("a.jpg")
    try write("day/film.mp4", 10)
    try scanned.scan()
  }

  private func write(_ name: String, _ count: Int, latitude: Double = 48, fix: Int = 3) throws {
    let samples = (0..<count).map { second in
      TelemetryFilm.goPro(
        [(latitude, 2 + Double(second) / 1e4)], at: "24050110000\(second % 10).000", fix: fix)
    }
    try library.write(name, Data(TelemetryFilm("gpmd", samples).file))
  }

  private func tracks() throws -> [StoredTrack] {
    try scanned.index.read { try StoredTracks($0).files() }
  }

  private func id(_ path: String) throws -> Int64? {
    try tracks().first { $0.path.description == path }?.id
  }

  @Test func aFilmIsAPhotoAndATrack() throws {
    let track = try #require(try tracks().first)
    #expect(track.path.description == "day/film.mp4")
    #expect(track.count == 10)
    #expect(track.kind == "gopro")
    #expect(track.reason == nil)
    #expect(try scanned.ids().keys.sorted() == ["a.jpg", "day/film.mp4"])
  }

  @Test func theFirstScanAfterAnUpgradeReadsTheTracksOfFilms() throws {
    let step = try #require(Schema.steps.firstIndex { $0.name == "tracks in films" })
    // Without its rows of tracks, as a version that did not read them has left it.
    try OlderIndex.make(
      at: library.database, steps: Schema.steps.prefix(step).map(\.sql),
      device: scanned.device)
    let scanned = try ScannedLibrary(library)
    let before = try scanned.ids()
    #expect(try scanned.index.read { try StoredTracks($0).files() }.isEmpty)
    let report = try scanned.scan()
    #expect(try scanned.index.read { try StoredTracks($0).files() }.map(\.count) == [10])
    // The film is read again for its track, the photo for its words.
    #expect(report.updated == 2)
    #expect(try scanned.ids() == before)
    #expect(try scanned.scan().unchanged == 2)
  }

  @Test func anUnchangedFilmIsNotReadAgain() throws {
    let version = try scanned.index.read { try $0.version() }
    let report = try scanned.scan()
    #expect(report.tracks == 1)
    #expect(try scanned.index.read { try $0.version() } == version)
  }

  @Test func aChangedFilmKeepsTheNumberOfItsTrack() throws {
    let before = try id("day/film.mp4")
    try write("day/film.mp4", 6, latitude: 49)
    try scanned.scan()
    #expect(try tracks().map(\.count) == [6])
    #expect(try id("day/film.mp4") == before)
  }

  @Test func aFilmThatHasNoPositionsAnyMoreHasNoTrack() throws {
    try write("day/film.mp4", 6, fix: 0)
    try scanned.scan()
    #expect(try tracks().isEmpty)
    #expect(try scanned.ids().keys.sorted() == ["a.jpg"])
  }

  @Test(arguments: ["day/walk.mp4", "other/film.mp4"])
  func aMovedFilmTakesItsTrackAlong(name: String) throws {
    let before = try id("day/film.mp4")
    try library.add("other/b.jpg")
    try library.move("day/film.mp4", to: name)
    try scanned.scan()
    #expect(try tracks().map(\.path.description) == [name])
    #expect(try tracks().map(\.count) == [10])
    #expect(try id(name) == before)
    let version = try scanned.index.read { try $0.version() }
    try scanned.scan()
    #expect(try scanned.index.read { try $0.version() } == version)
  }

  @Test func filmsThatSwapTheirNamesHaveTheirOwnTracks() throws {
    try write("day/other.mp4", 5)
    try scanned.scan()
    try library.move("day/film.mp4", to: "day/x.mp4")
    try library.move("day/other.mp4", to: "day/film.mp4")
    try library.move("day/x.mp4", to: "day/other.mp4")
    try scanned.scan()
    let counts = try tracks().map { "\($0.path) \($0.count)" }
    #expect(counts == ["day/film.mp4 5", "day/other.mp4 10"])
  }

  @Test func aDeletedFilmTakesItsTrackAlong() throws {
    try library.remove("day/film.mp4")
    try scanned.scan()
    #expect(try tracks().isEmpty)
  }

  @Test func anExcludedFilmHasNoTrack() throws {
    try scanned.scan { $0.exclude = [Glob("day/*.mp4")] }
    #expect(try tracks().isEmpty)
  }

  @Test func anInterruptedScanReadsTheTrackTheNextTime() throws {
    try write("day/next.mp4", 7)
    let scanner = PhotoScanner(index: scanned.index, options: ScanOptions())
    // Stops when the metadata of the film is stored and its track is next.
    let report = try scanner.scan([FilePath(library.root)]) { progress in
      progress.files < 3
    }
    #expect(report.wasInterrupted)
    try scanned.scan()
    #expect(try tracks().map(\.count) == [10, 7])
  }

  @Test func aFilmWhosePositionsHaveNoTimesSaysSo() throws {
    let film = TelemetryFilm("camm", [TelemetryFilm.position(48, 2)], handler: "camm")
    try library.write("b.mp4", Data(film.file))
    let report = try scanned.scan()
    #expect(report.unusableTracks.map(\.path.lastComponent) == [Array("b.mp4".utf8)])
    #expect(
      try tracks().first { $0.path.description == "b.mp4" }?.reason
        == "none of its 1 positions has a date and time")
    #expect(try scanned.ids().keys.contains("b.mp4"))
  }

  // MARK: - Local times

  private static let remarks = """
    1
    00:00:01,000 --> 00:00:02,000
    HOME(2.2900,48.8500) 2024.05.01 12:00:00
    GPS(2.2945,48.8584,16) BAROMETER:1.9

    2
    00:00:02,000 --> 00:00:03,000
    HOME(2.2900,48.8500) 2024.10.27 02:30:00
    GPS(2.2945,48.8584,16) BAROMETER:1.9


    """

  @Test func localTimesAreThoseOfTheTimeZoneOfThePosition() throws {
    let file = library.file("../drone.srt")
    try library.write("../drone.srt", Data(Self.remarks.utf8))
    let places = try NamedPlaces.shared.get()
    let fixes = try TrackFiles.fixes(of: FilePath(file), places: places)
    // Half past two exists twice on that day of October.
    #expect(fixes.map(\.instant) == [1_714_557_600_000])
    #expect(throws: TrackFiles.Problem.self) { try TrackFiles.fixes(of: FilePath(file)) }
  }
}
