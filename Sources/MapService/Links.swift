internal import HTTPServer
internal import PhotoExchange

/// One link of an answer.
struct Link {
  var href: String
  var rel: String
  var type: String
  var title: String?
  /// Whether the address has names in braces to be filled in.
  var isTemplated = false
}

extension Headers {
  /// Says the links in fields too, where clients of other formats look for them (RFC 8288).
  mutating func append(_ links: [Link]) {
    for link in links {
      var value = "<"
      value.reserveCapacity(link.href.utf8.count + link.rel.utf8.count + link.type.utf8.count + 20)
      for piece in [link.href, ">; rel=\"", link.rel, "\"; type=\"", link.type, "\""] {
        value += piece
      }
      append("Link", value)
    }
  }
}

extension JSONWriter {
  /// Writes the `links` of an answer.
  mutating func links(_ links: [Link]) {
    name("links")
    array { json in
      for link in links {
        json.object { json in
          json.member("href", link.href)
          json.member("rel", link.rel)
          json.member("type", link.type)
          json.member("title", link.title)
          if link.isTemplated {
            json.name("templated")
            json.value(true)
          }
        }
      }
    }
  }
}

extension Request {
  /// The target as it stands after the host, fit to stand in a link: a client that speaks to a proxy
  /// names the host in it, and some send bytes that no URL may have.
  var pathAndQuery: String {
    var target = targetBytes[...]
    if target.first != UInt8(ascii: "/"), let scheme = rawTarget.firstRange(of: "://") {
      target = target.dropFirst(rawTarget[..<scheme.upperBound].utf8.count)
        .drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    }
    return escaped(target, plain: urlCharacters)
  }

  /// The path and query of this request with some parameters set anew; those without a value are
  /// left out.
  func target(setting changes: [String: String?]) -> String {
    var path = pathAndQuery
    if let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) { path.removeSubrange(mark...) }
    let kept = query.filter { changes[$0.name] == nil }
    let set = changes.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { QueryItem(name: name, value: $0) }
    }
    return path + (kept + set).queryText
  }
}

extension [QueryItem] {
  /// The parameters as they stand behind a path; nothing where there are none.
  ///
  /// Each has its `=`, also where there is no value: some clients only read pairs.
  var queryText: String {
    var text = ""
    for item in self {
      text += text.isEmpty ? "?" : "&"
      text += percentEncoded(item.name)
      text += "="
      text += percentEncoded(item.value)
    }
    return text
  }
}

/// What RFC 3986 lets stand in a URL, and the mark of what is escaped already.
private let urlCharacters = PlainCharacters(":/?#[]@!$&'()*+,;=%")

/// What a query may hold as it is, and the comma, slash and colon that make boxes and times readable.
private let queryCharacters = PlainCharacters(",/:")

private func percentEncoded(_ text: String) -> String {
  escaped(text.utf8, plain: queryCharacters)
}

/// Text with every byte escaped that is not a plain one.
private func escaped(_ text: some Collection<UInt8>, plain: PlainCharacters) -> String {
  // Hardly any needs it.
  if text.allSatisfy(plain.contains) { return String(decoding: text, as: UTF8.self) }
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in text {
    if plain.contains(byte) {
      bytes.append(byte)
    } else {
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The characters that stand for themselves: RFC 3986's unreserved ones and some more.
private struct PlainCharacters: Sendable {
  private let isPlain: [Bool]

  init(_ more: String) {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    let plain = Set((unreserved + more).utf8)
    isPlain = (0...UInt8.max).map(plain.contains)
  }

  func contains(_ byte: UInt8) -> Bool { isPlain[Int(byte)] }
}
