import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The metadata of a JPEG file")
struct JPEGMetadataTests {
  private static let paris = ExifFixture(gps: ExifFixture.paris)
  private static let date: (UInt16, ExifFixture.Value) = (0x9003, .ascii("2024:05:01 12:00:00"))

  private static func exif(_ fixture: ExifFixture) -> [UInt8] {
    JPEGFixture.segment(0xE1, Array("Exif\0\0".utf8) + fixture.tiff)
  }

  private static func parts(_ block: [UInt8], of length: Int) -> [[UInt8]] {
    stride(from: 0, to: block.count, by: length).map {
      JPEGFixture.segment(
        0xE1, Array("Exif\0\0".utf8) + block[$0..<min($0 + length, block.count)])
    }
  }

  /// An Exif block of more than 64 KB, with the position behind everything else.
  private static let long: [UInt8] = {
    var fixture = paris
    fixture.exif = [date, (0x927C, .bytes([UInt8](repeating: 7, count: 150_000)))]
    return fixture.tiff
  }()

  @Test(
    "is read from a later Exif block where the first gives no place",
    arguments: [
      ExifFixture(exif: [date]), ExifFixture(gps: [(1, .ascii("N"))]),
      ExifFixture(
        gps: [(2, .rational([(48, 0), (1, 1), (1, 1)]))] + ExifFixture.paris.dropFirst(2)),
      ExifFixture(gps: [(2, .rational([(0, 1)])), (4, .rational([(0, 1)]))]),
    ])
  func laterBlock(first: ExifFixture) {
    let facts = read(JPEGFixture.picture([Self.exif(first), Self.exif(Self.paris)]))
    #expect(facts.place.location?.coordinate.latitudeE7 == 488_581_944)
    let broken = JPEGFixture.segment(0xE1, Array("Exif\0\0nothing of the kind".utf8))
    #expect(
      read(JPEGFixture.picture([broken, Self.exif(Self.paris)])).place.location?.coordinate
        .latitudeE7 == 488_581_944)
  }

  @Test("says why the place of the first Exif block does not count")
  func refusedFirst() {
    let wrong = ExifFixture(gps: ExifFixture.paris.dropLast(2) + [])
    let facts = read(JPEGFixture.picture([Self.exif(wrong), Self.exif(Self.paris)]))
    #expect(
      facts.remarks == [
        "the place is from another Exif block, because one was refused: GPSLongitude is missing"
      ])
  }

  @Test("is put together from the segments of a long Exif block", arguments: [65_527, 60_100])
  func longBlock(length: Int) {
    let segments = Self.parts(Self.long, of: length)
    #expect(segments.count == 3)
    let facts = read(JPEGFixture.picture(segments))
    #expect(facts.place.location?.coordinate.latitudeE7 == 488_581_944)
    #expect(facts.time?.localMilliseconds == 1_714_564_800_000)
    #expect(facts.remarks.isEmpty, "\(facts.remarks)")
    // Without its last part the position is missing, and nothing else is used for it.
    let cut = read(JPEGFixture.picture(segments.dropLast()))
    #expect(cut.place.location == nil)
    // A separate block does not continue the previous one.
    let other = ExifFixture(gps: Array(ExifFixture.paris.prefix(2)))
    #expect(read(JPEGFixture.picture([segments[0], Self.exif(other)])).place.location == nil)
  }

  @Test("of a long Exif block cut short anywhere gives the true place or a reason")
  func longBlockCut() {
    let bytes = JPEGFixture.picture(Self.parts(Self.long, of: 65_527))
    var random = SeededRandom(seed: 5)
    var reader = PhotoReader()
    for _ in 0..<200 {
      let length = Int.random(in: 0..<bytes.count, using: &random)
      let place = reader.facts(bytes: Array(bytes.prefix(length))).place
      if let coordinate = place.location?.coordinate {
        #expect(coordinate.latitudeE7 == 488_581_944)
      }
    }
  }

  @Test("agrees with exiftool on a long Exif block, and on XMP that was too long for a segment")
  func exiftool() throws {
    let photos = try TemporaryPhotos()
    try photos.write(JPEGFixture.picture(Self.parts(Self.long, of: 65_527)), as: "long.jpg")
    try photos.write(Self.extended(), as: "extended.jpg")
    try photos.write(
      [UInt8](repeating: 0x20, count: 300) + JPEGFixture.picture([Self.exif(Self.paris)]),
      as: "junk.jpg")
    try photos.write(ContainerFixture.jpegResources.file(exif: Self.paris), as: "resources.jpg")
    let answers = try ExifTool.read(photos.folder.path)
    #expect(answers.count == 4)
    var reader = PhotoReader()
    for (name, answer) in answers {
      let latitude =
        answer.number("Composite:GPSLatitude") ?? answer.number("XMP-exif:GPSLatitude")
      let ours = reader.facts(at: photos.path(name)).place.location?.coordinate.latitude
      #expect(latitude != nil, "exiftool finds nothing in \(name)")
      #expect(abs((ours ?? 0) - (latitude ?? 0)) < 1e-6, "\(name)")
    }
  }

  /// A picture with a main packet and the rest of it in segments of 1000 bytes.
  private static func extended(
    name: String = String(repeating: "0A", count: 16), order: [Int]? = nil, dropping: Int? = nil,
    total: Int? = nil
  ) -> [UInt8] {
    let main = XMPFixture.packet(
      attributes: "xmlns:xmpNote='http://ns.adobe.com/xmp/note/' "
        + "xmpNote:HasExtendedXMP='\(String(repeating: "0A", count: 16))'")
    var packet = Array(XMPFixture.position("48,30N", "2,15E").utf8)
    packet.insert(contentsOf: [UInt8](repeating: 0x20, count: 2700), at: packet.count - 20)
    let positions = Array(stride(from: 0, to: packet.count, by: 1000))
    let parts = positions.map { position in
      JPEGFixture.segment(
        0xE1,
        Array("http://ns.adobe.com/xmp/extension/\0\(name)".utf8)
          + ContainerFixture.big(total ?? packet.count, 4) + ContainerFixture.big(position, 4)
          + packet[position..<min(position + 1000, packet.count)])
    }
    let chosen = (order ?? Array(parts.indices)).filter { $0 != dropping }.map { parts[$0] }
    return JPEGFixture.picture([XMPFixture.segment(Array(main.utf8))] + chosen)
  }

  @Test("is read from an XMP packet that was too long for one segment, in whatever order")
  func extendedXMP() {
    for order in [nil, [3, 2, 1, 0], [0, 0, 1, 2, 2, 3]] as [[Int]?] {
      let facts = read(Self.extended(order: order))
      #expect(facts.place.location?.coordinate.latitude == 48.5, "\(facts.remarks)")
    }
  }

  @Test("is not read from one that is not whole, not named or far too long")
  func brokenExtension() {
    let notWhole = ["the extended XMP packet is incomplete and was ignored"]
    #expect(read(Self.extended(dropping: 2)).remarks == notWhole)
    #expect(read(Self.extended(name: String(repeating: "0B", count: 16))).remarks == notWhole)
    #expect(
      read(Self.extended(total: 5_000_000)).remarks == [
        "the extended XMP packet of 5000000 bytes is too long to be read"
      ])
  }

  private static func record(_ sets: [(UInt8, String)]) -> [UInt8] {
    sets.flatMap { number, text in
      [0x1C, 2, number] + ContainerFixture.big(text.utf8.count, 2) + text.utf8
    }
  }

  private static func resources(_ record: [UInt8], parts: Int = 1) -> [[UInt8]] {
    let all = ContainerFixture.resource(0x0404, record)
    return (0..<parts).map { part in
      let range = (all.count * part / parts)..<(all.count * (part + 1) / parts)
      return JPEGFixture.segment(0xED, Array("Photoshop 3.0\0".utf8) + all[range])
    }
  }

  @Test("has the time of its IPTC record where nothing else has one", arguments: [1, 3])
  func iptc(parts: Int) {
    let record = Self.record([
      (0, "\0\u{2}"), (55, "20240501"), (60, "120000+0200"), (90, "Paris"),
    ])
    let facts = read(JPEGFixture.picture(Self.resources(record, parts: parts)))
    #expect(facts.time?.localMilliseconds == 1_714_564_800_000)
    #expect(facts.time?.utcOffsetMinutes == 120)
    let own = ExifFixture(exif: [(0x9003, .ascii("2020:01:01 00:00:00"))])
    let both = read(JPEGFixture.picture([Self.exif(own)] + Self.resources(record)))
    #expect(both.time?.localMilliseconds == 1_577_836_800_000)
  }

  @Test(
    "has no time from an IPTC record that gives none",
    arguments: [
      [(55, "20240501")], [(60, "120000")], [(55, "20241301"), (60, "120000")],
      [(55, "2024"), (60, "120000")], [(55, "20240501"), (60, "25")], [],
    ] as [[(UInt8, String)]])
  func oddIPTC(sets: [(UInt8, String)]) {
    #expect(read(JPEGFixture.picture(Self.resources(Self.record(sets)))).time == nil)
  }

  @Test("has digital creation date where the date of creation is missing, without an offset")
  func digitalCreation() {
    let record = Self.record([(62, "20240501"), (63, "120000")])
    let time = read(JPEGFixture.picture(Self.resources(record))).time
    #expect(time?.localMilliseconds == 1_714_564_800_000)
    #expect(time?.utcOffsetMinutes == nil)
  }

  @Test("has the thumbnail of JFIF's extension where Exif has none")
  func thumbnail() throws {
    let segment = JPEGFixture.segment(0xE0, Array("JFXX\0\u{10}".utf8) + JPEGFixture.plain)
    let bytes = JPEGFixture.picture([segment])
    let range = try #require(read(bytes).embeddedThumbnail)
    #expect(Array(bytes[range.offset..<(range.offset + range.count)]) == JPEGFixture.plain)
    let pixels = JPEGFixture.segment(0xE0, Array("JFXX\0\u{13}".utf8) + [1, 1, 0xFF, 0xD8])
    #expect(read(JPEGFixture.picture([pixels])).embeddedThumbnail == nil)
  }

  @Test("counts behind bytes of something unknown, but not inside files that are known")
  func junk() {
    let photo = JPEGFixture.picture([Self.exif(Self.paris)])
    let junk = [UInt8](repeating: 0, count: 500)
    let facts = read(junk + photo)
    #expect(facts.format == .jpeg)
    #expect(facts.place.location != nil)
    #expect(facts.remarks == ["the picture starts behind 500 bytes of something else"])
    #expect(read(junk + JPEGFixture.plain).format == nil)
    #expect(read(Array("ID3\u{3}\0".utf8) + junk + photo).format == nil)
    #expect(read([UInt8](repeating: 0, count: 1100) + photo).format == nil)
  }

  @Test("is mutated at random and always answered", arguments: [UInt64(1), 2])
  func mutated(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let record = Self.record([(55, "20240501"), (60, "120000+0200")])
    let originals = [
      Self.extended(), JPEGFixture.picture(Self.resources(record, parts: 2)),
      JPEGFixture.picture([
        JPEGFixture.segment(0xE0, Array("JFXX\0\u{10}".utf8) + JPEGFixture.plain)
      ]),
    ]
    var reader = PhotoReader()
    for original in originals {
      for _ in 0..<400 {
        var bytes = original
        for _ in 0...Int.random(in: 0..<6, using: &random) {
          let at = Int.random(in: 2..<bytes.count, using: &random)
          bytes[at] =
            [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)]
            .randomElement(using: &random) ?? 0
        }
        let coordinate = reader.facts(bytes: bytes).place.location?.coordinate
        if let coordinate {
          #expect(abs(coordinate.latitude) <= 90)
          #expect(abs(coordinate.longitude) <= 180)
        }
      }
    }
  }
}
