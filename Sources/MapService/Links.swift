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
  /// The target as it stands after the host: a client that speaks to a proxy names the host in it.
  var pathAndQuery: String {
    guard !rawTarget.hasPrefix("/"), let scheme = rawTarget.firstRange(of: "://") else {
      return rawTarget
    }
    return String(rawTarget[scheme.upperBound...].drop { $0 != "/" && $0 != "?" })
  }

  /// The path and query of this request with one parameter set anew and another left out.
  func target(setting name: String, to value: String, removing other: String) -> String {
    let path = String(pathAndQuery.prefix { $0 != "?" })
    let kept = query.filter { $0.name != name && $0.name != other }
    return path + (kept + [QueryItem(name: name, value: value)]).queryText
  }
}

extension [QueryItem] {
  /// The parameters as they stand behind a path; nothing where there are none.
  var queryText: String {
    let items = map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }
}

/// Text as a query may hold it: everything but what RFC 3986 leaves unreserved, and the comma,
/// slash and colon that make boxes and times readable, is escaped.
private func percentEncoded(_ text: String) -> String {
  let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,/:".utf8)
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    if plain.contains(byte) {
      bytes.append(byte)
    } else {
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
