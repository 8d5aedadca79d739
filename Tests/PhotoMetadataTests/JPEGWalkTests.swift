import Geography
import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("Walking a JPEG")
struct JPEGWalkTests {
  private static let exif = JPEGFixture.segment(
    0xE1, Array("Exif\0\0".utf8) + ExifFixture(gps: ExifFixture.paris).tiff)
  private static let xmp = JPEGFixture.segment(
    0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>".utf8))

  @Test("the Exif block is found wherever it stands before the picture")
  func anywhere() {
    let comment = JPEGFixture.segment(0xFE, Array("hello".utf8))
    let wide = JPEGFixture.segment(0xE2, Array(repeating: 7, count: 65_533))
    let orders: [[[UInt8]]] = [
      [Self.exif], [comment, Self.exif], [Self.xmp, Self.exif], [Self.exif, Self.xmp],
      [wide, wide, wide, Self.exif, wide], [Array(repeating: 0xFF, count: 9), Self.exif],
      [[0xFF, 0xD0], Self.exif], [comment, [1, 2, 3, 0xFF, 0, 4], Self.exif],
    ]
    for segments in orders {
      let facts = read(JPEGFixture.picture(segments))
      #expect(facts.place.location != nil, "\(segments.map { $0.prefix(4) })")
      #expect(facts.storedSize == PixelSize(width: 24, height: 16))
    }
  }

  @Test("a second Exif block fills in only what the first does not say")
  func twoBlocks() {
    let named = ExifFixture(
      image: [(0x010F, .ascii("ACME"))], exif: [(0x9003, .ascii("2024:05:01 12:00:00"))])
    let first = JPEGFixture.segment(0xE1, Array("Exif\0\0".utf8) + named.tiff)
    let facts = read(JPEGFixture.picture([first, Self.exif]))
    #expect(facts.place.location != nil)
    #expect(facts.camera.make == "ACME")
    #expect(facts.time?.localMilliseconds == 1_714_564_800_000)
  }

  @Test("the size is read from every kind of frame", arguments: UInt8(0xC0)...0xCF)
  func frames(marker: UInt8) {
    let isFrame = ![0xC4, 0xC8, 0xCC].contains(marker)
    let frame = JPEGFixture.segment(marker, [8, 0x12, 0x34, 0x56, 0x78, 1, 1, 0x11, 0])
    let facts = read([0xFF, 0xD8] + frame + [0xFF, 0xD9])
    #expect(facts.storedSize == (isFrame ? PixelSize(width: 0x5678, height: 0x1234) : nil))
  }

  @Test("a segment with an impossible length ends the walk", arguments: [UInt8(0), 1])
  func shortLength(length: UInt8) {
    let broken: [UInt8] = [0xFF, 0xE0, 0, length]
    let before = read(JPEGFixture.picture([broken, Self.exif]))
    #expect(before.refusal == "unreadable: the segment at byte 2 has a length of \(length)")
    let after = read(JPEGFixture.picture([Self.exif, broken]))
    #expect(after.place.location != nil)
    #expect(after.remarks.count == 1)
  }

  @Test("a block that is no TIFF file is said to be unreadable")
  func noTIFF() {
    let facts = read(JPEGFixture.picture(app1: Array("Exif\0\0XX*\0\0\0\0\0".utf8)))
    #expect(facts.refusal == "no-gps: the Exif block at byte 12 cannot be read")
  }

  @Test("a picture cut off after its whole Exif block keeps its place")
  func cutPicture() {
    let bytes = JPEGFixture.picture([Self.exif])
    let facts = read(Array(bytes.prefix(2 + Self.exif.count + 20)))
    #expect(facts.place.location?.coordinate.latitudeE7 == 488_581_944)
    #expect(facts.remarks == ["the file ends inside its DQT segment"])
  }

  @Test("reading through a descriptor and from memory come to the same", arguments: [0, 3, 40])
  func descriptor(padding: Int) throws {
    let wide = JPEGFixture.segment(0xE2, Array(repeating: 7, count: 30_000))
    let last = ExifFixture(
      image: [(0x010F, .ascii("ACME"))], gps: ExifFixture.paris, thumbnail: JPEGFixture.plain)
    let exif = JPEGFixture.segment(0xE1, Array("Exif\0\0".utf8) + last.tiff)
    let bytes = JPEGFixture.picture(Array(repeating: wide, count: padding) + [exif])
    let folder = try TemporaryPhotos()
    let path = try folder.write(bytes, as: "photo.jpg")
    var reader = PhotoReader()
    #expect(reader.facts(at: path) == read(bytes))
    #expect(reader.facts(at: path).embeddedThumbnail != nil)
  }
}
