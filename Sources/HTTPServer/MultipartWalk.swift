/// Searches the boundaries of a multipart body.
struct MultipartWalk {
  let count: Int
  private let delimiter: [UInt8]
  let limits: Multipart.Limits
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
    // The first boundary may be at the very beginning, without a preceding line break.
    guard var found = try boundary(from: -2) else {
      throw Problem.malformedUpload(
        "The content does not have the boundary of its Content-Type: it is empty or truncated."
      )
    }
    while !found.isLast {
      guard parts.count < limits.parts else {
        throw Problem(
          status: 413,
          detail: "A request may send at most \(limits.parts) files; send them in several.")
      }
      let header = try header(at: found.end)
      guard let next = try boundary(from: header.end - 2) else {
        throw Problem.malformedUpload(
          "The content ends within part \(parts.count + 1), before its last boundary.")
      }
      // If the content is empty, the line break that ends the header also precedes the boundary.
      let range = header.end..<max(header.end, next.start)
      parts.append(try Multipart.Part(header: header.fields, range, number: parts.count + 1))
      found = next
    }
    guard !parts.isEmpty else { throw Problem.malformedUpload("The content has no parts.") }
    return parts
  }

  private struct Boundary {
    /// The offset of the preceding line break.
    var start: Int
    /// The offset after its line.
    var end: Int
    var isLast: Bool
  }

  /// The first boundary from an offset on; text that only begins like one is content.
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

  /// The offset of the next line break with a boundary; at -2 the start counts as a line break.
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

  /// The first occurrence of bytes from an offset on.
  static func find(_ wanted: [UInt8], in bytes: [UInt8], from first: Int) -> Int? {
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

  /// A slice of the body; nil if it ends before.
  mutating func bytes(at offset: Int, count wanted: Int) throws -> ArraySlice<UInt8>? {
    guard offset >= 0, wanted <= count - offset else { return nil }
    if offset < start || offset + wanted > start + window.count {
      window = try read(offset, max(wanted, windowLength))
      start = offset
      guard window.count >= wanted else { return nil }
    }
    return window[(offset - start)..<(offset - start + wanted)]
  }
}
