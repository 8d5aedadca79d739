import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A Matroska film")
struct MatroskaTests {
  private static func element(_ id: Int, _ content: [UInt8]) -> [UInt8] {
    let bytes = Array(ContainerFixture.big(id, 4).drop { $0 == 0 })
    // A length of four bytes; the high bits of the first encode this number.
    return bytes + [0x10 | UInt8(content.count >> 24)] + ContainerFixture.big(content.count, 3)
      + content
  }

  private static func tag(_ name: String, _ value: String) -> [UInt8] {
    element(
      0x1254_C367,
      element(
        0x7373,
        element(0x67C8, element(0x45A3, Array(name.utf8)) + element(0x4487, Array(value.utf8)))))
  }

  /// A film whose tags follow its frames; its seek head points to them.
  private static func film(
    tags: [UInt8], kind: UInt8 = 1, isOpen: Bool = false, pictures: Int = 20
  ) -> [UInt8] {
    let head = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)))
    let info = element(
      0x1549_A966, element(0x4461, ContainerFixture.big(700_000_000_000_000_000, 8)))
    let video = element(
      0xE0,
      element(0xB0, ContainerFixture.big(1920, 2)) + element(0xBA, ContainerFixture.big(1080, 2)))
    let tracks = element(
      0x1654_AE6B, element(0xAE, element(0x83, [kind]) + (kind == 1 ? video : [])))
    let cluster = element(0x1F43_B675, [UInt8](repeating: 0, count: pictures))
    func list(_ position: Int) -> [UInt8] {
      element(
        0x114D_9B74,
        element(
          0x4DBB,
          element(0x53AB, ContainerFixture.big(0x1254_C367, 4))
            + element(0x53AC, ContainerFixture.big(position, 4))))
    }
    let before = info + tracks + cluster
    let content = list(list(0).count + before.count) + before + tags
    guard isOpen else { return head + element(0x1853_8067, content) }
    return head + ContainerFixture.big(0x1853_8067, 4) + [0x01] + [UInt8](repeating: 0xFF, count: 7)
      + content
  }

  @Test(
    "says where and when, in tags behind its pictures",
    arguments: ["LOCATION", "COM.APPLE.QUICKTIME.LOCATION.ISO6709", "location-eng"], [false, true])
  func place(name: String, isOpen: Bool) {
    let facts = read(Self.film(tags: Self.tag(name, "+48.8584-002.2945/"), isOpen: isOpen))
    #expect(facts.format == .matroska)
    #expect(facts.place.location?.coordinate.longitude == -2.2945)
    #expect(facts.place.location?.source == .quicktime)
    #expect(facts.time?.instantMilliseconds == 1_678_307_200_000)
    #expect(facts.storedSize == PixelSize(width: 1920, height: 1080))
  }

  @Test("has the time it was recorded before that of its header, and that before a converter's tag")
  func date() {
    let converted = read(Self.film(tags: Self.tag("CREATION_TIME", "2016-05-31 17:01:35")))
    #expect(converted.time?.instantMilliseconds == 1_678_307_200_000)
    let facts = read(Self.film(tags: Self.tag("DATE_RECORDED", "2024-05-01 12:00:00")))
    #expect(facts.time?.localMilliseconds == 1_714_564_800_000)
    #expect(read(Self.film(tags: Self.tag("DATE", "2024"))).time?.localMilliseconds == nil)
  }

  @Test("whose location is the name of a town has none")
  func town() {
    #expect(read(Self.film(tags: Self.tag("LOCATION", "Paris"))).refusal == "no-gps")
  }

  @Test("without pictures is refused")
  func sound() {
    #expect(read(Self.film(tags: [], kind: 2)).refusal == "unsupported: sound without a picture")
  }

  @Test("is not read for its pictures")
  func bytesRead() throws {
    let photos = try TemporaryPhotos()
    let bytes = Self.film(tags: Self.tag("LOCATION", "+1+2/"), pictures: 10_000_000)
    var reader = PhotoReader()
    #expect(reader.facts(at: try photos.write(bytes, as: "a.mkv")).place.location != nil)
    #expect(reader.bytesRead < 2 * FileWindow.headLength)
  }

  @Test("cut short or mutated is always answered")
  func hostile() {
    let bytes = Self.film(tags: Self.tag("LOCATION", "+48.8584-002.2945/"))
    for length in 0..<bytes.count {
      let place = read(Array(bytes.prefix(length))).place
      #expect(place.location == nil)
    }
    var random = SeededRandom(seed: 31)
    for _ in 0..<3000 {
      var mutated = bytes
      for _ in 0...Int.random(in: 0..<5, using: &random) {
        mutated[Int.random(in: 0..<bytes.count, using: &random)] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if let coordinate = read(mutated).place.location?.coordinate {
        #expect(abs(coordinate.latitude) <= 90)
        #expect(abs(coordinate.longitude) <= 180)
      }
    }
    // The seek head points to a million bytes of Void elements. Then there are a million empty elements.
    var loop = Self.film(tags: [])
    loop += [UInt8](repeating: 0xEC, count: 1_000_000)
    #expect(processorSeconds { _ = read(loop) } < 1)
    let empty = Array([[UInt8]](repeating: [0xEC, 0x80], count: 1_000_000).joined())
    let many = Self.element(0x1A45_DFA3, []) + Self.element(0x1853_8067, empty)
    #expect(processorSeconds { _ = read(many) } < 1)
  }
}
