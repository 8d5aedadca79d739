internal import PhotoFacts

/// JPEG: segments; also raw files and films contain such pictures.
enum JPEGFile {
  static let format = FileFormat(formats: [.jpeg]) { reader, facts in reader.readJPEG(into: &facts)
  }
}

extension PhotoReader {
  /// Reads a JPEG file: size, Exif blocks, XMP packet and Photoshop resources.
  mutating func readJPEG(at start: Int = 0, into facts: inout PhotoFacts) {
    var segments = JPEGSegments(at: start)
    var beside = JPEGMetadata()
    var last: JPEGSegment?
    facts.place = .unlocated(.noGPS, detail: "no Exif data")
    while let segment = segments.next(in: &file) {
      last = segment
      if isRecording { record(segment) }
      if segment.isFrame {
        facts.storedSize = facts.storedSize ?? frameSize(segment)
      } else if let origin = segment.exifOrigin(in: &file) {
        readExif(origin: origin, of: segment, beside: &beside, into: &facts)
      } else {
        beside.take(segment, in: &file)
      }
    }
    // Exif has precedence wherever it is in the file, so the other metadata is read after all segments.
    readMetadata(beside, into: &facts)
    switch segments.ending {
    case .picture, nil: break
    case .damaged(let detail): note(detail, in: &facts)
    case .cutShort:
      if let last, last.end > file.size {
        note("the file ends inside its \(last.name(in: &file)) segment", in: &facts)
      } else {
        note("the file ends before its picture", in: &facts)
      }
    }
  }

  /// Reads a JPEG that is preceded by unknown bytes, as recovered photos are.
  ///
  /// It counts only if it has a place, because many files that are not photos contain pictures.
  mutating func readJPEGBehindJunk(into facts: inout PhotoFacts) {
    let known = [
      "ID3", "fLaC", "OggS", "%PDF", "PK", "SQLi", "RIFF", "\0\0\u{1}\0", "\u{7F}ELF", "MZ",
    ]
    guard
      let start = file.withBytes(
        at: 0, count: min(file.size, 1024),
        { head in
          let isKnown = known.contains { head.starts(with: $0.utf8) }
          return isKnown ? nil : Array(head).firstIndex(of: [0xFF, 0xD8, 0xFF])
        }) ?? nil
    else { return }
    var found = facts
    readJPEG(at: start, into: &found)
    guard found.place.location != nil else { return }
    facts = found
    facts.format = .jpeg
    facts.remarks.append("the picture starts behind \(start) bytes of something else")
  }

  /// Records damage: as a remark if a place was found, else as the reason why there is none.
  func note(_ damage: String, in facts: inout PhotoFacts) {
    switch facts.place {
    case .located, .unlocated(.nullIsland, _): facts.remarks.append(damage)
    case .unlocated: facts.place = .unlocated(.unreadable, detail: damage)
    }
  }

  /// Reads the Exif block of a segment and of the segments that continue it.
  private mutating func readExif(
    origin: Int, of segment: JPEGSegment, beside: inout JPEGMetadata, into facts: inout PhotoFacts
  ) {
    // This segment was read as the continuation of an earlier one.
    guard segment.start >= beside.endOfExif else { return }
    beside.hasExif = true
    let pieces = segment.exifPieces(from: origin, in: &file)
    guard pieces.count > 1, let end = pieces.last.map({ $0.offset + $0.count }) else {
      readExif(origin: origin, end: segment.end, into: &facts)
      return
    }
    beside.endOfExif = end
    guard let block = file.collect(pieces, atMost: JPEGMetadata.longestBlock) else {
      facts.remarks.append(
        "the Exif block at byte \(origin) in \(pieces.count) parts is incomplete")
      return
    }
    readExif(unpacked: block, into: &facts)
  }

  private mutating func frameSize(_ segment: JPEGSegment) -> PixelSize? {
    guard segment.end >= segment.payload + 5,
      let height = file.uint16(at: segment.payload + 1, .big),
      let width = file.uint16(at: segment.payload + 3, .big), width > 0, height > 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}
