internal import PhotoFacts

/// Tags with positions of pictures, used only for previews.
private enum PreviewTag {
  static let jpegFromRaw: UInt16 = 0x002E  // of Panasonic
  static let photometric: UInt16 = 0x0106
  static let stripOffsets: UInt16 = 0x0111
  static let stripCounts: UInt16 = 0x0117
  static let olympusStart: UInt16 = 0x0101
  static let olympusLength: UInt16 = 0x0102
  static let olympusSettings: UInt16 = 0x2020
}

extension PhotoReader {
  /// The limit of directories; raw files have up to six.
  private static let mostDirectories = 24

  /// Finds the JPEGs of a TIFF file: in its chain of directories and their subdirectories.
  mutating func findInTIFF(_ found: inout PreviewList) {
    guard exif.read(origin: 0, end: file.size, from: &file) else { return }
    var waiting: [Int] = []
    var seen: Set<Int> = []
    var directory = exif.image
    while true {
      takePictures(in: directory, into: &found)
      if directory.next != 0 { waiting.append(directory.next) }
      if let list = directory[.subDirectories] {
        waiting += (0..<min(list.count, 8)).compactMap { list.integer(at: $0, from: &file) }
      }
      waiting.removeAll { seen.contains($0) }
      guard let offset = waiting.first, seen.count < Self.mostDirectories else { break }
      seen.insert(offset)
      if !exif.readSubdirectory(at: offset, into: &directory, from: &file) { directory.removeAll() }
    }
    findInOlympusNote(&found)
  }

  private mutating func takePictures(in directory: ExifDirectory, into found: inout PreviewList) {
    take(
      directory[.thumbnailOffset]?.integer(from: &file),
      directory[.thumbnailLength]?.integer(from: &file), into: &found)
    if let whole = directory.entry(PreviewTag.jpegFromRaw), whole.isInside {
      take(whole.offset, whole.length, into: &found)
    }
    takeStrip(of: directory, into: &found)
  }

  /// Takes a picture of one strip that is a JPEG; skips the sensor data.
  private mutating func takeStrip(of directory: ExifDirectory, into found: inout PreviewList) {
    let (jpeg, colorFilterArray, linearRaw) = (6...7, 32_803, 34_892)
    guard let compression = directory[.compression]?.integer(from: &file),
      jpeg.contains(compression),
      let offsets = directory.entry(PreviewTag.stripOffsets), offsets.count == 1
    else { return }
    let photometric = directory.entry(PreviewTag.photometric)?.integer(from: &file)
    guard photometric != colorFilterArray, photometric != linearRaw else { return }
    take(
      offsets.integer(from: &file),
      directory.entry(PreviewTag.stripCounts)?.integer(from: &file), into: &found)
  }

  /// Finds the preview of an Olympus maker note, whose offsets are relative to the note.
  private mutating func findInOlympusNote(_ found: inout PreviewList) {
    guard let note = exif.exif[.makerNote], note.isInside else { return }
    var block = exif.extent
    let first: Int
    if file.has("OLYMPUS\0", at: note.offset) || file.has("OM SYSTEM\0", at: note.offset) {
      block.origin = note.offset
      first = file.has("OM SYSTEM\0", at: note.offset) ? 16 : 12
    } else if file.has("OLYMP\0", at: note.offset) {
      first = note.offset - block.origin + 8
    } else {
      return
    }
    var directory = ExifDirectory()
    guard directory.read(at: first, in: block, from: &file),
      let settings = directory.entry(PreviewTag.olympusSettings),
      // It is a pointer to a directory or, in older cameras, the directory itself.
      let target = settings.length > 4
        ? settings.offset - block.origin : settings.target(from: &file),
      directory.read(at: target, in: block, from: &file),
      let start = directory.entry(PreviewTag.olympusStart)?.integer(from: &file)
    else { return }
    take(
      block.origin + start, directory.entry(PreviewTag.olympusLength)?.integer(from: &file),
      into: &found)
  }
}

extension ExifDirectory {
  fileprivate func entry(_ number: UInt16) -> ExifEntry? { entries.last { $0.tag == number } }
}
