@testable import PhotoMetadata

extension ContainerFixture {
  /// A Photoshop file: header, no colours, resources, no layers.
  static func photoshop(_ exif: [UInt8]?, _ xmp: [UInt8]?) -> [UInt8] {
    let resources = resources(exif, xmp)
    return Array("8BPS".utf8) + big(1, 2) + big(0, 6) + big(3, 2) + big(16, 4) + big(24, 4)
      + big(8, 2) + big(3, 2) + big(0, 4) + big(resources.count, 4) + resources + big(0, 4)
  }

  /// Photoshop resources: an irrelevant one, Exif and XMP.
  static func resources(_ exif: [UInt8]?, _ xmp: [UInt8]?) -> [UInt8] {
    resource(0x0421, [1, 2, 3], name: "abc") + (exif.map { resource(0x0422, $0) } ?? [])
      + (xmp.map { resource(0x0424, $0) } ?? [])
  }

  static func resource(_ number: Int, _ content: [UInt8], name: String = "") -> [UInt8] {
    let name = [UInt8(name.utf8.count)] + name.utf8
    return Array("8BIM".utf8) + big(number, 2) + name + (name.count % 2 == 1 ? [0] : [])
      + big(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// JPEG XL with metadata in uncompressed Brotli blocks.
  static func packedJPEGXL(_ exif: [UInt8]?, _ xmp: [UInt8]?) -> [UInt8] {
    jpegXL.file()
      + (exif.map { box("brob", Array("Exif".utf8) + brotli([0, 0, 0, 0] + $0)) } ?? [])
      + (xmp.map { box("brob", Array("xml ".utf8) + brotli($0)) } ?? [])
  }

  static func brotli(_ content: [UInt8]) -> [UInt8] {
    little((content.count - 1) << 4 | 1 << 20, 3) + content + [3]
  }

  static func jpeg2000(_ exif: [UInt8]?, _ xmp: [UInt8]?) -> [UInt8] {
    let header = big(16, 4) + big(24, 4) + [0, 3, 7, 7, 0, 0]
    return box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", "jp2 \0\0\0\0jp2 ".utf8)
      + box("jp2h", box("ihdr", header))
      + (exif.map { box("uuid", Array("JpgTiffExif->JP2".utf8) + $0) } ?? [])
      + (xmp.map { box("uuid", PhotoReader.xmpName + $0) } ?? []) + box("jp2c", [0xFF, 0x4F])
  }

  /// A raw file of Minolta: the size, and the Exif block if there is one.
  static func mrw(_ exif: [UInt8]?) -> [UInt8] {
    func block(_ type: String, _ content: [UInt8]) -> [UInt8] {
      Array("\0\(type)".utf8) + big(content.count, 4) + content
    }
    let size = Array("21810002".utf8) + big(20, 2) + big(28, 2) + big(16, 2) + big(24, 2)
    let blocks = block("PRD", size + big(0, 8)) + (exif.map { block("TTW", $0) } ?? [])
    return block("MRM", blocks) + [1, 2, 3, 4]
  }

  /// A raw file of Sigma with a JPEG, and its directory at the end.
  static func x3f(_ exif: [UInt8]?, _ xmp: [UInt8]?) -> [UInt8] {
    let segments = [
      JPEGFixture.segment(0xE1, exif.map { Array("Exif\0\0".utf8) + $0 } ?? Array("none".utf8)),
      xmp.map { XMPFixture.segment($0) } ?? [],
    ]
    let head =
      Array("FOVb".utf8) + little(0x2_0000, 4) + little(0, 20) + little(24, 4) + little(16, 4)
      + little(0, 4)
    let section =
      Array("SECi".utf8) + little(0x2_0000, 4) + little(2, 4) + little(18, 4) + little(24, 4)
      + little(16, 4) + little(0, 4) + JPEGFixture.picture(segments)
    let directory =
      Array("SECd".utf8) + little(0x2_0000, 4) + little(2, 4) + little(0, 8) + "PROP".utf8
      + little(head.count, 4) + little(section.count, 4) + "IMA2".utf8
    return head + section + directory + little(head.count + section.count, 4)
  }

  /// A picture of one colour with the packet behind it, and the trailer for simple readers.
  static func gif(_ xmp: [UInt8]?) -> [UInt8] {
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    let picture: [UInt8] = [
      0x2C, 0, 0, 0, 0, 24, 0, 16, 0, 0x80, 0, 0, 0, 255, 255, 255, 2, 2, 0x44, 1, 0,
    ]
    return Array("GIF89a".utf8) + little(24, 2) + little(16, 2) + [0x80, 0, 0] + [
      0, 0, 0, 255, 255, 255,
    ]
      + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + picture
      + (xmp.map { [0x21, 0xFF, 11] + "XMP DataXMP".utf8 + $0 + trailer } ?? []) + [0x3B]
  }

  static func avi(_ xmp: [UInt8]?, date: String? = nil) -> [UInt8] {
    let header = little(0, 32) + little(24, 4) + little(16, 4) + little(0, 16)
    let lists =
      riff(
        "LIST",
        "hdrl".utf8 + riff("avih", header) + (date.map { riff("IDIT", Array($0.utf8)) } ?? []))
      + riff("LIST", Array("movi".utf8) + riff("00dc", [1, 2, 3]))
      + (xmp.map { riff("_PMX", $0) } ?? [])
    return Array("RIFF".utf8) + little(lists.count + 4, 4) + "AVI ".utf8 + lists
  }
}

extension ExifFixture {
  /// The same tags in a BigTIFF file: counts and offsets of eight bytes.
  var bigTIFF: [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      let little = ContainerFixture.little(value, width)
      return isBigEndian ? little.reversed() : little
    }
    func directory(_ tags: [(UInt16, Value)], at start: Int) -> [UInt8] {
      let dataAt = start + 8 + 20 * tags.count + 8
      var (entries, data): ([UInt8], [UInt8]) = (number(tags.count, 8), [])
      for (tag, value) in tags {
        let (type, count, bytes) = encoded(value)
        entries += number(Int(tag), 2) + number(Int(type), 2) + number(Int(count), 8)
        if bytes.count > 8 {
          entries += number(dataAt + data.count, 8)
          data += bytes
        } else {
          entries += bytes + [UInt8](repeating: 0, count: 8 - bytes.count)
        }
      }
      return entries + number(0, 8) + data
    }
    let head =
      Array((isBigEndian ? "MM\0+" : "II+\0").utf8) + number(8, 2) + number(0, 2) + number(16, 8)
    func pointers(_ exif: Int, _ gps: Int) -> [(UInt16, Value)] {
      // The type of BigTIFF for offsets is 18.
      [
        (0x8769, .raw(type: 18, count: 1, bytes: number(exif, 8))),
        (0x8825, .raw(type: 18, count: 1, bytes: number(gps, 8))),
      ]
    }
    let exifAt = 16 + directory(image + pointers(0, 0), at: 16).count
    let exifPart = directory(exif, at: exifAt)
    let gpsAt = exifAt + exifPart.count
    return head + directory(image + pointers(exifAt, gpsAt), at: 16) + exifPart
      + directory(gps, at: gpsAt)
  }
}
