/// One directory (IFD) of an Exif block.
struct ExifDirectory {
  /// The tags in file order.
  private(set) var entries: [ExifEntry] = []

  /// The offset in the block of the next directory; 0 if there is none.
  private(set) var next = 0

  /// The limit of entries; cameras write less than a tenth as many.
  static let mostEntries = 4096

  private static let mostUnknown = 10

  /// The entry of a tag.
  ///
  /// If a tag occurs twice, the later entry counts, as in exiftool.
  subscript(tag: ExifTag) -> ExifEntry? {
    entries.last { $0.tag == tag.rawValue }
  }

  /// The entry of a maker's tag, by number.
  subscript(number: UInt16) -> ExifEntry? {
    entries.last { $0.tag == number }
  }

  /// Clears the entries but keeps the memory.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    next = 0
  }

  /// Reads the directory at `offset` in the block, as far as the file goes.
  ///
  /// Entries of unknown type are skipped. If there are many, the offset did not point to a directory.
  mutating func read(
    at offset: Int, in block: ExifBlock.Extent, from file: inout FileWindow
  ) -> Bool {
    removeAll()
    let start = block.origin + offset
    // BigTIFF has eight-byte counts and twenty-byte entries.
    let (head, width, link) = block.isBig ? (8, 20, 8) : (2, 12, 4)
    guard offset >= 8, start + head <= block.end,
      let count = file.offset(at: start, width: head, block.order), count < 1 << 32
    else { return false }
    var unknown = 0
    for index in 0..<min(count, Self.mostEntries) {
      let at = start + head + width * index
      guard at + width <= block.end, file.reaches(at, width) else { return true }
      guard let entry = ExifEntry(at: at, in: block, from: &file) else {
        unknown += 1
        if unknown > Self.mostUnknown { return !entries.isEmpty }
        continue
      }
      entries.append(entry)
    }
    let end = start + head + width * count
    if end + link <= block.end, let next = file.offset(at: end, width: link, block.order) {
      self.next = next
    }
    return true
  }
}

extension FileWindow {
  /// A file offset or count of two, four or eight bytes.
  @inline(__always)
  fileprivate mutating func offset(at offset: Int, width: Int, _ order: ByteOrder) -> Int? {
    switch width {
    case 2: uint16(at: offset, order).map(Int.init)
    case 4: uint32(at: offset, order).map(Int.init)
    default: uint64(at: offset, order).flatMap { $0 < 1 << 40 ? Int($0) : nil }
    }
  }
}
