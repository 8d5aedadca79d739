import Files
import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing
import Tracks

@testable import PhotoMetadata

/// The tracks in films.
@Suite struct FilmTrackTests {
  private typealias Film = TelemetryFilm

  /// 2024-05-01T10:00:00Z.
  private static let start: Int64 = 1_714_557_600_000

  private typealias Point = (latitude: Double, longitude: Double)

  private static let walk: [Point] = (0..<6).map { (number: Int) -> Point in
    let step = Double(number) / 1e4
    return (latitude: 48.8584 + step, longitude: step - 2.2945)
  }

  /// A film of each format whose tracks have times.
  static let films: [String: TelemetryFilm] = {
    var films: [String: TelemetryFilm] = [:]
    films["gopro"] = Film(
      "gpmd",
      [
        Film.goPro([(0, 0)], at: "240501095959.000", fix: 0),
        Film.goPro(Array(walk[0..<2]), at: "240501100000.000"),
        Film.goPro(Array(walk[2..<6]), at: "240501100001.000"),
      ])
    films["gopro new"] = Film(
      "gpmd",
      [
        Film.newGoPro(
          Array(walk[0..<3]), day: 8_887, milliseconds: [36_000_000, 36_000_500, 36_001_000]),
        Film.newGoPro(
          Array(walk[3..<6]), day: 8_887, milliseconds: [36_001_250, 36_001_500, 36_001_750]),
      ])
    films["camm"] = Film(
      "camm",
      walk.enumerated().map { index, point in
        Film.acceleration
          + Film.measurement(
            point.latitude, point.longitude, at: 1_398_592_818 + Double(index) / 2)
      }, handler: "camm")
    films["camm"]?.perChunk = 4
    films["quicktime"] = Film.apple(
      walk.map { String(format: "%+08.4f%+09.4f+035.500/", $0.latitude, $0.longitude) })
    films["quicktime"]?.creationDate = "2024-05-01T12:00:00+0200"
    films["quicktime"]?.duration = 500
    films["sony"] = Film(
      "rtmd",
      walk.enumerated().map { index, point in
        Film.sony(point.latitude, point.longitude, date: "2024:05:01", time: [10, 0, index])
      })
    films["dashcam"] = Film("gpmd", [[UInt8](repeating: 0, count: 8)])
    films["dashcam"]?.blocks = walk.enumerated().map { index, _ in
      Film.novatek(
        4851.5 + Double(index) / 64, -217.5, date: [24, 5, 1], time: [10, 0, index])
    }
    films["insta360"] = Film("gpmd", [])
    films["insta360"]?.trailer = Film.insta(
      walk.enumerated().map { ($1.latitude, $1.longitude, 1_714_557_600 + $0) })
    return films
  }()

  private func track(_ bytes: [UInt8]) -> FilmTrack? {
    var reader = PhotoReader()
    return reader.track(bytes: bytes)
  }

  private func fixes(_ name: String) throws -> [Fix] {
    let film = try #require(Self.films[name])
    return try #require(track(film.file)).track.fixes
  }

  /// The name of a film, and the milliseconds from the start to each of its fixes.
  @Test(arguments: [
    ("gopro", [0, 500, 1000, 1250, 1500, 1750]), ("gopro new", [0, 500, 1000, 1250, 1500, 1750]),
    ("camm", [0, 500, 1000, 1500, 2000, 2500]), ("quicktime", [0, 500, 1000, 1500, 2000, 2500]),
    ("sony", [0, 1000, 2000, 3000, 4000, 5000]), ("insta360", [0, 1000, 2000, 3000, 4000, 5000]),
  ])
  func aFilmGivesAllItsFixes(name: String, times: [Int64]) throws {
    let fixes = try fixes(name)
    #expect(fixes.map { $0.instant - Self.start } == times)
    for (fix, point) in zip(fixes, Self.walk) {
      #expect(abs(fix.coordinate.latitude - point.latitude) < 2e-7)
      #expect(abs(fix.coordinate.longitude - point.longitude) < 2e-7)
      #expect(name == "sony" || fix.altitude == 35.5)
    }
  }

  @Test func aFilmHasThePositionOfItsFirstFix() throws {
    for (name, film) in Self.films {
      let facts = read(film.file)
      let first = try #require(try fixes(name).first)
      #expect(facts.place.location?.coordinate == first.coordinate, "\(name)")
      #expect(facts.place.location?.source == .quicktime, "\(name)")
      #expect(facts.mayHaveTrack, "\(name)")
    }
  }

  @Test func aFilmWithoutPositionsHasNoTrack() {
    let film = MovieFixture(userData: MovieFixture.text("xyz", "+48.8584+002.2945/")).file
    #expect(track(film) == nil)
    #expect(!read(film).mayHaveTrack)
    let subtitles = Film("tx3g", [Film.remark("Hello"), Film.remark("world")], handler: "sbtl").file
    #expect(track(subtitles) == nil)
    #expect(!read(subtitles).mayHaveTrack)
    #expect(read(subtitles).refusal == "no-gps")
  }

  // MARK: - Times

  @Test func positionsWithoutTimesGiveNoFixes() throws {
    let film = Film("camm", Self.walk.map { Film.position($0.latitude, $0.longitude) }).file
    let found = try #require(track(film))
    #expect(found.track.fixes.isEmpty)
    #expect(found.track.skippedPoints == 6)
    #expect(read(film).place.location?.coordinate.latitude == 48.8584)
  }

