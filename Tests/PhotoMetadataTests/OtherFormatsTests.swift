import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A format with little metadata")
struct OtherFormatsTests {
  @Test("gives its size: BMP from the top or from the bottom, old or new")
  func bmp() {
    func file(_ header: [UInt8]) -> [UInt8] {
      Array("BM".utf8) + ContainerFixture.little(0, 12) + header
    }
    let little = ContainerFixture.little
    let size = PixelSize(width: 24, height: 16)
    #expect(read(file(little(40, 4) + little(24, 4) + little(16, 4))).storedSize == size)
    #expect(read(file(little(40, 4) + little(24, 4) + little(-16, 4))).storedSize == size)
    #expect(read(file(little(12, 4) + little(24, 2) + little(16, 2))).storedSize == size)
    #expect(read(file(little(40, 4) + little(24, 4) + little(-1 << 31, 4))).place.location == nil)
    let facts = read(file(little(40, 4) + little(0, 8)))
    #expect(facts.storedSize == nil)
    #expect(facts.refusal == "no-gps: BMP files cannot hold a position")
  }

  @Test(
    "gives the date of an AVI film as each camera writes it",
    arguments: [
      ("2005:08:15 11:23:45", 1_124_105_025_000), ("Mon Aug 15 11:23:45 2005\n", 1_124_105_025_000),
      ("MON AUG  5 11:23:45 2005", 1_123_241_025_000), ("2005-08-15  11:23:45", 1_124_105_025_000),
      ("2005/08/15/ 11:23", 1_124_104_980_000), ("2005/ 8/15  1:23PM", 1_124_112_180_000),
    ] as [(String, Int64)])
  func aviDates(text: String, milliseconds: Int64) {
    let time = read(ContainerFixture.avi(nil, date: text)).time
    #expect(time?.localMilliseconds == milliseconds)
    #expect(time?.utcOffsetMinutes == nil)
  }

  @Test("refuses an invalid date of an AVI video")
  func oddDates() {
    for text in ["once upon a time", "Mon Xyz 15 11:23:45 2005", "Mon Aug 99 11:23:45 2005"] {
      let facts = read(ContainerFixture.avi(nil, date: text))
      #expect(facts.time == nil)
      #expect(facts.remarks == ["IDIT is “\(text)”: no time"])
    }
  }

  /// An older raw file of Canon: records in a heap, each heap's directory at its end.
  private static func crw() -> [UInt8] {
    let little = ContainerFixture.little
    func heap(_ records: [(Int, [UInt8])]) -> [UInt8] {
      var (content, directory): ([UInt8], [UInt8]) = ([], little(records.count, 2))
      for (tag, bytes) in records {
        directory += little(tag, 2)
        if tag & 0x4000 != 0 {
          directory += bytes + [UInt8](repeating: 0, count: 8 - bytes.count)
        } else {
          directory += little(bytes.count, 4) + little(content.count, 4)
          content += bytes
        }
      }
      return content + directory + little(content.count, 4)
    }
    let image = little(24, 4) + little(16, 4) + little(0, 20)
    let properties = heap([
      (0x180E, little(1_068_485_966, 4) + little(0, 8)), (0x1810, image),
    ])
    let object = heap([(0x080A, Array("Canon\0EOS 300D\0".utf8))])
    return Array("II".utf8) + little(26, 4) + "HEAPCCDR".utf8 + little(0, 12)
      + heap([(0x2807, object), (0x300A, properties), (0x5029, little(1, 8))])
  }

  @Test("gives time, camera and size of a CRW file, and the place only from XMP behind it")
  func canon() {
    let bytes = Self.crw()
    let facts = read(bytes)
    #expect(facts.time?.localMilliseconds == 1_068_485_966_000)
    #expect(facts.camera == Camera(make: "Canon", model: "EOS 300D"))
    #expect(facts.storedSize == PixelSize(width: 24, height: 16))
    #expect(facts.refusal == "no-gps: Canon's CRW files cannot hold a position")
    for length in 0..<bytes.count { _ = read(Array(bytes.prefix(length))) }
    var random = SeededRandom(seed: 41)
    for _ in 0..<3000 {
      var mutated = bytes
      for _ in 0...Int.random(in: 0..<5, using: &random) {
        mutated[Int.random(in: 0..<bytes.count, using: &random)] =
          [0, 1, 8, 0x28, 0x30, 0xFF].randomElement(using: &random) ?? 0
      }
      #expect(read(mutated).place.location == nil)
    }
  }

