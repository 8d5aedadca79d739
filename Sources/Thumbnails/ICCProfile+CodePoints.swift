internal import PhotoMetadata

extension ICCProfile {
  /// A profile for a picture that only names its primaries, as AVIF and some HEIC files do.
  ///
  /// The code points are those of ISO/IEC 23091-2. Supports Display P3 and BT.2020 with a display's transfer curve.
  /// sRGB needs no profile; PQ and HLG have none.
  static func of(primaries: UInt16, transfer: UInt16) -> ICCProfile? {
    let (bt709, sRGB, bt2020) = (UInt16(1), UInt16(13), UInt16(14))
    guard [bt709, 6, sRGB, bt2020, 2].contains(transfer) else { return nil }
    // Red, green and blue relative to the profile white D50, by Bradford's method.
    switch primaries {
    case 12:
      return matrix(
        "Display P3",
        [0.515_102, 0.241_196, -0.001_053], [0.291_977, 0.692_245, 0.041_885],
        [0.157_104, 0.066_574, 0.784_073])
    case 9:
      return matrix(
        "BT.2020",
        [0.673_459, 0.279_033, -0.001_934], [0.165_661, 0.675_338, 0.029_979],
        [0.125_100, 0.045_629, 0.797_162])
    default: return nil
    }
  }

  /// A profile of three primaries with the sRGB curve (ICC.1:2010, three-component display).
  private static func matrix(
    _ name: String, _ red: [Double], _ green: [Double], _ blue: [Double]
  ) -> ICCProfile? {
    let curve = parametric([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])
    let tags: [(String, [UInt8])] = [
      ("desc", text(name)), ("cprt", text("No copyright")),
      ("wtpt", xyz([0.964_203, 1, 0.824_905])), ("rXYZ", xyz(red)), ("gXYZ", xyz(green)),
      ("bXYZ", xyz(blue)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = number(tags.count)
    var content: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for (signature, bytes) in tags {
      table += Array(signature.utf8) + number(start + content.count) + number(bytes.count)
      content += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return ICCProfile(header(size: start + content.count) + table + content)
  }

  private static func header(size: Int) -> [UInt8] {
    var bytes = number(size) + number(0) + number(0x0400_0000)
    bytes += Array("mntrRGB XYZ ".utf8)
    bytes += [0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]  // a date, which has to be one
    bytes += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    bytes += fixed(0.964_203) + fixed(1) + fixed(0.824_905)
    return bytes + [UInt8](repeating: 0, count: 128 - bytes.count)
  }

  private static func text(_ text: String) -> [UInt8] {
    let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8)
      + number(letters.count) + number(28) + letters
  }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + values.flatMap(fixed)
  }

  private static func parametric(_ values: [Double]) -> [UInt8] {
    Array("para".utf8) + number(0) + [0, 3, 0, 0] + values.flatMap(fixed)
  }

  private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded())) }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
