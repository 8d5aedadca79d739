/// The hosts that this server accepts.
struct HostList: Sendable {
  /// The list as given.
  let entries: [String]

  private let allowsAll: Bool

  init(_ entries: [String]) {
    self.entries = entries
    allowsAll = entries.contains("*")
  }

  /// Whether a `Host` field names this server.
  func allows(_ text: String, orAddresses allowsAddresses: Bool = false) -> Bool {
    if allowsAll { return true }
    guard let host = Host(text) else { return false }
    return host.isLoopback || allowsAddresses && host.isAddress
      || entries.contains { Host($0)?.covers(host) ?? false }
  }
}

/// A host with an optional port, as in `Host`: `name`, `name:80`, `[::1]:80`.
private struct Host {
  /// The name without a trailing dot, or the IPv6 address without brackets.
  private let name: ArraySlice<UInt8>
  private let port: Int?

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var rest: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      name = bytes[1..<end]
      rest = bytes[(end + 1)...]
    } else {
      let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      let written = bytes[..<end]
      name = written.last == UInt8(ascii: ".") ? written.dropLast() : written
      rest = bytes[end...]
    }
    guard !name.isEmpty else { return nil }
    guard let colon = rest.popFirst() else {
      port = nil
      return
    }
    guard colon == UInt8(ascii: ":") else { return nil }
    port = decimal(rest)
    guard rest.isEmpty || (port.map { $0 <= 65_535 } ?? false) else { return nil }
  }

  /// Whether this entry of the list matches a host.
  func covers(_ host: Host) -> Bool {
    equalsIgnoringCase(name, host.name) && (port == nil || port == host.port)
  }

  /// Whether it always denotes this machine: `localhost` (RFC 6761) or a loopback address in full form.
  ///
  /// No web page can redirect such a name.
  var isLoopback: Bool {
    switch name.first {
    case UInt8(ascii: "1"): isLoopbackAddress
    case UInt8(ascii: ":"): name.elementsEqual("::1".utf8)
    default:
      equalsIgnoringCase(name, "localhost".utf8)
        || equalsIgnoringCase(name.suffix(10), ".localhost".utf8)
    }
  }

  /// Whether it is an IP address in full form rather than a name.
  var isAddress: Bool {
    let text = String(decoding: name, as: UTF8.self)
    return PeerAddress(text.contains(":") ? "[\(text)]" : text) != nil
  }

  /// Whether it is an IPv4 address of four numbers that begins with 127; short forms do not count.
  private var isLoopbackAddress: Bool {
    guard name.starts(with: "127.".utf8) else { return false }
    var numbers = 0
    var number: Int?
    for byte in name {
      if byte == UInt8(ascii: ".") {
        guard number != nil else { return false }
        numbers += 1
        number = nil
      } else {
        guard byte.isDigit else { return false }
        let next = (number ?? 0) * 10 + Int(byte - 48)
        guard next <= 255 else { return false }
        number = next
      }
    }
    return numbers == 3 && number != nil
  }
}
