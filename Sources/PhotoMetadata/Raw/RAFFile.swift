internal import PhotoFacts

/// RAF of Fujifilm: a JPEG and the pixels of the sensor.
enum RAFFile {
  static let format = FileFormat(formats: [.raf], read: read, findPreviews: findPreviews)

  /// Reads a raw file of Fujifilm, which embeds a whole JPEG with all metadata.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    let start = reader.file.uint32(at: 84, .big).map { Int($0) }
    guard let start, reader.file.uint16(at: start, .big) == 0xFFD8 else {
      facts.place = .unlocated(.unreadable, detail: "the picture with its metadata is missing")
      return
    }
    reader.readJPEG(at: start, into: &facts)
  }

  /// Finds the JPEG of a Fujifilm raw file, which its header points to, and the thumbnail inside it.
  private static func findPreviews(_ reader: inout PhotoReader, _ found: inout PreviewList) {
    guard let start = reader.file.uint32(at: 84, .big), let count = reader.file.uint32(at: 88, .big)
    else {
      return
    }
    reader.take(Int(start), Int(count), into: &found)
  }
}
