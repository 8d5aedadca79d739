import Foundation

@testable import PhotoMetadata

/// Files of many formats, assembled around one Exif block and one XMP packet.
enum ContainerFixture: String, CaseIterable, Sendable {
  case png, pngRawProfile, webp, heic, heicItemData, heicPieces, jpegXL, jpegXLBrotli, tiff, raf,
    cr3, bigTIFF, photoshop, jpegResources, jpeg2000, mrw, x3f, gif, avi

  /// Formats that can contain an Exif block.
  static let withExif = allCases.filter { ![.gif, .avi].contains($0) }

  /// Formats that can contain an XMP packet.
  static let withXMP = allCases.filter { $0 != .mrw }

  /// A file with these inside.
  func file(exif: ExifFixture? = nil, xmp: String? = nil) -> [UInt8] {
    let block = exif?.tiff
    let packet = xmp.map { Array($0.utf8) }
    switch self {
    case .png: return Self.png(block.map { Self.chunk("eXIf", $0) }, Self.text(packet))
    case .pngRawProfile:
      let hex = block.map { Self.rawProfile("exif", Array("Exif\0\0".utf8) + $0) }
      return Self.png(hex, packet.map { Self.rawProfile("xmp", $0) })
    case .webp:
      let head = Self.little(24 - 1, 3) + Self.little(16 - 1, 3)
      let chunks =
        Self.riff("VP8X", [0x0C, 0, 0, 0] + head) + Self.riff("VP8 ", [1, 2, 3])
        + (block.map { Self.riff("EXIF", $0) } ?? []) + (packet.map { Self.riff("XMP ", $0) } ?? [])
      return Array("RIFF".utf8) + Self.little(chunks.count + 4, 4) + "WEBP".utf8 + chunks
    case .heic: return Self.heic(block, packet, inTable: false)
    case .heicItemData: return Self.heic(block, packet, inTable: true)
    case .heicPieces: return Self.heic(block, packet, inTable: false, pieces: 3)
    case .jpegXL:
      return Self.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Self.box("ftyp", "jxl \0\0\0\0jxl ".utf8)
        + (block.map { Self.box("Exif", [0, 0, 0, 0] + $0) } ?? [])
        + (packet.map { Self.box("xml ", $0) } ?? [])
        // 16 × 24: small, height 16, width by ratio 3:2.
        + Self.box("jxlc", [0xFF, 0x0A, 0b0000_0011, 0b0000_0001])
    case .cr3:
      let size: [(UInt16, ExifFixture.Value)] = [(256, .short([24])), (257, .short([16]))]
      let image = ExifFixture(image: size + (exif?.image ?? []))
      let parts =
        Self.box("CMT1", image.tiff) + Self.box("CMT2", ExifFixture(image: exif?.exif ?? []).tiff)
        + Self.box("CMT4", ExifFixture(image: exif?.gps ?? []).tiff)
      let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
      ]
      return Self.box("ftyp", "crx \0\0\0\0crx ".utf8)
        + Self.box("moov", Self.box("uuid", canon + parts))
        + (packet.map { Self.box("uuid", PhotoReader.xmpName + $0) } ?? [])
    case .raf:
      let segments = [
        block.map { JPEGFixture.segment(0xE1, Array("Exif\0\0".utf8) + $0) },
        packet.map { XMPFixture.segment($0) },
      ]
      let name = Array("FUJIFILMCCD-RAW 0201".utf8)
      return name + [UInt8](repeating: 0, count: 84 - name.count) + Self.big(160, 4)
        + [UInt8](repeating: 0, count: 72) + JPEGFixture.picture(segments.compactMap { $0 })
    case .tiff:
      var fixture = exif ?? ExifFixture()
      fixture.image += [(256, .short([24])), (257, .short([16]))]
      if let packet { fixture.image.append((700, .bytes(packet))) }
      return fixture.tiff
    case .bigTIFF:
      var fixture = exif ?? ExifFixture()
      fixture.image += [(256, .short([24])), (257, .short([16]))]
      if let packet { fixture.image.append((700, .bytes(packet))) }
      return fixture.bigTIFF
    case .jpegXLBrotli: return Self.packedJPEGXL(block, packet)
    case .photoshop: return Self.photoshop(block, packet)
    case .jpegResources:
      return JPEGFixture.picture([
        JPEGFixture.segment(0xED, Array("Photoshop 3.0\0".utf8) + Self.resources(block, packet))
      ])
    case .jpeg2000: return Self.jpeg2000(block, packet)
    case .mrw: return Self.mrw(block)
    case .x3f: return Self.x3f(block, packet)
    case .gif: return Self.gif(packet)
    case .avi: return Self.avi(packet)
    }
  }

  /// A grey picture of 24 × 16 pixels, with more chunks before and after the pixels.
  static func png(_ before: [UInt8]?, _ after: [UInt8]?) -> [UInt8] {
    let head = big(24, 4) + big(16, 4) + [8, 0, 0, 0, 0]
    let pixels: [UInt8] = [
      0x78, 0xDA, 0x63, 0x60, 0x18, 0x05, 0x83, 0x09, 0x00, 0x00, 0x01, 0x90, 0x00, 0x01,
    ]
    return [0x89] + "PNG\r\n\u{1A}\n".utf8 + chunk("IHDR", head) + (before ?? [])
      + chunk("IDAT", pixels) + (after ?? []) + chunk("IEND", [])
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return big(content.count, 4) + body + big(Int(crc(body)), 4)
  }

  static func box(_ type: String, _ content: some Sequence<UInt8>) -> [UInt8] {
    let content = Array(content)
    return big(content.count + 8, 4) + type.utf8 + content
  }

  static func big(_ number: Int, _ width: Int) -> [UInt8] { little(number, width).reversed() }

  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func riff(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static func text(_ packet: [UInt8]?) -> [UInt8]? {
    packet.map { chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + $0) }
  }

  /// A profile as ImageMagick writes it, in an uncompressed zlib stream.
  static func rawProfile(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let digits = content.map { String(format: "%02x", $0) }.joined()
    let text = Array("\n\(name)\n\(content.count)\n\(digits)\n".utf8)
    let stored = [1] + little(text.count, 2) + little(~text.count, 2) + text
    let sums = text.reduce((1, 0)) { sums, byte in
      let first = (sums.0 + Int(byte)) % 65_521
      return (first, (sums.1 + first) % 65_521)
    }
    return chunk(
      "zTXt",
      Array("Raw profile type \(name)\0\0".utf8) + [0x78, 1] + stored
        + big(sums.1 << 16 | sums.0, 4))
  }

  /// A table of items, and the items behind it or in its own `idat` box.
  private static func heic(
    _ exif: [UInt8]?, _ xmp: [UInt8]?, inTable: Bool, pieces: Int = 1
  ) -> [UInt8] {
    let items = [exif.map { [0, 0, 0, 6] + "Exif\0\0".utf8 + $0 } ?? [], xmp ?? []]
    let names = [
      box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + "hvc1\0".utf8),
      box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + "Exif\0".utf8),
      box("infe", [2, 0, 0, 0, 0, 3, 0, 0] + "mime\0application/rdf+xml\0".utf8),
    ]
    let properties =
      box("ipco", box("ispe", big(0, 4) + big(24, 4) + big(16, 4)) + box("irot", [3]))
      + box("ipma", big(0, 4) + big(1, 4) + big(1, 2) + [2, 0x81, 2])
    func table(_ first: Int) -> [UInt8] {
      var locations = [1, 0, 0, 0, 0x44, 0] + big(2, 2)
      var offset = first
      for (index, item) in items.enumerated() {
        locations += big(index + 2, 2) + big(inTable ? 1 : 0, 2) + big(0, 2) + big(pieces, 2)
        for piece in 0..<pieces {
          let (start, end) = (item.count * piece / pieces, item.count * (piece + 1) / pieces)
          locations += big(offset + start, 4) + big(end - start, 4)
        }
        offset += item.count
      }
      return box(
        "meta",
        big(0, 4) + box("pitm", big(0, 4) + big(1, 2))
          + box("iinf", big(0, 4) + big(3, 2) + names.joined()) + box("iprp", properties)
          + box("iloc", locations) + (inTable ? box("idat", items.joined()) : []))
    }
    let type = box("ftyp", "heic\0\0\0\0mif1heic".utf8)
    if inTable { return type + table(0) }
    return type + table(type.count + table(0).count + 8) + box("mdat", items.joined())
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}
