internal import PhotoFacts

extension PhotoReader {
  /// The UUID of the box in which Canon stores the middle one of its three JPEGs.
  private static let canonPreviewName: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]

  /// How many bytes of other fields may precede the JPEG in a box.
  private static let longestPreface = 64

  /// Finds the JPEGs of a CR3 file: thumbnail, preview, and the first track, whose single frame is the photo.
  mutating func findInCR3(_ found: inout PreviewList) {
    var boxes = Boxes(from: 0, to: file.size)
    while let box = boxes.next(in: &file) {
      if box.has("moov") {
        var parts = box.boxes()
        while let part = parts.next(in: &file) {
          if part.has("uuid") { takeBoxes(["THMB"], in: part.boxes(after: 16), into: &found) }
          if part.has("trak") { takeFirstSample(of: part, into: &found) }
        }
      } else if box.has("uuid"), isNamed(Self.canonPreviewName, box) {
        takeBoxes(["PRVW"], in: box.boxes(after: 24), into: &found)
      }
    }
  }

  /// Finds the poster of a film: the cover, or the thumbnail of a camera.
  mutating func findInMovie(_ found: inout PreviewList) {
    var boxes = Boxes(from: 0, to: file.size)
    guard let movie = boxes.first("moov", in: &file) else { return }
    var parts = movie.boxes()
    while let part = parts.next(in: &file) {
      if part.has("meta") { takeCovers(in: part, into: &found) }
      guard part.has("udta") else { continue }
      takeBoxes(["thmb", "CNTH"], in: part.boxes(), into: &found)
      var data = part.boxes()
      while let item = data.next(in: &file) {
        if item.has("meta") { takeCovers(in: item, into: &found) }
        if item.has("CNTH") { takeBoxes(["CNDA"], in: item.boxes(), into: &found) }
      }
    }
  }

  private mutating func takeCovers(in meta: Boxes.Box, into found: inout PreviewList) {
    // `meta` has a version field in MP4 but not in QuickTime.
    var boxes = meta.boxes(after: file.has("hdlr", at: meta.payload + 4) ? 0 : 4)
    guard let list = boxes.first("ilst", in: &file) else { return }
    var items = list.boxes()
    while let item = items.next(in: &file) {
      if item.has("covr") { takeBoxes(["data"], in: item.boxes(), into: &found) }
    }
  }

  /// Takes the JPEG in each box of these types, if it starts within the first bytes.
  private mutating func takeBoxes(
    _ types: [StaticString], in boxes: Boxes, into found: inout PreviewList
  ) {
    var boxes = boxes
    while let box = boxes.next(in: &file) {
      guard types.contains(where: { box.has($0) }) else { continue }
      let preface = file.withBytes(at: box.payload, count: min(box.count, Self.longestPreface)) {
        bytes in
        bytes.indices.dropLast(2).first {
          bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF
        }.map { $0 - bytes.startIndex }
      }
      if let preface = preface ?? nil {
        take(box.payload + preface, box.count - preface, into: &found)
      }
    }
  }

  private mutating func takeFirstSample(of track: Boxes.Box, into found: inout PreviewList) {
    var box = track
    for name in ["mdia", "minf", "stbl"] as [StaticString] {
      var boxes = box.boxes()
      guard let inner = boxes.first(name, in: &file) else { return }
      box = inner
    }
    var (offset, count): (Int?, Int?)
    var boxes = box.boxes()
    while let table = boxes.next(in: &file) {
      if table.has("stsz") {
        let common = file.uint32(at: table.payload + 4, .big).map { Int($0) }
        count = common == 0 ? file.uint32(at: table.payload + 12, .big).map { Int($0) } : common
      } else if table.has("stco") {
        offset = file.uint32(at: table.payload + 8, .big).map { Int($0) }
      } else if table.has("co64"), let high = file.uint32(at: table.payload + 8, .big),
        let low = file.uint32(at: table.payload + 12, .big)
      {
        offset = Int(high & 0x7FFF_FFFF) << 32 | Int(low)
      }
    }
    take(offset, count, into: &found)
  }
}
