import Foundation

/// Small JPEG files made for the tests.
enum JPEGFixture {
  /// A grey ramp of 24 × 16 pixels without any metadata.
  static let plain: [UInt8] = {
    let text = """
      /9j/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////
      wAALCAAQABgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAwT/xAAVEAEBAAAAAAAAAAAAAAAAAAAAAv/aAAgBAQAAPwCWDwaE
      cHg0P//Z
      """
    return Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }()

  /// The picture with these segments right after its first marker.
  static func picture(_ segments: [[UInt8]]) -> [UInt8] {
    var bytes = Array(plain.prefix(2))
    for segment in segments { bytes += segment }
    return bytes + plain.dropFirst(2)
  }

  /// The picture with one APP1 segment.
  static func picture(app1 payload: [UInt8]) -> [UInt8] { picture([segment(0xE1, payload)]) }

  /// A segment: marker, length, payload.
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
  }
}
