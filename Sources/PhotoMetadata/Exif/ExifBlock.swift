internal import PhotoFacts

/// The directories of one Exif block.
///
/// The block is a small TIFF file. At most five directories are read, each once, so a cyclic chain does no
/// harm. docs/decisions/0001-own-exif-reader.md says why libexif does not read them.
struct ExifBlock {
  /// The position and byte order of a block.
  struct Extent {
    /// The offset of the TIFF header; offsets inside the block are relative to it.
    var origin: Int

    /// The offset after the block.
    var end: Int

    /// The byte order.
    var order: ByteOrder

    /// Whether offsets take eight bytes, as in BigTIFF.
    var isBig = false
  }

  /// The position of the block.
  private(set) var extent = Extent(origin: 0, end: 0, order: .big)

  /// IFD0: camera and orientation.
  private(set) var image = ExifDirectory()

  /// The Exif directory: times and the lens.
  private(set) var exif = ExifDirectory()

  /// The GPS directory.
  private(set) var gps = ExifDirectory()

  /// IFD1: the thumbnail.
  private(set) var thumbnail = ExifDirectory()

  /// The interoperability directory, read for inspection only.
  private(set) var interoperability = ExifDirectory()

  /// Reads the block at `origin`; returns false if there is none.
  mutating func read(origin: Int, end: Int, from file: inout FileWindow) -> Bool {
    removeAll()
    guard let order = Self.order(at: origin, in: &file) else { return false }
    let isBig = file.uint16(at: origin + 2, order) == 43 && file.uint16(at: origin + 4, order) == 8
    extent = Extent(origin: origin, end: min(end, file.size), order: order, isBig: isBig)
    let first =
      isBig
      ? file.uint64(at: origin + 8, order) : file.uint32(at: origin + 4, order).map(UInt64.init)
    guard let first, first < UInt64(file.size), image.read(at: Int(first), in: extent, from: &file)
    else { return false }
    exif.read(at: image[.exifDirectory], in: extent, from: &file)
    // Some editors link the GPS directory from the Exif directory.
    gps.read(at: image[.gpsDirectory] ?? exif[.gpsDirectory], in: extent, from: &file)
    if image.next != 0 { _ = thumbnail.read(at: image.next, in: extent, from: &file) }
    return true
  }

  /// Reads a block in three pieces, each a TIFF file with one directory, as in CR3.
  mutating func read(
    image: ByteRange?, exif: ByteRange?, gps: ByteRange?, from file: inout FileWindow
  ) -> Bool {
    removeAll()
    guard let image, let whole = self.image.read(image, from: &file) else { return false }
    extent = whole
    if let exif { _ = self.exif.read(exif, from: &file) }
    if let gps { _ = self.gps.read(gps, from: &file) }
    return true
  }

  /// The byte order by the magic number of TIFF, or those of Olympus and Panasonic; nil if there is no block.
  fileprivate static func order(at origin: Int, in file: inout FileWindow) -> ByteOrder? {
    for magic in ["II*\0", "IIRO", "IIRS", "IIU\0", "II+\0"] as [StaticString]
    where file.has(magic, at: origin) { return .little }
    for magic in ["MM\0*", "MMOR", "MM\0+"] as [StaticString]
    where file.has(magic, at: origin) { return .big }
    // Inside a file that declares an Exif block, one wrong byte in the magic number is tolerated.
    guard origin > 0 else { return nil }
    if file.has("II*", at: origin) { return .little }
    return file.has("MM", at: origin) && file.has("*", at: origin + 3) ? .big : nil
  }

  /// Reads a directory of another picture in the file.
  func readSubdirectory(
    at offset: Int, into directory: inout ExifDirectory, from file: inout FileWindow
  ) -> Bool { directory.read(at: offset, in: extent, from: &file) }

  /// Reads the interoperability directory, which only inspections use.
  mutating func readInteroperability(from file: inout FileWindow) {
    interoperability.read(at: exif[.interoperabilityDirectory], in: extent, from: &file)
  }

  /// Clears the block but keeps the memory.
  mutating func removeAll() {
    image.removeAll()
    exif.removeAll()
    gps.removeAll()
    thumbnail.removeAll()
    interoperability.removeAll()
  }
}

extension ExifDirectory {
  /// Reads the first directory of a TIFF file and returns the extent of that file.
  fileprivate mutating func read(
    _ range: ByteRange, from file: inout FileWindow
  ) -> ExifBlock.Extent? {
    guard let order = ExifBlock.order(at: range.offset, in: &file),
      let first = file.uint32(at: range.offset + 4, order)
    else { return nil }
    let end = min(range.offset + range.count, file.size)
    let block = ExifBlock.Extent(origin: range.offset, end: end, order: order)
    return read(at: Int(first), in: block, from: &file) ? block : nil
  }

  /// Reads the directory that a tag points to, if there is such a tag.
  fileprivate mutating func read(
    at pointer: ExifEntry?, in block: ExifBlock.Extent, from file: inout FileWindow
  ) {
    guard let offset = pointer?.target(from: &file) else { return }
    _ = read(at: offset, in: block, from: &file)
  }
}
