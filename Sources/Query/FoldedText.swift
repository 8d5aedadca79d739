// The standard library has no public name for this yet.
@_spi(_Unicode) import Swift

/// Text in the form in which words are compared: without case, accents and control characters.
///
/// Any space, tab, newline or control character is a space. So a folded text has one line, and no separator of lists.
package enum FoldedText {
  /// The bytes of a folded text, in UTF-8.
  package static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  /// Appends a folded text.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isASCII = text.withUTF8 { utf8 in
      let start = bytes.count
      for index in 0..<utf8.count {
        let byte = unsafe utf8[index]
        guard byte < 0x80 else {
          bytes.removeSubrange(start...)
          return false
        }
        bytes.append(folded(byte))
      }
      return true
    }
    if !isASCII { appendUnicode(text, to: &bytes) }
  }

  /// Appends the folded text of bytes, which should be UTF-8.
  package static func append(utf8: [UInt8], to bytes: inout [UInt8]) {
    guard utf8.allSatisfy({ $0 < 0x80 }) else {
      return append(String(decoding: utf8, as: UTF8.self), to: &bytes)
    }
    for byte in utf8 { bytes.append(folded(byte)) }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case 0..<0x20, 0x7F: 0x20
    default: byte
    }
  }

  private static func appendUnicode(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text._nfd {
      if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
        bytes.append(folded(byte))
      } else if let letters = letters[scalar] {
        bytes.append(contentsOf: letters.utf8)
      } else if (0xFF01...0xFF5E).contains(scalar.value) {
        // The full width forms of ASCII.
        bytes.append(folded(UInt8(truncatingIfNeeded: scalar.value - 0xFF01 + 0x21)))
      } else if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        bytes.append(0x20)
      } else if !isAccent(scalar) {
        bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      }
    }
  }

  /// Whether a scalar is a mark that makes no other letter: those of Latin, Greek, Cyrillic, Hebrew and Arabic.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x06FF, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF:
      scalar.properties.canonicalCombiningClass != .notReordered
    default: false
    }
  }

  /// Letters that have no canonical decomposition, as people type them without the key.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o",
    "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ł": "l", "Ł": "l", "þ": "th", "Þ": "th",
    "ħ": "h", "Ħ": "h", "ı": "i", "ς": "σ",
  ]
}
