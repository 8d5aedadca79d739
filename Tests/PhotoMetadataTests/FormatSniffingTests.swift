import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("The format of a file")
struct FormatSniffingTests {
  private static func boxes(_ brand: String, _ compatible: String = "") -> [UInt8] {
    let content = Array("ftyp\(brand)\0\0\0\0\(compatible)".utf8)
    return [0, 0, 0, UInt8(content.count + 4)] + content + [0, 0, 0, 8] + Array("mdat".utf8)
  }

  private static func raw(_ make: String, _ tags: [(UInt16, Value)]) -> [UInt8] {
    ExifFixture(image: [(0x010F, .ascii(make))] + tags).tiff
  }

  static let examples: [([UInt8], MediaFormat)] = [
    (JPEGFixture.plain, .jpeg), (boxes("heic", "mif1heic"), .heic),
    (boxes("mif1", "mif1avif"), .avif),
    (boxes("mif1", "mif1heic"), .heic), (boxes("avif"), .avif), (boxes("crx "), .cr3),
    (boxes("qt  "), .quicktime), (boxes("isom", "isommp41"), .mp4), (boxes("3gp4"), .threeGP),
    (boxes("jxl "), .jpegXL), ([0xFF, 0x0A, 0, 0], .jpegXL),
    ([0, 0, 0, 12] + "JXL \r\n".utf8, .jpegXL), ([0x89] + "PNG\r\n\u{1A}\n".utf8, .png),
    (Array("GIF89a".utf8), .gif), (Array("RIFF\0\0\0\0WEBP".utf8), .webp),
    (Array("RIFF\0\0\0\0AVI ".utf8), .avi), ([0x1A, 0x45, 0xDF, 0xA3, 1], .matroska),
    ([0, 0, 0, 8] + "wide".utf8, .quicktime), (Array("FUJIFILMCCD-RAW 0201".utf8), .raf),
    (Array("FOVb\0\0".utf8), .x3f), (Array("\0MRM\0\0".utf8), .mrw),
    (Array("IIU\0\0\0".utf8), .rw2),
    (Array("IIRO\0\0".utf8), .orf), (Array("BM\0\0\0\0\0\0\0\0".utf8), .bmp),
    (ExifFixture().tiff, .tiff), (raw("NIKON CORPORATION", [(0x014A, .long([900]))]), .nef),
    (raw("NIKON SCANNERS", []), .tiff), (raw("SONY", [(0x014A, .long([900]))]), .arw),
    (raw("PENTAX", [(0x0103, .short([65_535]))]), .pef),
    (raw("SAMSUNG", [(0x014A, .long([900]))]), .srw),
    (raw("NIKON", [(0x0110, .ascii("COOLPIX P7700")), (0x014A, .long([900]))]), .nrw),
    (raw("SONY", [(0x0110, .ascii("DSC-R1")), (0x014A, .long([900]))]), .sr2),
    (raw("SONY", [(0x0110, .ascii("DSC-F828")), (0x014A, .long([900]))]), .srf),
    (raw("Hasselblad", [(0x014A, .long([900]))]), .hasselblad),
    (raw("SEIKO EPSON CORP.", [(0x014A, .long([900]))]), .erf),
    (raw("EASTMAN KODAK COMPANY", [(0x014A, .long([900]))]), .kdc),
    (raw("Kodak", [(0x0110, .ascii("DCS Pro SLR/n")), (0x014A, .long([900]))]), .dcr),
    (raw("Mamiya-OP Co.,Ltd.", [(0x014A, .long([900]))]), .mef),
    (raw("Leaf", [(0x8606, .bytes([0, 0, 0, 0]))]), .mos),
    (raw("EASTMAN KODAK COMPANY", []), .tiff), (raw("ACME", [(0x014A, .long([900]))]), .tiff),
    (Array("II*\0\u{10}\0\0\0IIII".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .iiq),
    (Array("II\u{1A}\0\0\0HEAPCCDR".utf8), .crw), (Array("8BPS\0\u{1}".utf8), .psd),
    ([0, 0, 0, 12] + "jP  \r\n\u{87}\n".utf8, .jpeg2000),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x87, 0x42, 0x82, 0x84] + "webm".utf8, .webm),
    (boxes("MiHB", "mif1heic"), .heic), (boxes("vvic", "mif1"), .heic), (boxes("msf1"), .heic),
    (boxes("abcd", "mif1"), .heic), (boxes("hevc"), .heic), (boxes("avis"), .avif),
    (raw("ACME", [(0xC612, .bytes([1, 4, 0, 0]))]), .dng),
    (Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .cr2),
  ]

  @Test("is detected by its content", arguments: examples)
  func known(bytes: [UInt8], format: MediaFormat) {
    let facts = read(bytes)
    #expect(facts.format == format)
    // All of them are only the start of a file.
    #expect(facts.refusal != nil)
  }

  @Test(
    "that is not a photo is named",
    arguments: [
      ("plain text", ", but text"), ("{\"a\": 1}", ", but text"), ("II", ", but text"),
      ("%PDF-1.7", ", but a PDF document"), ("ID3\u{3}", ", but sound (MP3)"),
      ("\0\0\0\u{14}ftypM4A \0\0\0\0", ", but sound (M4A)"),
      ("RIFF\0\0\0\0WAVEfmt ", ", but sound (WAV)"),
      ("PK\u{3}\u{4}\u{14}", ", but a ZIP archive"),
      ("\n<!DOCTYPE html><p>gone", ", but an HTML page"),
      ("\u{FEFF}<HTML>", ", but an HTML page"), ("<?xml version='1.0'?>", ", but an XML document"),
      ("\u{1}\u{2}\u{3}\u{4}\u{5}", ""), ("Grüße aus Köln", ", but text"),
    ])
  func unknown(text: String, name: String) {
    let facts = read(Array(text.utf8))
    #expect(facts.format == nil)
    #expect(facts.refusal == "unsupported: not a photo or video\(name)")
  }

  @Test("of an unsupported film is named")
  func unread() {
    let packet = [0x47] + [UInt8](repeating: 0xFF, count: 187)
    let refusal = "unsupported: MPEG transport streams (MTS) are not supported"
    #expect(read(Array([packet, packet, packet, packet, packet].joined())).refusal == refusal)
    let late = [0, 0, 0, 0] + packet
    #expect(read(Array([late, late, late, late, late].joined())).refusal == refusal)
    #expect(read([0, 0, 1, 0xBA, 0x44]).refusal == "unsupported: MPEG videos are not supported")
  }

  @Test("that starts with zeros was not written completely")
  func zeros() {
    let end = ": it was not written completely"
    #expect(
      read([UInt8](repeating: 0, count: 20_000)).refusal
        == "unreadable: its first 16 KiB are zeros" + end)
    #expect(read([0]).refusal == "unreadable: it is all zeros" + end)
    #expect(
      read([UInt8](repeating: 0, count: 9000) + [1]).refusal == "unsupported: not a photo or video")
  }
}
