internal import XML

/// Finds properties in an XMP document, and where others can be put.
struct XMPSearch {
  /// A start tag.
  struct Tag {
    let name: Range<Int>

    /// The first byte after it.
    let end: Int

    /// Whether it is an element without content.
    let isEmpty: Bool
  }

  /// The program that documents of geoindex name as theirs.
  static let toolkit = "geoindex"

  /// The bytes of the properties that are looked for, with the space before them.
  private(set) var found: [Range<Int>] = []

  /// The alternatives of those properties in named languages.
  private(set) var translations: [XMPProperty: [Range<Int>]] = [:]

  /// Whether the document is well-formed.
  private(set) var isWhole = false

  /// The tag of `rdf:RDF`.
  private(set) var root: Tag?

  /// The tag of the first description.
  private(set) var description: Tag?

  /// The prefixes that are valid in that description.
  private(set) var scope = XMPNames()

  /// Whether geoindex has made the document, and no other program has written it since.
  private(set) var isOurs = false

  /// Whether any description has a property.
  private(set) var hasProperties = false

  /// Whether the document has no properties and nothing else to keep, as a file of no bytes.
  var isBlank: Bool { isWhole && root == nil && !hasOthers }

  /// The prefix of `rdf:RDF` with its colon.
  var rdfPrefix: String {
    guard let name = root?.name else { return "" }
    return String(decoding: scanner.bytes[name].dropLast(3), as: UTF8.self)
  }

  private let properties: Set<XMPProperty>
  private var scanner: XMLScanner
  private var names = XMPNames()
  private var depth = 0

  /// The depth of `rdf:RDF`, once it has been found.
  private var rootDepth: Int?

  /// The element of a property that is open, if it is looked for.
  private var element: (property: XMPProperty, start: Int)?

  /// The beginning of an alternative in a named language that is open.
  private var translation: Int?

  /// Whether there are texts or elements outside `rdf:RDF` that an empty packet does not have.
  private var hasOthers = false

  /// Searches a document for properties.
  init(_ document: [UInt8], for properties: Set<XMPProperty> = []) {
    scanner = XMLScanner(document)
    self.properties = properties
    while let event = scanner.next() {
      switch event {
      case .start(let name, let isEmpty):
        depth += 1
        names.enter(scanner, depth: depth)
        start(Tag(name: name, end: scanner.position, isEmpty: isEmpty))
        if isEmpty { close() }
      case .end: close()
      case .text(let range), .verbatim(let range):
        hasOthers = hasOthers || scanner.bytes[range].contains { $0 > 0x20 }
      }
    }
    isWhole = scanner.isAtEnd && depth == 0
  }

  /// An edit that puts a text at the beginning of an element; `closing` precedes the end tag of one without content.
  func insertion(
    _ text: String, in tag: Tag, closing: String
  ) -> (range: Range<Int>, text: String) {
    guard tag.isEmpty else { return (tag.end..<tag.end, text) }
    let name = String(decoding: scanner.bytes[tag.name], as: UTF8.self)
    return ((tag.end - 2)..<tag.end, ">\(text)\(closing)</\(name)>")
  }

  private mutating func start(_ tag: Tag) {
    let name = scanner.bytes[tag.name]
    guard let rootDepth else {
      if names.isRDF(name) {
        root = tag
        self.rootDepth = depth
      } else {
        hasOthers = hasOthers || depth > 1 || !name.elementsEqual("x:xmpmeta".utf8)
        isOurs = isOurs || value(of: "x:xmptk").map { $0.elementsEqual(Self.toolkit.utf8) } ?? false
      }
      return
    }
    switch depth - rootDepth {
    case 1: startDescription(tag)
    case 2:
      hasProperties = true
      if let property = names.property(name), properties.contains(property) {
        element = (property, tag.name.lowerBound - 1)
      }
    case 4:
      guard element?.property.form == .alternatives, let language = value(of: "xml:lang"),
        !language.elementsEqual("x-default".utf8), name.elementsEqual((rdfPrefix + "li").utf8)
      else { break }
      translation = tag.name.lowerBound - 1
    default: break
    }
  }

  private mutating func startDescription(_ tag: Tag) {
    if description == nil { (description, scope) = (tag, names) }
    for attribute in scanner.attributes {
      let text = scanner.bytes[attribute.name]
      if text.starts(with: "xmlns".utf8) || text.elementsEqual((rdfPrefix + "about").utf8) {
        continue
      }
      hasProperties = true
      if names.property(text).map(properties.contains) ?? false {
        found.append(withSpaceBefore(attribute.name.lowerBound..<(attribute.value.upperBound + 1)))
      }
    }
  }

  private mutating func close() {
    if let rootDepth, let element {
      switch depth - rootDepth {
      case 2:
        found.append(withSpaceBefore(element.start..<scanner.position))
        self.element = nil
      case 4:
        if let start = translation {
          translations[element.property, default: []].append(start..<scanner.position)
        }
        translation = nil
      default: break
      }
    }
    names.leave(depth: depth)
    depth -= 1
  }

  private func value(of attribute: String) -> ArraySlice<UInt8>? {
    scanner.attributes.first { scanner.bytes[$0.name].elementsEqual(attribute.utf8) }
      .map { scanner.bytes[$0.value] }
  }

  private func withSpaceBefore(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, scanner.bytes[start - 1] <= 0x20 { start -= 1 }
    return start..<range.upperBound
  }
}
