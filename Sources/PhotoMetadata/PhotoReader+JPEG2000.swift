internal import PhotoFacts

extension PhotoReader {
  /// The names of the top-level box with an Exif block.
  private static let exifNames = [
    Array("JpgTiffExif->JP2".utf8),
    [
      0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11,
      0x3E,
    ],
  ]

  /// Reads a JPEG 2000 file: boxes with the size, an Exif block and an XMP packet.
  mutating func readJPEG2000(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var boxes = Boxes(from: 0, to: file.size)
    var packet: ByteRange?
    while let box = boxes.next(in: &file) {
      if box.has("jp2h") {
        var parts = box.boxes()
        if let header = parts.first("ihdr", in: &file) {
          // The height comes first.
          facts.storedSize = file.size(at: header.payload)
            .map { PixelSize(width: $0.height, height: $0.width) }
        }
      }
      guard box.has("uuid") else { continue }
      if Self.exifNames.contains(where: { isNamed($0, box) }) {
        readExif(at: box.payload + 16, count: box.count - 16, into: &facts)
      } else if packet == nil, isNamed(Self.xmpName, box) {
        packet = ByteRange(offset: box.payload + 16, count: box.count - 16)
      }
    }
    if let packet { readXMP(at: packet.offset, count: packet.count, into: &facts) }
    if let damage = boxes.damage { note(damage, in: &facts) }
  }
}
