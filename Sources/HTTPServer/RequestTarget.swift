/// A request target taken apart: percent-decoded path segments and query items.
struct RequestTarget {
  var path: [String]
  var query: [QueryItem]

  /// The host named by a target in absolute form (`GET http://host/path`), as proxies write it.
  var authority: String?

  /// Takes a target apart, or says what is wrong with it.
  init(_ target: some BidirectionalCollection<UInt8>) throws(Problem) {
    path = []
    query = []
    guard let first = target.first else { throw Self.malformed("The request target is empty.") }
    if first == UInt8(ascii: "*"), target.dropFirst().isEmpty {
      path = ["*"]
      return
    }
    var rest = target[...]
    if first != UInt8(ascii: "/") { authority = try Self.dropAuthority(from: &rest) }
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    path = try Self.segments(rest[..<(mark ?? rest.endIndex)])
    if let mark { query = try Self.items(rest[rest.index(after: mark)...]) }
  }

  private static func malformed(_ detail: String) -> Problem { .badRequest(detail) }

  /// Cuts `http://authority` from the front and answers the authority.
  private static func dropAuthority<Bytes: BidirectionalCollection<UInt8>>(
    from rest: inout Bytes
  ) throws(Problem) -> String where Bytes == Bytes.SubSequence {
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

  private static func segments(_ bytes: some BidirectionalCollection<UInt8>) throws(Problem)
    -> [String]
  {
    var segments: [String] = []
    var rest = bytes.dropFirst()[...]
    guard !rest.isEmpty else { return [] }
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      segments.append(try decode(rest[..<slash], plusIsSpace: false, where: "path"))
      rest = rest[rest.index(after: slash)...]
    }
    segments.append(try decode(rest, plusIsSpace: false, where: "path"))
    return segments
  }

  private static func items(_ bytes: some BidirectionalCollection<UInt8>) throws(Problem)
    -> [QueryItem]
  {
    var items: [QueryItem] = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "="))
      let name = try decode(pair[..<(equals ?? pair.endIndex)], plusIsSpace: true, where: "query")
      var value = ""
      if let equals {
        value = try decode(pair[pair.index(after: equals)...], plusIsSpace: true, where: "query")
      }
      items.append(QueryItem(name: name, value: value))
    }
    return items
  }

  /// Undoes percent-encoding; what remains must be UTF-8 without NUL.
  private static func decode(
    _ bytes: some Collection<UInt8>, plusIsSpace: Bool, where part: String
  ) throws(Problem) -> String {
    // Most parts hold nothing that is encoded.
    if !bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == 0 || $0 == UInt8(ascii: "+") }),
      let text = String(validating: bytes, as: UTF8.self)
    {
      return text
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
    guard !decoded.contains(0), let text = String(validating: decoded, as: UTF8.self) else {
      throw malformed("The \(part) is not UTF-8 text once its percent-encoding is undone.")
    }
    return text
  }
}
