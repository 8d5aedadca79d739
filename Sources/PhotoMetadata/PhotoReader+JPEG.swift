internal import PhotoFacts

extension PhotoReader {
  /// Reads a JPEG file: the size of the picture and what its Exif blocks and
  /// its XMP packet say.
  mutating func readJPEG(at start: Int = 0, into facts: inout PhotoFacts) {
    var segments = JPEGSegments(at: start)
    var last: JPEGSegment?
    var packet: ByteRange?
    facts.place = .unlocated(.noGPS, detail: "no Exif data")
    while let segment = segments.next(in: &file) {
      last = segment
      if isRecording { record(segment) }
      if segment.isFrame {
        facts.storedSize = facts.storedSize ?? frameSize(segment)
      } else if let origin = segment.exifOrigin(in: &file) {
        readExif(origin: origin, end: segment.end, into: &facts)
      } else if packet == nil, let origin = segment.xmpOrigin(in: &file) {
        packet = ByteRange(offset: origin, count: segment.end - origin)
      }
    }
    // Exif counts first wherever it stands, so XMP waits for the end of the segments.
    if let packet { readXMP(at: packet.offset, count: packet.count, into: &facts) }
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

  /// Reads a raw file of Fujifilm: a JPEG stands in it whole, and has all the metadata.
  mutating func readRAF(into facts: inout PhotoFacts) {
    let start = file.uint32(at: 84, .big).map { Int($0) }
    guard let start, file.uint16(at: start, .big) == 0xFFD8 else {
      facts.place = .unlocated(.unreadable, detail: "the picture with its metadata is missing")
      return
    }
    readJPEG(at: start, into: &facts)
  }

  /// Says what is wrong with the file: a remark beside a place that was found all the same, else
  /// the reason why there is none.
  func note(_ damage: String, in facts: inout PhotoFacts) {
    switch facts.place {
    case .located, .unlocated(.nullIsland, _): facts.remarks.append(damage)
    case .unlocated: facts.place = .unlocated(.unreadable, detail: damage)
    }
  }

  private mutating func frameSize(_ segment: JPEGSegment) -> PixelSize? {
    guard segment.end >= segment.payload + 5,
      let height = file.uint16(at: segment.payload + 1, .big),
      let width = file.uint16(at: segment.payload + 3, .big), width > 0, height > 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}
