/// A colour profile: what the numbers of a picture look like.
///
/// Without its profile a Display P3 photo, which is what phones take, looks pale.
struct ICCProfile {
  let bytes: [UInt8]

  /// Profiles of cameras and screens hold a few kilobytes; the largest are tables for printing.
  static let sizeLimit = 1_048_576

  /// Puts the profile together from the segments of a JPEG's header, which number themselves; nothing
  /// where there is none or not all of it.
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

  /// Whether it is a profile for such samples: one for CMYK would make nonsense of RGB.
  func describes(_ samples: Picture.Samples) -> Bool {
    let space = bytes[16..<20]
    switch samples {
    case .gray: return space.elementsEqual("GRAY".utf8)
    case .ycc, .rgb: return space.elementsEqual("RGB ".utf8)
    case .cmyk, .invertedCMYK: return false
    }
  }

  /// Calls `body` with each segment before the picture itself, as far as they make sense.
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
