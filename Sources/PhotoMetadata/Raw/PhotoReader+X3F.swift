internal import PhotoFacts

extension PhotoReader {
  /// Reads a raw file of Sigma: a directory at its end lists pictures; the preview JPEG has the metadata.
  mutating func readX3F(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    guard let directory = file.uint32(at: file.size - 4, .little).map({ Int($0) }),
      file.has("SECd", at: directory), let count = file.uint32(at: directory + 8, .little)
    else {
      note("the directory at the end of the file is missing", in: &facts)
      return
    }
    for index in 0..<min(Int(count), 64) {
      let entry = directory + 12 + 12 * index
      guard let section = file.uint32(at: entry, .little).map({ Int($0) }) else { break }
      guard file.has("IMA2", at: entry + 8) || file.has("IMAG", at: entry + 8),
        file.has("SECi", at: section), file.uint32(at: section + 28, .big) == 0xFFD8_FFE1
      else { continue }
      readJPEG(at: section + 28, into: &facts)
      break
    }
    // Version 4 of the format has a longer header.
    let isLong = file.uint32(at: 4, .little).map { $0 >> 16 >= 4 } == true
    let sizeAt = isLong ? 40 : 28
    guard let width = file.uint32(at: sizeAt, .little), (1...100_000).contains(width),
      let height = file.uint32(at: sizeAt + 4, .little), (1...100_000).contains(height)
    else { return }
    facts.storedSize = PixelSize(width: Int(width), height: Int(height))
  }
}
