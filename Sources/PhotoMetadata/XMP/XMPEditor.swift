public import Geography
public import PhotoFacts

/// Puts a position and words into an XMP document, or removes them, and leaves all else as it is, byte by byte.
public enum XMPEditor {
  /// Why a document is left alone.
  public struct Refusal: Error, Hashable, Sendable {
    /// The reason as a sentence fragment.
    public var reason: String
  }

  /// What a document is to say about its photo.
  public struct Statement: Sendable {
    /// The place; nil keeps what the document says, and a place without a position removes it.
    public var place: Place?

    /// The words to be read from the photo with the document.
    public var words = PhotoWords()

    /// Which words; of the others the document keeps what it says.
    public var properties: [PhotoProperty] = []

    /// The words of the photo without the document.
    public var others = PhotoWords()

    /// Makes a statement that changes no words.
    public init(_ place: Place? = nil) { self.place = place }
  }

  /// A property with its new values; none remove it.
  struct Change: Hashable {
    let property: XMPProperty
    let values: [String]
  }

  private static let empty = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="\(XMPSearch.toolkit)">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""/>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>

    """

  /// The position in a document; nil if it has none.
  public static func position(in document: [UInt8]) -> Coordinate? {
    location(in: XMPPacket(document))?.coordinate
  }

  /// The words of a photo that is read with a document; `others` are those without it.
  public static func words(in document: [UInt8]?, over others: PhotoWords) -> PhotoWords {
    guard let document else { return others }
    return words(in: XMPPacket(document), over: others)
  }

  static func words(in packet: XMPPacket, over others: PhotoWords) -> PhotoWords {
    guard packet.isWhole else { return others }
    var words = others
    words.take(packet.words.bounded)
    return words
  }

  /// The document after a statement, which is a new one if there is none.
  ///
  /// Nil if nothing is to be said, and if nothing is left of a document that geoindex has made.
  public static func document(
    _ document: [UInt8]?, stating statement: Statement
  ) throws(Refusal) -> [UInt8]? {
    let search = XMPSearch(document ?? [])
    let old = search.isBlank ? Array(empty.utf8) : document ?? []
    let packet = XMPPacket(old)
    let isOurs = search.isBlank || search.isOurs
    let changes = statement.changes(in: packet, isOurs: isOurs)
    guard !changes.isEmpty else { return document }
    if let document, document.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }) {
      throw Refusal(reason: "it is in UTF-16")
    }
    let edited = try replacing(changes, in: old)
    // Another program must read the same, so this one reads it first.
    let result = XMPPacket(edited)
    guard result.isWhole else { throw Refusal(reason: "its properties cannot be replaced") }
    if let place = statement.place, location(in: result)?.coordinate != place.location?.coordinate {
      throw Refusal(reason: "its position cannot be replaced")
    }
    return isOurs && !XMPSearch(edited).hasProperties ? nil : edited
  }

  static func location(in packet: XMPPacket) -> Location? {
    var remarks: [String] = []
    return packet.place(at: nil, remarks: &remarks).location
  }

  /// The document without the old values of properties, and with the new ones in its first description.
  private static func replacing(
    _ changes: [Change], in document: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    let search = XMPSearch(document, for: Set(changes.map(\.property)))
    guard search.isWhole, let root = search.root else {
      throw Refusal(reason: "it is not a complete XMP document")
    }
    let line = document.hasWindowsLines ? "\r\n" : "\n"
    guard let description = search.description else {
      let rdf = search.rdfPrefix
      let new = "\(line)  <\(rdf)Description \(rdf)about=\"\"/>"
      return try replacing(
        changes, in: document.substituting([search.insertion(new, in: root, closing: line + " ")]))
    }
    var writing = XMPWriting(in: search.scope, line: line)
    for change in changes where !change.values.isEmpty {
      let translations = (search.translations[change.property] ?? []).map { document[$0] }
      try writing.add(change, keeping: translations)
    }
    let start = description.name.upperBound
    var edits = search.found.map { (range: $0, text: "") }
    edits.append((start..<start, writing.attributes))
    if !writing.elements.isEmpty {
      edits.append(search.insertion(writing.elements, in: description, closing: line + "  "))
    }
    return document.substituting(edits)
  }
}

extension [UInt8] {
  /// Whether lines end as in Windows.
  fileprivate var hasWindowsLines: Bool {
    firstIndex(of: 0x0A).map { $0 > 0 && self[$0 - 1] == 0x0D } ?? false
  }

  /// The bytes with texts in place of ranges that do not overlap.
  fileprivate func substituting(_ edits: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for (range, text) in sorted {
      result += self[copied..<range.lowerBound]
      result += text.utf8
      copied = range.upperBound
    }
    return result + self[copied...]
  }
}
