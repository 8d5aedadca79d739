internal import PhotoFacts

/// BMP: a header and pixels.
enum BMPFile {
  static let format = FileFormat(formats: [.bmp], read: read)

  /// Reads a BMP file: its size; the format has no other metadata.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: "BMP files cannot hold a position")
    guard let header = reader.file.uint32(at: 14, .little) else {
      reader.note("the file ends inside its header", in: &facts)
      return
    }
    if header == 12 {
      guard let width = reader.file.uint16(at: 18, .little),
        let height = reader.file.uint16(at: 20, .little),
        width > 0, height > 0
      else { return }
      facts.storedSize = PixelSize(width: Int(width), height: Int(height))
    } else if let width = reader.file.uint32(at: 18, .little),
      let height = reader.file.uint32(at: 22, .little)
    {
      // A negative height means that rows are stored top-down.
      let size = (Int(Int32(bitPattern: width)), abs(Int(Int32(bitPattern: height))))
      if size.0 > 0, size.1 > 0 { facts.storedSize = PixelSize(width: size.0, height: size.1) }
    }
  }
}
