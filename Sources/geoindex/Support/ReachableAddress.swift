internal import Glibc

/// Finds the address by which other machines reach this one.
enum ReachableAddress {
  /// The address of a server that listens on `host`; nil if it is reachable only from this machine.
  static func host(listeningOn host: String) -> String? {
    switch host {
    case "0.0.0.0", "::", "*": networkAddress()
    case "localhost", "::1": nil
    default: host.hasPrefix("127.") ? nil : host
    }
  }

  /// The first address that is not the loopback, IPv4 before IPv6.
  private static func networkAddress() -> String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return nil }
    defer { unsafe freeifaddrs(list) }
    var found: [(family: Int32, text: String)] = []
    var next = unsafe list
    while let interface = unsafe next {
      unsafe next = interface.pointee.ifa_next
      let flags = Int32(bitPattern: unsafe interface.pointee.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let address = unsafe interface.pointee.ifa_addr, let text = unsafe numeric(address)
      else { continue }
      found.append((Int32(unsafe address.pointee.sa_family), text))
    }
    return (found.first { $0.family == AF_INET } ?? found.first { !$0.text.hasPrefix("fe80") })?
      .text
  }

  private static func numeric(_ address: UnsafePointer<sockaddr>) -> String? {
    let size: Int
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = unsafe getnameinfo(
      address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard result == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
