import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The less usual metadata of a video")
struct MovieExtrasTests {
  private typealias Fixture = ContainerFixture

  private static let text = MovieFixture.text("xyz", "+48.8584+002.2945/")

  @Test("are in its tracks, if the video as a whole has none")
  func tracks() {
    let track = Fixture.box("udta", MovieFixture.text("xyz", "+10+020/"))
    #expect(read(MovieFixture(inTrack: track).file).place.location?.coordinate.longitude == 20)
    let both = read(MovieFixture(userData: Self.text, inTrack: track).file)
    #expect(both.place.location?.coordinate.longitude == 2.2945)
  }

  @Test("are in the photo that Canon's cameras embed")
  func canon() {
    let photo = ExifFixture(image: [(0x010F, .ascii("Canon"))], gps: ExifFixture.paris).jpeg
    let box = Fixture.box("CNTH", Fixture.box("CNDA", photo))
    let facts = read(MovieFixture(userData: box).file)
    #expect(facts.place.location?.source == .exif)
    #expect(facts.camera.make == "Canon")
    #expect(facts.storedSize == PixelSize(width: 1920, height: 1080))
    let own = read(MovieFixture(userData: Self.text + box).file)
    #expect(own.place.location?.source == .quicktime)
  }

  @Test("are not searched in the thousands of fragments after its header")
  func fragments() throws {
    var bytes = MovieFixture().file
    let head = bytes.count
    for _ in 0..<3000 {
      bytes += Fixture.box("moof", []) + Fixture.box("mdat", [UInt8](repeating: 0, count: 5000))
    }
    let photos = try TemporaryPhotos()
    var reader = PhotoReader()
    #expect(reader.facts(at: try photos.write(bytes, as: "a.mp4")).refusal == "no-gps")
    // The second part is the sample for the fingerprint.
    #expect(reader.bytesRead <= head + FileWindow.headLength + FileWindow.shortestFetch)
  }

  @Test("may come after more than four gigabytes of frames")
  func large() throws {
    let type = Fixture.box("ftyp", "isom\0\0\0\0isom".utf8)
    let length = 5 << 30
    let film = Array(MovieFixture(userData: Self.text).file.dropFirst(type.count + 13))
    let head = type + Fixture.big(1, 4) + "mdat".utf8 + Fixture.big(length, 8)
    let photos = try TemporaryPhotos()
    let path = try photos.write(head, sparse: length + type.count, film, as: "a.mp4")
    var reader = PhotoReader()
    #expect(reader.facts(at: path).place.location?.coordinate.longitude == 2.2945)
    #expect(reader.bytesRead < 2 * FileWindow.headLength)
  }

  // MARK: - GoPro

  private static func key(_ name: String, _ type: String, _ width: Int, _ content: [UInt8])
    -> [UInt8]
  {
    let padding = [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    let kind = type.utf8.first ?? 0
    return Array(name.utf8) + [kind, UInt8(width)] + Fixture.big(content.count / width, 2) + content
      + padding
  }

  private static func container(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 1] + Fixture.big(content.count, 2) + content
  }

  /// A second of measurements, with or without a fix.
  private static func sample(fix: Int, latitude: Int = 488_584_000) -> [UInt8] {
    let scales = [10_000_000, 10_000_000, 1000, 1000, 100].flatMap { Fixture.big($0, 4) }
    let measurements = [latitude, -22_945_000, 35_500, 0, 0].flatMap { Fixture.big($0, 4) }
    let other = container(
      "STRM", key("SCAL", "s", 2, Fixture.big(418, 2)) + key("ACCL", "s", 6, [0, 1, 0, 2, 0, 3]))
    let gps = container(
      "STRM",
      key("GPSF", "L", 4, Fixture.big(fix, 4)) + key("SCAL", "l", 4, scales)
        + key("GPS5", "l", 20, measurements))
    return container("DEVC", key("DVNM", "c", 1, Array("Hero".utf8)) + other + gps)
  }

