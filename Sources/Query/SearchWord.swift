/// A word, or a phrase, that is looked for in what is known of a photo.
///
/// It is found where a word begins with it, ignoring case and accents. In scripts without spaces between words it is
/// found anywhere.
public struct SearchWord: Hashable, Sendable {
  /// The word as it was typed.
  public let text: String

  private let folded: [UInt8]
  private let start: Kind

  /// Makes a word; nil if a text has nothing to look for.
  public init?(_ text: String) {
    folded = FoldedText.bytes(text)
    guard folded.contains(where: { $0 != 0x20 }) else { return nil }
    self.text = text
    start = Kind(String(decoding: folded, as: UTF8.self).unicodeScalars.first ?? " ")
  }

  /// Whether it occurs in a text.
  package func occurs(in text: String) -> Bool {
    let folded = FoldedText.bytes(text)
    return unsafe folded.withUnsafeBytes { unsafe position(in: $0, from: 0) != nil }
  }

  /// Where it first occurs in folded text, from a position on.
  package func position(in text: UnsafeRawBufferPointer, from: Int) -> Int? {
    unsafe folded.withUnsafeBytes { word in
      var at = from
      while let position = unsafe Self.position(of: word, in: text, from: at) {
        if unsafe isStart(position, of: text) { return position }
        at = position + 1
      }
      return nil
    }
  }

  /// Where bytes first occur in others, from a position on.
  ///
  /// Compares the first and the last byte at sixteen positions at once; both rarely agree.
  private static func position(
    of word: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from: Int
  ) -> Int? {
    let last = word.count - 1
    let first = unsafe SIMD16<UInt8>(repeating: word[0])
    let end = unsafe SIMD16<UInt8>(repeating: word[last])
    var at = from
    func isHere(_ position: Int) -> Bool {
      (0...last).allSatisfy { unsafe text[position + $0] == word[$0] }
    }
    while at + last + 16 <= text.count {
      let begins = unsafe text.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self) .== first
      let ends =
        unsafe text.loadUnaligned(fromByteOffset: at + last, as: SIMD16<UInt8>.self) .== end
      if any(begins .& ends), let found = (at..<at + 16).first(where: isHere) { return found }
      at += 16
    }
    guard at + last < text.count else { return nil }
    return (at..<text.count - last).first(where: isHere)
  }

  private func isStart(_ position: Int, of text: UnsafeRawBufferPointer) -> Bool {
    guard position > 0, start != .anywhere, start != .other else { return true }
    var first = position - 1
    while first > 0, unsafe text[first] & 0xC0 == 0x80 { first -= 1 }
    let before = unsafe String(decoding: text[first..<position], as: UTF8.self)
    return before.unicodeScalars.last.map { Kind($0) != start } ?? true
  }

  /// The kinds of characters that words begin with.
  private enum Kind {
    case letter
    case digit
    /// Letters of scripts without spaces between words, and of Korean, whose words are written together.
    case anywhere
    case other

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x30...0x39: self = .digit
      case 0x61...0x7A: self = .letter
      case 0..<0x80: self = .other
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0xA4CF,
        0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
        self = .anywhere
      default:
        let properties = scalar.properties
        if properties.isAlphabetic {
          self = .letter
        } else {
          switch properties.generalCategory {
          case .decimalNumber: self = .digit
          case .nonspacingMark, .spacingMark: self = .letter
          default: self = .other
          }
        }
      }
    }
  }
}
