/// A field value with parameters: `form-data; name="a"; filename="b.jpg"`.
struct FieldParameters {
  /// The part before the first semicolon.
  private(set) var value: [UInt8] = []
  private var parameters: [(name: [UInt8], value: [UInt8])] = []

  init(_ field: some Collection<UInt8>) {
    var rest = Array(field)[...]
    value = Array(rest.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks())
    rest = rest.dropFirst(rest.prefix { $0 != UInt8(ascii: ";") }.count + 1)
    while !rest.isEmpty, parameters.count < 32 {
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(name.count)
      var value: [UInt8] = []
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop(while: \.isBlank)
        value =
          rest.first == UInt8(ascii: "\"") ? Self.quoted(&rest) : Array(rest.prefix { $0 != 59 })
      }
      parameters.append((Array(name.trimmingBlanks()), Array(value)))
      rest = rest.drop { $0 != UInt8(ascii: ";") }.dropFirst()
    }
  }

  /// The first parameter with a name.
  subscript(name: String) -> [UInt8]? {
    parameters.first { equalsIgnoringCase($0.name, name.utf8) }?.value
  }

  /// The file name, also in the syntax of RFC 8187.
  var filename: [UInt8]? {
    guard let extended = self["filename*"] else { return self["filename"] }
    let parts = extended.split(
      separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, equalsIgnoringCase(parts[0], "UTF-8".utf8) else {
      return self["filename"]
    }
    var name: [UInt8] = []
    var rest = parts[2]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexValue,
        let low = rest[rest.startIndex + 1].hexValue
      {
        name.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        name.append(byte)
      }
    }
    return name
  }

  /// Parses a quoted string.
  ///
  /// Only quotation marks and backslashes count as escaped, because browsers do not escape other backslashes.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let (mark, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    rest = rest.dropFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != mark {
      if byte == escape, let next = rest.first, next == mark || next == escape {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(byte)
      }
    }
    return text
  }
}
