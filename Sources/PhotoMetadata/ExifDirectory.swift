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
    guard offset >= 8, start + 2 <= block.end,
      let count = file.uint16(at: start, block.order)
    else { return false }
    var unknown = 0
    for index in 0..<min(Int(count), Self.mostEntries) {
      let at = start + 2 + 12 * index
      guard at + 12 <= block.end, file.reaches(at, 12) else { return true }
      guard let entry = ExifEntry(at: at, in: block, from: &file) else {
        unknown += 1
        if unknown > Self.mostUnknown { return !entries.isEmpty }
        continue
      }
      entries.append(entry)
    }
    let end = start + 2 + 12 * Int(count)
    if end + 4 <= block.end, let next = file.uint32(at: end, block.order) { self.next = Int(next) }
    return true
  }
}
