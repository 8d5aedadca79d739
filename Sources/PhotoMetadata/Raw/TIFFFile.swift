internal import PhotoFacts

/// TIFF, and the raw files that are based on it.
enum TIFFFile {
  static let format = FileFormat(
    formats: [
      .tiff, .dng, .cr2, .nef, .nrw, .arw, .sr2, .srf, .pef, .srw, .orf, .rw2, .hasselblad, .erf,
      .kdc, .dcr, .iiq, .mef, .mos,
    ], read: read, findPreviews: { $0.findInTIFF(&$1) })

  /// Reads a TIFF file or a raw file based on TIFF; the whole file is one Exif block.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    guard reader.exif.read(origin: 0, end: reader.file.size, from: &reader.file) else {
      let (order, isBig) = (reader.exif.extent.order, reader.exif.extent.isBig)
      let first =
        isBig ? reader.file.uint64(at: 8, order) : reader.file.uint32(at: 4, order).map(UInt64.init)
      let isCutShort = first ?? .max >= UInt64(reader.file.size)
      facts.place = .unlocated(
        .unreadable,
        detail: isCutShort
          ? "the file ends before its first directory" : "its first directory cannot be read")
      return
    }
    facts.place = .unlocated(.noGPS, detail: nil)
    reader.takeExif(into: &facts)
    facts.storedSize = facts.format == .rw2 ? sizeOfRW2(&reader) : reader.largestSize()
    if let packet = reader.exif.image[.xmp], packet.isInside {
      reader.readXMP(at: packet.offset, count: packet.length, into: &facts)
    }
    readRecords(into: &facts, &reader)
  }

  /// Reads Photoshop's resources or an IPTC record.
  private static func readRecords(into facts: inout PhotoFacts, _ reader: inout PhotoReader) {
    if let entry = reader.exif.image[.photoshop], entry.isInside {
      reader.readResources(at: entry.offset, count: entry.length, isBare: false, into: &facts)
    }
    if reader.words.iptc.isEmpty, let entry = reader.exif.image[.iptc], entry.isInside {
      reader.readIPTC(ByteRange(offset: entry.offset, count: entry.length), into: &facts)
    }
  }

  /// The size from Panasonic's four sensor borders.
  private static func sizeOfRW2(_ reader: inout PhotoReader) -> PixelSize? {
    let edges = (4...7).compactMap { reader.exif.image[$0 as UInt16]?.integer(from: &reader.file) }
    guard edges.count == 4, edges[2] > edges[0], edges[3] > edges[1],
      edges.allSatisfy({ (0...65_535).contains($0) })
    else { return reader.largestSize() }
    return PixelSize(width: edges[3] - edges[1], height: edges[2] - edges[0])
  }
}
