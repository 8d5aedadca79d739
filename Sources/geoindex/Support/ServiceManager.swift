internal import Glibc
internal import HTTPServer

/// Tells systemd how the service is, where systemd started it and waits to be told.
///
/// The protocol is a datagram to the socket that `$NOTIFY_SOCKET` names, which takes no library:
/// https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
enum ServiceManager {
  static func tellReady() { tell("READY=1") }

  static func tellStopping() { tell("STOPPING=1") }

  /// The socket that systemd listens on for this program, where it does.
  ///
  /// https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
  static func socket() throws -> InheritedSocket? {
    guard Environment.value("LISTEN_PID").flatMap({ pid_t($0) }) == getpid(),
      let count = Environment.value("LISTEN_FDS").flatMap({ Int($0) }), count > 0
    else { return nil }
    // They are this program's, not that of programs it starts.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
    guard count == 1 else {
      throw ServerError(
        .cannotListen,
        "The service manager hands over \(count) sockets, and one is served: name one ListenStream= "
          + "in the socket unit; [::]:8080 is reached by IPv4 too.")
    }
    return try InheritedSocket(descriptor: 3)
  }

  private static func tell(_ state: String) {
    guard let path = unsafe getenv("NOTIFY_SOCKET").map({ unsafe String(cString: $0) }) else {
      return
    }
    send(state, to: path)
  }

  /// Sends a datagram; one that does not arrive is the manager's to notice.
  static func send(_ text: String, to path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    guard !name.isEmpty, name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    // A name that begins with @ stands in no folder; the kernel writes a zero there.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let bytes = Array(text.utf8)
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, size)
      }
    }
  }
}
