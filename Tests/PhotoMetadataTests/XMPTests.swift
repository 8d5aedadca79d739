import Geography
import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("XMP inside a photo")
struct XMPTests {
  private static let paris = XMPFixture.position("48,51.4917N", "2,17.67E")

  @Test(
    "gives a position in every form writers use",
    arguments: [
      ("48,51.5041N", "2,17.67E", 48.8584017, 2.2945),
      ("48,51,30.25N", "2,17,40.2W", 48.8584028, -2.2945),
      ("48.8584S", "2.2945W", -48.8584, -2.2945), ("48,51.5041n", "2,17.67e", 48.8584017, 2.2945),
      ("48° 51&apos; 30.25&quot; N", "2 deg 17&apos; 40.2&quot; W", 48.8584028, -2.2945),
      ("N48,51.5041", "E 2,17.67", 48.8584017, 2.2945), (" 48.8584 N ", "2.2945E", 48.8584, 2.2945),
      ("48/1,51/1,3025/100N", "2/1,1767/100E", 48.8584028, 2.2945),
      ("-48.8584", "+2.2945", -48.8584, 2.2945), ("90,0N", "180,0W", 90, -180),
      ("1.5e-05N", "2.2945E", 0.000015, 2.2945), ("48,60N", "2E", 49, 2),
      ("48,8588N", "2,2945W", 48.8588, -2.2945), ("4851/100N", "-22945/10000", 48.51, -2.2945),
    ])
  func forms(latitude: String, longitude: String, north: Double, east: Double) throws {
    let facts = read(XMPFixture.jpeg(XMPFixture.position(latitude, longitude)))
    let location = try #require(facts.place.location, "\(facts.refusal ?? "")")
    #expect(abs(location.coordinate.latitude - north) < 1e-7)
    #expect(abs(location.coordinate.longitude - east) < 1e-7)
    #expect(location.source == .xmp)
  }

