extension String {
  /// The number of columns that a terminal uses for the text.
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text padded with spaces on the right to a number of columns.
  func aligned(left width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text padded with spaces on the left to a number of columns.
  func aligned(right width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }

  /// The beginning of the text, with an ellipsis if it needs more columns.
  func shortened(to width: Int) -> String {
    guard displayWidth > width else { return self }
    return String(Self.fitting(self, in: width - 1)) + "…"
  }

  /// The end of the text, with an ellipsis if it needs more columns.
  func shortened(toLast width: Int) -> String {
    guard utf8.count > width, displayWidth > width else { return self }
    return "…" + String(String(Self.fitting(reversed(), in: width - 1)).reversed())
  }

  private static func fitting(_ characters: some Sequence<Character>, in width: Int) -> [Character]
  {
    var rest = width
    return Array(
      characters.prefix { character in
        rest -= character.displayWidth
        return rest >= 0
      })
  }
}

extension Character {
  /// The number of columns that a terminal uses for the character: 0, 1 or 2.
  var displayWidth: Int { unicodeScalars.map(\.displayWidth).max() ?? 0 }
}

extension Unicode.Scalar {
  /// The number of columns: 2 for wide and fullwidth characters (UAX 11), 0 for marks.
  fileprivate var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The blocks of wide and fullwidth characters that are not emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F320, 0x20000...0x3FFFD,
  ]
}
