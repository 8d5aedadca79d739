/// The hosts this server answers for.
struct HostList: Sendable {
  /// The list as it was given.
  let entries: [String]

  private let names: [Host]
  private let allowsAll: Bool

  init(_ entries: [String]) {
    self.entries = entries
    names = entries.compactMap { Host(Array($0.utf8)) }
    allowsAll = entries.contains("*")
  }

  /// Whether a `Host` field names this server.
  func allows(_ text: String) -> Bool {
    if allowsAll { return true }
    guard let host = Host(Array(text.utf8)) else { return false }
    return host.isLoopback
      || names.contains { $0.name == host.name && ($0.port == nil || $0.port == host.port) }
  }
}

/// A host and perhaps a port, as `Host` writes them: `name`, `name:80`, `[::1]:80`.
private struct Host {
  /// In small letters, IPv6 without brackets, without a closing dot.
  var name: [UInt8]
  var port: Int?

  init?(_ text: [UInt8]) {
    var rest: ArraySlice<UInt8>
    if text.first == UInt8(ascii: "[") {
      guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      name = text[1..<end].map(\.lowercased)
      rest = text[(end + 1)...]
    } else {
      let end = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
      name = text[..<end].map(\.lowercased)
      rest = text[end...]
      if name.last == UInt8(ascii: ".") { name.removeLast() }
    }
    guard !name.isEmpty else { return nil }
    guard !rest.isEmpty else { return }
    guard rest.removeFirst() == UInt8(ascii: ":") else { return nil }
    if rest.isEmpty { return }
    guard let number = decimal(rest), number <= 65_535 else { return nil }
    port = number
  }

  /// Whether only this machine can be meant.
  ///
  /// That is a name that resolvers keep at home (RFC 6761) or a loopback address in full form: no
  /// page elsewhere can point such a name at this machine.
  var isLoopback: Bool {
    let localhost = Array("localhost".utf8)
    if name == localhost || name.reversed().starts(with: (Array(".localhost".utf8)).reversed()) {
      return true
    }
    if name == Array("::1".utf8) { return true }
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 3 ? decimal($0) : nil }
    return parts.count == 4 && numbers.count == 4 && numbers[0] == 127
      && numbers.allSatisfy { $0 <= 255 }
  }
}
