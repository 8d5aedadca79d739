internal import PhotoFacts

/// Metadata segments of a JPEG file, collected until all segments have been seen.
struct JPEGMetadata {
  /// The size limit of a block joined from several segments.
  ///
  /// Metadata of cameras has a hundredth of it; longer blocks contain pictures.
  static let longestBlock = 4 << 20

  /// One part of an extended XMP packet.
  struct Extension {
    /// The 32 letters by which the main packet refers to its extension.
    let name: [UInt8]

    /// The length of all parts, and the offset of this part among them.
    let (total, position): (Int, Int)

    let range: ByteRange
  }

  /// Whether there is an Exif segment.
  var hasExif = false

  /// The end of the last segment that continues an Exif block.
  var endOfExif = 0

  /// The XMP packet.
  private(set) var packet: ByteRange?

  /// The parts of its extension.
  private(set) var extensions: [Extension] = []

  /// The parts of the Photoshop resources.
  private(set) var resources: [ByteRange] = []

  /// A thumbnail in a segment of its own.
  private(set) var thumbnail: ByteRange?

  /// Collects a segment that is neither picture nor Exif.
  mutating func take(_ segment: JPEGSegment, in file: inout FileWindow) {
    switch segment.marker {
    case 0xE0:
      // The JFIF extension with a JPEG thumbnail; other kinds have plain pixels.
      guard thumbnail == nil, file.has("JFXX\0\u{10}", at: segment.payload),
        file.uint16(at: segment.payload + 6, .big) == 0xFFD8
      else { return }
      thumbnail = segment.range(after: 6)
    case 0xE1:
      if let origin = segment.xmpOrigin(in: &file) {
        packet = packet ?? ByteRange(offset: origin, count: segment.end - origin)
      } else if let part = segment.xmpExtension(in: &file) {
        extensions.append(part)
      }
    case 0xED:
      if file.has("Photoshop 3.0\0", at: segment.payload) {
        resources.append(segment.range(after: 14))
      }
    default: break
    }
  }

  /// The parts of an extension in order; nil if one is missing.
  func extensionPieces(named name: [UInt8]) -> [ByteRange]? {
    let parts = extensions.filter { $0.name == name }.sorted { $0.position < $1.position }
    var pieces: [ByteRange] = []
    var position = 0
    // Duplicate parts count once.
    for part in parts where part.position == position {
      pieces.append(part.range)
      position += part.range.count
    }
    guard let total = parts.first?.total, position == total else { return nil }
    return pieces
  }
}

extension JPEGSegment {
  /// The content of the segment after `own` bytes.
  func range(after own: Int) -> ByteRange {
    ByteRange(offset: payload + own, count: max(0, end - payload - own))
  }

  /// The ranges of an Exif block that starts in this segment.
  ///
  /// A block that is too long for one segment continues in the next ones. Those have the Exif name but no TIFF
  /// header. Only a nearly full segment is continued.
  func exifPieces(from origin: Int, in file: inout FileWindow) -> [ByteRange] {
    var pieces = [ByteRange(offset: origin, count: max(0, end - origin))]
    var next = end
    var length = end - start
    while length > 60_000, pieces.count < JPEGSegments.mostSegments,
      file.uint16(at: next, .big) == 0xFFE1, file.has("Exif\0\0", at: next + 4),
      !file.has("II*\0", at: next + 10), !file.has("MM\0*", at: next + 10),
      let count = file.uint16(at: next + 2, .big), count >= 8
    {
      length = Int(count) + 2
      pieces.append(ByteRange(offset: next + 10, count: length - 10))
      next += length
    }
    return pieces
  }

  /// The part of an extended XMP packet in this segment: name, total length and offset precede it.
  fileprivate func xmpExtension(in file: inout FileWindow) -> JPEGMetadata.Extension? {
    guard file.has("http://ns.adobe.com/xmp/extension/\0", at: payload), end >= payload + 75,
      let name = file.withBytes(at: payload + 35, count: 32, { Array($0) }),
      let total = file.uint32(at: payload + 67, .big),
      let position = file.uint32(at: payload + 71, .big)
    else { return nil }
    return JPEGMetadata.Extension(
      name: name, total: Int(total), position: Int(position), range: range(after: 75))
  }
}
