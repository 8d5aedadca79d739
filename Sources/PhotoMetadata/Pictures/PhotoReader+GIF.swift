internal import PhotoFacts

extension PhotoReader {
  /// The limit of blocks: 16 MB of pixels, in which a long animation may be cut off.
  private static let mostParts = 65_536

  /// Reads a GIF file: its size and its XMP packet.
  mutating func readGIF(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    guard let flags = file.byte(at: 10), let width = file.uint16(at: 6, .little),
      let height = file.uint16(at: 8, .little)
    else {
      note("the file ends inside its header", in: &facts)
      return
    }
    if width > 0, height > 0 {
      facts.storedSize = PixelSize(width: Int(width), height: Int(height))
    }
    var position = 13 + Self.lengthOfColours(flags)
    var partsLeft = Self.mostParts
    while let kind = file.byte(at: position), kind != 0x3B {
      var parts = position + 2
      if kind == 0x2C, let flags = file.byte(at: position + 9) {
        // An image: position and size, a colour table, one byte for the decoder.
        parts = position + 11 + Self.lengthOfColours(flags)
      } else if kind == 0x21, file.has("\u{B}XMP DataXMP", at: position + 2) {
        readPacket(at: position + 14, into: &facts)
        return
      } else if kind != 0x21 {
        note("the file has neither picture nor extension at byte \(position)", in: &facts)
        return
      }
      guard let end = end(ofPartsAt: parts, &partsLeft) else { break }
      position = end
    }
    if partsLeft > 0, file.byte(at: position) == nil || position >= file.size {
      note("the file ends before its picture does", in: &facts)
    }
  }

  /// The bytes of a colour table.
  private static func lengthOfColours(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// The end of a chain of sub-blocks; nil if it is too long.
  private mutating func end(ofPartsAt start: Int, _ partsLeft: inout Int) -> Int? {
    var position = start
    while partsLeft > 0 {
      guard let length = file.byte(at: position) else { return position }
      position += 1 + Int(length)
      partsLeft -= 1
      if length == 0 { return position }
    }
    return nil
  }

  /// Reads the XMP packet at an offset.
  ///
  /// It is not split into sub-blocks: 258 bytes behind it lead readers that expect sub-blocks to the end.
  private mutating func readPacket(at start: Int, into facts: inout PhotoFacts) {
    var partsLeft = XMPPacket.longestPacket
    guard let end = end(ofPartsAt: start, &partsLeft), end <= file.size, end - start > 258 else {
      note("the XMP packet at byte \(start) is incomplete", in: &facts)
      return
    }
    readXMP(at: start, count: end - start - 258, into: &facts)
  }
}
