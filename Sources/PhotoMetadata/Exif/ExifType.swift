/// The types of Exif values.
enum ExifType: UInt8 {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  case directory = 13
  case long8 = 16
  case signedLong8 = 17
  case directory8 = 18
  case utf8 = 129

  /// The type of a code in the file.
  @inline(__always)
  init?(code: UInt16) {
    guard let type = UInt8(exactly: code).flatMap(Self.init(rawValue:)) else { return nil }
    self = type
  }

  /// Bytes per number or character.
  var width: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined, .utf8: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .directory: 4
    case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
    }
  }

  /// Whether a value is text.
  var isText: Bool { self == .ascii || self == .utf8 }
}
