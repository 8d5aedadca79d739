/// The header fields of a request or a response: ordered, with repeats, and with case-insensitive names.
///
/// All fields share one buffer and become strings only on access, because most requests have a dozen fields of which
/// two or three are read.
public struct Headers: Sendable {
  /// Each field as `name NUL value NUL`, which C can use directly.
  private var text: [UInt8] = []
  private var fields: [Field] = []

  private struct Field {
    var start: Int
    var nameCount: Int
    var valueCount: Int
    var mark: NameMark

    var name: Range<Int> { start..<(start + nameCount) }
    var value: Range<Int> { (start + nameCount + 1)..<(start + nameCount + 1 + valueCount) }
  }

  /// Makes an empty set of fields.
  public init() {}

  /// Whether there are no fields.
  public var isEmpty: Bool { fields.isEmpty }

  /// An empty set with capacity for the fields of a usual response.
  static var roomy: Headers {
    var headers = Headers()
    headers.reserveCapacity(bytes: 1_024, fields: 20)
    return headers
  }

  /// The number of fields, including repeats.
  public var count: Int { fields.count }

  /// The value of the first field of that name.
  public subscript(name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether there is a field of that name.
  public func contains(_ name: String) -> Bool { index(of: name) != nil }

  /// The number of fields with a name.
  func count(of name: String) -> Int {
    let mark = NameMark(name)
    return fields.reduce(0) { matches($1, mark, name) ? $0 + 1 : $0 }
  }

  /// The bytes of the first field with a name.
  package func bytes(of name: String) -> ArraySlice<UInt8>? {
    index(of: name).map { text[fields[$0].value] }
  }

  private func index(of name: String) -> Int? {
    let mark = NameMark(name)
    for index in fields.indices where matches(fields[index], mark, name) { return index }
    return nil
  }

  /// The values of all fields of that name, in order.
  public func values(of name: String) -> [String] {
    let mark = NameMark(name)
    return fields.filter { matches($0, mark, name) }.map { string($0.value) }
  }

  /// The values of all fields with a name as one comma-separated list (RFC 9110).
  public func list(of name: String) -> String? {
    guard contains(name) else { return nil }
    return values(of: name).joined(separator: ", ")
  }

  /// Appends a field.
  ///
  /// Line breaks and NUL become spaces, so that no value can start another field.
  public mutating func append(_ name: String, _ value: String) {
    let start = beginField(name)
    appendText(value)
    endField(start, name)
  }

  /// Appends a field whose value is the concatenation of these texts.
  public mutating func append(_ name: String, pieces: [String]) {
    let start = beginField(name)
    for piece in pieces { appendText(piece) }
    endField(start, name)
  }

  /// Appends a field whose value is these bytes.
  package mutating func append(_ name: String, bytes: [UInt8]) {
    let start = beginField(name)
    unsafe bytes.withUnsafeBufferPointer { unsafe appendBytes($0) }
    endField(start, name)
  }

  /// Appends all fields of another set, such as prepared ones that many responses share.
  package mutating func append(contentsOf other: Headers) {
    let start = text.count
    text.append(contentsOf: other.text)
    for var field in other.fields {
      field.start += start
      fields.append(field)
    }
  }

  private mutating func beginField(_ name: String) -> Int {
    let start = text.count
    appendText(name)
    text.append(0)
    return start
  }

  private mutating func endField(_ start: Int, _ name: String) {
    let nameCount = name.utf8.count
    fields.append(
      Field(
        start: start, nameCount: nameCount, valueCount: text.count - start - nameCount - 1,
        mark: NameMark(name)))
    text.append(0)
  }

  /// Replaces all fields of a name by one.
  public mutating func set(_ name: String, to value: String) {
    remove(name)
    append(name, value)
  }

  /// Appends a field unless there is one with its name.
  public mutating func setDefault(_ name: String, to value: String) {
    if !contains(name) { append(name, value) }
  }

  /// Removes every field of that name.
  public mutating func remove(_ name: String) {
    // The bytes stay in the buffer: fields are few, and moving the rest would cost more.
    guard contains(name) else { return }
    let mark = NameMark(name)
    fields = fields.filter { !matches($0, mark, name) }
  }

  /// Adds a token to a comma-separated field such as `Vary`, unless it is present.
  public mutating func appendToken(_ token: String, to name: String) {
    let mark = NameMark(name)
    var last: Int?
    for index in fields.indices where matches(fields[index], mark, name) {
      if hasToken(token, fields[index].value) { return }
      last = index
    }
    guard let last else { return append(name, token) }
    // The field is written again at the end; its former bytes stay in the buffer, as in `remove`.
    var field = fields[last]
    let start = text.count
    // Byte by byte: a slice would be a second owner and cause a copy of the buffer.
    for index in field.start..<field.value.upperBound { text.append(text[index]) }
    appendText(", ")
    appendText(token)
    field.start = start
    field.valueCount = text.count - start - field.nameCount - 1
    fields[last] = field
    text.append(0)
  }

  /// Whether a comma-separated list has an entry.
  private func hasToken(_ token: String, _ list: Range<Int>) -> Bool {
    var rest = text[list]
    while !rest.isEmpty {
      let entry = rest.prefix { $0 != UInt8(ascii: ",") }
      if equalsIgnoringCase(entry.trimmingBlanks(), token.utf8) { return true }
      rest = rest[entry.endIndex...].dropFirst()
    }
    return false
  }

  private mutating func appendText(_ added: String) {
    var added = added
    added.withUTF8 { unsafe appendBytes($0) }
  }

  private mutating func appendBytes(_ added: UnsafeBufferPointer<UInt8>) {
    let start = text.count
    unsafe text.append(contentsOf: added)
    // Without an early exit, so that the compiler can vectorise the loop.
    var found: UInt8 = 0
    for index in 0..<added.count {
      let byte = unsafe added[index]
      found |= (byte == 0 ? 1 : 0) | (byte == 10 ? 1 : 0) | (byte == 13 ? 1 : 0)
    }
    if found != 0 {
      for index in start..<text.count where [0, 10, 13].contains(text[index]) { text[index] = 32 }
    }
  }

  private func matches(_ field: Field, _ mark: NameMark, _ name: String) -> Bool {
    guard field.mark == mark else { return false }
    // Without slices, because this is called dozens of times per response.
    var index = field.start
    for byte in name.utf8 {
      guard text[index].lowercased == byte.lowercased else { return false }
      index += 1
    }
    return true
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }
}

extension Headers: Sequence {
  /// Iterates over names and values in order.
  public func makeIterator() -> AnyIterator<(name: String, value: String)> {
    var index = 0
    return AnyIterator {
      guard index < fields.count else { return nil }
      defer { index += 1 }
      return (string(fields[index].name), string(fields[index].value))
    }
  }
}

extension Headers: ExpressibleByDictionaryLiteral {
  /// Makes fields from names and values in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}

extension Headers {
  /// The bytes of all fields, each with four bytes of separators.
  var byteCount: Int { fields.reduce(0) { $0 + $1.nameCount + $1.valueCount + 4 } }

