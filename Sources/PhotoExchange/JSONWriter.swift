internal import PhotoFacts

/// Writes JSON straight into bytes.
///
/// It puts the commas; that names and values alternate is the caller's part, as the code that calls
/// it reads like the JSON it makes.
public struct JSONWriter: Sendable {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []

  private var needsComma = false

  /// Makes an empty writer with room for so many bytes.
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

  /// Begins a member whose name was put together beforehand, as `,"name":`.
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
      // Hardly any text needs escaping, and then it is copied whole.
      if unsafe Self.needsEscaping(characters) {
        for index in characters.indices { appendEscaped(unsafe characters[index]) }
      } else {
        unsafe bytes.append(contentsOf: characters)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a string whose bytes need not be UTF-8; those that are not show as `U+FFFD`.
  public mutating func value(text: [UInt8]) {
    // Nearly all file names are of these characters, and need no look at what they mean.
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

  /// Writes a number; one that JSON cannot hold becomes null.
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

  /// Writes an angle given in 1e-7° as degrees, with no more decimals than it has.
  public mutating func degrees(_ units: Int32) {
    separate()
    bytes.append(size: 12) { $0.prepend(degrees: units) }
    needsComma = true
  }

  /// Writes what a feature begins with: its id, its geometry, and its properties up to the first.
  public mutating func beginFeature(id: Int64, longitudeE7: Int32, latitudeE7: Int32) {
    separate()
    unsafe withUnsafeTemporaryAllocation(byteCount: PointText.mostBytes, alignment: 8) { room in
      var text = unsafe PointText(room, end: "]},\"properties\":{")
      text.append(id, longitudeE7, latitudeE7)
      unsafe bytes.append(contentsOf: text.written)
    }
    needsComma = false
  }

  /// Writes features without properties.
  ///
  /// A map asks for thousands of these, so that some are put together aside and appended at once: as
  /// many as there is room for on the stack.
  @inline(__always)
  mutating func bareFeatures(
    _ count: Int, _ feature: (Int) -> (id: Int64, longitudeE7: Int32, latitudeE7: Int32)
  ) {
    let atOnce = 5
    for start in stride(from: 0, to: count, by: atOnce) {
      unsafe withUnsafeTemporaryAllocation(
        byteCount: atOnce * PointText.mostBytes, alignment: 8
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

  /// Puts in JSON that is written already.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Puts in JSON that is written already.
  public mutating func raw(_ json: ArraySlice<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Puts in JSON that is written already.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Puts the comma before a value that is about to be written as a literal.
  public mutating func beginValue() {
    separate()
    needsComma = false
  }

  /// Puts in a piece of JSON that the program itself holds; commas are the caller's part.
  ///
  /// Several names and brackets that always come together are written at once this way.
  public mutating func literal(_ json: StaticString, needsComma: Bool = false) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    self.needsComma = needsComma
  }

  /// Ends a line, between values of a stream of them.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Begins a record of a sequence (RFC 8142).
  public mutating func beginRecord() {
    bytes.append(0x1E)
    needsComma = false
  }

  /// Writes members of which nothing but a number is not known in advance: it stands between each of
  /// the pieces and the next.
  mutating func members(_ pieces: [[UInt8]], around number: Int64) {
    separate()
    let size = pieces.reduce(0) { $0 + $1.count + PointText.mostBytesOfNumber }
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

  /// Puts in a piece of JSON as it is; commas are the caller's part.
  package mutating func piece(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// Text as it stands between quotation marks.
  package static func escaped(_ text: [UInt8]) -> [UInt8] {
    let needsNone = unsafe text.withUnsafeBufferPointer { unsafe !needsEscaping($0) }
    if needsNone { return text }
    var json = JSONWriter(capacity: 2 * text.count)
    for byte in text { json.appendEscaped(byte) }
    return json.bytes
  }

  /// Whether any of these characters does not stand for itself.
  ///
  /// All of them are looked at, without leaving early: that is done many characters at a time.
  @inline(__always)
  private static func needsEscaping(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    for index in 0..<characters.count {
      let byte = unsafe characters[index]
      found |= (byte < 0x20 ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
    }
    return found != 0
  }

  /// Goes on without a comma, where the text before has its own end.
  package mutating func goOn() { needsComma = false }

  /// Goes on with the next value of a list, on a line of its own.
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
  /// Writes a member with a string, or nothing where there is none.
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

  /// Writes a member with a whole number, or nothing where there is none.
  public mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    self.name(name)
    value(number)
  }

  /// Writes a member that is true or false.
  public mutating func member(_ name: StaticString, _ truth: Bool) {
    self.name(name)
    value(truth)
  }

  /// Writes a member with a list, of which `body` writes each value.
  public mutating func values<Items: Sequence>(
    _ name: StaticString, _ items: Items, _ body: (inout JSONWriter, Items.Element) -> Void
  ) {
    self.name(name)
    array { json in
      for item in items { body(&json, item) }
    }
  }

  /// Writes a member with a list of objects, of which `body` writes the members of each.
  public mutating func objects<Items: Sequence>(
    _ name: StaticString, _ items: Items, _ body: (inout JSONWriter, Items.Element) -> Void
  ) {
    values(name, items) { json, item in json.object { body(&$0, item) } }
  }

  /// Writes a member with a number, or nothing where there is none.
  public mutating func member(_ name: StaticString, _ number: Double?) {
    guard let number else { return }
    self.name(name)
    value(number)
  }
}
