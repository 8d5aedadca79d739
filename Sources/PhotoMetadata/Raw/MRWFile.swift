internal import PhotoFacts

/// MRW of Minolta: blocks before the pixels.
enum MRWFile {
  static let format = FileFormat(formats: [.mrw], read: read)

  /// Reads a raw file of Minolta: blocks before the pixels, one of which is an Exif block.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    let order: ByteOrder = reader.file.has("\0MRI", at: 0) ? .little : .big
    guard let length = reader.file.uint32(at: 4, order) else {
      reader.note("the file ends inside its header", in: &facts)
      return
    }
    let end = 8 + Int(length)
    var size: PixelSize?
    var position = 8
    // There are five kinds of blocks.
    for _ in 0..<16 where position < end {
      guard let count = reader.file.uint32(at: position + 4, order).map({ Int($0) }),
        position + 8 + count <= reader.file.size
      else {
        reader.note("the file ends inside a block", in: &facts)
        break
      }
      let payload = position + 8
      if reader.file.has("\0TTW", at: position) {
        reader.readExif(origin: payload, end: payload + count, into: &facts)
      } else if reader.file.has("\0PRD", at: position),
        let height = reader.file.uint16(at: payload + 12, order), height > 0,
        let width = reader.file.uint16(at: payload + 14, order), width > 0
      {
        size = PixelSize(width: Int(width), height: Int(height))
      }
      position = payload + count
    }
    facts.storedSize = size
  }
}
