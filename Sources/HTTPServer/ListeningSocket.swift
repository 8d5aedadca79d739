internal import Glibc

/// Owns a listening socket.
struct ListeningSocket: ~Copyable {
  let descriptor: CInt

  /// Whether other processes share the socket and keep listening.
  private let isShared: Bool

  /// Listens on the first usable address of the host.
  init(host: String, port: Int) throws(ServerError) {
    guard (0...65_535).contains(port) else {
      throw ServerError(.cannotListen, "\(port) is not a port: ports are 0 to 65535.")
    }
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &found)
    guard code == 0, let first = unsafe found else {
      let reason = unsafe String(cString: gai_strerror(code))
      throw ServerError(.unknownHost, "Cannot listen on '\(host)': \(reason).")
    }
    defer { unsafe freeaddrinfo(first) }
    var failure: CInt = 0
    var next: UnsafeMutablePointer<addrinfo>? = unsafe first
    while let address = unsafe next {
      if let open = unsafe Self.listen(on: address.pointee) {
        (descriptor, isShared) = (open, false)
        return
      }
      failure = errno
      unsafe next = address.pointee.ai_next
    }
    let reason = unsafe String(cString: strerror(failure))
    throw ServerError(
      failure == EADDRINUSE ? .addressInUse : .cannotListen,
      "Cannot listen on \(host) port \(port): \(reason).")
  }

  /// Takes over a socket.
  init(_ inherited: InheritedSocket) { (descriptor, isShared) = (inherited.descriptor, true) }

  deinit { close(descriptor) }

  /// The length of the accept queue, unless the system allows less.
  ///
  /// A client that finds the queue full retries after one, two and four seconds.
  private static let queueLength: CInt = 4_096

  private static func listen(on address: addrinfo) -> CInt? {
    let descriptor = unsafe socket(
      address.ai_family, address.ai_socktype | CInt(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      address.ai_protocol)
    guard descriptor >= 0 else { return nil }
    var yes: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    // Allows a restarted server to reuse its port while old connections are in TIME_WAIT.
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    guard unsafe bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      Glibc.listen(descriptor, queueLength) == 0
    else {
      let failure = errno
      close(descriptor)
      errno = failure
      return nil
    }
    return descriptor
  }

  /// The port.
  var port: Int {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      let raw = UnsafeMutableRawPointer(pointer)
      let generic = unsafe raw.assumingMemoryBound(to: sockaddr.self)
      guard unsafe getsockname(descriptor, generic, &size) == 0 else { return 0 }
      // The port has the same offset in both address families, in network order.
      return Int(UInt16(bigEndian: unsafe raw.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
    }
  }

  /// Stops listening, unless other processes share the socket.
  func shutDown() { if !isShared { _ = shutdown(descriptor, CInt(SHUT_RDWR)) } }
}
