extension XMLScanner {
  /// The limit of text; longer text is truncated.
  public static let longestText = 8_192

  /// The text with entities replaced; unknown entities are left as written.
  public func decoded(_ range: Range<Int>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes[range]
    while decoded.count < Self.longestText, let byte = rest.popFirst() {
      if byte == UInt8(ascii: "&"), let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")),
        let character = Self.character(rest[..<end])
      {
        decoded += String(character).utf8
        rest = rest[(end + 1)...]
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  private static func character(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case let number where number.hasPrefix("#x") || number.hasPrefix("#X"):
      return UInt32(number.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case let number where number.hasPrefix("#"):
      return UInt32(number.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
