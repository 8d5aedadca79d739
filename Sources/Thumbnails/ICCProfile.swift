/// An ICC colour profile.
///
/// Without it, Display P3 photos, as phones take them, look pale.
struct ICCProfile {
  let bytes: [UInt8]

  /// The size limit; camera and display profiles have a few kilobytes, the largest are tables for printing.
  static let sizeLimit = 1_048_576

  /// Joins the profile from the numbered segments of a JPEG; nil if there is none or a part is missing.
  static func find(in jpeg: [UInt8]) -> ICCProfile? {
    let label = Array("ICC_PROFILE\0".utf8)
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    var total: UInt8 = 0
    forEachSegment(of: jpeg) { marker, content in
      guard marker == 0xe2, content.count > label.count + 2, content.starts(with: label) else {
        return
      }
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
    return bytes.count >= 128 ? ICCProfile(bytes: bytes) : nil
  }

  /// Whether the profile applies to samples of this kind; a CMYK profile would distort RGB.
  func describes(_ samples: Picture.Samples) -> Bool {
    let space = bytes[16..<20]
    switch samples {
    case .gray: return space.elementsEqual("GRAY".utf8)
    case .ycc, .rgb: return space.elementsEqual("RGB ".utf8)
    case .cmyk, .invertedCMYK: return false
    }
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
