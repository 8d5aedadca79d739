import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// Positions and words are put into XMP documents of others, and nothing else in them changes.
@Suite struct XMPEditorTests {
  private static func edited(_ document: [UInt8]?, _ location: Location) throws -> [UInt8] {
    try #require(try XMPEditor.document(document, stating: .init(.located(location))))
  }

  static func location(_ latitude: Int32, _ longitude: Int32) throws -> Location {
    Location(
      try #require(Coordinate(latitudeE7: latitude, longitudeE7: longitude)), altitude: -12.5,
      direction: 271.25, accuracy: 7.5, source: .manual)
  }

  static func place(in document: [UInt8]) -> Location? {
    var remarks: [String] = []
    let place = XMPPacket(document).place(at: nil, remarks: &remarks)
    #expect(remarks.isEmpty, "\(remarks)")
    return place.location
  }

  @Test func everyPositionComesBackToTheUnit() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let there = try Self.location(
        .random(in: -900_000_000...900_000_000, using: &random),
        .random(in: -1_800_000_000...1_800_000_000, using: &random))
      let found = try #require(Self.place(in: Self.edited(nil, there)))
      #expect(found.coordinate == there.coordinate)
      #expect(found.altitude == -12.5)
      #expect(found.direction == 271.25)
      #expect(found.accuracy == 7.5)
    }
  }

  static func wrap(_ description: String, before: String = "", rdf: String = "rdf")
    -> String
  {
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\(before)
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><\(rdf):RDF xmlns:\(rdf)="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    \(description)
    </\(rdf):RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  /// Documents with what must be left of each, in order.
  static let documents: [(String, [String])] = [
    (
      wrap(
        #"<rdf:Description rdf:about="uuid:1" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format='a>b'/>"#
      ),
      ["uuid:1", "dc:format='a>b'"]
    ),
    (
      wrap(
        #"<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="1,2N" exif:FNumber="28/10" exif:GPSLongitude="3,4E"><exif:Flash rdf:parseType="Resource"><exif:Fired>1</exif:Fired></exif:Flash></rdf:Description>"#
      ), [#"exif:FNumber="28/10""#, "<exif:Fired>1</exif:Fired>"]
    ),
    (
      wrap(
        """
        <rdf:Description rdf:about=''><!-- exif:GPSLatitude="9,9N" -->
        <e:GPSLatitude xmlns:e="http://ns.adobe.com/exif/1.0/">1,2N</e:GPSLatitude>
        <exif:GPSLongitude>3,4E</exif:GPSLongitude><exif:GPSAltitude>5/1</exif:GPSAltitude>
        <xmp:Rating>4</xmp:Rating></rdf:Description>
        <rdf:Description rdf:about='' exif:GPSImgDirection="1/1" tiff:Make="A &amp; B"/>
        """), ["<!-- exif", "<xmp:Rating>4</xmp:Rating>", "A &amp; B"]
    ),
    (
      wrap(
        #"<r:Description r:about=""><lr:x>é</lr:x></r:Description>"#, before: "<!-- x -->", rdf: "r"
      ),
      ["<!-- x -->", "<lr:x>é</lr:x>"]
    ),
  ]

  @Test(arguments: documents) func onlyThePositionIsReplaced(document: String, left: [String])
    throws
  {
    let there = try Self.location(-337_000_001, 1_512_000_007)
    let edited = try Self.edited(Array(document.utf8), there)
    let found = try #require(Self.place(in: edited))
    #expect(found.coordinate == there.coordinate)
    #expect(found.direction == 271.25)
    let text = String(decoding: edited, as: UTF8.self)
    var rest = text[...]
    for part in left {
      let range = try #require(rest.firstRange(of: part), "\(part) is missing in \(text)")
      rest = rest[range.upperBound...]
    }
    #expect(
      try Self.edited(edited, there) == edited, "a second time changes nothing")
  }

  @Test func aNewDocumentIsCurrent() throws {
    let new = try Self.edited(nil, Self.location(1, 2))
    #expect(try Self.edited(new, Self.location(1, 2)) == new)
  }

  @Test(arguments: [
    "text", "<html/>", "<!-- only -->text",
    "<rdf:RDF><rdf:Description></rdf:RDF>", "<rdf:RDF><rdf:Description/>",
    wrap(#"<rdf:Description xmlns:exif="http://elsewhere.example/" exif:GPSLatitude="x"/>"#),
    "<!DOCTYPE x>" + wrap("<rdf:Description/>"),
  ])
  func unsupportedDocumentsAreNotChanged(document: String) throws {
    let there = try Self.location(1, 2)
    #expect(throws: XMPEditor.Refusal.self) {
      try Self.edited(Array(document.utf8), there)
    }
  }

  @Test func anotherEncodingIsLeftAlone() throws {
    let wide = Array(Data(Self.documents[0].0.data(using: .utf16) ?? Data()))
    let there = try Self.location(1, 2)
    #expect(throws: XMPEditor.Refusal.self) { try Self.edited(wide, there) }
  }
}
