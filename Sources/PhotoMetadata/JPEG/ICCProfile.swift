/// An ICC colour profile with what its colours need and nothing else.
///
/// Without it, Display P3 photos, as phones take them, look pale. Names, dates and serial numbers of cameras and
/// monitors, and tags that only their makers know, are left out.
package struct ICCProfile: Sendable {
  package let bytes: [UInt8]

  /// The size limit; camera and display profiles have a few kilobytes, the largest are tables for printing.
  package static let sizeLimit = 1_048_576

  private static let headerLength = 128
  private static let mostTags = 100

  /// The tags that turn numbers into colours, and what may be in them (ICC.1:2022).
  private static let tags = Set(
    [
      "wtpt", "bkpt", "chad", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "A2B0",
      "A2B1", "A2B2", "B2A0", "B2A1", "B2A2", "cicp",
    ].map(signature))
  private static let types = Set(
    ["XYZ ", "curv", "para", "sf32", "mft1", "mft2", "mAB ", "mBA ", "cicp"].map(signature))

  /// Copies a profile, to at most its length; nil if it is none.
  package init?(_ profile: some Collection<UInt8>) {
    let file = Array(profile.prefix(Self.sizeLimit + 1))
    guard file.count <= Self.sizeLimit, file.count >= Self.headerLength + 4,
      Self.number(file, 36) == Self.signature("acsp")
    else { return nil }
    let count = Self.number(file, Self.headerLength)
    guard count <= Self.mostTags, file.count >= Self.headerLength + 4 + 12 * count else {
      return nil
    }
    var parts: [Part] = []
    for entry in 0..<count {
      let at = Self.headerLength + 4 + 12 * entry
      let (tag, start, length) = (
        Self.number(file, at), Self.number(file, at + 4), Self.number(file, at + 8)
      )
      guard Self.tags.contains(tag), length >= 8, start <= file.count, length <= file.count - start,
        Self.types.contains(Self.number(file, start)), !parts.contains(where: { $0.tag == tag })
      else { continue }
      parts.append((tag, file[start..<start + length]))
    }
    guard !parts.isEmpty else { return nil }
    let header = file[..<Self.headerLength]
    let described = Self.written(header, Self.descriptions(isNew: file[8] >= 4) + parts)
    // A compact profile may have shorter texts, or none.
    bytes = described.count <= file.count ? described : Self.written(header, parts)
  }

  private typealias Part = (tag: Int, content: ArraySlice<UInt8>)

  /// The texts that each profile must have: a letter, as in compact profiles; new profiles have texts in languages.
  private static func descriptions(isNew: Bool) -> [Part] {
    let zeros = [UInt8](repeating: 0, count: 78)
    let language =
      Array("mluc".utf8) + zeros[..<4] + [0, 0, 0, 1, 0, 0, 0, 12]
      + Array("enUS".utf8) + [0, 0, 0, 2, 0, 0, 0, 28, 0, UInt8(ascii: "c")]
    let description = Array("desc".utf8) + zeros[..<4] + [0, 0, 0, 2, UInt8(ascii: "c"), 0] + zeros
    let text = Array("text".utf8) + zeros[..<4] + [UInt8(ascii: "c"), 0]
    return [
      (signature("desc"), (isNew ? language : description)[...]),
      (signature("cprt"), (isNew ? language : text)[...]),
    ]
  }

  /// Writes tags, of which several may share their content, as those of the three curves of a display do.
  private static func written(_ header: ArraySlice<UInt8>, _ parts: [Part]) -> [UInt8] {
    let start = headerLength + 4 + 12 * parts.count
    var (table, data) = (number(parts.count), [UInt8]())
    var places: [ArraySlice<UInt8>: Int] = [:]
    for part in parts {
      let place = places[part.content] ?? start + data.count
      if places.updateValue(place, forKey: part.content) == nil {
        data += part.content
        data += [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
      }
      table += number(part.tag) + number(place) + number(part.content.count)
    }
    // The version, the class, both colour spaces; a date, which has to be one; the intent and the illuminant.
    var bytes = number(start + data.count) + number(0) + header[8..<24]
    bytes += [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + header[36..<40]
    bytes += [UInt8](repeating: 0, count: 24) + header[64..<80]
    return bytes + [UInt8](repeating: 0, count: headerLength - bytes.count) + table + data
  }

  private static func signature(_ text: String) -> Int { number(Array(text.utf8), 0) }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int {
    bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

// The segments of a JPEG.
extension ICCProfile {
  private static let label = Array("ICC_PROFILE\0".utf8)

  /// The most bytes of a profile in a segment.
  private static let mostInSegment = 0xFFFF - 2 - label.count - 2

  /// Whether the content of a segment `E2` is a part of a profile.
  static func isPart(_ content: ArraySlice<UInt8>) -> Bool { content.starts(with: label) }

  /// The segments with the profile.
  var segments: [UInt8] {
    let starts = Array(stride(from: 0, to: bytes.count, by: Self.mostInSegment))
    return starts.enumerated().flatMap { number, start in
      let part = bytes[start..<min(bytes.count, start + Self.mostInSegment)]
      let length = 2 + Self.label.count + 2 + part.count
      return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + Self.label
        + [UInt8(clamping: number + 1), UInt8(clamping: starts.count)] + part
    }
  }

  /// Joins the profile from the numbered segments of a JPEG; nil if there is none or a part is missing.
  package static func find(in jpeg: [UInt8]) -> ICCProfile? {
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    var total: UInt8 = 0
    forEachSegment(of: jpeg) { marker, content in
      guard marker == 0xe2, content.count > label.count + 2, isPart(content) else { return }
      let numbers = content.dropFirst(label.count).prefix(2)
      guard let number = numbers.first, let count = numbers.last else { return }
      total = count
      parts[number] = content.dropFirst(label.count + 2)
    }
    guard total > 0, parts.count == Int(total) else { return nil }
    var bytes: [UInt8] = []
    for number in 1...total {
      guard let part = parts[number], bytes.count + part.count <= sizeLimit else { return nil }
      bytes += part
    }
    return ICCProfile(bytes)
  }

  /// Calls `body` with each valid segment before the picture data.
  private static func forEachSegment(
    of jpeg: [UInt8], _ body: (_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Void
  ) {
    let startOfScan: UInt8 = 0xda
    var position = 2
    while position + 4 <= jpeg.count, jpeg[position] == 0xff {
      let marker = jpeg[position + 1]
      if marker == 0xff {  // A filler byte.
        position += 1
        continue
      }
      let count = Int(jpeg[position + 2]) << 8 | Int(jpeg[position + 3])
      guard marker != startOfScan, count >= 2, position + 2 + count <= jpeg.count else { return }
      body(marker, jpeg[(position + 4)..<(position + 2 + count)])
      position += 2 + count
    }
  }
}
