internal import Glibc

/// A listening socket that the process inherited when it was started.
public struct InheritedSocket: Sendable {
  /// The address it listens on: `127.0.0.1`, `::`.
  public let host: String

  let descriptor: CInt

  /// Takes over a descriptor; throws if it is not a socket that a server can use.
  public init(descriptor: Int32) throws(ServerError) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let host = unsafe withUnsafeMutableBytes(of: &address) { bytes -> String? in
      let generic = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      guard let generic = unsafe generic, unsafe getsockname(descriptor, generic, &size) == 0 else {
        return nil
      }
      return unsafe PeerAddress(generic)?.text
    }
    guard let host, Self.isListening(descriptor) else {
      throw ServerError(
        .cannotListen,
        "The service manager did not pass a listening TCP socket: give "
          + "ListenStream= an address and port, and omit Accept=.")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // Another process may accept a pending connection first, so accepting must not block.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    self.host = host
    self.descriptor = descriptor
  }

  private static func isListening(_ descriptor: CInt) -> Bool {
    var answer: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &answer, &size) == 0
      && answer == 1
  }
}
