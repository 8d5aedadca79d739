internal import PhotoFacts

extension PhotoReader {
  /// Reads a JPEG file: the size of the picture and what its Exif blocks say.
  mutating func readJPEG(into facts: inout PhotoFacts) {
    var segments = JPEGSegments()
    facts.place = .unlocated(.noGPS, detail: "no Exif data")
    while let segment = segments.next(in: &file) {
      if isRecording { record(segment) }
      if segment.isFrame {
        facts.storedSize = facts.storedSize ?? frameSize(segment)
      } else if let origin = segment.exifOrigin(in: &file) {
        readExif(origin: origin, end: segment.end, into: &facts)
      }
    }
    switch segments.ending {
    case .picture, nil: break
    case .cutShort: note("the file ends before its picture", in: &facts)
    case .damaged(let detail): note(detail, in: &facts)
    }
  }

  /// Says what is wrong with the file: a remark where all that was sought had been found before,
  /// else the reason why there is no place.
  private func note(_ damage: String, in facts: inout PhotoFacts) {
    if case .unlocated(.noGPS, _) = facts.place {
      facts.place = .unlocated(.unreadable, detail: damage)
    } else {
      facts.remarks.append(damage)
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
