/// The text in bytes, with its line ends as single line feeds; other control characters are replaced, which could
/// affect a terminal.
///
/// Text that is not UTF-8 is read as Windows-1252.
func paragraphs(_ bytes: some Sequence<UInt8>) -> String {
  let bytes = Array(bytes)
  guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return printable(bytes[...]) }
  var lines: [String] = []
  var rest = bytes[...]
  // Before the text is decoded, because line ends are the same in both encodings.
  while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
    lines.append(printable(rest[..<end]))
    let isPair = rest[end] == 0x0D && rest[(end + 1)...].first == 0x0A
    rest = rest[(end + (isPair ? 2 : 1))...]
  }
  lines.append(printable(rest))
  while lines.last?.isEmpty == true { lines.removeLast() }
  return lines.drop { $0.isEmpty }.joined(separator: "\n")
}

/// The same in one line.
func oneLine(_ bytes: some Sequence<UInt8>) -> String {
  printable(bytes.map { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 ? 0x20 : $0 }[...])
}

extension [UInt8] {
  /// The text of UTF-16 as UTF-8, up to its first null character.
  func decodedUTF16(bigEndian: Bool) -> [UInt8] {
    let units = stride(from: 0, to: count - 1, by: 2).map { index in
      let (one, other) = (UInt16(self[index]), UInt16(self[index + 1]))
      return bigEndian ? one << 8 | other : other << 8 | one
    }
    let text = units.prefix { $0 != 0 }.drop { $0 == 0xFEFF }
    return Array(String(decoding: text, as: UTF16.self).utf8)
  }
}
