import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A hostile photo")
struct HostileInputTests {
  private static let whole = ExifFixture(
    image: [(0x010F, .ascii("ACME Cameras")), (0x0112, .short([6]))],
    exif: [(0x9003, .ascii("2024:05:01 12:00:00")), (0x9011, .ascii("+02:00"))],
    gps: ExifFixture.paris + [(29, .ascii("2024:05:01"))], thumbnail: JPEGFixture.plain)

  /// For a damaged photo the only requirement is a timely result.
  private func expectQuick(_ bytes: [UInt8], within seconds: Double = 0.25) {
    #expect(processorSeconds { _ = read(bytes) } < seconds)
  }

  @Test("cut short at any byte has a reason, or the place that was read before the cut")
  func cutAnywhere() {
    for isBigEndian in [false, true] {
      var fixture = Self.whole
      fixture.isBigEndian = isBigEndian
      let bytes = fixture.jpeg
      let truth = read(bytes).place.location
      for length in 0..<bytes.count {
        let facts = read(Array(bytes.prefix(length)))
        switch facts.place {
        case .located(let location): #expect(location == truth)
        case .unlocated(let reason, let detail):
          #expect(reason == (length < 4 && length > 0 ? .unsupported : .unreadable))
          #expect(detail != nil)
        }
      }
    }
  }

  @Test("mutated at random is always answered", arguments: [UInt64(1), 2, 3, 4])
  func mutated(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let original = Self.whole.jpeg
    var reader = PhotoReader()
    let elapsed = processorSeconds {
      for _ in 0..<2500 {
        var bytes = original
        for _ in 0...Int.random(in: 0..<8, using: &random) {
          // Mostly the directories, because a changed pixel is harmless.
          let at = Int.random(in: 2..<min(400, bytes.count), using: &random)
          bytes[at] =
            [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
            .randomElement(using: &random) ?? 0
        }
        let facts = reader.facts(bytes: bytes)
        if let coordinate = facts.place.location?.coordinate {
          #expect(abs(coordinate.latitude) <= 90)
          #expect(abs(coordinate.longitude) <= 180)
        }
      }
    }
    #expect(elapsed < 20)
  }

  @Test("whose directories point at themselves ends")
  func loops() {
    var tiff = ExifFixture().tiff
    // IFD0 has two entries, both pointers. They and the link to the next directory lead back to IFD0.
    for at in [8 + 2 + 8, 8 + 2 + 12 + 8, 8 + 2 + 24] { tiff[at] = 8 }
    expectQuick(JPEGFixture.picture(app1: Array("Exif\0\0".utf8) + tiff))
  }

  @Test("with offsets and counts of four gigabytes is refused value by value")
  func hugeNumbers() {
    let huge = [UInt8](repeating: 0xFF, count: 4)
    for type in [UInt16(1), 2, 3, 4, 5, 7, 10, 12, 13, 129, 0, 14, 65_535] {
      for count in [UInt32(0), 1, 3, 0x2000_0001, 0x8000_0000, 0xFFFF_FFFF] {
        let value = Value.raw(type: type, count: count, bytes: huge)
        let tags: [UInt16] = [1, 2, 3, 4, 5, 6, 7, 9, 16, 17, 29, 31]
        let fixture = ExifFixture(
          image: [0x010F, 0x0110, 0x0112, 0x0132].map { ($0, value) },
          exif: [0x9003, 0x9004, 0x9011, 0x9291, 0xA434].map { ($0, value) },
          gps: tags.map { ($0, value) })
        #expect(read(fixture.jpeg).place.location == nil)
      }
    }
  }

  @Test(
    "with as many entries as fit, each of them the whole block, takes time proportional to its size"
  )
  func overlappingValues() {
    var tiff = Array("II*\0".utf8) + [8, 0, 0, 0, 0x50, 0x15]
    for index in 0..<0x1550 {
      tiff += [UInt8(index & 0xFF), UInt8(index >> 8), 2, 0, 0x00, 0xF0, 0, 0, 8, 0, 0, 0]
    }
    tiff += Array(repeating: 65, count: 65_525 - tiff.count)
    expectQuick(JPEGFixture.picture(app1: Array("Exif\0\0".utf8) + tiff))
  }

  @Test("of 64 MB of segments before the picture is given up")
  func manySegments() throws {
    let wide = JPEGFixture.segment(0xE5, Array(repeating: 0, count: 65_533))
    let bytes = JPEGFixture.picture(Array(repeating: wide, count: 1100))
    let photos = try TemporaryPhotos()
    let path = try photos.write(bytes, as: "wide.jpg")
    var reader = PhotoReader()
    let elapsed = processorSeconds {
      #expect(
        reader.facts(at: path).refusal
          == "unreadable: more than 1024 segments before the picture")
    }
    #expect(elapsed < 2)
  }

  @Test("of nothing but fill bytes is given up after 64 KB")
  func fill() {
    let bytes = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 5_000_000)
    #expect(read(bytes).refusal == "unreadable: no segment within 64 KB of byte 2")
    expectQuick([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 5_000_000))
  }

  @Test("of random bytes behind any known beginning is always answered")
  func randomBytes() {
    var random = SeededRandom(seed: 99)
    let beginnings: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], Array("II*\0".utf8), Array("MM\0*".utf8), [0, 0, 0, 0x20] + "ftyp".utf8,
      Array("RIFF".utf8), [0x89] + "PNG".utf8, [],
    ]
    for _ in 0..<300 {
      for beginning in beginnings {
        let length = Int.random(in: 0..<300, using: &random)
        let bytes = beginning + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(read(bytes).place.location == nil)
      }
    }
  }
}
