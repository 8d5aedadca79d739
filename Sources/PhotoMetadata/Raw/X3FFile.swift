internal import PhotoFacts

/// X3F of Sigma: sections that a directory at the end lists.
enum X3FFile {
  static let format = FileFormat(formats: [.x3f], read: read, findPreviews: findPreviews)

  /// Reads a raw file of Sigma: a directory at its end lists pictures; the preview JPEG has the metadata.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    guard let directory = reader.file.uint32(at: reader.file.size - 4, .little).map({ Int($0) }),
      reader.file.has("SECd", at: directory),
      let count = reader.file.uint32(at: directory + 8, .little)
    else {
      reader.note("the directory at the end of the file is missing", in: &facts)
      return
    }
    for index in 0..<min(Int(count), 64) {
      let entry = directory + 12 + 12 * index
      guard let section = reader.file.uint32(at: entry, .little).map({ Int($0) }) else { break }
      guard reader.file.has("IMA2", at: entry + 8) || reader.file.has("IMAG", at: entry + 8),
        reader.file.has("SECi", at: section),
        reader.file.uint32(at: section + 28, .big) == 0xFFD8_FFE1
      else { continue }
      reader.readJPEG(at: section + 28, into: &facts)
      break
    }
    // Version 4 of the format has a longer header.
    let isLong = reader.file.uint32(at: 4, .little).map { $0 >> 16 >= 4 } == true
    let sizeAt = isLong ? 40 : 28
    guard let width = reader.file.uint32(at: sizeAt, .little), (1...100_000).contains(width),
      let height = reader.file.uint32(at: sizeAt + 4, .little), (1...100_000).contains(height)
    else { return }
    facts.storedSize = PixelSize(width: Int(width), height: Int(height))
  }

  /// Finds the JPEGs of a Sigma raw file, whose last four bytes give the offset of its directory.
  private static func findPreviews(_ reader: inout PhotoReader, _ found: inout PreviewList) {
    guard reader.file.size > 64,
      let last = reader.file.uint32(at: reader.file.size - 4, .little).map({ Int($0) }),
      reader.file.has("SECd", at: last), let count = reader.file.uint32(at: last + 8, .little)
    else { return }
    let (header, jpeg) = (28, 18)
    for index in 0..<min(Int(count), 64) {
      let entry = last + 12 + 12 * index
      guard let start = reader.file.uint32(at: entry, .little).map({ Int($0) }),
        let length = reader.file.uint32(at: entry + 4, .little).map({ Int($0) })
      else { return }
      guard reader.file.has("IMA", at: entry + 8), reader.file.has("SECi", at: start),
        reader.file.uint32(at: start + 12, .little) == UInt32(jpeg)
      else { continue }
      reader.take(start + header, length - header, into: &found)
    }
  }
}
