internal import PhotoFacts

/// WebP: chunks of a RIFF file.
enum WebPFile {
  static let format = FileFormat(formats: [.webp], read: read)

  /// The limit of chunks; an animation has one per frame.
  private static let mostChunks = 8192

  /// Reads a WebP file: its size, its Exif chunk and its XMP chunk.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    var packet: ByteRange?
    facts.place = .unlocated(.noGPS, detail: nil)
    let end = min(reader.file.size, 8 + Int(reader.file.uint32(at: 4, .little) ?? 0))
    var position = 12
    for _ in 0..<Self.mostChunks where position < end {
      guard let count = reader.file.uint32(at: position + 4, .little).map({ Int($0) }),
        position + 8 + count <= reader.file.size
      else {
        reader.note("the file ends inside a chunk", in: &facts)
        break
      }
      let payload = position + 8
      if reader.file.has("EXIF", at: position) {
        reader.readExif(at: payload, count: count, into: &facts)
      } else if reader.file.has("XMP ", at: position) {
        packet = packet ?? ByteRange(offset: payload, count: count)
      } else if reader.file.has("VP8", at: position), facts.storedSize == nil {
        facts.storedSize = sizeOfWebP(at: position, &reader)
      }
      position = payload + count + count % 2
    }
    if let packet { reader.readXMP(at: packet.offset, count: packet.count, into: &facts) }
    if 8 + Int(reader.file.uint32(at: 4, .little) ?? 0) > reader.file.size + 1 {
      reader.note("the file is shorter than it says", in: &facts)
    }
  }

  /// The size in one of the three kinds of image chunk.
  private static func sizeOfWebP(at chunk: Int, _ reader: inout PhotoReader) -> PixelSize? {
    let payload = chunk + 8
    if reader.file.has("VP8X", at: chunk) {
      guard let width = reader.file.uint32(at: payload + 4, .little),
        let height = reader.file.uint32(at: payload + 6, .little)
      else { return nil }
      // Three bytes each; the stored number is one less than the size.
      return PixelSize(width: Int(width & 0xFF_FFFF) + 1, height: Int(height >> 8) + 1)
    }
    if reader.file.has("VP8L", at: chunk) {
      guard let bits = reader.file.uint32(at: payload + 1, .little) else { return nil }
      return PixelSize(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
    }
    guard reader.file.has("VP8 ", at: chunk),
      let width = reader.file.uint16(at: payload + 6, .little),
      let height = reader.file.uint16(at: payload + 8, .little), width & 0x3FFF > 0,
      height & 0x3FFF > 0
    else { return nil }
    return PixelSize(width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
  }
}
