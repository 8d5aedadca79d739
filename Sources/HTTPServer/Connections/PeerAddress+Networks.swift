internal import Glibc

extension PeerAddress {
  /// Parses an address as proxies write it: IPv6 with or without brackets, IPv4 with or without a port.
  init?(_ text: some StringProtocol) {
    var name = String(text)
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { return nil }
      name = String(name[name.index(after: name.startIndex)..<end])
    } else if name.utf8.filter({ $0 == UInt8(ascii: ":") }).count == 1 {
      name = String(name.prefix { $0 != ":" })
    }
    var bytes: (UInt64, UInt64) = (0, 0)
    if unsafe inet_pton(AF_INET, name, &bytes) == 1 {
      self.init(high: bytes.0 & 0xFFFF_FFFF, low: 0, isIPv6: false)
    } else if unsafe inet_pton(AF_INET6, name, &bytes) == 1 {
      self.init(high: bytes.0, low: bytes.1, isIPv6: true)
    } else {
      return nil
    }
  }

  /// The bytes in network order; an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) gives its IPv4 address.
  var networkBytes: [UInt8] {
    guard isIPv6 else { return Self.bytes(high, 4) }
    let all = Self.bytes(high, 8) + Self.bytes(low, 8)
    let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
    return isMapped ? Array(all[12...]) : all
  }

  /// Whether it is a loopback address.
  var isLoopback: Bool {
    let bytes = networkBytes
    if bytes.count == 4 { return bytes[0] == 127 }
    return bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// The client prefix: an IPv4 address, or the first 64 bits of an IPv6 address.
  ///
  /// A client can choose the other 64 bits freely.
  var clientPrefix: [UInt8] {
    let bytes = networkBytes
    return bytes.count == 4 ? bytes : Array(bytes[..<8])
  }

  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    // The number is stored in network order.
    (0..<count).map { UInt8(truncatingIfNeeded: number.littleEndian >> (8 * UInt64($0))) }
  }
}

/// An address or a network: `10.0.0.5`, `192.168.0.0/16`, `fd00::/8`.
public struct AddressRange: Hashable, Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Parses an address or a network; nil if the text is not valid.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = PeerAddress(parts[0]) else { return nil }
    bytes = address.networkBytes
    guard parts.count == 2 else {
      bits = bytes.count * 8
      return
    }
    guard let bits = decimal(parts[1].utf8), bits <= bytes.count * 8 else { return nil }
    self.bits = bits
  }

  /// The loopback networks.
  public static let loopback = ["127.0.0.0/8", "::1"].compactMap(AddressRange.init)

  func contains(_ address: PeerAddress) -> Bool {
    let other = address.networkBytes
    guard other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      (bytes[bit / 8] ^ other[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
    }
  }
}
