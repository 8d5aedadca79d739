internal import PhotoFacts

/// The directories of one Exif block.
///
/// The block is a small TIFF file. Exactly five directories are read, each at most once, so a
/// chain that bites its own tail ends by itself.
///
/// Why the directories are read here and not by libexif: it copies every value it is pointed at,
/// and a hostile block of 64 KB made it take 344 MB; 163 blocks of real cameras took it 26 µs each
/// (10 with an allocator made for it) against 2 here; it leaves out the UTF-8 text of Exif 3.0; it
/// does not say where in the file the thumbnail lies; and it wants a block whole and in memory,
/// which a raw file of 50 MB is not. It still puts the values into words for `geoindex inspect`
/// (`ExifWording.swift`).
struct ExifBlock {
  /// Where a block lies and which end its numbers start with.
  struct Extent {
    /// The TIFF header, from the start of the file: the offsets in the block count from here.
    var origin: Int

    /// The first byte after the block.
    var end: Int

    /// Which end of a number comes first.
    var order: ByteOrder

    /// Whether offsets take eight bytes, as in BigTIFF.
    var isBig = false
  }

  /// Where the block lies.
  private(set) var extent = Extent(origin: 0, end: 0, order: .big)

  /// IFD0: the camera and the way the picture lies.
  private(set) var image = ExifDirectory()

  /// The Exif directory: times and the lens.
  private(set) var exif = ExifDirectory()

  /// The GPS directory.
  private(set) var gps = ExifDirectory()

  /// IFD1: the thumbnail.
  private(set) var thumbnail = ExifDirectory()

  /// The interoperability directory, read for inspection only.
  private(set) var interoperability = ExifDirectory()

  /// Reads the block at `origin`; false where there is none.
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
    // Some editors hang the GPS directory under the Exif directory.
    gps.read(at: image[.gpsDirectory] ?? exif[.gpsDirectory], in: extent, from: &file)
    if image.next != 0 { _ = thumbnail.read(at: image.next, in: extent, from: &file) }
    return true
  }

  /// Reads a block that stands in three pieces, each a TIFF file of one directory, as in CR3.
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

  /// Which end numbers start with, by the magic of TIFF and by those Olympus and Panasonic put in
  /// its place; nothing where there is no block.
  fileprivate static func order(at origin: Int, in file: inout FileWindow) -> ByteOrder? {
    for magic in ["II*\0", "IIRO", "IIRS", "IIU\0", "II+\0"] as [StaticString]
    where file.has(magic, at: origin) { return .little }
    for magic in ["MM\0*", "MMOR", "MM\0+"] as [StaticString]
    where file.has(magic, at: origin) { return .big }
    return nil
  }

  /// Reads a directory of another picture in the file.
  func readSubdirectory(
    at offset: Int, into directory: inout ExifDirectory, from file: inout FileWindow
  ) -> Bool { directory.read(at: offset, in: extent, from: &file) }

  /// Reads the directory that nothing but an inspection asks for.
  mutating func readInteroperability(from file: inout FileWindow) {
    interoperability.read(at: exif[.interoperabilityDirectory], in: extent, from: &file)
  }

  /// Forgets the block and keeps the memory.
  mutating func removeAll() {
    image.removeAll()
    exif.removeAll()
    gps.removeAll()
    thumbnail.removeAll()
    interoperability.removeAll()
  }
}

extension ExifDirectory {
  /// Reads the first directory of a TIFF file and gives where that file lies.
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

  /// Reads the directory a tag points to, where there is such a tag.
  fileprivate mutating func read(
    at pointer: ExifEntry?, in block: ExifBlock.Extent, from file: inout FileWindow
  ) {
    guard let offset = pointer?.target(from: &file) else { return }
    _ = read(at: offset, in: block, from: &file)
  }
}
