internal import PhotoFacts

/// CR3 of Canon: boxes.
enum CR3File {
  static let format = FileFormat(formats: [.cr3], read: read, findPreviews: { $0.findInCR3(&$1) })

  /// The UUID of the box in which Canon stores its metadata.
  static let canonName: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]

  /// Reads a CR3 file: one box contains the directories of an Exif block, each as a TIFF file.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var boxes = Boxes(from: 0, to: reader.file.size)
    var packet: ByteRange?
    while let box = boxes.next(in: &reader.file) {
      if box.has("moov") { readCanonBoxes(box, into: &facts, &reader) }
      if box.has("uuid"), packet == nil, reader.isNamed(PhotoReader.xmpName, box) {
        packet = ByteRange(offset: box.payload + 16, count: box.count - 16)
      }
    }
    if let packet { reader.readXMP(at: packet.offset, count: packet.count, into: &facts) }
    if let damage = boxes.damage { reader.note(damage, in: &facts) }
  }

  private static func readCanonBoxes(
    _ movie: Boxes.Box, into facts: inout PhotoFacts, _ reader: inout PhotoReader
  ) {
    var boxes = movie.boxes()
    while let box = boxes.next(in: &reader.file) {
      guard box.has("uuid"), reader.isNamed(Self.canonName, box) else { continue }
      var image: ByteRange?
      var details: ByteRange?
      var gps: ByteRange?
      var parts = box.boxes(after: 16)
      while let part = parts.next(in: &reader.file) {
        let range = ByteRange(offset: part.payload, count: part.count)
        if part.has("CMT1") { image = range }
        if part.has("CMT2") { details = range }
        if part.has("CMT4") { gps = range }
      }
      guard reader.exif.read(image: image, exif: details, gps: gps, from: &reader.file) else {
        continue
      }
      reader.takeExif(into: &facts)
      facts.storedSize = reader.largestSize()
    }
  }
}
