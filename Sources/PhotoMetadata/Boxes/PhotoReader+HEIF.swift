internal import PhotoFacts

extension PhotoReader {
  /// Reads a HEIC or AVIF file: the size and the items of its `meta` box.
  mutating func readHEIF(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var boxes = Boxes(from: 0, to: file.size)
    var hasPicture = false
    while let box = boxes.next(in: &file) {
      if box.has("meta"), !hasPicture {
        readPicture(box, into: &facts)
        hasPicture = true
      } else if box.has("moov") {
        readSequence(box, hasPicture: hasPicture, into: &facts)
        hasPicture = true
      } else if box.has("mpvd") {
        readFilm(from: box.payload, to: box.end, into: &facts)
      }
      // Further boxes matter only while the position is unknown.
      if hasPicture, facts.place.location != nil { break }
    }
    if let damage = boxes.damage {
      note(damage, in: &facts)
    } else if !hasPicture {
      note("the file does not describe its picture", in: &facts)
    }
  }

  /// Reads a `meta` box.
  private mutating func readPicture(_ meta: Boxes.Box, into facts: inout PhotoFacts) {
    let items = PictureItems(meta, in: &file)
    for item in items.chosen { readItem(item, into: &facts) }
    // Decoders apply the rotation of the container and ignore Exif's orientation.
    let properties = PictureProperties(meta, in: &file)
    facts.storedSize = properties.size
    facts.orientation = properties.orientation
  }

  /// Reads the movie of an image sequence; metadata of a still image takes precedence.
  private mutating func readSequence(
    _ box: Boxes.Box, hasPicture: Bool, into facts: inout PhotoFacts
  ) {
    let movie = Movie(box, in: &file)
    if case .unlocated(.noGPS, _) = facts.place {
      facts.place = movie.place(remarks: &facts.remarks)
      collect(&facts)
    }
    if facts.time == nil { facts.time = movie.time(remarks: &facts.remarks) }
    if !hasPicture { (facts.storedSize, facts.orientation) = (movie.size, movie.orientation) }
  }

  /// Reads an item, which may consist of several extents.
  private mutating func readItem(_ item: PictureItems.Item, into facts: inout PhotoFacts) {
    if item.pieces.count == 1, let piece = item.pieces.first {
      readContent(of: item, at: piece.offset, piece.count, into: &facts)
    } else if let whole = file.collect(item.pieces, atMost: JPEGMetadata.longestBlock) {
      withUnpacked(whole, into: &facts) { reader, facts in
        reader.readContent(of: item, at: 0, whole.count, into: &facts)
      }
    } else {
      noteUnread(
        "item \(item.id) in \(item.pieces.count) extents is incomplete", in: &facts)
    }
  }

  private mutating func readContent(
    of item: PictureItems.Item, at offset: Int, _ count: Int, into facts: inout PhotoFacts
  ) {
    switch item.kind {
    case .exif: readExifBox(at: offset, count: count, into: &facts)
    case .xmp: readXMP(at: offset, count: count, into: &facts)
    }
  }

  /// Reads an Exif block that is preceded by its offset in four bytes.
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