  @Test(
    "agrees with exiftool on what it wrote into Photoshop, GIF, Minolta, JPEG 2000 and CRW files")
  func exiftool() throws {
    let photos = try TemporaryPhotos()
    let files: [(String, [UInt8])] = [
      ("a.psd", ContainerFixture.photoshop.file()), ("a.gif", ContainerFixture.gif.file()),
      ("a.mrw", ContainerFixture.mrw.file(exif: ExifFixture(image: [(0x010F, .ascii("ACME"))]))),
      ("a.jp2", ContainerFixture.jpeg2000.file()), ("a.crw", Self.crw()),
    ]
    for (name, bytes) in files { try photos.write(bytes, as: name) }
    let tags = [
      "-GPSLatitude=33.8568", "-GPSLatitudeRef=S", "-GPSLongitude=70.2153", "-GPSLongitudeRef=W",
      "-XMP-exif:GPSLatitude=-33.8568", "-XMP-exif:GPSLongitude=-70.2153",
    ]
    try ExifTool.write(files.map { tags + [photos.folder.file($0.0)] }, in: photos.folder.path)
    let answers = try ExifTool.read(
      photos.folder.path, extensions: files.map { String($0.0.suffix(3)) })
    #expect(answers.count == files.count)
    var reader = PhotoReader()
    for (name, answer) in answers {
      let latitude = answer.number("GPS:GPSLatitude") ?? answer.number("XMP-exif:GPSLatitude")
      #expect(latitude.map { abs(abs($0) - 33.8568) < 1e-6 } == true, "exiftool wrote no \(name)")
      let facts = reader.facts(at: photos.path(name))
      let coordinate = facts.place.location?.coordinate
      #expect(abs((coordinate?.latitude ?? 0) + 33.8568) < 1e-6, "\(name) \(facts.refusal ?? "")")
      #expect(abs((coordinate?.longitude ?? 0) + 70.2153) < 1e-6, "\(name)")
    }
  }

  @Test("has the time of the IPTC record in a TIFF or PNG file without any other")
  func tiff() {
    let record: [UInt8] =
      [0x1C, 2, 55, 0, 8] + "20240501".utf8 + [0x1C, 2, 60, 0, 11] + "120000+0200".utf8
    for tag in [(0x83BB, record), (0x8649, ContainerFixture.resource(0x0404, record))]
      as [(UInt16, [UInt8])]
    {
      let facts = read(ExifFixture(image: [(tag.0, .bytes(tag.1))]).tiff)
      #expect(facts.time?.localMilliseconds == 1_714_564_800_000)
      #expect(facts.time?.utcOffsetMinutes == 120)
      let chunk = ContainerFixture.rawProfile("iptc", tag.1)
      #expect(read(ContainerFixture.png(chunk, nil)).time?.utcOffsetMinutes == 120)
    }
  }

  @Test("may be a BigTIFF with its first number at either end", arguments: [false, true])
  func bigTIFF(isBigEndian: Bool) {
    var fixture = ExifFixture(image: [(0x010F, .ascii("ACME"))], gps: ExifFixture.paris)
    fixture.isBigEndian = isBigEndian
    let bytes = fixture.bigTIFF
    #expect(read(bytes).place.location?.coordinate.latitudeE7 == 488_581_944)
    // Impossible offsets and counts.
    for at in 8..<min(bytes.count, 200) {
      var mutated = bytes
      mutated.replaceSubrange(
        at..<min(at + 8, bytes.count), with: repeatElement(0xFF, count: min(8, bytes.count - at)))
      _ = read(mutated)
    }
  }

  @Test("keeps its packet behind an animation of a thousand pictures")
  func gif() {
    let packet = Array(XMPFixture.position("48,30N", "2,15E").utf8)
    let bytes = ContainerFixture.gif(packet)
    let plain = ContainerFixture.gif(nil)
    let animation = Array(plain.dropLast().dropFirst(19))
    let many = Array([[UInt8]](repeating: animation, count: 1000).joined())
    let facts = read(plain.prefix(19) + many + bytes.dropFirst(19))
    #expect(facts.place.location?.coordinate.latitude == 48.5)
    // An endless chain of parts is not followed.
    let endless = plain.prefix(19) + [0x21, 0xFE] + [UInt8](repeating: 1, count: 3_000_000)
    #expect(processorSeconds { _ = read(Array(endless)) } < 1)
  }
}
