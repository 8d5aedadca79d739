internal import Compression

/// A text chunk of a PNG file.
struct PNGText {
  /// The keyword, which names the kind of text.
  let keyword: String

  /// The text, which may be compressed.
  let text: ArraySlice<UInt8>

  /// Whether the text is compressed.
  let isCompressed: Bool

  /// Reads the content of a `tEXt`, `zTXt` or `iTXt` chunk.
  init?(_ content: [UInt8], type: UInt32) {
    // The standard limits keywords to 79 bytes.
    guard let end = content.prefix(80).firstIndex(of: 0) else { return nil }
    keyword = String(decoding: content[..<end], as: UTF8.self)
    var rest = content[(end + 1)...]
    switch type {
    case fourLetters("tEXt"): isCompressed = false
    case fourLetters("zTXt"):
      guard rest.popFirst() == 0 else { return nil }
      isCompressed = true
    default:
      guard let flag = rest.popFirst(), rest.popFirst() == 0 else { return nil }
      isCompressed = flag == 1
      // The language and the translated keyword follow.
      for _ in 0..<2 {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        rest = rest[(end + 1)...]
      }
    }
    text = rest
  }

  /// The uncompressed text; nil if decompression fails.
  func plain() -> [UInt8]? {
    isCompressed ? inflated(text, .zlib, atMost: XMPPacket.longestPacket) : Array(text)
  }

  /// The bytes of a profile that ImageMagick wrote as name, length and hexadecimal digits.
  static func profile(_ text: [UInt8]) -> [UInt8]? {
    let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in lines[2] {
      guard let digit = Character(Unicode.Scalar(character)).hexDigitValue else { continue }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    return bytes
  }
}
