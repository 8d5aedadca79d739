/// A pull parser for the subset of XML that XMP and GPX need: names, attributes, text and CDATA.
///
/// It supports no DTD and only the five predefined entities and character references, so entities cannot
/// expand without bound. Names and values are ranges of the document; nothing is copied until requested.
public struct XMLScanner {
  /// One event of the parser.
  public enum Event {
    case start(name: Range<Int>, isEmpty: Bool)
    case end(name: Range<Int>)
    case text(Range<Int>)
    case verbatim(Range<Int>)
  }

  /// The name and value of an attribute.
  public struct Attribute {
    /// The name with its prefix.
    public let name: Range<Int>

    /// The value between its quotes.
    public let value: Range<Int>
  }

  /// The limit of attributes in one tag.
  static let mostAttributes = 1024

  /// The document in UTF-8.
  public let bytes: [UInt8]

  /// The attributes of the last start tag.
  public private(set) var attributes: [Attribute] = []

  /// Whether the end of the document was reached.
  public private(set) var isAtEnd = false

  /// The first byte after the last event.
  public private(set) var position = 0

  /// Starts at a document in UTF-8 or UTF-16, detected by its first bytes.
  public init(_ document: [UInt8]) { bytes = Self.utf8(document) }

  /// The next event; nil at the end and for invalid XML.
  public mutating func next() -> Event? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else { return text() }
      guard position + 1 < bytes.count else { return nil }
      switch bytes[position + 1] {
      case UInt8(ascii: "?"):
        guard skip(past: "?>") else { return nil }
      case UInt8(ascii: "!"):
        if has("<!--") {
          guard skip(past: "-->") else { return nil }
        } else if has("<![CDATA[") {
          let start = position + 9
          guard skip(past: "]]>") else { return nil }
          return start <= position - 3 ? .verbatim(start..<(position - 3)) : nil
        } else {
          return nil  // a DTD, of which XMP has none
        }
      case UInt8(ascii: "/"): return endTag()
      default: return startTag()
      }
    }
    isAtEnd = true
    return nil
  }

  private mutating func text() -> Event {
    let start = position
    position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    return .text(start..<position)
  }

  private mutating func endTag() -> Event? {
    position += 2
    guard let name = name() else { return nil }
    skipBlanks()
    return take(">") ? .end(name: name) : nil
  }

  private mutating func startTag() -> Event? {
    attributes.removeAll(keepingCapacity: true)
    position += 1
    guard let name = name() else { return nil }
    while true {
      skipBlanks()
      if take(">") { return .start(name: name, isEmpty: false) }
      if take("/") { return take(">") ? .start(name: name, isEmpty: true) : nil }
      guard attributes.count < Self.mostAttributes, let attribute = attribute() else { return nil }
      attributes.append(attribute)
    }
  }

  private mutating func attribute() -> Attribute? {
    guard let name = name() else { return nil }
    skipBlanks()
    guard take("=") else { return nil }
    skipBlanks()
    guard position < bytes.count else { return nil }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = bytes[(position + 1)...].firstIndex(of: quote)
    else { return nil }
    let value = (position + 1)..<end
    position = end + 1
    return Attribute(name: name, value: value)
  }

  /// Reads a name, which ends before a space or a delimiter.
  private mutating func name() -> Range<Int>? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0...0x20, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"),
        UInt8(ascii: "\""), UInt8(ascii: "'"):
        return start < position ? start..<position : nil
      default: position += 1
      }
    }
    return nil
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private func has(_ expected: String) -> Bool {
    bytes[position...].starts(with: expected.utf8)
  }

  /// Moves past the next occurrence of `closing`.
  private mutating func skip(past closing: String) -> Bool {
    guard let last = closing.utf8.last else { return false }
    // Skip the opening delimiter first.
    var at = position + closing.utf8.count
    while let found = bytes[min(at, bytes.count)...].firstIndex(of: last) {
      at = found + 1
      if bytes[..<at].suffix(closing.utf8.count).elementsEqual(closing.utf8) {
        position = at
        return true
      }
    }
    return false
  }

  private static func utf8(_ document: [UInt8]) -> [UInt8] {
    guard document.count >= 2 else { return document }
    let isBig: Bool
    switch (document[0], document[1]) {
    case (0xFE, 0xFF), (0, UInt8(ascii: "<")): isBig = true
    case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): isBig = false
    default: return document
    }
    var units: [UInt16] = []
    units.reserveCapacity(document.count / 2)
    for at in stride(from: 0, to: document.count - 1, by: 2) {
      let (first, second) = (UInt16(document[at]), UInt16(document[at + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
