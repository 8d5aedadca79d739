internal import PhotoFacts

extension PhotoReader {
  /// Finds the JPEG of a Fujifilm raw file, which its header points to, and the thumbnail inside it.
  mutating func findInRAF(_ found: inout PreviewList) {
    guard let start = file.uint32(at: 84, .big), let count = file.uint32(at: 88, .big) else {
      return
    }
    take(Int(start), Int(count), into: &found)
  }

  /// Finds the JPEGs of a Sigma raw file, whose last four bytes give the offset of its directory.
  mutating func findInX3F(_ found: inout PreviewList) {
    guard file.size > 64, let last = file.uint32(at: file.size - 4, .little).map({ Int($0) }),
      file.has("SECd", at: last), let count = file.uint32(at: last + 8, .little)
    else { return }
    let (header, jpeg) = (28, 18)
    for index in 0..<min(Int(count), 64) {
      let entry = last + 12 + 12 * index
      guard let start = file.uint32(at: entry, .little).map({ Int($0) }),
        let length = file.uint32(at: entry + 4, .little).map({ Int($0) })
      else { return }
      guard file.has("IMA", at: entry + 8), file.has("SECi", at: start),
        file.uint32(at: start + 12, .little) == UInt32(jpeg)
      else { continue }
      take(start + header, length - header, into: &found)
    }
  }
}
