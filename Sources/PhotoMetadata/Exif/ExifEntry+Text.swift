extension ExifEntry {
  /// The value as text without padding; nil if it is empty or not text.
  ///
  /// Bytes are accepted, because some writers use that type for hemispheres. Text that is not UTF-8 is read as
  /// Latin-1, which older cameras write.
  func text(from file: inout FileWindow) -> String? {
    guard isInside, type.isText || type.width == 1 else { return nil }
    let text = file.withBytes(at: offset, count: min(length, Self.longestText)) { bytes in
      printable(bytes.prefix { $0 != 0 })
    }
    return text?.isEmpty == false ? text : nil
  }

  /// The limit of text; longer values are truncated.
  private static let longestText = 1024
}

/// Trims text and removes control characters, which could affect a terminal.
///
/// Text that is not UTF-8 is read as Windows-1252, which is Latin-1 with quotation marks and dashes.
func printable(_ bytes: ArraySlice<UInt8>) -> String {
  let blank = UInt8(ascii: " ")
  guard let first = bytes.firstIndex(where: { $0 > blank }),
    let last = bytes.lastIndex(where: { $0 > blank })
  else { return "" }
  let trimmed = bytes[first...last]
  // Nearly all texts are ASCII, which needs no further look.
  if trimmed.allSatisfy({ (0x20..<0x7F).contains($0) }) {
    return String(decoding: trimmed, as: UTF8.self)
  }
  let text =
    String(validating: trimmed, as: UTF8.self)
    ?? String(String.UnicodeScalarView(trimmed.map(inWindows1252)))
  return text.unicodeScalars.contains(where: isControl) ? withoutControls(text) : text
}

/// The characters of Windows-1252 in place of the control characters from 0x80 on.
private let upperWindows1252: [Unicode.Scalar] = [
  "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
  "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
]

private func inWindows1252(_ byte: UInt8) -> Unicode.Scalar {
  (0x80...0x9F).contains(byte) ? upperWindows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
}

/// Whether a character is a control character.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}

private func withoutControls(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
}