  @Test("takes the hemisphere from beside the number; without any the sign decides, with a remark")
  func references() {
    func facts(_ latitude: String, _ more: String) -> PhotoFacts {
      read(XMPFixture.jpeg(XMPFixture.position(latitude, "2.5E", more)))
    }
    let south = facts("48.5", "exif:GPSLatitudeRef='South'")
    #expect(south.place.location?.coordinate.latitude == -48.5)
    #expect(south.remarks.isEmpty)
    let none = facts("48,30", "")
    #expect(none.place.location?.coordinate.latitude == 48.5)
    #expect(none.remarks == ["exif:GPSLatitude is “48,30”: without NS it is assumed positive"])
    #expect(facts("48,30N", "exif:GPSLatitudeRef='S'").place.location?.coordinate.latitude == 48.5)
    #expect(facts("-48.5", "exif:GPSLatitudeRef='N'").place.location?.coordinate.latitude == -48.5)
    #expect(
      facts("48", "exif:GPSLatitudeRef='X'").refusal == "invalid-gps: exif:GPSLatitudeRef is “X”")
  }

  @Test(
    "that is not valid is refused by name",
    arguments: [
      ("95,0N", "exif:GPSLatitude 95° is beyond ±90°"),
      ("48,51.5E", "exif:GPSLatitude is “48,51.5E”"),
      ("48,88.5N", "exif:GPSLatitude is “48,88.5N”"), ("nan", "exif:GPSLatitude is “nan”"),
      ("N", "exif:GPSLatitude is “N”"), ("1/0N", "exif:GPSLatitude is “1/0N”"),
      ("1,2,3,4N", "exif:GPSLatitude is “1,2,3,4N”"), ("48NS", "exif:GPSLatitude is “48NS”"),
      ("0x10N", "exif:GPSLatitude is “0x10N”"), ("48-51N", "exif:GPSLatitude is “48-51N”"),
      ("", "exif:GPSLatitude is missing"), ("4٣N", "exif:GPSLatitude is “4٣N”"),
      ("1.2.3N", "exif:GPSLatitude is “1.2.3N”"),
    ])
  func refused(latitude: String, detail: String) {
    let facts = read(XMPFixture.jpeg(XMPFixture.position(latitude, "2,17.67E")))
    #expect(facts.refusal == "invalid-gps: " + detail)
  }

  @Test("of nothing but zeros is null island")
  func zeros() {
    #expect(
      read(XMPFixture.jpeg(XMPFixture.position("0,0N", "0,0E"))).refusal
        == "null-island: exif:GPSLatitude and exif:GPSLongitude are 0")
  }

  @Test(
    "is found under any prefix, as attribute or element, in lists, entities and CDATA",
    arguments: [
      XMPFixture.packet(elements: "<exif:GPSLatitude>48,51.4917N</exif:GPSLatitude>"),
      XMPFixture.packet(
        elements: "<exif:GPSLatitude> \n&#52;8,51&#x2e;4917<!-- N? -->N</exif:GPSLatitude>"),
      XMPFixture.packet(
        elements: "<exif:GPSLatitude><![CDATA[48,51.4917N]]></exif:GPSLatitude>"),
      XMPFixture.packet(
        elements: "<exif:GPSLatitude><rdf:Alt><rdf:li>48,51.4917N</rdf:li><rdf:li>7N</rdf:li>"
          + "</rdf:Alt></exif:GPSLatitude>"),
      XMPFixture.packet(
        elements: "<q:GPSLatitude xmlns:q='http://ns.adobe.com/exif/1.0/'>48,51.4917N"
          + "</q:GPSLatitude>"),
      XMPFixture.packet(attributes: "\n exif:GPSLatitude\t=\n'48,51.4917N'"),
      XMPFixture.packet(
        attributes: "xmlns:q='http://ns.adobe.com/exif/1.0' q:GPSLatitude = \"48,51.4917N\""),
      "<rdf:RDF><rdf:Description exif:GPSLatitude='48,51.4917N'/></rdf:RDF>",
    ])
  func syntax(packet: String) {
    #expect(XMPPacket(Array(packet.utf8))[.gpsLatitude] == "48,51.4917N")
  }

  @Test(
    "about something else is ignored",
    arguments: [
      XMPFixture.packet(
        attributes: "xmlns:q='http://example.org/exif/' q:GPSLatitude='48,51.4917N'"),
      XMPFixture.packet(
        elements: "<exif:GPSLatitude xmlns:exif='http://example.org/'>48N</exif:GPSLatitude>"),
      XMPFixture.packet(
        elements: "<xmp:Pantry><rdf:Description exif:GPSLatitude='48N'/></xmp:Pantry>"),
      XMPFixture.packet(
        elements: "<xmp:Pantry><rdf:Description><exif:GPSLatitude>48N</exif:GPSLatitude>"
          + "</rdf:Description></xmp:Pantry>"),
      "<x:xmpmeta exif:GPSLatitude='48N'/>", "", "no XML at all",
    ])
  func others(packet: String) {
    let packet = XMPPacket(Array(packet.utf8))
    #expect(packet.isWhole)
    #expect(packet[.gpsLatitude] == nil)
  }

  @Test(
    "that is damaged is ignored",
    arguments: [
      "<!DOCTYPE x [<!ENTITY a 'b'>]>" + Self.paris,
      Self.paris.replacing("</rdf:RDF>", with: "</rdf:RDX>"),
      Self.paris.replacing("</rdf:RDF></x:xmpmeta>", with: ""),
      String(repeating: "<a>", count: 70) + Self.paris,
    ])
  func damaged(packet: String) {
    let facts = read(XMPFixture.jpeg(packet))
    #expect(facts.refusal == "no-gps: no Exif data")
    #expect(facts.remarks == ["the XMP packet at byte 35 is damaged and was ignored"])
  }

  @Test("is read in UTF-8 and in UTF-16 of either order", arguments: [false, true])
  func encodings(isBigEndian: Bool) {
    let packet = "\u{FEFF}" + XMPFixture.position("1N", "2E", "tiff:Make='Ünïcode 📷'")
    let units = packet.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    for bytes in [Array(packet.utf8), units, Array(units.dropFirst(2))] {
      let facts = read(JPEGFixture.picture([XMPFixture.segment(bytes)]))
      #expect(facts.place.location?.coordinate.longitude == 2)
      #expect(facts.camera.make == "Ünïcode 📷")
    }
  }

  @Test("comes after Exif, wherever it is, and fills in what Exif lacks")
  func precedence() {
    let packet = XMPFixture.position(
      "1N", "2E", "tiff:Make='XMP' xmp:CreateDate='2020-01-02T03:04Z'")
    let place = read(XMPFixture.jpeg(packet, exif: ExifFixture(gps: ExifFixture.paris)))
    #expect(place.place.location?.source == .exif)
    #expect(place.camera.make == "XMP")
    #expect(place.time?.instantMilliseconds == 1_577_934_240_000)
    let named = ExifFixture(
      image: [(0x010F, .ascii("ACME"))], exif: [(0x9003, .ascii("2024:05:01 12:00:00"))])
    let exif = JPEGFixture.segment(0xE1, Array("Exif\0\0".utf8) + named.tiff)
    let after = read(JPEGFixture.picture([XMPFixture.segment(Array(packet.utf8)), exif]))
    #expect(after.place.location?.source == .xmp)
    #expect(after.camera.make == "ACME")
    #expect(after.time?.source == .local)
  }

  @Test("gives a better time than Exif's DateTime, which editing changes")
  func editedTime() {
    let edited = ExifFixture(image: [(0x0132, .ascii("2024:05:01 12:00:00"))])
    let packet = XMPFixture.packet(attributes: "xmp:CreateDate='2020-01-02T03:04:00Z'")
    let facts = read(XMPFixture.jpeg(packet, exif: edited))
    #expect(facts.time?.instantMilliseconds == 1_577_934_240_000)
    #expect(facts.remarks.isEmpty)
    let without = read(XMPFixture.jpeg(XMPFixture.packet(), exif: edited))
    #expect(without.time?.localMilliseconds == 1_714_564_800_000)
    #expect(without.remarks == [ExifBlock.editingRemark])
  }

  @Test("replaces a refused Exif position, with a remark")
  func mends() {
    let invalid = ExifFixture(gps: [(2, .rational([(1, 1)])), (4, .rational([(1, 1)]))])
    let mended = read(XMPFixture.jpeg(Self.paris, exif: invalid))
    #expect(mended.place.location?.source == .xmp)
    #expect(
      mended.remarks == [
        "the place is from XMP, because that in Exif was refused: GPSLatitudeRef is missing"
      ])
    let both = read(XMPFixture.jpeg(XMPFixture.position("95N", "2E"), exif: invalid))
    #expect(both.refusal == "invalid-gps: GPSLatitudeRef is missing")
    #expect(
      both.remarks == ["the place in XMP is refused too: exif:GPSLatitude 95° is beyond ±90°"])
  }

  @Test("is not read if Exif has everything")
  func untouched() {
    let everything = ExifFixture(
      image: [(0x010F, .ascii("ACME"))], exif: [(0x9003, .ascii("2024:05:01 12:00:00"))],
      gps: ExifFixture.paris)
    #expect(read(XMPFixture.jpeg("<damaged", exif: everything)).remarks.isEmpty)
    #expect(!read(XMPFixture.jpeg("<damaged")).remarks.isEmpty)
  }

  @Test(
    "gives altitude, direction and accuracy as XMP writes numbers",
    arguments: [
      ("GPSAltitude='8345/20'", 417.25, nil, nil), ("GPSAltitude='-12.5'", -12.5, nil, nil),
      ("GPSAltitude='12 m' exif:GPSAltitudeRef='1'", -12, nil, nil),
      ("GPSAltitude='1/0'", nil, nil, nil), ("GPSImgDirection='25/2'", nil, 12.5, nil),
      ("GPSImgDirection='360' exif:GPSImgDirectionRef='T'", nil, 0, nil),
      ("GPSImgDirection='12' exif:GPSImgDirectionRef='M'", nil, nil, nil),
      ("GPSHPositioningError='13/4'", nil, nil, 3.25), ("GPSHPositioningError='-1'", nil, nil, nil),
    ] as [(String, Double?, Double?, Double?)])
  func surroundings(attribute: String, altitude: Double?, direction: Double?, accuracy: Double?) {
    let location = read(XMPFixture.jpeg(XMPFixture.position("1N", "2E", "exif:" + attribute)))
      .place.location
    #expect(location != nil)
    #expect(location?.altitude == altitude)
    #expect(location?.direction == direction)
    #expect(location?.accuracy == accuracy)
  }

  @Test(
    "gives the time with its own offset, else with that of the GPS time",
    arguments: [
      ("exif:DateTimeOriginal='2024-05-01T12:00:00.57+02:00'", 1_714_564_800_570, 120),
      ("photoshop:DateCreated='2024-05-01T12:00Z'", 1_714_564_800_000, 0),
      ("xmp:CreateDate='2024:05:01 12:00:00'", 1_714_564_800_000, nil),
      ("exif:DateTimeOriginal='2024-05-01T12:00:00.000CEST'", 1_714_564_800_000, nil),
      (
        "xmp:CreateDate='2024-01-01T00:00:00' photoshop:DateCreated='2024-05-01T12:00:00'",
        1_714_564_800_000, nil
      ),
      (
        "exif:DateTimeOriginal='2024-05-01T12:00:00' exif:GPSTimeStamp='2024-05-01T10:00:00Z'",
        1_714_564_800_000, 120
      ),
      ("photoshop:DateCreated='2024-05-01'", nil, nil),
    ] as [(String, Int64?, Int?)])
  func times(attribute: String, local: Int64?, offset: Int?) {
    let time = read(XMPFixture.jpeg(XMPFixture.packet(attributes: attribute))).time
    #expect(time?.localMilliseconds == local)
    #expect(time?.utcOffsetMinutes == offset)
  }
}
