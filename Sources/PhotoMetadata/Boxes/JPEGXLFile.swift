internal import Compression
internal import PhotoFacts

/// JPEG XL: the bare picture, or boxes.
enum JPEGXLFile {
  static let format = FileFormat(formats: [.jpegXL], read: read)

  /// The limit of compressed boxes that are unpacked.
  ///
  /// A photo has one of each kind; a few compressed bytes can expand to megabytes.
  private static let mostUnpacked = 8

  /// Reads a JPEG XL file: the bare picture, or boxes with the picture, Exif and XMP.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    guard reader.file.uint16(at: 0, .big) != 0xFF0A else {
      readCodestream(at: 0, into: &facts, &reader)
      return
    }
    var boxes = Boxes(from: 0, to: reader.file.size)
    var packet: ByteRange?
    var packed: [UInt8]?
    var unpackedLeft = Self.mostUnpacked
    while let box = boxes.next(in: &reader.file) {
      if box.has("Exif") { reader.readExifBox(at: box.payload, count: box.count, into: &facts) }
      if box.has("xml ") { packet = packet ?? ByteRange(offset: box.payload, count: box.count) }
      if box.has("brob"), reader.file.has("Exif", at: box.payload) {
        if let block = unpack(box, &unpackedLeft, into: &facts, &reader) {
          readExifBox(unpacked: block, into: &facts, &reader)
        }
      }
      if box.has("brob"), packet == nil, packed == nil, reader.file.has("xml ", at: box.payload) {
        packed = unpack(box, &unpackedLeft, into: &facts, &reader)
      }
      if box.has("jxlc") { readCodestream(at: box.payload, into: &facts, &reader) }
      // A part of the codestream is preceded by a four-byte index.
      if box.has("jxlp") { readCodestream(at: box.payload + 4, into: &facts, &reader) }
    }
    if let packet { reader.readXMP(at: packet.offset, count: packet.count, into: &facts) }
    if let packed { reader.readXMP(packed, at: nil, into: &facts) }
    if let damage = boxes.damage { reader.note(damage, in: &facts) }
  }

  /// Unpacks the content of a box that is compressed with Brotli, as libjxl writes it.
  private static func unpack(
    _ box: Boxes.Box, _ unpackedLeft: inout Int, into facts: inout PhotoFacts,
    _ reader: inout PhotoReader
  ) -> [UInt8]? {
    guard unpackedLeft > 0 else { return nil }
    unpackedLeft -= 1
    let limit = JPEGMetadata.longestBlock
    if box.count > 4, box.count <= limit,
      let compressed = reader.file.collect(at: box.payload + 4, count: box.count - 4),
      let content = unbrotlied(compressed[...], atMost: limit)
    {
      return content
    }
    let detail = "the metadata compressed with Brotli at byte \(box.start) cannot be unpacked"
    reader.noteUnread(detail, in: &facts)
    if case .unlocated(.noGPS, _) = facts.place {
      facts.place = .unlocated(.noGPS, detail: detail)
    }
    return nil
  }

  /// Reads an Exif block that was stored compressed.
  private static func readExifBox(
    unpacked block: [UInt8], into facts: inout PhotoFacts, _ reader: inout PhotoReader
  ) {
    reader.withUnpacked(block, into: &facts) { reader, facts in
      reader.readExifBox(at: 0, count: block.count, into: &facts)
    }
  }

  private static func readCodestream(
    at offset: Int, into facts: inout PhotoFacts, _ reader: inout PhotoReader
  ) {
    guard facts.storedSize == nil, reader.file.uint16(at: offset, .big) == 0xFF0A else { return }
    let count = min(16, reader.file.size - offset - 2)
    guard
      let head = reader.file.withBytes(at: offset + 2, count: count, { JPEGXLHead(Array($0)) })
    else { return }
    facts.storedSize = head.size
    facts.orientation = head.orientation
  }
}

/// The header of a JPEG XL codestream: the size and the orientation.
struct JPEGXLHead {
  private(set) var size: PixelSize?
  private(set) var orientation = Orientation.upright

  init(_ bytes: [UInt8]) {
    var bits = Bits(bytes: bytes)
    let isSmall = bits.number(1) == 1
    let height = Self.length(isSmall, &bits)
    let ratios = [(0, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    guard let height, let ratio = bits.number(3) else { return }
    let width =
      ratio == 0 ? Self.length(isSmall, &bits) : height * ratios[ratio].0 / ratios[ratio].1
    guard let width, width > 0 else { return }
    size = PixelSize(width: width, height: height)
    // Continue only if not all fields have their defaults and extra fields are present.
    guard bits.number(1) == 0, bits.number(1) == 1, let turn = bits.number(3) else { return }
    orientation = Orientation(rawValue: UInt8(turn + 1)) ?? .upright
  }

  private static func length(_ isSmall: Bool, _ bits: inout Bits) -> Int? {
    if isSmall { return bits.number(5).map { ($0 + 1) * 8 } }
    guard let choice = bits.number(2) else { return nil }
    return bits.number([9, 13, 18, 30][choice]).map { $0 + 1 }
  }
}

/// Reads bits, the lowest of each byte first.
private struct Bits {
  let bytes: [UInt8]
  var position = 0

  mutating func number(_ width: Int) -> Int? {
    guard position + width <= bytes.count * 8 else { return nil }
    var value = 0
    for index in 0..<width {
      let at = position + index
      value |= Int(bytes[at / 8] >> (at % 8) & 1) << index
    }
    position += width
    return value
  }
}
