internal import PhotoFacts

/// HEIC and AVIF: boxes, one of which describes the picture.
enum HEIFFile {
  static let format = FileFormat(formats: [.heic, .avif], read: read)

  /// Reads a HEIC or AVIF file: the size and the items of its `meta` box.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var boxes = Boxes(from: 0, to: reader.file.size)
    var hasPicture = false
    while let box = boxes.next(in: &reader.file) {
      if box.has("meta"), !hasPicture {
        readPicture(box, into: &facts, &reader)
        hasPicture = true
      } else if box.has("moov") {
        readSequence(box, hasPicture: hasPicture, into: &facts, &reader)
        hasPicture = true
      } else if box.has("mpvd") {
        reader.readFilm(from: box.payload, to: box.end, into: &facts)
      }
      // Further boxes matter only while the position is unknown.
      if hasPicture, facts.place.location != nil { break }
    }
    if let damage = boxes.damage {
      reader.note(damage, in: &facts)
    } else if !hasPicture {
      reader.note("the file does not describe its picture", in: &facts)
    }
  }

  /// Reads a `meta` box.
  private static func readPicture(
    _ meta: Boxes.Box, into facts: inout PhotoFacts, _ reader: inout PhotoReader
  ) {
    let items = PictureItems(meta, in: &reader.file)
    for item in items.chosen { readItem(item, into: &facts, &reader) }
    // Decoders apply the rotation of the container and ignore Exif's orientation.
    let properties = PictureProperties(meta, in: &reader.file)
    facts.storedSize = properties.size
    facts.orientation = properties.orientation
  }

  /// Reads the movie of an image sequence; metadata of a still image takes precedence.
  private static func readSequence(
    _ box: Boxes.Box, hasPicture: Bool, into facts: inout PhotoFacts,
    _ reader: inout PhotoReader
  ) {
    let movie = Movie(box, in: &reader.file)
    if case .unlocated(.noGPS, _) = facts.place {
      facts.place = movie.place(remarks: &facts.remarks)
      reader.collect(&facts)
    }
    if facts.time == nil { facts.time = movie.time(remarks: &facts.remarks) }
    if !hasPicture { (facts.storedSize, facts.orientation) = (movie.size, movie.orientation) }
  }

  /// Reads an item, which may consist of several extents.
  private static func readItem(
    _ item: PictureItems.Item, into facts: inout PhotoFacts, _ reader: inout PhotoReader
  ) {
    if item.pieces.count == 1, let piece = item.pieces.first {
      readContent(of: item, at: piece.offset, piece.count, into: &facts, &reader)
    } else if let whole = reader.file.collect(item.pieces, atMost: JPEGMetadata.longestBlock) {
      reader.withUnpacked(whole, into: &facts) { reader, facts in
        readContent(of: item, at: 0, whole.count, into: &facts, &reader)
      }
    } else {
      reader.noteUnread(
        "item \(item.id) in \(item.pieces.count) extents is incomplete", in: &facts)
    }
  }

  private static func readContent(
    of item: PictureItems.Item, at offset: Int, _ count: Int, into facts: inout PhotoFacts,
    _ reader: inout PhotoReader
  ) {
    switch item.kind {
    case .exif: reader.readExifBox(at: offset, count: count, into: &facts)
    case .xmp: reader.readXMP(at: offset, count: count, into: &facts)
    }
  }
}
