internal import XML

/// Iterates over the properties of an XMP packet.
///
/// `rdf:RDF` contains descriptions; each property is an attribute or an element of one. Deeper elements are
/// skipped, because they describe something else, such as a picture pasted into this one.
struct XMPWalk {
  /// The limit of nesting.
  private static let mostDepth = 64

  /// Whether `rdf:RDF` was read to its end, or the packet has none.
  var isWhole: Bool { isOver || open.isEmpty && scanner.isAtEnd }

  private var isOver = false

  private var scanner: XMLScanner
  private var names = XMPNames()
  private var open: [Range<Int>] = []
  private var rootDepth = Int.max
  private var element = OpenProperty()
  private var found: [(XMPProperty, [UInt8])] = []

  init(_ document: [UInt8]) { scanner = XMLScanner(document) }

  /// The next property that is read; nil at the end.
  mutating func next() -> (XMPProperty, [UInt8])? {
    while found.isEmpty, !isOver, let event = scanner.next() {
      switch event {
      case .start(let name, let isEmpty):
        guard open.count < Self.mostDepth else { return nil }
        start(name)
        if isEmpty { close() }
      case .end(let name):
        guard let last = open.last, scanner.bytes[last].elementsEqual(scanner.bytes[name]) else {
          return nil
        }
        close()
      case .text(let range):
        if element.isWanted { element.text += scanner.decoded(range) }
      case .verbatim(let range):
        if element.isWanted { element.text += scanner.bytes[range].prefix(XMLScanner.longestText) }
      }
    }
    return found.popLast()
  }

  private mutating func start(_ name: Range<Int>) {
    open.append(name)
    names.enter(scanner, depth: open.count)
    if rootDepth == Int.max {
      if names.isRDF(scanner.bytes[name]) { rootDepth = open.count }
    } else if open.count == rootDepth + 1 {
      for attribute in scanner.attributes.reversed() {
        guard let property = names.property(scanner.bytes[attribute.name]) else { continue }
        found.append((property, scanner.decoded(attribute.value)))
      }
    } else if open.count == rootDepth + 2 {
      element = OpenProperty(names.property(scanner.bytes[name]))
    }
  }

  private mutating func close() {
    if open.count == rootDepth {
      isOver = true
    } else if open.count - 2 == rootDepth {
      if let property = element.property { found.append((property, element.text)) }
      element = OpenProperty()
    } else {
      element.endPart()
    }
    names.leave(depth: open.count)
    open.removeLast()
  }
}

/// A property element while its text is collected.
private struct OpenProperty {
  let property: XMPProperty?
  var text: [UInt8] = []
  private var isOver = false

  init(_ property: XMPProperty? = nil) { self.property = property }

  /// Whether further text belongs to the value.
  var isWanted: Bool { property != nil && !isOver && text.count < XMLScanner.longestText }

  /// Ends a nested element: of a list the first non-empty item counts.
  mutating func endPart() {
    if text.contains(where: { $0 > 0x20 }) { isOver = true }
  }
}
