internal import PhotoFacts

/// GIF: blocks of pixels, and perhaps one with an XMP packet.
enum GIFFile {
  static let format = FileFormat(formats: [.gif], read: read)

  /// The limit of blocks: 16 MB of pixels, in which a long animation may be cut off.
  private static let mostParts = 65_536

  /// Reads a GIF file: its size and its XMP packet.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    guard let flags = reader.file.byte(at: 10), let width = reader.file.uint16(at: 6, .little),
      let height = reader.file.uint16(at: 8, .little)
    else {
      reader.note("the file ends inside its header", in: &facts)
      return
    }
    if width > 0, height > 0 {
      facts.storedSize = PixelSize(width: Int(width), height: Int(height))
    }
    var position = 13 + Self.lengthOfColours(flags)
    var partsLeft = Self.mostParts
    while let kind = reader.file.byte(at: position), kind != 0x3B {
      var parts = position + 2
      if kind == 0x2C, let flags = reader.file.byte(at: position + 9) {
        // An image: position and size, a colour table, one byte for the decoder.
        parts = position + 11 + Self.lengthOfColours(flags)
      } else if kind == 0x21, reader.file.has("\u{B}XMP DataXMP", at: position + 2) {
        readPacket(at: position + 14, into: &facts, &reader)
        return
      } else if kind != 0x21 {
        reader.note("the file has neither picture nor extension at byte \(position)", in: &facts)
        return
      }
      guard let end = end(ofPartsAt: parts, &partsLeft, &reader) else { break }
      position = end
    }
    if partsLeft > 0, reader.file.byte(at: position) == nil || position >= reader.file.size {
      reader.note("the file ends before its picture does", in: &facts)
    }
  }

  /// The bytes of a colour table.
  private static func lengthOfColours(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// The end of a chain of sub-blocks; nil if it is too long.
  private static func end(ofPartsAt start: Int, _ partsLeft: inout Int, _ reader: inout PhotoReader)
    -> Int?
  {
    var position = start
    while partsLeft > 0 {
      guard let length = reader.file.byte(at: position) else { return position }
      position += 1 + Int(length)
      partsLeft -= 1
      if length == 0 { return position }
    }
    return nil
  }

  /// Reads the XMP packet at an offset.
  ///
  /// It is not split into sub-blocks: 258 bytes behind it lead readers that expect sub-blocks to the end.
  private static func readPacket(
    at start: Int, into facts: inout PhotoFacts, _ reader: inout PhotoReader
  ) {
    var partsLeft = XMPPacket.longestPacket
    guard let end = end(ofPartsAt: start, &partsLeft, &reader), end <= reader.file.size,
      end - start > 258
    else {
      reader.note("the XMP packet at byte \(start) is incomplete", in: &facts)
      return
    }
    reader.readXMP(at: start, count: end - start - 258, into: &facts)
  }
}
