internal import PhotoFacts

/// A list of texts as one text, for formats that have no lists: `lake; "a;b"; "say ""hello"""`.
///
/// A text that has a semicolon or a quotation mark, or spaces around it, is quoted, and its quotation marks are doubled.
/// So every list can be read again.
enum ListText {
  private static let mark = UInt8(ascii: "\"")
  private static let separator = UInt8(ascii: ";")
  private static let space = UInt8(ascii: " ")

  static func text(_ texts: [String]) -> String {
    texts.map { text in
      let bytes = text.utf8
      let needsMarks =
        bytes.isEmpty || bytes.first == space || bytes.last == space
        || bytes.contains { $0 == separator || $0 == mark }
      guard needsMarks else { return text }
      return "\""
        + text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }.joined(separator: "; ")
  }

  /// The texts of a list; nil if a quotation mark has no partner.
  ///
  /// Spaces around the semicolons do not count.
  static func texts(_ text: ArraySlice<UInt8>) -> [String]? {
    var texts: [String] = []
    var rest = text
    while true {
      rest = rest.drop { $0 == space }
      var bytes: [UInt8] = []
      if rest.first == mark {
        rest.removeFirst()
        guard take(quoted: &rest, into: &bytes) else { return nil }
        rest = rest.drop { $0 == space }
        guard rest.isEmpty || rest.first == separator else { return nil }
        texts.append(String(decoding: bytes, as: UTF8.self))
      } else {
        let end = rest.firstIndex(of: separator) ?? rest.endIndex
        let trimmed = rest[..<end].reversed().drop { $0 == space }.reversed()
        if !trimmed.isEmpty { texts.append(String(decoding: trimmed, as: UTF8.self)) }
        rest = rest[end...]
      }
      guard rest.first == separator else { return texts }
      rest.removeFirst()
    }
  }

  /// Consumes a quoted text and the quotation mark behind it.
  private static func take(quoted rest: inout ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool
  {
    while let byte = rest.popFirst() {
      guard byte == mark else {
        bytes.append(byte)
        continue
      }
      guard rest.first == mark else { return true }
      bytes.append(mark)
      rest.removeFirst()
    }
    return false
  }
}
