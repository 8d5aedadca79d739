/// A list of texts as one text of the table, in which each text stands between two separators.
///
/// So a text is found in a list with `instr`.
enum StoredList {
  /// The unit separator of ASCII, which no text has.
  private static let separator: UInt8 = 0x1F

  /// The bytes of a list.
  static func bytes(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.reduce(1) { $0 + $1.utf8.count + 1 })
    bytes.append(separator)
    for text in texts {
      bytes.append(contentsOf: text.utf8)
      if bytes[(bytes.count - text.utf8.count)...].contains(separator) {
        bytes.removeLast(text.utf8.count)
        bytes.append(contentsOf: text.utf8.filter { $0 != separator })
      }
      bytes.append(separator)
    }
    return bytes
  }

  static func text(_ texts: [String]) -> String { String(decoding: bytes(texts), as: UTF8.self) }

  static func texts(_ list: String) -> [String] {
    var list = list
    return list.withUTF8 { bytes in
      var texts: [String] = []
      var start = 0
      // Faster than `split`, which is called for each list of a block.
      for index in 0..<bytes.count where unsafe bytes[index] == separator {
        if index > start {
          texts.append(unsafe String(decoding: bytes[start..<index], as: UTF8.self))
        }
        start = index + 1
      }
      return texts
    }
  }

  /// The number of characters that a text adds to a list.
  static func length(ofItem text: String) -> Int {
    text.unicodeScalars.count { $0.value != separator } + 1
  }
}
