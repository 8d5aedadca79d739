public import Files
internal import PhotoFacts

extension PhotoReader {
  /// Finds the JPEGs embedded in a file: previews of raw photos, posters of films, Exif thumbnails.
  ///
  /// A scan does not call this; the thumbnailer does. Each result has a decodable JPEG header and is complete.
  public mutating func previews(in opened: ReadableFile) -> Previews {
    defer { withExtendedLifetime(opened) {} }
    file.open(opened.descriptor, size: opened.size)
    var found = PreviewList()
    let format = file.sniffFormat(exif: &exif)
    if let format { FileFormat.of(format)?.findPreviews?(&self, &found) }
    return Previews(format: format, pictures: found.pictures)
  }

  /// Adds a range to the list if it is a JPEG.
  mutating func take(_ offset: Int?, _ count: Int?, into found: inout PreviewList) {
    guard let offset, let count, offset > 0, count > 4, count <= file.size,
      offset <= file.size - count, found.hasRoom(for: offset),
      let preview = previewHeader(at: offset, count: count)
    else { return }
    found.append(preview)
  }

  /// Reads the header of a JPEG up to its size.
  private mutating func previewHeader(at offset: Int, count: Int) -> Preview? {
    guard file.uint16(at: offset, .big) == 0xFFD8 else { return nil }
    var segments = JPEGSegments(at: offset)
    var orientation: Orientation?
    while let segment = segments.next(in: &file), segment.end <= offset + count {
      if segment.isFrame {
        // Lossless JPEG holds raw sensor data and cannot be shown.
        guard (0xC0...0xC2).contains(segment.marker), segment.end >= segment.payload + 5,
          let height = file.uint16(at: segment.payload + 1, .big), height > 0,
          let width = file.uint16(at: segment.payload + 3, .big), width > 0
        else { return nil }
        return Preview(
          range: ByteRange(offset: offset, count: count),
          size: PixelSize(width: Int(width), height: Int(height)), orientation: orientation)
      }
      if orientation == nil, let origin = segment.exifOrigin(in: &file) {
        orientation = ownOrientation(origin: origin, end: segment.end)
      }
    }
    return nil
  }

  private mutating func ownOrientation(origin: Int, end: Int) -> Orientation? {
    var block = ExifBlock()
    guard block.read(origin: origin, end: end, from: &file),
      let number = block.image[.orientation]?.integer(from: &file)
    else { return nil }
    return UInt8(exactly: number).flatMap(Orientation.init(rawValue:))
  }
}

/// The previews found so far, without duplicates.
struct PreviewList {
  /// The limit of previews; cameras write fewer.
  private static let most = 16

  private(set) var pictures: [Preview] = []
  private var triesLeft = 4 * most

  /// Whether a JPEG at an offset should be examined.
  mutating func hasRoom(for offset: Int) -> Bool {
    triesLeft -= 1
    return triesLeft >= 0 && pictures.count < Self.most
      && !pictures.contains { $0.range.offset == offset }
  }

  mutating func append(_ preview: Preview) { pictures.append(preview) }
}
