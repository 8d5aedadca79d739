internal import PhotoFacts

extension PhotoReader {
  /// Reads a raw file of Minolta: blocks before the pixels, one of which is an Exif block.
  mutating func readMRW(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    let order: ByteOrder = file.has("\0MRI", at: 0) ? .little : .big
    guard let length = file.uint32(at: 4, order) else {
      note("the file ends inside its header", in: &facts)
      return
    }
    let end = 8 + Int(length)
    var size: PixelSize?
    var position = 8
    // There are five kinds of blocks.
    for _ in 0..<16 where position < end {
      guard let count = file.uint32(at: position + 4, order).map({ Int($0) }),
        position + 8 + count <= file.size
      else {
        note("the file ends inside a block", in: &facts)
        break
      }
      let payload = position + 8
      if file.has("\0TTW", at: position) {
        readExif(origin: payload, end: payload + count, into: &facts)
      } else if file.has("\0PRD", at: position),
        let height = file.uint16(at: payload + 12, order), height > 0,
        let width = file.uint16(at: payload + 14, order), width > 0
      {
        size = PixelSize(width: Int(width), height: Int(height))
      }
      position = payload + count
    }
    facts.storedSize = size
  }
}
