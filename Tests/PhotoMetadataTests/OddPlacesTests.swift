import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("What a few writers put elsewhere is found")
struct OddPlacesTests {
  private static let noon: Int64 = 1_714_564_800_000  // 2024-05-01T12:00:00

  private func png(_ keyword: String, _ text: String, xmp: String? = nil) -> PhotoFacts {
    let written = ContainerFixture.chunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
    let packet = xmp.map {
      ContainerFixture.chunk(
        "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array($0.utf8))
    }
    return read(ContainerFixture.png(written, packet))
  }

  @Test(
    "the time of a PNG in its texts",
    arguments: [
      ("Wed, 1 May 2024 12:00:00 +0200", 120), ("1 May 2024 12:00:00 GMT", 0),
      ("Wed, 01 May 2024 12:00:00 -0330", -210), ("2024-05-01T12:00:00+02:00", 120),
      ("2024:05:01 12:00:00", nil),
    ] as [(String, Int?)])
  func creationTime(text: String, offset: Int?) {
    for keyword in ["Creation Time", "create-date"] {
      let time = png(keyword, text).time
      #expect(time?.localMilliseconds == Self.noon)
      #expect(time?.utcOffsetMinutes == offset)
    }
  }

  @Test(
    "but not an invalid time",
    arguments: [
      "02/16/07", "Mon 9 Aug 2004 2O:17:36 -0000", "ter 20 fev 2007 15:48:58", "", "1 May", ",",
      "99999999999999999999 May 2024 12:00:00", "31 Feb 2024 12:00:00",
    ])
  func noTime(text: String) { #expect(png("Creation Time", text).time == nil) }

  @Test("and XMP precedes it")
  func xmpFirst() {
    let packet = XMPFixture.packet(attributes: "xmp:CreateDate='2020-01-01T00:00:00'")
    #expect(
      png("Creation Time", "1 May 2024 12:00:00", xmp: packet).time?.localMilliseconds
        == 1_577_836_800_000)
  }

  @Test("the orientation of a PNG in XMP, where Exif has none")
  func orientation() {
    func text(_ number: String) -> [UInt8] {
      ContainerFixture.chunk(
        "iTXt",
        Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
          + Array(XMPFixture.packet(attributes: "tiff:Orientation='\(number)'").utf8))
    }
    #expect(read(ContainerFixture.png(nil, text("6"))).orientation == .turnedLeft)
    #expect(read(ContainerFixture.png(nil, text("9"))).orientation == .upright)
    let exif = ContainerFixture.chunk(
      "eXIf", ExifFixture(image: [(0x0112, .short([1]))]).tiff)
    #expect(read(ContainerFixture.png(exif, text("6"))).orientation == .upright)
  }

  @Test("XMP in a JPEG segment whose name was garbled")
  func garbledName() {
    let packet = Array(XMPFixture.position("48,51.5N", "2,17.5E").utf8)
    let segment = JPEGFixture.segment(0xE1, Array("XMP\0://ns.adobe.com/xap/1.0/\0".utf8) + packet)
    #expect(read(JPEGFixture.picture([segment])).place.location?.source == .xmp)
  }

  @Test("Exif in a JPEG segment whose magic has one odd byte, but no file of that kind")
  func oddMagic() {
    for isBigEndian in [false, true] {
      var block = ExifFixture(isBigEndian: isBigEndian, gps: ExifFixture.paris).tiff
      block[isBigEndian ? 2 : 3] = 0x13
      let facts = read(JPEGFixture.picture(app1: Array("Exif\0\0".utf8) + block))
      #expect(facts.place.location != nil)
      #expect(read(block).format == nil)
    }
  }

  @Test("XMP in the xml box of a JPEG 2000 file, and no other XML")
  func xmlBox() {
    let packet = XMPFixture.position("48,51.5N", "2,17.5E")
    let start = ContainerFixture.jpeg2000(nil, nil)
    let box = ContainerFixture.box("xml ", packet.utf8)
    #expect(read(start + box).place.location?.source == .xmp)
    let other = ContainerFixture.box("xml ", "<note/>".utf8)
    #expect(read(start + other + box).place.location?.source == .xmp)
  }
}
