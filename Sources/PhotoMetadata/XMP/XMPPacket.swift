private import Glibc
internal import PhotoFacts

/// The values of the XMP properties that are read.
struct XMPPacket {
  /// The size limit of packets; cameras and editors write a tenth of it.
  static let longestPacket = 1 << 20

  private var values: [XMPProperty: String] = [:]

  /// The items of lists, each of them once.
  private var lists: [XMPProperty: [String]] = [:]

  /// Whether the description was read to its end.
  ///
  /// Values of an incomplete packet are not used, because a missing one could be the hemisphere.
  let isWhole: Bool

  /// Reads a packet.
  init(_ document: [UInt8]) {
    var walk = XMPWalk(document)
    while let (property, bytes) = walk.next() {
      let text = property.isLong ? paragraphs(bytes) : oneLine(bytes)
      guard !text.isEmpty else { continue }
      if property.isList {
        let known = lists[property] ?? []
        if known.count < PhotoWords.mostNames, !known.contains(text) {
          lists[property, default: []].append(text)
        }
        continue
      }
      // The first value of a property has precedence, as in exiftool.
      if values[property] == nil { values[property] = text }
    }
    isWhole = walk.isWhole
  }

  /// Whether a packet can have a position; takes a tenth of the time of parsing.
  static func mentionsPosition(_ document: [UInt8]) -> Bool {
    // Names cannot contain entities. UTF-16 has zeros between the letters, so it is always parsed.
    if document.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }) { return true }
    let initial = UInt8(ascii: "G")
    return unsafe document.withUnsafeBytes { bytes in
      var at = 0
      // memchr compares many bytes at once.
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

  /// The names after the colon of the properties with words and views, by which a packet is searched.
  private static let namesOfWordsAndViews: [StaticString] = [
    "title", "description", "subject", "creator", "rights", "Rating", "Label",
    "hierarchicalSubject", "CatalogSets", "TagsList", "LastKeywordXMP", "PersonInImage", "Regions",
    "People", "caption", "keywords", "rating", "author", "categories",
    "Gimbal", "CameraPitch", "Pitch", "FullPano", "Pose",
  ]

  /// Whether a packet can have words, or says how the camera looked; takes a tenth of the time of parsing.
  static func mentionsWordsOrView(_ document: [UInt8]) -> Bool {
    // UTF-16 has zeros between the letters, so it is always parsed.
    if document.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }) { return true }
    return unsafe document.withUnsafeBytes { bytes in
      var position = 0
      while let colon = unsafe bytes[position...].firstIndex(of: UInt8(ascii: ":")) {
        position = colon + 1
        let rest = unsafe bytes[position...]
        if namesOfWordsAndViews.contains(where: { name in
          unsafe rest.starts(
            with: UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }) {
          return true
        }
      }
      return false
    }
  }

  /// The trimmed value of a property; nil if it is missing or empty.
  subscript(property: XMPProperty) -> String? { values[property] }

  /// The items of a list, each of them once.
  func list(_ property: XMPProperty) -> [String] { lists[property] ?? [] }

  /// A property and its value, short enough for a sentence.
  func wording(_ property: XMPProperty) -> String {
    guard let text = self[property] else { return "\(property.name) is missing" }
    return "\(property.name) is “\(text.prefix(64))”"
  }
}
