public import Geography
public import PhotoFacts
internal import XML

/// Puts a position into an XMP document, or removes it, and leaves all else as it is, byte by byte.
public enum XMPEditor {
  /// Why a document is left alone.
  public struct Refusal: Error, Hashable, Sendable {
    /// The reason as a sentence fragment.
    public var reason: String
  }

  /// A new document that has only a position.
  public static func document(stating location: Location) -> [UInt8] {
    let text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="geoindex">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description\(attributes(location)) rdf:about=""/>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>

      """
    return Array(text.utf8)
  }

  /// The position in a document; nil if it has none.
  public static func position(in document: [UInt8]) -> Coordinate? {
    var remarks: [String] = []
    return XMPPacket(document).place(at: nil, remarks: &remarks).location?.coordinate
  }

  /// A document with its position replaced, or removed if `location` is nil.
  public static func document(
    _ document: [UInt8], stating location: Location?
  ) throws(Refusal) -> [UInt8] {
    if document.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }) {
      throw Refusal(reason: "it is in UTF-16")
    }
    var search = PositionSearch(document)
    guard search.run(), let insertion = search.insertion else {
      throw Refusal(reason: "it is not a complete XMP document")
    }
    var edited = document[..<insertion] + (location.map(attributes) ?? "").utf8
    var copied = insertion
    // The attributes declare `exif` themselves.
    let declaration = search.declaration.map { location == nil ? [] : [$0] } ?? []
    for range in (search.positions + declaration).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      edited += document[copied..<range.lowerBound]
      copied = range.upperBound
    }
    edited += document[copied...]
    // Another program must read the same position, so this one reads it first.
    guard XMPPacket(Array(edited)).isWhole,
      position(in: Array(edited)) == location?.coordinate
    else { throw Refusal(reason: "its position cannot be replaced") }
    return Array(edited)
  }

  /// The properties as attributes of a description.
  private static func attributes(_ location: Location) -> String {
    let (latitude, longitude) = (location.coordinate.latitudeE7, location.coordinate.longitudeE7)
    var properties = [
      ("GPSLatitude", angle(latitude, "NS")), ("GPSLongitude", angle(longitude, "EW")),
    ]
    if let altitude = location.altitude {
      properties.append(("GPSAltitudeRef", altitude < 0 ? "1" : "0"))
      properties.append(("GPSAltitude", fraction(abs(altitude))))
    }
    if let direction = location.direction {
      properties.append(("GPSImgDirectionRef", "T"))
      properties.append(("GPSImgDirection", fraction(direction)))
    }
    if let accuracy = location.accuracy {
      properties.append(("GPSHPositioningError", fraction(accuracy)))
    }
    let start = "\n   xmlns:exif=\"\(XMPNamespace.exif.address)/\""
    return properties.reduce(start) { $0 + "\n   exif:\($1.0)=\"\($1.1)\"" }
  }

  /// Degrees and minutes with a hemisphere, such as `48,51.5040000N`; exact to the unit of a coordinate.
  private static func angle(_ units: Int32, _ letters: String) -> String {
    let size = Int(units.magnitude)
    let minutes = size % 10_000_000 * 60
    let digits = String(minutes % 10_000_000)
    let zeros = String(repeating: "0", count: 7 - digits.count)
    let letter = letters[units < 0 ? letters.index(before: letters.endIndex) : letters.startIndex]
    return "\(size / 10_000_000),\(minutes / 10_000_000).\(zeros)\(digits)\(letter)"
  }

  /// A number as a fraction of thousandths.
  private static func fraction(_ number: Double) -> String {
    "\(Int64(min(number * 1_000, 1e15).rounded()))/1000"
  }
}

/// Finds the properties of the position in a document, and where others can be put.
private struct PositionSearch {
  private static let properties: Set<XMPProperty> = [
    .gpsLatitude, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef, .gpsAltitude, .gpsAltitudeRef,
    .gpsImgDirection, .gpsImgDirectionRef, .gpsHPositioningError,
  ]

  /// The bytes of those properties.
  private(set) var positions: [Range<Int>] = []

  /// Where new attributes are inserted: after the name of the first description, before all properties.
  private(set) var insertion: Int?

  /// The declaration of `exif` in that description.
  private(set) var declaration: Range<Int>?

  /// Whether `exif` has its usual meaning in that description, so that it can be declared there.
  private var isExifUsual = true

  private var scanner: XMLScanner
  private var names = XMPNames()
  private var depth = 0
  /// The depth of `rdf:RDF`, once it has been found.
  private var rootDepth: Int?
  private var elementStart: Int?

  init(_ document: [UInt8]) { scanner = XMLScanner(document) }

  /// Searches to the end; returns false if the document is not well-formed.
  mutating func run() -> Bool {
    while let event = scanner.next() {
      switch event {
      case .start(let name, let isEmpty):
        depth += 1
        names.enter(scanner, depth: depth)
        start(name)
        if isEmpty { close() }
      case .end: close()
      case .text, .verbatim: break
      }
    }
    return scanner.isAtEnd && depth == 0 && isExifUsual
  }

  private mutating func start(_ name: Range<Int>) {
    guard let rootDepth else {
      if names.isRDF(scanner.bytes[name]) { rootDepth = depth }
      return
    }
    if depth == rootDepth + 1 {
      let isFirst = insertion == nil
      if isFirst {
        insertion = name.upperBound
        isExifUsual = names.property(Array("exif:GPSLatitude".utf8)[...]) == .gpsLatitude
      }
      for attribute in scanner.attributes {
        let text = scanner.bytes[attribute.name]
        if isFirst, text.elementsEqual("xmlns:exif".utf8) {
          declaration = wholeAttribute(attribute)
        } else if names.property(text).map(Self.properties.contains) ?? false {
          positions.append(wholeAttribute(attribute))
        }
      }
    } else if depth == rootDepth + 2, let property = names.property(scanner.bytes[name]),
      Self.properties.contains(property)
    {
      elementStart = name.lowerBound - 1
    }
  }

  private mutating func close() {
    if let start = elementStart, let rootDepth, depth == rootDepth + 2 {
      positions.append(start..<scanner.position)
      elementStart = nil
    }
    names.leave(depth: depth)
    depth -= 1
  }

  /// An attribute with its quotation marks and the space before it.
  private func wholeAttribute(_ attribute: XMLScanner.Attribute) -> Range<Int> {
    var start = attribute.name.lowerBound
    while start > 0, scanner.bytes[start - 1] <= 0x20 { start -= 1 }
    return start..<(attribute.value.upperBound + 1)
  }
}
