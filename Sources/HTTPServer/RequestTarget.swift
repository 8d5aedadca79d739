/// A parsed request target: percent-decoded path segments and query items.
struct RequestTarget {
  var path: [String]
  var query: [QueryItem]

  /// The host of a target in absolute form (`GET http://host/path`), as proxies send it.
  var authority: String?

  /// Parses a target; throws a `Problem` if it is malformed.
  init(_ target: [UInt8]) throws(Problem) {
    path = []
    query = []
    guard let first = target.first else { throw Self.malformed("The request target is empty.") }
    if first == UInt8(ascii: "*"), target.count == 1 {
      path = ["*"]
      return
    }
    var rest = target[...]
    if first != UInt8(ascii: "/") { authority = try Self.dropAuthority(from: &rest) }
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    try appendSegments(rest[..<(mark ?? rest.endIndex)])
    if let mark { try appendItems(rest[(mark + 1)...]) }
  }

  private static func malformed(_ detail: String) -> Problem { .badRequest(detail) }

  /// Removes `http://authority` from the front and returns the authority.
  private static func dropAuthority(from rest: inout ArraySlice<UInt8>) throws(Problem) -> String {
    for scheme in ["http://", "https://"] {
      let prefix = rest.prefix(scheme.utf8.count)
      guard equalsIgnoringCase(prefix, scheme.utf8) else { continue }
      let after = rest.dropFirst(scheme.utf8.count)
      let end = after.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      rest = after[(end ?? after.endIndex)...]
      return String(decoding: after[..<(end ?? after.endIndex)], as: UTF8.self)
    }
    throw malformed("The request target must start with '/'.")
  }

  private mutating func appendSegments(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    var rest = bytes.dropFirst()
    guard !rest.isEmpty else { return }
    path.reserveCapacity(6)
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      path.append(try Self.decode(rest[..<slash], plusIsSpace: false, where: "path"))
      rest = rest[(slash + 1)...]
    }
    path.append(try Self.decode(rest, plusIsSpace: false, where: "path"))
  }

  private mutating func appendItems(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    var rest = bytes
    query.reserveCapacity(6)
    while !rest.isEmpty {
      let pair = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest[pair.endIndex...].dropFirst()
      guard !pair.isEmpty else { continue }
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try Self.decode(pair[..<equals], plusIsSpace: true, where: "query")
      let value = try Self.decode(pair[equals...].dropFirst(), plusIsSpace: true, where: "query")
      query.append(QueryItem(name: name, value: value))
    }
  }

  /// Decodes percent-encoding; the result must be UTF-8 without NUL.
  private static func decode(
    _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool, where part: String
  ) throws(Problem) -> String {
    // Most parts are plain ASCII without encoding.
    if bytes.allSatisfy({
      $0 > 0 && $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+")
    }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue else {
          throw malformed("The \(part) has a '%' that two hexadecimal digits do not follow.")
        }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 32 : byte)
      }
    }
    guard !decoded.contains(0) else {
      throw malformed("The \(part) contains %00, but no name or value may have a NUL.")
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw malformed("The \(part) is not UTF-8 text once its percent-encoding is undone.")
    }
    return text
  }
}
