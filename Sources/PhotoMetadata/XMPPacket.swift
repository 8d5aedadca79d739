private import Glibc

/// What an XMP packet says of the properties this room asks for.
struct XMPPacket {
  /// Longer packets are not read: those of cameras and editors have a tenth of it.
  static let longestPacket = 1 << 20

  private var values: [XMPProperty: String] = [:]

  /// Whether the description was read to its end.
  ///
  /// Where it was not, nothing in the packet counts: what is missing could be the hemisphere.
  let isWhole: Bool

  /// Reads a packet.
  init(_ document: [UInt8]) {
    var walk = XMPWalk(document)
    while let (property, bytes) = walk.next() {
      let text = printable(bytes[...])
      // Of two with one name the first counts, as in exiftool.
      if !text.isEmpty, values[property] == nil { values[property] = text }
    }
    isWhole = walk.isWhole
  }

  /// Whether a packet can hold a position, found out in a tenth of the time it takes to read it.
  static func mentionsPosition(_ document: [UInt8]) -> Bool {
    // Names cannot be written with entities, but in UTF-16 there are zeros between the letters.
    if document.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }) { return true }
    let initial = UInt8(ascii: "G")
    return unsafe document.withUnsafeBytes { bytes in
      var at = 0
      // memchr looks at many bytes at once.
      while let start = bytes.baseAddress,
        let found = unsafe memchr(start + at, Int32(initial), bytes.count - at)
      {
        at = unsafe UnsafeRawPointer(found) - start
        if unsafe bytes[at...].starts(with: "GPSLatitude".utf8) { return true }
        if unsafe bytes[at...].starts(with: "GpsLatitude".utf8) { return true }
        at += 1
      }
      return false
    }
  }

  /// The value of a property, without blanks around it, or nothing where it is not there or empty.
  subscript(property: XMPProperty) -> String? { values[property] }

  /// A property and its value, short enough for a sentence.
  func wording(_ property: XMPProperty) -> String {
    guard let text = self[property] else { return "\(property.name) is missing" }
    return "\(property.name) is “\(text.prefix(64))”"
  }
}
