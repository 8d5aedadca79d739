internal import JSON

extension Request {
  /// The body of a request.
  public struct Content: Hashable, Sendable {
    /// The media type.
    public var type: String

    /// The bytes.
    public var bytes: [UInt8]

    /// Makes a body.
    public init(type: String, bytes: [UInt8]) {
      self.type = type
      self.bytes = bytes
    }

    /// Makes a body of JSON.
    public static func json(_ value: some Encodable) throws -> Content {
      Content(type: "application/json", bytes: try JSONValue(encoding: value).bytes)
    }

    /// Makes a body of an order, whose members can all be encoded.
    init(order: some Encodable) {
      self.init(type: "application/json", bytes: (try? JSONValue(encoding: order).bytes) ?? [])
    }
  }
}

extension Request.Content {
  /// Encodes files as a multipart form, as browsers do (RFC 7578).
  init(form files: [SentFile]) {
    let boundary = Self.boundary(files)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(files.reduce(100) { $0 + $1.bytes.count + 3 * $1.name.utf8.count + 150 })
    for file in files {
      bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"".utf8
      bytes += Self.quoted(file.name)
      bytes += "\"\r\nContent-Type: application/octet-stream\r\n\r\n".utf8
      bytes += file.bytes
      bytes += "\r\n".utf8
    }
    bytes += "--\(boundary)--\r\n".utf8
    self.init(type: "multipart/form-data; boundary=\(boundary)", bytes: bytes)
  }

  /// Escapes a file name for a quoted parameter.
  ///
  /// Line breaks and NUL would end the field, so they become spaces.
  private static func quoted(_ name: String) -> [UInt8] {
    name.utf8.flatMap { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      case 0, 10, 13: [UInt8(ascii: " ")]
      default: [byte]
      }
    }
  }

  private static let boundaryName = Array("geoindex-".utf8)

  /// The number of digits in a boundary; no file that fits in memory can contain all numbers.
  private static let boundaryDigits = 12

  /// A boundary that occurs in none of the files.
  ///
  /// It depends only on the files, so that equal requests compare equal.
  private static func boundary(_ files: [SentFile]) -> String {
    var taken: Set<Int> = []
    for file in files { collectNumbers(in: file.bytes, to: &taken) }
    var number = 0
    while taken.contains(number) { number += 1 }
    let digits = "\(number)"
    let zeros = String(repeating: "0", count: boundaryDigits - digits.utf8.count)
    return "geoindex-" + zeros + digits
  }

  /// Collects the numbers of all boundaries that occur in a file.
  private static func collectNumbers(in bytes: [UInt8], to taken: inout Set<Int>) {
    let length = boundaryName.count + boundaryDigits
    guard bytes.count >= length else { return }
    for start in 0...(bytes.count - length) where bytes[start] == boundaryName[0] {
      let candidate = bytes[start..<(start + length)]
      guard candidate.starts(with: boundaryName) else { continue }
      let digits = String(decoding: candidate.dropFirst(boundaryName.count), as: UTF8.self)
      if let number = Int(digits), number >= 0 { taken.insert(number) }
    }
  }
}