  /// The same in the form of newer cameras, where each measurement has its own fix.
  private static func newSample(fixes: [Int]) -> [UInt8] {
    let scales = [10_000_000, 10_000_000, 1000, 1000, 100, 1, 1000, 100, 1]
      .flatMap { Fixture.big($0, 4) }
    let measurements = fixes.enumerated().flatMap { index, fix in
      [488_584_000 + index * 10_000_000, -22_945_000, 35_500, 0, 0, 8000, 0]
        .flatMap { Fixture.big($0, 4) } + Fixture.big(99, 2) + Fixture.big(fix, 2)
    }
    return container(
      "DEVC",
      container("STRM", key("SCAL", "l", 4, scales) + key("GPS9", "?", 32, measurements)))
  }

  /// A film with these samples in a track of their own, before its header.
  private static func goPro(_ samples: [[UInt8]], kind: String = "gpmd") -> [UInt8] {
    let type = Fixture.box("ftyp", "mp41\0\0\0\0mp41".utf8)
    var offset = type.count + 8
    var offsets: [Int] = []
    for sample in samples {
      offsets.append(offset)
      offset += sample.count
    }
    let numbers = { (values: [Int]) in values.flatMap { Fixture.big($0, 4) } }
    let table = Fixture.box(
      "stbl",
      Fixture.box("stsd", numbers([0, 1]) + Fixture.box(kind, numbers([0, 1])))
        + Fixture.box("stsc", numbers([0, 1, 1, 1, 1]))
        + Fixture.box("stsz", numbers([0, 0, samples.count] + samples.map(\.count)))
        + Fixture.box("stco", numbers([0, samples.count] + offsets)))
    let media = Fixture.box(
      "mdia",
      Fixture.box("hdlr", numbers([0, 0]) + "meta".utf8 + numbers([0, 0, 0]))
        + Fixture.box("minf", table))
    let film = MovieFixture(behindTrack: Fixture.box("trak", media)).file
    return type + Fixture.box("mdat", samples.joined()) + film.dropFirst(20 + 13)
  }

  @Test("are in the first fix of a GoPro")
  func telemetry() {
    let facts = read(Self.goPro([Self.sample(fix: 0, latitude: 0), Self.sample(fix: 3)]))
    #expect(facts.place.location?.coordinate.latitude == 48.8584)
    #expect(facts.place.location?.coordinate.longitude == -2.2945)
    #expect(facts.place.location?.altitude == 35.5)
    #expect(facts.place.location?.source == .quicktime)
    let new = read(Self.goPro([Self.newSample(fixes: [0, 0]), Self.newSample(fixes: [0, 3])]))
    #expect(new.place.location?.coordinate.latitude == 49.8584)
    #expect(read(Self.goPro([Self.sample(fix: 0)])).refusal == "no-gps")
    #expect(read(Self.goPro([Self.sample(fix: 3)], kind: "text")).refusal == "no-gps")
    #expect(read(Self.goPro([Self.sample(fix: 3, latitude: 1_000_000_000)])).refusal == "no-gps")
  }

  @Test("of a GoPro cut short or mutated are always answered")
  func hostileTelemetry() {
    let bytes = Self.goPro([Self.sample(fix: 0), Self.newSample(fixes: [3])])
    for length in 0..<bytes.count {
      #expect(read(Array(bytes.prefix(length))).place.location == nil || length > 300)
    }
    var random = SeededRandom(seed: 21)
    for _ in 0..<2000 {
      var mutated = bytes
      for _ in 0...Int.random(in: 0..<5, using: &random) {
        mutated[Int.random(in: 0..<bytes.count, using: &random)] =
          [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if let coordinate = read(mutated).place.location?.coordinate {
        #expect(abs(coordinate.latitude) <= 90)
        #expect(abs(coordinate.longitude) <= 180)
      }
    }
    // Keys that hold nothing, as many as fit.
    let endless = Self.container("DEVC", [UInt8](repeating: 0, count: 60_000))
    #expect(processorSeconds { _ = read(Self.goPro(Array(repeating: endless, count: 60))) } < 20)
  }
}
