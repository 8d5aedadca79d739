/// One list of tags inside an Exif block.
struct ExifDirectory {
  /// The tags, in the order in which they stand in the file.
  private(set) var entries: [ExifEntry] = []

  /// Where in the block the directory after this one starts; 0 for none.
  private(set) var next = 0

  /// More entries than this are not read: no camera writes a tenth as many.
  static let mostEntries = 4096

  private static let mostUnknown = 10

  /// Finds a tag.
  ///
  /// Of two with one number the later counts, as in exiftool.
  subscript(tag: ExifTag) -> ExifEntry? {
    entries.last { $0.tag == tag.rawValue }
  }

  /// Finds a tag of a maker by its number.
  subscript(number: UInt16) -> ExifEntry? {
    entries.last { $0.tag == number }
  }

  /// Forgets the tags and keeps the memory.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    next = 0
  }

  /// Reads the directory `offset` bytes into the block, as much of it as is there.
  ///
  /// A directory that is cut short gives the entries before the cut. Entries of no known type are
  /// left out; where there are many, the offset led to something else altogether.
  mutating func read(
    at offset: Int, in block: ExifBlock.Extent, from file: inout FileWindow
  ) -> Bool {
    removeAll()
    let start = block.origin + offset
    // BigTIFF counts in eight bytes and takes twenty for an entry.
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
  /// A number of two, four or eight bytes that counts bytes or entries of a file.
  @inline(__always)
  fileprivate mutating func offset(at offset: Int, width: Int, _ order: ByteOrder) -> Int? {
    switch width {
    case 2: uint16(at: offset, order).map(Int.init)
    case 4: uint32(at: offset, order).map(Int.init)
    default: uint64(at: offset, order).flatMap { $0 < 1 << 40 ? Int($0) : nil }
    }
  }
}
