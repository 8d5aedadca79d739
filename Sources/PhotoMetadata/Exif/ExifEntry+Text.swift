extension ExifEntry {
  /// The value as text without padding, or nothing where it is empty or not text.
  ///
  /// Bytes count as text too: some writers give hemispheres that type. What is not UTF-8 is read
  /// as Latin-1, which is what older cameras write.
  func text(from file: inout FileWindow) -> String? {
    guard isInside, type.isText || type.width == 1 else { return nil }
    let text = file.withBytes(at: offset, count: min(length, Self.longestText)) { bytes in
      printable(bytes.prefix { $0 != 0 })
    }
    return text?.isEmpty == false ? text : nil
  }

  /// Longer text than this is cut: it names no camera and no time.
  private static let longestText = 1024
}

/// Bytes as text without blanks around it and without what would steer a terminal.
///
/// What is not UTF-8 is read as Latin-1.
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

/// Whether a character steers a terminal rather than stands for something.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}

private func withoutControls(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
}
