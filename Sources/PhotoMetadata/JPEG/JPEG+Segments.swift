/// Iterates over the segments of a JPEG file up to the picture data.
struct JPEGSegments {
  /// Why the iteration ended.
  enum Ending: Equatable {
    case picture
    case cutShort
    case damaged(String)
  }

  /// The limit of segments, which could hold 64 MB.
  static let mostSegments = 1024

  /// How many bytes between segments are skipped at most.
  private static let longestGap = 64 * 1024

  private var position: Int
  private var segmentsLeft = mostSegments

  /// Why the iteration ended; nil while it continues.
  private(set) var ending: Ending?

  /// Starts at the picture at an offset.
  init(at start: Int = 0) { position = start + 2 }

  /// The next segment; nil at the end.
  mutating func next(in file: inout FileWindow) -> JPEGSegment? {
    guard ending == nil, let marker = nextMarker(in: &file) else { return nil }
    let start = position - 1
    position += 1
    if JPEGSegment.picture.contains(marker) {
      ending = .picture
      return nil
    }
    if JPEGSegment.isBare(marker) {
      return JPEGSegment(marker: marker, start: start, payload: position, end: position)
    }
    guard segmentsLeft > 0 else {
      return over(.damaged("more than \(Self.mostSegments) segments before the picture"))
    }
    segmentsLeft -= 1
    guard let length = file.uint16(at: position, .big) else { return over(.cutShort) }
    guard length >= 2 else {
      return over(.damaged("the segment at byte \(start) has a length of \(length)"))
    }
    let segment = JPEGSegment(
      marker: marker, start: start, payload: position + 2, end: position + Int(length))
    position = segment.end
    return segment
  }

  /// Moves past the next `FF` and returns the marker; skips fill bytes.
  private mutating func nextMarker(in file: inout FileWindow) -> UInt8? {
    let last = position + Self.longestGap
    var isAfterFF = false
    while position < last {
      guard let byte = file.byte(at: position) else { return over(.cutShort) }
      if isAfterFF, byte != 0xFF, byte != 0 { return byte }
      isAfterFF = byte == 0xFF
      position += 1
    }
    return over(.damaged("no segment within 64 KB of byte \(last - Self.longestGap)"))
  }

  private mutating func over<Nothing>(_ ending: Ending) -> Nothing? {
    self.ending = ending
    return nil
  }
}

/// One segment of a JPEG file.
struct JPEGSegment {
  /// The marker byte.
  let marker: UInt8

  /// The offset of the `FF` before the marker.
  let start: Int

  /// The offset after the length field.
  let payload: Int

  /// The offset after the segment; past the end of the file if it is truncated.
  let end: Int

  /// Markers that end the metadata: start of scan, end of image.
  static let picture: ClosedRange<UInt8> = 0xD9...0xDA

  /// Whether a marker has no length: restarts, start of image, TEM.
  static func isBare(_ marker: UInt8) -> Bool {
    (0xD0...0xD8).contains(marker) || marker == 0x01
  }

  /// Whether the segment has the size of the picture.
  var isFrame: Bool {
    // Three codes of the range are other tables: DHT, JPG, DAC.
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// The offset of the Exif block in this segment; nil if it has none.
  func exifOrigin(in file: inout FileWindow) -> Int? {
    // The byte after the first NUL should be NUL too, but some writers differ.
    marker == 0xE1 && file.has("Exif\0", at: payload) ? payload + 6 : nil
  }

  /// The offset of the XMP packet in this segment; nil if it has none.
  ///
  /// Extended packets use segments of another name.
  func xmpOrigin(in file: inout FileWindow) -> Int? {
    // One editor writes the second name, which has the same length.
    let names: [StaticString] = [
      "http://ns.adobe.com/xap/1.0/\0", "XMP\0://ns.adobe.com/xap/1.0/\0",
    ]
    guard marker == 0xE1 else { return nil }
    if names.contains(where: { file.has($0, at: payload) }) { return payload + 29 }
    guard !file.has("http://ns.adobe.com/xmp/extension/\0", at: payload) else { return nil }
    return oddXMPOrigin(in: &file)
  }

  /// The offset of an XMP packet that has another name before it, or none.
  private func oddXMPOrigin(in file: inout FileWindow) -> Int? {
    let starts = ["<?xpacket", "<x:xmpmeta", "<x:xapmeta", "<rdf:RDF"].map { Array($0.utf8) }
    let head = file.withBytes(at: payload, count: min(128, max(0, end - payload))) { Array($0) }
    guard let head else { return nil }
    let found = starts.compactMap { head.firstIndex(of: $0) }.min()
    return found.map { payload + $0 }
  }

  /// The standard name of the marker, with the identifier of an application segment.
  func name(in file: inout FileWindow) -> String {
    switch marker {
    case 0xC4: return "DHT"
    case 0xC8: return "JPG"
    case 0xCC: return "DAC"
    case 0xC0...0xCF: return "SOF\(marker - 0xC0)"
    case 0xD0...0xD7: return "RST\(marker - 0xD0)"
    case 0xD8: return "SOI"
    case 0xDB: return "DQT"
    case 0xDD: return "DRI"
    case 0xFE: return "COM"
    case 0x01: return "TEM"
    case 0xE0...0xEF:
      let identifier = identifier(in: &file)
      return "APP\(marker - 0xE0)" + (identifier.isEmpty ? "" : " \(identifier)")
    default: return "marker \(String(marker, radix: 16, uppercase: true))"
    }
  }

  private func identifier(in file: inout FileWindow) -> String {
    // Shorter runs of letters are probably binary data.
    let shortest = 4
    let length = max(0, min(end, file.size, payload + 32) - payload)
    return file.withBytes(at: payload, count: length) { bytes in
      let letters = bytes.prefix { (0x21...0x7E).contains($0) }
      return letters.count < shortest ? "" : String(decoding: letters, as: UTF8.self)
    } ?? ""
  }
}
