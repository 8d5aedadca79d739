internal import PhotoFacts

/// The metadata items of a HEIC or AVIF file, from the tables in its `meta` box.
struct PictureItems {
  /// The content of an item.
  enum Kind {
    case exif
    case xmp
  }

  /// An item and its extents.
  struct Item {
    let id: Int
    let kind: Kind
    fileprivate(set) var pieces: [ByteRange] = []
  }

  /// The limit of items in the table.
  private static let mostItems = 4096

  /// The limits of items that are read, and of extents of one.
  private static let mostChosen = 8
  private static let mostPieces = 256

  private var items: [Item] = []

  /// The items that describe the main picture.
  private var describing: Set<Int> = []

  /// Reads the table in a `meta` box.
  init(_ meta: Boxes.Box, in file: inout FileWindow) {
    var boxes = meta.boxes(after: 4)
    var (primary, references, locations, content): (Int?, Boxes.Box?, Boxes.Box?, Boxes.Box?)
    while let box = boxes.next(in: &file) {
      if box.has("pitm") {
        let isLong = file.byte(at: box.payload) ?? 0 > 0
        var fields = Fields(at: box.payload + 4, end: box.end)
        primary = fields.number(isLong ? 4 : 2, in: &file)
      }
      if box.has("iinf") { readNames(box, in: &file) }
      if box.has("iref") { references = box }
      if box.has("iloc") { locations = box }
      if box.has("idat") { content = box }
    }
    // A single metadata item needs no reference to the main picture.
    if items.count > 1, let primary, let references {
      readReferences(references, to: primary, in: &file)
    }
    if let locations { readLocations(locations, content, in: &file) }
  }

  /// The items to read, Exif before XMP.
  ///
  /// If several items of a kind exist and some refer to the main picture, only those.
  var chosen: [Item] {
    [Kind.exif, .xmp].flatMap { kind in
      let all = items.filter { $0.kind == kind && !$0.pieces.isEmpty }
      let own = all.filter { describing.contains($0.id) }
      return own.isEmpty ? all : own
    }
  }

  private mutating func readNames(_ box: Boxes.Box, in file: inout FileWindow) {
    let isLong = file.byte(at: box.payload) ?? 0 > 0
    var entries = box.boxes(after: isLong ? 8 : 6)
    while let entry = entries.next(in: &file), items.count < Self.mostChosen {
      guard entry.has("infe"), let version = file.byte(at: entry.payload), version >= 2 else {
        continue
      }
      var reader = Fields(at: entry.payload + 4, end: entry.end)
      guard let id = reader.number(version == 2 ? 2 : 4, in: &file) else { continue }
      _ = reader.number(2, in: &file)
      let type = reader.position
      if file.has("Exif", at: type) {
        items.append(Item(id: id, kind: .exif))
      } else if file.has("mime", at: type) {
        let rest = max(0, min(entry.end - type - 4, 256))
        let isXMP = file.withBytes(at: type + 4, count: rest) { bytes in
          let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
          return parts.count > 1 && parts[1].elementsEqual("application/rdf+xml".utf8)
        }
        if isXMP == true { items.append(Item(id: id, kind: .xmp)) }
      }
    }
  }

  /// Determines which items describe the main picture.
  private mutating func readReferences(
    _ box: Boxes.Box, to primary: Int, in file: inout FileWindow
  ) {
    let width = file.byte(at: box.payload) ?? 0 > 0 ? 4 : 2
    var references = box.boxes(after: 4)
    while let reference = references.next(in: &file) {
      guard reference.has("cdsc") else { continue }
      var fields = Fields(at: reference.payload, end: reference.end)
      guard let from = fields.number(width, in: &file), let count = fields.number(2, in: &file)
      else { continue }
      for _ in 0..<count {
        guard let target = fields.number(width, in: &file) else { break }
        if target == primary { describing.insert(from) }
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
    // Extents of zero bytes would never reach the end of the box.
    let mostPieces = offsetWidth + lengthWidth + indexWidth == 0 ? 1 : Int(UInt16.max)
    var reader = Fields(at: box.payload + 6, end: box.end)
    guard let count = reader.number(version < 2 ? 2 : 4, in: &file) else { return }
    for _ in 0..<min(count, Self.mostItems) {
      guard let id = reader.number(version < 2 ? 2 : 4, in: &file),
        let method = version > 0 ? reader.number(2, in: &file) : 0,
        reader.number(2, in: &file) != nil, let base = reader.number(baseWidth, in: &file),
        let pieces = reader.number(2, in: &file)
      else { return }
      let item = items.firstIndex { $0.id == id && $0.pieces.isEmpty }
      for _ in 0..<min(pieces, mostPieces) {
        guard reader.number(indexWidth, in: &file) != nil,
          let offset = reader.number(offsetWidth, in: &file),
          let length = reader.number(lengthWidth, in: &file)
        else { return }
        guard let item, items[item].pieces.count < Self.mostPieces,
          let piece = Self.piece(
            method & 15, Self.sum(base, offset), length, content, size: file.size)
        else { continue }
        items[item].pieces.append(piece)
      }
    }
  }

  /// The range of an extent: in the file, or in the box that holds small items.
  private static func piece(
    _ method: Int, _ offset: Int?, _ length: Int, _ content: Boxes.Box?, size: Int
  ) -> ByteRange? {
    let whole: Range<Int>? =
      method == 0 ? 0..<size : method == 1 ? content.map { $0.payload..<$0.end } : nil
    guard let whole, let offset, offset < whole.count else { return nil }
    let rest = whole.count - offset
    return ByteRange(
      offset: whole.lowerBound + offset, count: length == 0 ? rest : min(length, rest))
  }

  private static func sum(_ first: Int, _ second: Int) -> Int? {
    let (sum, over) = first.addingReportingOverflow(second)
    return over ? nil : sum
  }
}
