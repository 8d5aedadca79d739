internal import PhotoFacts

/// The items of a HEIC or AVIF file that say something of the picture: its `meta` box is a table of
/// them.
struct PictureItems {
  /// Where the Exif item lies.
  private(set) var exif: ByteRange?

  /// Where the XMP item lies.
  private(set) var xmp: ByteRange?

  /// More items than this are not walked.
  private static let mostItems = 4096

  private var exifID: UInt32?
  private var xmpID: UInt32?

  /// Reads the table in a `meta` box.
  init(_ meta: Boxes.Box, in file: inout FileWindow) {
    var boxes = meta.boxes(after: 4)
    var locations: Boxes.Box?
    var content: Boxes.Box?
    while let box = boxes.next(in: &file) {
      if box.has("iinf") { readNames(box, in: &file) }
      if box.has("iloc") { locations = box }
      if box.has("idat") { content = box }
    }
    if let locations { readLocations(locations, content, in: &file) }
  }

  private mutating func readNames(_ box: Boxes.Box, in file: inout FileWindow) {
    let isLong = file.byte(at: box.payload) ?? 0 > 0
    var entries = box.boxes(after: isLong ? 8 : 6)
    while let entry = entries.next(in: &file) {
      guard entry.has("infe"), let version = file.byte(at: entry.payload), version >= 2 else {
        continue
      }
      var reader = Fields(at: entry.payload + 4, end: entry.end)
      guard let id = reader.number(version == 2 ? 2 : 4, in: &file) else { continue }
      _ = reader.number(2, in: &file)
      let type = reader.position
      if file.has("Exif", at: type) {
        exifID = exifID ?? UInt32(truncatingIfNeeded: id)
      } else if file.has("mime", at: type) {
        let rest = max(0, min(entry.end - type - 4, 256))
        let isXMP = file.withBytes(at: type + 4, count: rest) { bytes in
          let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
          return parts.count > 1 && parts[1].elementsEqual("application/rdf+xml".utf8)
        }
        if isXMP == true { xmpID = xmpID ?? UInt32(truncatingIfNeeded: id) }
      }
    }
  }

  private mutating func readLocations(
    _ box: Boxes.Box, _ content: Boxes.Box?, in file: inout FileWindow
  ) {
    guard let version = file.byte(at: box.payload), version <= 2,
      let widths = file.uint16(at: box.payload + 4, .big).map({ Int($0) })
    else { return }
    let (offsetWidth, lengthWidth, baseWidth) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
    let indexWidth = version > 0 ? widths & 15 : 0
    var reader = Fields(at: box.payload + 6, end: box.end)
    guard let count = reader.number(version < 2 ? 2 : 4, in: &file) else { return }
    for _ in 0..<min(count, Self.mostItems) {
      guard let id = reader.number(version < 2 ? 2 : 4, in: &file),
        let method = version > 0 ? reader.number(2, in: &file) : 0,
        reader.number(2, in: &file) != nil, let base = reader.number(baseWidth, in: &file),
        let extents = reader.number(2, in: &file)
      else { return }
      for index in 0..<extents {
        guard reader.number(indexWidth, in: &file) != nil,
          let offset = reader.number(offsetWidth, in: &file),
          let length = reader.number(lengthWidth, in: &file)
        else { return }
        // An item in pieces is given up to the end of its first.
        guard index == 0, id == exifID.map({ Int($0) }) || id == xmpID.map({ Int($0) }) else {
          continue
        }
        let origin = method & 15 == 0 ? 0 : method & 15 == 1 ? content?.payload : nil
        guard let origin, let start = Self.sum(origin, base, offset), start < file.size else {
          continue
        }
        let range = ByteRange(
          offset: start, count: length == 0 ? file.size - start : min(length, file.size - start))
        if id == exifID.map({ Int($0) }) { exif = range } else { xmp = range }
      }
    }
  }

  private static func sum(_ first: Int, _ second: Int, _ third: Int) -> Int? {
    let (partial, over) = first.addingReportingOverflow(second)
    let (sum, overToo) = partial.addingReportingOverflow(third)
    return over || overToo ? nil : sum
  }
}

/// Numbers that stand one after the other, big end first.
struct Fields {
  /// Where the next number starts.
  private(set) var position: Int

  private let end: Int

  init(at position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  /// Takes a number of 0 to 8 bytes.
  @inline(__always)
  mutating func number(_ width: Int, in file: inout FileWindow) -> Int? {
    guard position + width <= end, width <= 8 else { return nil }
    var value = 0
    for index in 0..<width {
      guard let byte = file.byte(at: position + index) else { return nil }
      value = value << 8 | Int(byte)
    }
    position += width
    return value >= 0 ? value : nil
  }
}
