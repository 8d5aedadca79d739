internal import Glibc

/// The address of a client in binary form, because few requests need it as text.
struct PeerAddress: Sendable, Hashable {
  /// Four bytes for IPv4, sixteen for IPv6, in `high` first.
  private(set) var high: UInt64
  private(set) var low: UInt64
  private(set) var isIPv6: Bool

  init(high: UInt64, low: UInt64, isIPv6: Bool) {
    (self.high, self.low, self.isIPv6) = (high, low, isIPv6)
  }

  /// Reads a socket address.
  init?(_ address: UnsafePointer<sockaddr>?) {
    guard let address = unsafe address else { return nil }
    let raw = unsafe UnsafeRawPointer(address)
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      high = UInt64(unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr)
      low = 0
      isIPv6 = false
    case AF_INET6:
      let bytes = unsafe raw.advanced(by: MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8)
      high = unsafe bytes.loadUnaligned(as: UInt64.self)
      low = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      isIPv6 = true
    default:
      return nil
    }
  }

  /// The address as text: `192.0.2.1`, `2001:db8::1`.
  var text: String? {
    var bytes = (high, low)
    var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = isIPv6 ? AF_INET6 : AF_INET
    guard unsafe inet_ntop(family, &bytes, &written, socklen_t(written.count)) != nil else {
      return nil
    }
    return String(decoding: written.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
