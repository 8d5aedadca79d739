/// Checks what people write: names and lines.
///
/// They are data for other people's screens: one line of text, in which no character changes how its neighbours are
/// shown.
enum RoomText {
  /// Returns the text without blanks around it; throws if it is empty, too long or has characters that are refused.
  static func checked(_ text: String, _ what: String, bytes limit: Int) throws(RoomError) -> String
  {
    guard text.utf8.count <= 4 * limit else {
      throw .invalid("\(what) is longer than \(limit) bytes")
    }
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { throw .invalid("\(what) is empty") }
    let trimmed = scalars[first...last]
    guard !trimmed.contains(where: isRefused) else {
      throw .invalid(
        "\(what) has control characters, line breaks or marks that reorder text")
    }
    guard trimmed.contains(where: isVisible) else {
      throw .invalid("\(what) has no visible character")
    }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: trimmed)
    let result = String(kept)
    guard result.utf8.count <= limit else {
      throw .invalid("\(what) is longer than \(limit) bytes")
    }
    return result
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: break
    }
    switch scalar.value {
    // Embeddings, overrides and isolates of the bidirectional algorithm.
    case 0x202A...0x202E, 0x2066...0x2069: return true
    // Marks of byte order and of annotations, and deprecated format characters.
    case 0xFEFF, 0xFFF9...0xFFFB, 0x206A...0x206F: return true
    default: return false
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .spaceSeparator: false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
