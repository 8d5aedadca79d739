internal import PhotoFacts

extension PhotoReader {
  /// Reads an Exif block and fills in missing facts; the first block of a file has precedence.
  mutating func readExif(origin: Int, end: Int, into facts: inout PhotoFacts) {
    guard exif.read(origin: origin, end: end, from: &file) else {
      let damage = "the Exif block at byte \(origin) cannot be read"
      noteUnread(damage, in: &facts)
      if case .unlocated(.noGPS, _) = facts.place {
        facts.place = .unlocated(.noGPS, detail: damage)
      }
      return
    }
    takeExif(into: &facts)
  }

  /// Fills in missing facts from the Exif block that was read last.
  mutating func takeExif(into facts: inout PhotoFacts) {
    if isRecording { recordExif() }
    // The place needs the time, but remarks on the place come first.
    var remarksOnTime: [String] = []
    if facts.time == nil { facts.time = exif.time(from: &file, remarks: &remarksOnTime) }
    takePlace(into: &facts)
    collect(&facts)
    facts.remarks += remarksOnTime
    if facts.camera == Camera() { facts.camera = exif.camera(from: &file) }
    if facts.software == nil { facts.software = exif.image[.software]?.text(from: &file) }
    exif.addWords(to: &words, from: &file)
    if lens == LensView() { lens = exif.lens(from: &file) }
    if facts.orientation == .upright {
      facts.orientation = exif.orientation(from: &file, remarks: &facts.remarks)
    }
    if facts.embeddedThumbnail == nil {
      facts.embeddedThumbnail = exif.thumbnailRange(from: &file, remarks: &facts.remarks)
    }
  }

  /// Takes the place of the last block, unless an earlier block gave one.
  private mutating func takePlace(into facts: inout PhotoFacts) {
    guard case .unlocated(let reason, let detail) = facts.place else { return }
    if reason == .noGPS {
      facts.place = exif.place(at: facts.time, from: &file, remarks: &facts.remarks)
      return
    }
    var remarks: [String] = []
    let place = exif.place(at: facts.time, from: &file, remarks: &remarks)
    guard case .located = place else { return }
    facts.place = place
    facts.remarks.append(
      "the place is from another Exif block, because one was refused: \(detail ?? reason.name)")
    facts.remarks += remarks
  }
}

// Exif blocks in the containers of formats.
extension PhotoReader {
  /// Reads an Exif block that may be preceded by its JPEG identifier.
  mutating func readExif(at offset: Int, count: Int, into facts: inout PhotoFacts) {
    let skipped = file.has("Exif\0", at: offset) ? 6 : 0
    readExif(origin: offset + skipped, end: offset + count, into: &facts)
  }

  /// Reads an Exif block that was stored compressed or encoded.
  mutating func readExif(unpacked block: [UInt8], into facts: inout PhotoFacts) {
    withUnpacked(block, into: &facts) { reader, facts in
      reader.readExif(at: 0, count: block.count, into: &facts)
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
