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
  private var region: OpenRegion?
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
    } else if element.property?.hasRegions == true {
      startInRegion(name)
    }
  }

  /// Notes the name and the type of a region, which are attributes or elements of it.
  private mutating func startInRegion(_ name: Range<Int>) {
    for attribute in scanner.attributes {
      guard let property = names.property(scanner.bytes[attribute.name]), property.isInRegion
      else { continue }
      note(property, scanner.decoded(attribute.value), depth: open.count)
    }
    element.text = []
    element.part = names.property(scanner.bytes[name]).flatMap { $0.isInRegion ? $0 : nil }
  }

  private mutating func note(_ property: XMPProperty, _ text: [UInt8], depth: Int) {
    if region?.depth != depth { region = OpenRegion(depth: depth) }
    region?.texts[property] = text
  }

  /// Ends an element within regions; the name of a region counts if it is that of a face.
  private mutating func closeInRegion() {
    if let part = element.part { note(part, element.text, depth: open.count - 1) }
    (element.part, element.text) = (nil, [])
    guard let ended = region, ended.depth == open.count else { return }
    region = nil
    if let type = ended.texts[.regionType], !equalsFace(type) { return }
    for property in [XMPProperty.regionName, .personDisplayName] {
      if let text = ended.texts[property] { found.append((property, text)) }
    }
  }

  private func equalsFace(_ type: [UInt8]) -> Bool { oneLine(type).lowercased() == "face" }

  private mutating func close() {
    if open.count == rootDepth {
      isOver = true
    } else if open.count - 2 == rootDepth {
      if let property = element.property, !property.hasRegions {
        found.append((property, element.text))
      }
      element = OpenProperty()
    } else if element.property?.hasRegions == true {
      closeInRegion()
    } else if let (property, item) = element.endPart() {
      found.append((property, item))
    }
    names.leave(depth: open.count)
    open.removeLast()
  }
}

/// A property element while its text is collected.
private struct OpenProperty {
  let property: XMPProperty?
  var text: [UInt8] = []

  /// The part of a region whose text is collected.
  var part: XMPProperty?

  private var isOver = false

  init(_ property: XMPProperty? = nil) { self.property = property }

  /// Whether further text belongs to the value.
  var isWanted: Bool { property != nil && !isOver && text.count < XMLScanner.longestText }

  /// Ends a nested element, and returns it if it is an item of a list; of other lists the first non-empty item counts.
  mutating func endPart() -> (XMPProperty, [UInt8])? {
    guard text.contains(where: { $0 > 0x20 }) else { return nil }
    guard let property, property.isList else {
      isOver = true
      return nil
    }
    defer { text = [] }
    return (property, text)
  }
}

/// A region of the picture while its element is open.
private struct OpenRegion {
  /// The depth of its element.
  let depth: Int

  var texts: [XMPProperty: [UInt8]] = [:]
}
