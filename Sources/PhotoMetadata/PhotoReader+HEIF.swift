internal import PhotoFacts

extension PhotoReader {
  /// Reads a HEIC or AVIF file: the size and the items of its `meta` box.
  mutating func readHEIF(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var boxes = Boxes(from: 0, to: file.size)
    guard let meta = boxes.first("meta", in: &file) else {
      note(boxes.damage ?? "the file says nothing of its picture", in: &facts)
      return
    }
    let items = PictureItems(meta, in: &file)
    if let item = items.exif { readExifBox(at: item.offset, count: item.count, into: &facts) }
    if let item = items.xmp { readXMP(at: item.offset, count: item.count, into: &facts) }
    // What turns the picture is the container; Exif's own orientation is a copy nobody applies.
    let properties = PictureProperties(meta, in: &file)
    facts.storedSize = properties.size
    facts.orientation = properties.orientation
    if let damage = boxes.damage { note(damage, in: &facts) }
  }

  /// Reads an Exif block behind the four bytes that say how far away it starts.
  mutating func readExifBox(at offset: Int, count: Int, into facts: inout PhotoFacts) {
    guard count > 8, let skipped = file.uint32(at: offset, .big).map({ Int($0) }) else { return }
    // Some writers leave the four bytes out.
    let isLeftOut =
      file.has("Exif\0", at: offset) || file.has("II*\0", at: offset)
      || file.has("MM\0*", at: offset)
    let start = isLeftOut ? 0 : 4 + (skipped < count - 4 ? skipped : 0)
    readExif(at: offset + start, count: count - start, into: &facts)
  }
}
