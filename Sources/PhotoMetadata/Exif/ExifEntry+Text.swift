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
/// Text that is not UTF-8 is read as Latin-1.
func printable(_ bytes: ArraySlice<UInt8>) -> String {
  let blank = UInt8(ascii: " ")
  guard let first = bytes.firstIndex(where: { $0 > blank }),
    let last = bytes.lastIndex(where: { $0 > blank })
  else { return "" }
  let trimmed = bytes[first...last]
  let text =
    String(validating: trimmed, as: UTF8.self)
    ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
  return text.unicodeScalars.contains(where: isControl) ? withoutControls(text) : text
}

/// Whether a character is a control character.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}

private func withoutControls(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
}
