internal import PhotoFacts

extension PhotoReader {
  /// The limit of directories whose size is read.
  private static let mostPictures = 8

  /// Reads a TIFF file or a raw file based on TIFF; the whole file is one Exif block.
  mutating func readTIFF(into facts: inout PhotoFacts) {
    guard exif.read(origin: 0, end: file.size, from: &file) else {
      let (order, isBig) = (exif.extent.order, exif.extent.isBig)
      let first = isBig ? file.uint64(at: 8, order) : file.uint32(at: 4, order).map(UInt64.init)
      let isCutShort = first ?? .max >= UInt64(file.size)
      facts.place = .unlocated(
        .unreadable,
        detail: isCutShort
          ? "the file ends before its first directory" : "its first directory cannot be read")
      return
    }
    facts.place = .unlocated(.noGPS, detail: nil)
    takeExif(into: &facts)
    facts.storedSize = facts.format == .rw2 ? sizeOfRW2() : largestSize()
    if let packet = exif.image[.xmp], packet.isInside {
      readXMP(at: packet.offset, count: packet.length, into: &facts)
    }
    if facts.time == nil { readRecords(into: &facts) }
  }

  /// Reads the date in Photoshop's resources or an IPTC record.
  private mutating func readRecords(into facts: inout PhotoFacts) {
    if let entry = exif.image[.photoshop], entry.isInside {
      readResources(at: entry.offset, count: entry.length, isBare: false, into: &facts)
    }
    if facts.time == nil, let entry = exif.image[.iptc], entry.isInside {
      readIPTC(ByteRange(offset: entry.offset, count: entry.length), into: &facts)
    }
  }

  /// The size from Panasonic's four sensor borders.
  private mutating func sizeOfRW2() -> PixelSize? {
    let edges = (4...7).compactMap { exif.image[$0 as UInt16]?.integer(from: &file) }
    guard edges.count == 4, edges[2] > edges[0], edges[3] > edges[1],
      edges.allSatisfy({ (0...65_535).contains($0) })
    else { return largestSize() }
    return PixelSize(width: edges[3] - edges[1], height: edges[2] - edges[0])
  }

  /// The size of the largest picture; in raw files the first one is often a preview.
  mutating func largestSize() -> PixelSize? {
    var largest = size(in: exif.image)
    var isReduced = isReduced(exif.image)
    if let list = exif.image[.subDirectories] {
      var directory = ExifDirectory()
      for index in 0..<min(list.count, Self.mostPictures) {
        guard let offset = list.integer(at: index, from: &file),
          exif.readSubdirectory(at: offset, into: &directory, from: &file),
          let size = size(in: directory)
        else { continue }
        let area = largest.map { $0.width * $0.height } ?? 0
        let isPreview = self.isReduced(directory)
        // A preview counts only if no directory has the full picture.
        if isPreview == isReduced ? size.width * size.height > area : isReduced || largest == nil {
          (largest, isReduced) = (size, isPreview)
        }
      }
    }
    if let largest { return largest }
    return size(exif.exif[.pixelWidth], exif.exif[.pixelHeight])
  }

  /// Whether a directory has a reduced-size picture.
  private mutating func isReduced(_ directory: ExifDirectory) -> Bool {
    directory[.subfileType]?.integer(from: &file).map { $0 & 1 == 1 } ?? false
  }

  private mutating func size(in directory: ExifDirectory) -> PixelSize? {
    size(directory[.imageWidth], directory[.imageLength])
  }

  private mutating func size(_ width: ExifEntry?, _ height: ExifEntry?) -> PixelSize? {
    let pixels = 1...Int(Int32.max)
    guard let width = width?.integer(from: &file), let height = height?.integer(from: &file),
      pixels.contains(width), pixels.contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}
