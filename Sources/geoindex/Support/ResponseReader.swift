internal import GeoIndexClient

/// Parses an HTTP/1.1 response as it arrives.
///
/// Sizes are limited, and a truncated response is an error.
struct ResponseReader {
  private static let longestHead = 1 << 16
  private static let longestBody = 1 << 28

  /// How the end of the body is determined.
  private enum End {
    case length(Int)
    case chunks
    case close
  }

  private var bytes: [UInt8] = []
  private var head: (status: Int, type: String?, end: End, bodyStart: Int)?
  private var isClosed = false

  /// Whether the response is complete, or no further bytes can arrive.
  var isComplete: Bool {
    guard !isClosed, let head else { return isClosed }
    if case .length(let length) = head.end { return bytes.count - head.bodyStart >= length }
    return false
  }

  /// Adds received bytes; an empty piece means that the server closed the connection.
  mutating func take(_ piece: ArraySlice<UInt8>) throws(Unreachable) {
    if piece.isEmpty { isClosed = true }
    let searched = max(0, bytes.count - 3)
    bytes += piece
    if head == nil, let end = Self.endOfHead(bytes, from: searched) { try readHead(end) }
    let limit = head == nil ? Self.longestHead : Self.longestHead + Self.longestBody
    guard bytes.count <= limit else { throw Unreachable("the response is too long") }
  }

  /// The complete response.
  func reply() throws(Unreachable) -> Reply {
    guard let head else { throw Unreachable("the response is not HTTP") }
    let content = bytes[head.bodyStart...]
    switch head.end {
    case .close: return Reply(status: head.status, type: head.type, body: Array(content))
    case .chunks:
      return Reply(status: head.status, type: head.type, body: try Self.joined(content))
    case .length(let length):
      guard content.count >= length else { throw Unreachable("the response is incomplete") }
      return Reply(status: head.status, type: head.type, body: Array(content.prefix(length)))
    }
  }

  private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= 4, start <= bytes.count - 4 else { return nil }
    return (start...bytes.count - 4).first { bytes[$0...].starts(with: [13, 10, 13, 10]) }
  }

  private mutating func readHead(_ end: Int) throws(Unreachable) {
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
      let status = Int(words[1]), (200...599).contains(status)
    else { throw Unreachable("the response is not HTTP") }
    var (type, ending): (String?, End) = (nil, status == 204 || status == 304 ? .length(0) : .close)
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Unreachable("a header field of the response is malformed")
      }
      let value = String(parts[1].drop { $0 == " " })
      switch parts[0].lowercased() {
      case "content-type": type = value
      case "content-length":
        guard let length = Int(value), (0...Self.longestBody).contains(length) else {
          throw Unreachable("the response is too long")
        }
        if case .close = ending { ending = .length(length) }
      case "transfer-encoding":
        guard value.lowercased() == "chunked" else {
          throw Unreachable("the response has an unknown transfer coding: \(value)")
        }
        ending = .chunks
      default: break
      }
    }
    head = (status, type, ending, end + 4)
  }

  /// Decodes a chunked body, whose last chunk is empty.
  private static func joined(_ bytes: ArraySlice<UInt8>) throws(Unreachable) -> [UInt8] {
    var rest = bytes
    var content: [UInt8] = []
    while let lineEnd = rest.firstIndex(of: 10) {
      let digits = rest[..<lineEnd].prefix { $0 != 13 && $0 != UInt8(ascii: ";") }
      guard let count = Int(String(decoding: digits, as: UTF8.self), radix: 16), count >= 0 else {
        throw Unreachable("the response is malformed")
      }
      if count == 0 { return content }
      rest = rest[(lineEnd + 1)...]
      guard count <= rest.count - 2 else { break }
      content += rest.prefix(count)
      rest = rest.dropFirst(count + 2)
    }
    throw Unreachable("the response is incomplete")
  }
}
