package import Geography
internal import PhotoFacts

/// Writes JSON into bytes.
///
/// It writes the commas; the caller alternates names and values.
public struct JSONWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  private var needsComma = false

  /// Makes an empty writer with a capacity in bytes.
  public init(capacity: Int = 1_024) { bytes.reserveCapacity(capacity) }

  /// Writes an object.
  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array.
  public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Begins a member of an object; its value comes next.
  ///
  /// Names are plain ASCII.
  public mutating func name(_ name: StaticString) {
    let hasComma = needsComma
    bytes.append(size: name.utf8CodeUnitCount + 4) { text in
      text.prepend("\":")
      text.prepend(name)
      text.prepend(hasComma ? ",\"" : "\"")
    }
    needsComma = false
  }

  /// Begins a member whose name is prepared as `,"name":`.
  @inline(__always)
  mutating func name(keyed key: UnsafeBufferPointer<UInt8>) {
    unsafe bytes.append(contentsOf: needsComma ? key : UnsafeBufferPointer(rebasing: key[1...]))
    needsComma = false
  }

  /// Begins a member whose name is not known in advance.
  public mutating func name(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  public mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { characters in
      // Few texts need escaping; the others are copied as a block.
      if unsafe Self.needsEscaping(characters) {
        for index in characters.indices { appendEscaped(unsafe characters[index]) }
      } else {
        unsafe bytes.append(contentsOf: characters)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a string whose bytes need not be UTF-8; invalid bytes become `U+FFFD`.
  public mutating func value(text: [UInt8]) {
    // Nearly all file names have only these characters.
    let isPlain = text.allSatisfy {
      $0 >= 0x20 && $0 < 0x80 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain else { return value(String(decoding: text, as: UTF8.self)) }
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a string of plain characters that `body` appends byte by byte.
  public mutating func plainText(_ body: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a whole number.
  public mutating func value(_ number: Int64) {
    separate()
    append(decimal: number)
    needsComma = true
  }

  /// Writes a whole number.
  public mutating func value(_ number: Int) { value(Int64(number)) }

  /// Writes a number; NaN and infinity become null.
  public mutating func value(_ number: Double) {
    separate()
    if let whole = Int64(exactly: number) {
      append(decimal: whole)
    } else if number.isFinite {
      bytes.append(contentsOf: number.description.utf8)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
    needsComma = true
  }

  /// Writes true or false.
  public mutating func value(_ truth: Bool) {
    separate()
    bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    needsComma = true
  }

  /// Writes null.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
    needsComma = true
  }

  /// Writes an angle in units of 1e-7° as degrees, without trailing zeros.
  public mutating func degrees(_ units: Int32) {
    separate()
    bytes.append(size: 12) { $0.prepend(degrees: units) }
    needsComma = true
  }

  /// Writes a position as two members of an object.
  package mutating func members(of coordinate: Coordinate) {
    name("longitude")
    degrees(coordinate.longitudeE7)
    name("latitude")
    degrees(coordinate.latitudeE7)
  }

  /// Writes the box around some photos as a member.
  package mutating func member(box: BoundingBox) {
    name("bbox")
    array { json in
      for edge in [box.westE7, box.southE7, box.eastE7, box.northE7] { json.degrees(edge) }
    }
  }

  /// Writes the start of a feature: its id, its geometry, and the start of its properties.
  public mutating func beginFeature(id: Int64, longitudeE7: Int32, latitudeE7: Int32) {
    separate()
    unsafe withUnsafeTemporaryAllocation(byteCount: PointText.maximumBytes, alignment: 8) { room in
      var text = unsafe PointText(room, end: "]},\"properties\":{")
      text.append(id, longitudeE7, latitudeE7)
      unsafe bytes.append(contentsOf: text.written)
    }
    needsComma = false
  }

  /// Writes features without properties.
  ///
  /// A map requests thousands of these, so they are assembled on the stack and appended in groups.
  @inline(__always)
  mutating func bareFeatures(
    _ count: Int, _ feature: (Int) -> (id: Int64, longitudeE7: Int32, latitudeE7: Int32)
  ) {
    let atOnce = 5
    for start in stride(from: 0, to: count, by: atOnce) {
      unsafe withUnsafeTemporaryAllocation(
        byteCount: atOnce * PointText.maximumBytes, alignment: 8
      ) { room in
        var text = unsafe PointText(room, end: "]},\"properties\":{}}")
        for index in start..<min(start + atOnce, count) {
          if needsComma { text.append(UInt8(ascii: ",")) }
          let (id, longitudeE7, latitudeE7) = feature(index)
          text.append(id, longitudeE7, latitudeE7)
          needsComma = true
        }
        unsafe bytes.append(contentsOf: text.written)
      }
    }
  }

  /// Writes prepared JSON.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes prepared JSON.
  public mutating func raw(_ json: ArraySlice<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes prepared JSON.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes the comma before a value that the caller writes as a literal.
  public mutating func beginValue() {
    separate()
    needsComma = false
  }

  /// Writes a literal piece of JSON; the caller handles commas.
  ///
  /// Names and brackets that always come together are written at once in this way.
  public mutating func literal(_ json: StaticString, needsComma: Bool = false) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    self.needsComma = needsComma
  }

  /// Ends a line between values of a stream.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Begins a record of a sequence (RFC 8142).
  public mutating func beginRecord() {
    bytes.append(0x1E)
    needsComma = false
  }

  /// Writes prepared members with a number inserted between each two pieces.
  mutating func members(_ pieces: [[UInt8]], around number: Int64) {
    separate()
    let size = pieces.reduce(0) { $0 + $1.count + PointText.maximumBytesOfNumber }
    unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { room in
      var text = unsafe PointText(room, end: "")
      for index in pieces.indices {
        if index > 0 { text.append(number) }
        text.append(pieces[index])
      }
      unsafe bytes.append(contentsOf: text.written)
    }
    needsComma = true
  }

  /// Writes a prepared piece of JSON; the caller handles commas.
  package mutating func piece(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// Text escaped for a quoted string.
  package static func escaped(_ text: [UInt8]) -> [UInt8] {
    let needsNone = unsafe text.withUnsafeBufferPointer { unsafe !needsEscaping($0) }
    if needsNone { return text }
    var json = JSONWriter(capacity: 2 * text.count)
    for byte in text { json.appendEscaped(byte) }
    return json.bytes
  }

  /// Whether any of these characters must be escaped.
  ///
  /// Examines all of them without an early exit, so that the compiler can vectorise the loop.
  @inline(__always)
  private static func needsEscaping(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    for index in 0..<characters.count {
      let byte = unsafe characters[index]
      found |= (byte < 0x20 ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
    }
    return found != 0
  }

  /// Omits the next comma, because the text before has its own delimiter.
  package mutating func omitComma() { needsComma = false }

  /// Begins the next value of a list on a new line.
  public mutating func separateLine() {
    bytes.append(contentsOf: ",\n".utf8)
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(decimal number: Int64) {
    bytes.append(size: 20) { $0.prepend(number) }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(Self.hexadecimal(byte >> 4))
      bytes.append(Self.hexadecimal(byte & 15))
    default:
      bytes.append(byte)
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}

extension JSONWriter {
  /// Writes a member with a string; writes nothing if it is nil.
  public mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    self.name(name)
    value(text)
  }

  /// Writes a member with a string whose bytes need not be UTF-8.
  public mutating func member(_ name: StaticString, text: [UInt8]) {
    self.name(name)
    value(text: text)
  }

  /// Writes a member with an integer; writes nothing if it is nil.
  public mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    self.name(name)
    value(number)
  }

  /// Writes a member with a Boolean.
  public mutating func member(_ name: StaticString, _ truth: Bool) {
    self.name(name)
    value(truth)
  }

  /// Writes a member with a list whose values `body` writes.
  public mutating func values<Items: Sequence>(
    _ name: StaticString, _ items: Items, _ body: (inout JSONWriter, Items.Element) -> Void
  ) {
    self.name(name)
    array { json in
      for item in items { body(&json, item) }
    }
  }

  /// Writes a member with a list of objects whose members `body` writes.
  public mutating func objects<Items: Sequence>(
    _ name: StaticString, _ items: Items, _ body: (inout JSONWriter, Items.Element) -> Void
  ) {
    values(name, items) { json, item in json.object { body(&$0, item) } }
  }

  /// Writes a member with a number; writes nothing if it is nil.
  public mutating func member(_ name: StaticString, _ number: Double?) {
    guard let number else { return }
    self.name(name)
    value(number)
  }
}
