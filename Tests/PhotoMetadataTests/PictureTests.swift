import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("The picture and its camera")
struct PictureTests {
  @Test("the names of camera and lens come without their padding")
  func camera() {
    let fixture = ExifFixture(
      image: [(0x010F, .ascii("ACME  \0\0\0")), (0x0110, .ascii("  Pixie 3"))],
      exif: [(0xA434, .ascii("ACME 28mm ƒ/2.8"))])
    let camera = read(fixture.jpeg).camera
    #expect(camera == Camera(make: "ACME", model: "Pixie 3", lens: "ACME 28mm ƒ/2.8"))
  }

  @Test("names are read from UTF-8 as Exif 3.0 has it, and from Latin-1 as old cameras write it")
  func encodings() {
    let utf8 = Array("Modèle".utf8)
    let fixture = ExifFixture(image: [
      (0x010F, .raw(type: 129, count: UInt32(utf8.count), bytes: utf8)),
      (0x0110, .raw(type: 2, count: 5, bytes: [0x43, 0x61, 0x66, 0xE9, 0x21])),
    ])
    #expect(read(fixture.jpeg).camera == Camera(make: "Modèle", model: "Café!"))
  }

  @Test("names cannot control a terminal")
  func controlCharacters() {
    let fixture = ExifFixture(image: [(0x010F, .ascii("A\u{1B}[2JB"))])
    #expect(read(fixture.jpeg).camera.make == "A\u{FFFD}[2JB")
  }

  @Test("a blank name is no name", arguments: ["", "   ", "\0\0"])
  func blank(name: String) {
    #expect(read(ExifFixture(image: [(0x010F, .ascii(name))]).jpeg).camera.make == nil)
  }

  @Test("the eight orientations are kept", arguments: Orientation.allCases)
  func orientation(orientation: Orientation) {
    let tag: (UInt16, Value) = (0x0112, .short([UInt16(orientation.rawValue)]))
    let facts = read(ExifFixture(image: [tag]).jpeg)
    #expect(facts.orientation == orientation)
    #expect(facts.storedSize == PixelSize(width: 24, height: 16))
    #expect(facts.shownSize?.width == (orientation.rawValue >= 5 ? 16 : 24))
  }

  @Test("a ninth orientation is upright with a remark", arguments: [UInt16(0), 9, 65_535])
  func oddOrientation(number: UInt16) {
    let facts = read(ExifFixture(image: [(0x0112, .short([number]))]).jpeg)
    #expect(facts.orientation == .upright)
    #expect(facts.remarks == ["Orientation is \(number): assumed upright"])
  }

  @Test("the thumbnail is where the file says, by its own bytes")
  func thumbnail() throws {
    let bytes = ExifFixture(image: [(0x010F, .ascii("ACME"))], thumbnail: JPEGFixture.plain).jpeg
    let range = try #require(read(bytes).embeddedThumbnail)
    #expect(Array(bytes[range.offset..<(range.offset + range.count)]) == JPEGFixture.plain)
  }

  @Test("a thumbnail that is not a JPEG, or is outside, is ignored")
  func oddThumbnail() {
    let notJPEG = read(ExifFixture(thumbnail: [1, 2, 3, 4]).jpeg)
    #expect(notJPEG.embeddedThumbnail == nil)
    #expect(notJPEG.remarks == ["the thumbnail is not a JPEG"])
    var tiff = ExifFixture(thumbnail: JPEGFixture.plain).tiff
    tiff.removeLast(40)
    let cut = read(JPEGFixture.picture(app1: Array("Exif\0\0".utf8) + tiff))
    #expect(cut.embeddedThumbnail == nil)
    #expect(cut.remarks == ["the thumbnail lies outside the Exif block"])
  }

  @Test("the fingerprint is the same every time and differs with the head and with the size")
  func fingerprint() {
    let bytes = ExifFixture(gps: ExifFixture.paris).jpeg
    var other = bytes
    other[60] ^= 1
    let prints = [bytes, other, bytes + [0], bytes + [0, 0]].map { read($0).fingerprint }
    #expect(Set(prints).count == 4)
    #expect(read(bytes).fingerprint == prints[0])
    // The index stores it, so this number must not change.
    func sum(_ bytes: [UInt8], size: Int) -> UInt64 {
      var sum = FingerprintSum()
      sum.add(bytes[...])
      return sum.value(size: size)
    }
    #expect(sum(Array("geoindex".utf8), size: 8) == 12_282_683_307_877_409_312)
    #expect(sum((0..<100).map { UInt8($0) }, size: 1_000_000) == 8_751_394_635_070_622_609)
  }

  @Test("pictures of one size with the same head differ in their samples, in every format")
  func samples() {
    let heads: [[UInt8]] = [
      ExifFixture().jpeg, ExifFixture().tiff, Array("BM".utf8) + [UInt8](repeating: 0, count: 52),
      Array("8BPS\0\u{1}".utf8) + [UInt8](repeating: 0, count: 20),
      Array("GIF89a".utf8) + [1, 0, 1, 0],
    ]
    for head in heads {
      let one = head + [UInt8](repeating: 255, count: 300_000)
      var other = one
      for at in 100_000..<200_000 { other[at] = 0 }
      let (first, second) = (read(one), read(other))
      #expect(first.format != nil)
      #expect(first.fingerprint?.samples != nil, "\(first.format.debugDescription)")
      #expect(first.fingerprint?.head == second.fingerprint?.head)
      #expect(first.fingerprint?.samples != second.fingerprint?.samples)
      #expect(read(one).fingerprint == first.fingerprint)
    }
  }

  @Test("each byte of a small uncompressed picture counts")
  func smallUncompressed() {
    let one = ExifFixture().tiff + [UInt8](repeating: 255, count: 100_000)
    for at in stride(from: 8_192, to: one.count, by: 997) {
      var other = one
      other[at] = 254
      #expect(read(one).fingerprint != read(other).fingerprint)
    }
  }

  @Test(
    "of a TIFF file is not that of a preview, however large",
    arguments: [(UInt32(0), UInt32(1), 200), (1, 0, 256), (0, 0, 256), (1, 1, 256)])
  func preview(first: UInt32, second: UInt32, width: Int) {
    // With four tags and two pointers the next directory starts at byte 86.
    let tiff = ExifFixture(
      image: [
        (0x00FE, .long([first])), (0x0100, .long([200])), (0x0101, .long([130])),
        (0x014A, .long([86])),
      ],
      exif: [(0x00FE, .long([second])), (0x0100, .long([256])), (0x0101, .long([166]))]
    ).tiff
    #expect(read(tiff).storedSize?.width == width)
  }
}