  /// Appends a field from C memory.
  mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    fields.append(
      Field(
        start: text.count, nameCount: name.count, valueCount: value.count,
        mark: unsafe NameMark(name)))
    unsafe text.append(contentsOf: name)
    text.append(0)
    unsafe text.append(contentsOf: value)
    text.append(0)
  }

  /// The first field of each name.
  init(defaults fields: [HeaderField]) {
    for field in fields { setDefault(field.name, to: field.value) }
  }

  mutating func reserveCapacity(bytes: Int, fields count: Int) {
    text.reserveCapacity(bytes)
    fields.reserveCapacity(count)
  }

  /// Calls `body` with each field as two C strings; stops if it returns false.
  func forEachCString(_ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Bool) -> Bool {
    unsafe text.withUnsafeBytes { bytes in
      guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return true
      }
      for field in fields {
        guard unsafe body(base + field.name.lowerBound, base + field.value.lowerBound) else {
          return false
        }
      }
      return true
    }
  }
}

/// The length and the first and last letter of a field name, which distinguish most names quickly.
private struct NameMark: Equatable {
  private let value: UInt64

  @inline(__always)
  init(_ name: String) {
    var name = name
    value = name.withUTF8 { bytes in
      unsafe Self.value(bytes.count, bytes.first ?? 0, bytes.last ?? 0)
    }
  }

  init(_ name: UnsafeRawBufferPointer) {
    value = unsafe Self.value(name.count, name.first ?? 0, name.last ?? 0)
  }

  @inline(__always)
  private static func value(_ count: Int, _ first: UInt8, _ last: UInt8) -> UInt64 {
    UInt64(truncatingIfNeeded: count) << 16 | UInt64(first.lowercased) << 8
      | UInt64(last.lowercased)
  }
}
