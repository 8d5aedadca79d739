/// Finds the parts of a `multipart/form-data` content (RFC 7578) without taking it into memory.
///
/// Nothing is copied: a part is a range of the content. The length of the boundary, the number of
/// parts and the length of each part's header are limited, and each byte is looked at once.
public struct Multipart {
  /// One file or field that was sent.
  public struct Part: Hashable, Sendable {
    /// The name of the field.
    public var name: String

    /// The name of the file, as the client gave it.
    public var filename: [UInt8]?

    /// Where its content lies.
    public var range: Range<Int>
  }

  /// How much a content may hold.
  public struct Limits: Hashable, Sendable {
    /// The most parts.
    public var parts = 1_000

    /// The longest header of a part, in bytes.
    public var header = 8_192

    /// Makes the default limits.
    public init() {}
  }

  /// The parts, in order.
  public let parts: [Part]

  /// Finds the parts; throws a 400 or a 413 that says what is wrong where there is something.
  public init(_ content: SpooledContent, boundary: String, limits: Limits = Limits()) throws {
    var walk = try MultipartWalk(
      count: content.count, boundary: Array(boundary.utf8), limits: limits
    ) { try content.read(at: $0, count: $1) }
    parts = try walk.parts()
  }

  /// The boundary that a `Content-Type` of `multipart/form-data` names; nothing for another type.
  ///
  /// Throws a 400 where it names none, or one that RFC 2046 does not allow.
  public static func boundary(ofContentType field: String) throws -> String? {
    let value = FieldParameters(Array(field.utf8))
    guard equalsIgnoringCase(value.value, "multipart/form-data".utf8) else { return nil }
    guard let boundary = value["boundary"] else {
      throw Problem.badRequest("The Content-Type multipart/form-data names no boundary.")
    }
    let marks = "'()+_,-./:=? ".utf8
    let isAllowed = boundary.allSatisfy { byte in
      byte.isDigit || (97...122).contains(byte.lowercased) || marks.contains(byte)
    }
    guard (1...70).contains(boundary.count), isAllowed, boundary.last != 32 else {
      throw Problem.badRequest(
        "The boundary of the multipart content is not 1 to 70 of the characters allowed in one.")
    }
    return String(decoding: boundary, as: UTF8.self)
  }
}

/// Walks from boundary to boundary.
struct MultipartWalk {
  private let count: Int
  private let delimiter: [UInt8]
  private let limits: Multipart.Limits
  private let read: (_ offset: Int, _ count: Int) throws -> [UInt8]
  private var window: [UInt8] = []
  private var start = 0
  private let windowLength: Int

  init(
    count: Int, boundary: [UInt8], limits: Multipart.Limits, windowLength: Int = 262_144,
    read: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) throws {
    self.count = count
    delimiter = Array("\r\n--".utf8) + boundary
    self.limits = limits
    self.windowLength = windowLength
    self.read = read
  }

  mutating func parts() throws -> [Multipart.Part] {
    var parts: [Multipart.Part] = []
    // The first boundary may stand at the very beginning, where no line ends before it.
    guard var found = try boundary(from: -2) else {
      throw Problem.badRequest(
        "The content holds no boundary as its Content-Type names it: nothing was sent, or it was cut."
      )
    }
    while !found.isLast {
      guard parts.count < limits.parts else {
        throw Problem(
          status: 413,
          detail: "A request may send \(limits.parts) files at once; send them in several.")
      }
      let header = try header(at: found.end)
      guard let next = try boundary(from: header.end - 2) else {
        throw Problem.badRequest(
          "The content ends within part \(parts.count + 1), before its last boundary.")
      }
      // Without content, the line that ends the header is also the one before the boundary.
      let range = header.end..<max(header.end, next.start)
      parts.append(try Self.part(header.fields, range, number: parts.count + 1))
      found = next
    }
    guard !parts.isEmpty else { throw Problem.badRequest("The content has no parts.") }
    return parts
  }

  private struct Boundary {
    /// Where the line end before it stands.
    var start: Int
    /// Behind its line.
    var end: Int
    var isLast: Bool
  }

  /// The first boundary from an offset on; what only begins like one is content.
  private mutating func boundary(from offset: Int) throws -> Boundary? {
    var position = offset
    while let start = try delimiter(from: position) {
      let behind = start + delimiter.count
      if try byte(behind) == UInt8(ascii: "-"), try byte(behind + 1) == UInt8(ascii: "-") {
        return Boundary(start: start, end: behind + 2, isLast: true)
      }
      var end = behind
      while try byte(end)?.isBlank ?? false, end < behind + 100 { end += 1 }
      if try byte(end) == 13, try byte(end + 1) == 10 {
        return Boundary(start: start, end: end + 2, isLast: false)
      }
      position = max(start + 1, 0)
    }
    return nil
  }

  /// Where the line end and the boundary stand, from an offset on; at -2 there is a line end that is
  /// none of the content's.
  private mutating func delimiter(from offset: Int) throws -> Int? {
    if offset < 0 {
      let isThere =
        try bytes(at: 0, count: delimiter.count - 2)?
        .elementsEqual(delimiter[2...]) ?? false
      if isThere { return -2 }
    }
    var position = max(offset, 0)
    while position + delimiter.count <= count {
      guard try bytes(at: position, count: delimiter.count) != nil else { return nil }
      let last = start + window.count - delimiter.count
      if let found = Self.find(delimiter, in: window, from: position - start) {
        return start + found
      }
      position = last + 1
    }
    return nil
  }

