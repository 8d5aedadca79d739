internal import PhotoFacts

/// JPEG 2000: boxes.
enum JPEG2000File {
  static let format = FileFormat(formats: [.jpeg2000], read: read)

  /// The names of the top-level box with an Exif block.
  private static let exifNames = [
    Array("JpgTiffExif->JP2".utf8),
    [
      0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11,
      0x3E,
    ],
  ]

  /// Reads a JPEG 2000 file: boxes with the size, an Exif block and an XMP packet.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var boxes = Boxes(from: 0, to: reader.file.size)
    var packet: ByteRange?
    while let box = boxes.next(in: &reader.file) {
      if box.has("jp2h") {
        var parts = box.boxes()
        if let header = parts.first("ihdr", in: &reader.file) {
          // The height comes first.
          facts.storedSize = reader.file.size(at: header.payload)
            .map { PixelSize(width: $0.height, height: $0.width) }
        }
      }
      // Some writers use the box for XML of any kind.
      if box.has("xml "), packet == nil,
        reader.file.has("<?xpacket", at: box.payload)
          || reader.file.has("<x:xmpmeta", at: box.payload)
      {
        packet = ByteRange(offset: box.payload, count: box.count)
      }
      guard box.has("uuid") else { continue }
      if Self.exifNames.contains(where: { reader.isNamed($0, box) }) {
        reader.readExif(at: box.payload + 16, count: box.count - 16, into: &facts)
      } else if packet == nil, reader.isNamed(PhotoReader.xmpName, box) {
        packet = ByteRange(offset: box.payload + 16, count: box.count - 16)
      }
    }
    if let packet { reader.readXMP(at: packet.offset, count: packet.count, into: &facts) }
    if let damage = boxes.damage { reader.note(damage, in: &facts) }
  }
}
