import Glibc

/// Sockets to servers on this machine.
public enum Loopback {
  /// No connection is accepted there.
  public struct Refused: Error {}

  /// Connects to a port from 127.0.0.1 or another loopback address; the caller closes the socket.
  ///
  /// The receive buffer has the default size, or `room` bytes.
  public static func connect(
    port: Int, from address: String = "127.0.0.1", room: Int32? = nil
  ) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var room {
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    }
    let isBound = unsafe call(address, 0) { unsafe bind(descriptor, $0, $1) }
    let isConnected = unsafe call("127.0.0.1", port) { unsafe Glibc.connect(descriptor, $0, $1) }
    guard isBound, isConnected else {
      close(descriptor)
      throw Refused()
    }
    return descriptor
  }

  private static func call(
    _ text: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    unsafe inet_pton(AF_INET, text, &address.sin_addr)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