  private static func find(_ wanted: [UInt8], in bytes: [UInt8], from first: Int) -> Int? {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe wanted.withUnsafeBufferPointer { wanted in
        var index = first
        let end = bytes.count - wanted.count
        while index <= end {
          var length = 0
          while unsafe length < wanted.count && bytes[index + length] == wanted[length] {
            length += 1
          }
          if length == wanted.count { return index }
          index += 1
        }
        return nil
      }
    }
  }

  private mutating func byte(_ offset: Int) throws -> UInt8? {
    try bytes(at: offset, count: 1)?.first
  }

  /// Lends bytes of the content; nothing where it ends before.
  private mutating func bytes(at offset: Int, count wanted: Int) throws -> ArraySlice<UInt8>? {
    guard offset >= 0, wanted <= count - offset else { return nil }
    if offset < start || offset + wanted > start + window.count {
      window = try read(offset, max(wanted, windowLength))
      start = offset
      guard window.count >= wanted else { return nil }
    }
    return window[(offset - start)..<(offset - start + wanted)]
  }

  // MARK: The header of a part

  private mutating func header(at offset: Int) throws -> (fields: [UInt8], end: Int) {
    // A part whose header is empty begins with the line end that closes it.
    let room = min(limits.header + 4, count - offset)
    let head = Array(try bytes(at: offset, count: room) ?? [])
    if head.starts(with: [13, 10]) { return ([], offset + 2) }
    guard let end = Self.find([13, 10, 13, 10], in: head, from: 0) else {
      throw Problem.badRequest(
        room < limits.header
          ? "The content ends within the header of a part."
          : "The header of a part is longer than \(limits.header) bytes.")
    }
    return (Array(head[..<end]), offset + end + 4)
  }

  private static func part(_ fields: [UInt8], _ range: Range<Int>, number: Int) throws
    -> Multipart.Part
  {
    var disposition: FieldParameters?
    for line in fields.split(separator: 10, omittingEmptySubsequences: true) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw Problem.badRequest("A line in the header of part \(number) has no colon.")
      }
      let name = line[..<colon].trimmingBlanks()
      let value = line[(colon + 1)...].filter { $0 != 13 }
      if equalsIgnoringCase(name, "Content-Disposition".utf8) {
        guard disposition == nil else {
          throw Problem.badRequest("Part \(number) says twice what it is.")
        }
        disposition = FieldParameters(value)
      }
      let coding = value.trimmingBlanks()
      if equalsIgnoringCase(name, "Content-Transfer-Encoding".utf8),
        !["binary", "8bit", "7bit"].contains(where: { equalsIgnoringCase(coding, $0.utf8) })
      {
        throw Problem.badRequest("Part \(number) is encoded for transfer; send it as it is.")
      }
    }
    guard let disposition, equalsIgnoringCase(disposition.value, "form-data".utf8) else {
      throw Problem.badRequest("Part \(number) has no Content-Disposition of form-data.")
    }
    return Multipart.Part(
      name: String(decoding: disposition["name"] ?? [], as: UTF8.self),
      filename: disposition.filename, range: range)
  }
}

/// A field's value and the parameters behind it: `form-data; name="a"; filename="b.jpg"`.
struct FieldParameters {
  /// What stands before the first semicolon.
  private(set) var value: [UInt8] = []
  private var parameters: [(name: [UInt8], value: [UInt8])] = []

  init(_ field: some Collection<UInt8>) {
    var rest = Array(field)[...]
    value = Array(rest.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks())
    rest = rest.dropFirst(rest.prefix { $0 != UInt8(ascii: ";") }.count + 1)
    while !rest.isEmpty, parameters.count < 32 {
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(name.count)
      var value: [UInt8] = []
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop(while: \.isBlank)
        value =
          rest.first == UInt8(ascii: "\"") ? Self.quoted(&rest) : Array(rest.prefix { $0 != 59 })
      }
      parameters.append((Array(name.trimmingBlanks()), Array(value)))
      rest = rest.drop { $0 != UInt8(ascii: ";") }.dropFirst()
    }
  }

  /// The first parameter of a name.
  subscript(name: String) -> [UInt8]? {
    parameters.first { equalsIgnoringCase($0.name, name.utf8) }?.value
  }

  /// The name of a file, also where it is written as RFC 8187 has it.
  var filename: [UInt8]? {
    guard let extended = self["filename*"] else { return self["filename"] }
    let parts = extended.split(
      separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, equalsIgnoringCase(parts[0], "UTF-8".utf8) else {
      return self["filename"]
    }
    var name: [UInt8] = []
    var rest = parts[2]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexValue,
        let low = rest[rest.startIndex + 1].hexValue
      {
        name.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        name.append(byte)
      }
    }
    return name
  }

  /// A text in quotation marks.
  ///
  /// Only those and the backslash are taken to be escaped: browsers leave
  /// other backslashes as they are.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let (mark, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    rest = rest.dropFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != mark {
      if byte == escape, let next = rest.first, next == mark || next == escape {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(byte)
      }
    }
    return text
  }
}
