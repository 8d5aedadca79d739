internal import XML

/// Walks through the elements of an XML document; names have no prefix.
struct ElementWalk {
  /// One event of the walk.
  enum Event {
    case start(String)

    /// An element has ended; the text is the one after its last child.
    case end(String, text: String)
  }

  /// The limit of nesting.
  private static let deepest = 256

  /// The names of the open elements.
  private(set) var path: [String] = []

  /// Whether the root element has ended.
  private(set) var isWhole = false

  private var scanner: XMLScanner
  private var text: [UInt8] = []
  private var isEndPending = false

  init(_ document: [UInt8]) { scanner = XMLScanner(document) }

  /// The next event; nil at the end, for invalid XML and for elements that are nested too deeply.
  mutating func next() -> Event? {
    if isEndPending {
      isEndPending = false
      return end()
    }
    while let event = scanner.next() {
      switch event {
      case .start(let range, let isEmpty):
        guard path.count < Self.deepest else { return nil }
        let name = localName(range)
        path.append(name)
        text.removeAll(keepingCapacity: true)
        isEndPending = isEmpty
        return .start(name)
      case .end: if !path.isEmpty { return end() }
      case .text(let range): add(scanner.decoded(range))
      case .verbatim(let range): add(Array(scanner.bytes[range].prefix(XMLScanner.longestText)))
      }
    }
    return nil
  }

  /// Whether the innermost open elements have these names.
  func isIn(_ names: String...) -> Bool { path.suffix(names.count).elementsEqual(names) }

  private mutating func end() -> Event {
    let name = path.removeLast()
    isWhole = isWhole || path.isEmpty
    defer { text.removeAll(keepingCapacity: true) }
    return .end(name, text: String(decoding: text, as: UTF8.self))
  }

  private mutating func add(_ more: [UInt8]) {
    if text.count < XMLScanner.longestText { text += more }
  }

  private func localName(_ range: Range<Int>) -> String {
    let bytes = scanner.bytes[range]
    let local = bytes.lastIndex(of: UInt8(ascii: ":")).map { bytes[($0 + 1)...] } ?? bytes
    return String(decoding: local.prefix(64), as: UTF8.self)
  }
}

extension StringProtocol {
  /// The text without surrounding white space.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The value of the text if it is a finite number.
  var finiteNumber: Double? { Double(trimmed).flatMap { $0.isFinite ? $0 : nil } }
}
