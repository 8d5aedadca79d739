import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A hostile XMP packet")
struct HostileXMPTests {
  private static let whole = XMPFixture.position(
    "48,51.4917", "2,17.67", "exif:GPSLatitudeRef='S' exif:GPSLongitudeRef='W'")

  @Test("cut short at any byte gives the whole position or none")
  func cutAnywhere() {
    let bytes = Array(Self.whole.utf8)
    for length in 0..<bytes.count {
      let facts = read(JPEGFixture.picture([XMPFixture.segment(Array(bytes.prefix(length)))]))
      if let coordinate = facts.place.location?.coordinate {
        #expect(coordinate.latitude < 0)
        #expect(coordinate.longitude < 0)
      }
    }
    let file = XMPFixture.jpeg(Self.whole)
    for length in 0..<file.count {
      if let coordinate = read(Array(file.prefix(length))).place.location?.coordinate {
        #expect(coordinate.latitude < 0)
        #expect(coordinate.longitude < 0)
      }
    }
  }

  @Test("mutated at random is always answered", arguments: [UInt64(1), 2, 3, 4])
  func mutated(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let original = XMPFixture.jpeg(Self.whole)
    let signs = Array("<>/='\"&;:!?-[]xN0 ".utf8)
    var reader = PhotoReader()
    let elapsed = processorSeconds {
      for _ in 0..<2000 {
        var bytes = original
        for _ in 0...Int.random(in: 0..<6, using: &random) {
          let at = Int.random(in: 35..<(original.count - 200), using: &random)
          bytes[at] = signs.randomElement(using: &random) ?? 0
        }
        if let coordinate = reader.facts(bytes: bytes).place.location?.coordinate {
          #expect(abs(coordinate.latitude) <= 90)
          #expect(abs(coordinate.longitude) <= 180)
        }
      }
    }
    #expect(elapsed < 20)
  }

  @Test(
    "of the worst kinds costs little",
    arguments: [
      ("<a>", ""), ("<a b='", ""), ("<a ", ""), ("<!--", ""), ("<![CDATA[", ""), ("<?", ""),
      ("&#", ""), ("-", "<!--"), ("<b:c/>", "<rdf:RDF><rdf:Description>"),
      ("<exif:GPSLatitude>", "<rdf:RDF>"),
      ("&amp;", "<rdf:RDF><rdf:Description><exif:GPSLatitude>"),
      ("<i/>x", "<rdf:RDF><rdf:Description><exif:GPSLatitude>"),
      (" exif:GPSLatitude='1'", "<rdf:RDF><rdf:Description"), (" xmlns:a='b'", "<rdf:RDF"),
    ])
  func worst(part: String, beginning: String) {
    var names = ""
    for index in 0..<200 { names += "<p xmlns:p\(index)='http://ns.adobe.com/exif/1.0/'>" }
    for head in ["", String(names.prefix(2000))] {
      let bytes = Array((head + beginning).utf8)
      let count = (200_000 - bytes.count) / part.utf8.count
      let packet = bytes + Array(repeatElement(part.utf8, count: count).joined())
      #expect(processorSeconds { _ = XMPPacket(packet) } < 1)
    }
  }
}
