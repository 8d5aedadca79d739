internal import HTTPServer
internal import JSON
internal import PhotoExchange

/// One link of a response.
struct Link {
  var href: String
  var rel: String
  var type: String
  var title: String?
  /// Whether the address is a template with names in braces.
  var isTemplated = false
  /// The method of the request, where there is a choice.
  var method: Method?
  /// The content of the request, for links that are followed by POST.
  var content: JSONValue?
}

extension Link: Answer {
  static let shape = AnswerShape<Link>("link") {
    AnswerMember("href") { $0.href }
    AnswerMember("rel") { $0.rel }
    // Standards of the API let it be absent.
    AnswerMember("type") { Optional($0.type) }
    AnswerMember("title") { $0.title }
    AnswerMember("templated") { $0.isTemplated ? true : nil }
  }

  /// A link of the catalog may also say how it is followed.
  static let itemShape = AnswerShape<Link>("itemLink") {
    AnswerMember.all(of: shape) { $0 }
    AnswerMember("method", .word(["GET", "POST"])) { $0.method?.rawValue }
    AnswerMember("body") { $0.content }
  }

  func write(to json: inout JSONWriter) { json.object { Self.itemShape.write(self, to: &$0) } }
}

extension JSONWriter {
  /// Writes the `links` of a response.
  mutating func links(_ links: [Link]) {
    name("links")
    links.write(to: &self)
  }
}

extension Request {
  /// The target from the path on, with bytes escaped that a URL may not have.
  ///
  /// Requests of proxies include the host, and some clients send such bytes.
  ///
  /// `base` is the address of the server.
  func address(_ base: String) -> String { String(decoding: addressBytes(base), as: UTF8.self) }

  /// The same as bytes.
  func addressBytes(_ base: String) -> [UInt8] {
    var text = room(for: base)
    text.append(escaping: targetAfterHost, plain: .ofURLs)
    return text
  }

  /// The address of this request without some parameters, and with others at the end.
  func address(_ base: String, without dropped: [String], adding added: [QueryItem]) -> String {
    String(decoding: addressBytes(base, without: dropped, adding: added), as: UTF8.self)
  }

  /// The same as bytes.
  func addressBytes(_ base: String, without dropped: [String], adding added: [QueryItem])
    -> [UInt8]
  {
    var text = room(for: base)
    text.append(escaping: targetAfterHost.prefix { $0 != UInt8(ascii: "?") }, plain: .ofURLs)
    let path = text.count
    for item in query where !dropped.contains(item.name) {
      text.append(item, isFirst: text.count == path)
    }
    for item in added { text.append(item, isFirst: text.count == path) }
    return text
  }

  private func room(for base: String) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(base.utf8.count + targetBytes.count + 64)
    text += base.utf8
    return text
  }

  private var targetAfterHost: ArraySlice<UInt8> {
    let target = targetBytes[...]
    guard target.first != UInt8(ascii: "/"), let scheme = rawTarget.firstRange(of: "://") else {
      return target
    }
    return target.dropFirst(rawTarget[..<scheme.upperBound].utf8.count)
      .drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
  }
}

extension [QueryItem] {
  /// The query string with its `?`; empty without parameters.
  var queryText: String {
    var text: [UInt8] = []
    for item in self { text.append(item, isFirst: text.isEmpty) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends an encoded parameter.
  ///
  /// It has a `=` even without a value, because some clients read only pairs.
  fileprivate mutating func append(_ item: QueryItem, isFirst: Bool) {
    append(isFirst ? UInt8(ascii: "?") : UInt8(ascii: "&"))
    append(escaping: item.name.utf8, plain: .inQueries)
    append(UInt8(ascii: "="))
    append(escaping: item.value.utf8, plain: .inQueries)
  }

  /// Appends text and escapes every byte that is not plain.
  fileprivate mutating func append(escaping text: some Collection<UInt8>, plain: PlainCharacters) {
    // Most text needs no escaping.
    let isCopied = text.withContiguousStorageIfAvailable { bytes in
      guard unsafe bytes.allSatisfy(plain.contains) else { return false }
      unsafe append(contentsOf: bytes)
      return true
    }
    if isCopied ?? false { return }
    for byte in text {
      if plain.contains(byte) {
        append(byte)
      } else {
        self += [UInt8(ascii: "%"), Self.digit(byte >> 4), Self.digit(byte & 15)]
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

/// The characters that are not escaped: RFC 3986's unreserved ones and some more.
private struct PlainCharacters: Sendable {
  /// A bit for each of the 128 characters of ASCII.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The characters that RFC 3986 allows in a URL, and the percent sign of escaped ones.
  static let ofURLs = PlainCharacters(":/?#[]@!$&'()*+,;=%")

  /// The characters that are not escaped in a query; the comma, slash and colon make boxes and times
  /// readable.
  static let inQueries = PlainCharacters(",/:")

  private init(_ more: String) {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    for byte in (unreserved + more).utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }
}