  @Test func positionsWithoutTimesFollowTheTimeThatApplesMetadataStates() throws {
    var film = Film("camm", Self.walk.map { Film.position($0.latitude, $0.longitude) })
    film.creationDate = "2024-05-01T12:00:00+0200"
    let found = try #require(track(film.file)).track.fixes
    #expect(found.map { $0.instant - Self.start } == [0, 1000, 2000, 3000, 4000, 5000])
    // A time without an offset is none.
    film.creationDate = "2024-05-01T12:00:00"
    #expect(try #require(track(film.file)).track.fixes == [])
  }

  @Test func timesSince1970AreRecognisedByTheHeader() throws {
    let record = Film.measurement(48, 2, at: 1_714_557_600.25)
    #expect(track(Film("camm", [record]).file)?.track.fixes.first?.instant == Self.start + 250)
  }

  @Test func aMeasurementWithoutAFixIsNone() {
    let record = Film.measurement(48, 2, at: 1_398_592_818, mode: 0)
    #expect(track(Film("camm", [record]).file) == nil)
  }

  @Test func aDashCamThatMayWriteLocalTimesGivesNoFixes() throws {
    var film = Film("gpmd", [])
    film.blocks = [Film.viofo(4851.5, -217.5, date: [24, 5, 1], time: [10, 0, 0])]
    #expect(track(film.file)?.track.fixes.first?.instant == Self.start)
    film.blocks = [Film.viofo(4851.5, -217.5, date: [2024, 5, 1], time: [10, 0, 0])]
    #expect(try #require(track(film.file)).track.fixes == [])
  }

  @Test(arguments: [false, true])
  func aDashCamMayWriteSentencesOfItsReceiver(isShifted: Bool) throws {
    var film = Film("gpmd", [])
    let sentence = "$GPRMC,100000.00,A,4851.50400,N,00217.67000,W,10.0,90.0,010524,,,A"
    film.blocks = [Film.sentence(sentence, isShifted: isShifted)]
    let fix = try #require(track(film.file)?.track.fixes.first)
    #expect(fix.instant == Self.start)
    #expect(abs(fix.coordinate.latitude - 48.8584) < 1e-7)
    #expect(abs(fix.coordinate.longitude + 2.2945) < 1e-7)
  }

  @Test func aDroneWritesLocalTimesIntoItsFilm() throws {
    let texts = Self.walk.enumerated().map { index, point in
      "[latitude: \(point.latitude)] [longitude: \(point.longitude)] 2024-05-01 12:00:0\(index).250"
    }
    let found = try #require(track(Film("text", texts.map(Film.remark), handler: "text").file))
    #expect(found.kind == "dji")
    #expect(found.track.hasLocalTimes)
    #expect(
      found.track.fixes.map { $0.instant - Self.start - 7_200_250 } == [
        0, 1000, 2000, 3000, 4000, 5000,
      ])
  }

  // MARK: - Bounds

  @Test(arguments: films.keys.sorted())
  func aTruncatedFilmGivesAPartOfItsFixes(name: String) throws {
    let bytes = try #require(Self.films[name]).file
    let whole = Set(try fixes(name))
    for end in 0..<bytes.count {
      let cut = track(Array(bytes[..<end]))?.track.fixes ?? []
      #expect(whole.isSuperset(of: cut), "cut at \(end)")
    }
  }

  @Test(arguments: films.keys.sorted())
  func damagedBytesNeverTrapNorRunForLong(name: String) throws {
    let bytes = try #require(Self.films[name]).file
    var random = SeededRandom(seed: 21)
    let seconds = processorSeconds {
      for _ in 0..<2_000 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          damaged[Int.random(in: 0..<bytes.count, using: &random)] =
            [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)]
            .randomElement(using: &random) ?? 0
        }
        let fixes = track(damaged)?.track.fixes ?? []
        #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
        _ = read(damaged)
      }
    }
    #expect(seconds < 60)
  }

  @Test func onlyTheSamplesOfALongFilmAreRead() throws {
    var film = Film(
      "gpmd",
      (0..<200).map { Film.goPro(Self.walk, at: "24050110\($0 / 50 + 10)\($0 % 50 + 10).000") })
    film.gap = 100_000
    let photos = try TemporaryPhotos()
    let path = try photos.write(film.file, as: "a.mp4")
    var reader = PhotoReader()
    let opened = try ReadableFile(path: path.bytes)
    let found = reader.track(of: opened)
    #expect(found?.track.fixes.isEmpty == false)
    // Twenty megabytes of frames; each sample costs one or two reads of 4 KB.
    #expect(opened.size > 20_000_000)
    #expect(reader.bytesRead < 200 * 8_192 + 65_536)
  }

  @Test func moreSamplesThanTheFileCanHoldAreNotVisited() {
    var bytes = Film("camm", [Film.acceleration]).file
    // One size for all samples, and as many as a number can say, in one chunk.
    func replace(_ box: String, _ content: [Int]) {
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: box.utf8) }) else {
        return
      }
      bytes.replaceSubrange(
        (place + 4)..<(place + 4 + 4 * content.count), with: TelemetryFilm.numbers(content))
    }
    replace("stsz", [0, 16, 0xFFFF_FFFF])
    replace("stsc", [0, 1, 1, 0xFFFF_FFFF])
    replace("stts", [0, 1, 0xFFFF_FFFF])
    #expect(processorSeconds { _ = track(bytes) } < 5)
  }
}
