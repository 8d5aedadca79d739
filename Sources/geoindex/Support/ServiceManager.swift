internal import Glibc
internal import HTTPServer

/// Notifies systemd about the state of the service.
///
/// The protocol is a datagram to the socket `$NOTIFY_SOCKET`, which needs no library:
/// https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
enum ServiceManager {
  static func notifyReady() { notify("READY=1") }

  static func notifyAlive() { notify("WATCHDOG=1") }

  static func notifyStopping() { notify("STOPPING=1") }

  /// The socket that systemd opened for this program; nil if there is none.
  ///
  /// https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
  static func socket() throws -> InheritedSocket? {
    guard Environment.value("LISTEN_PID").flatMap({ pid_t($0) }) == getpid(),
      let count = Environment.value("LISTEN_FDS").flatMap({ Int($0) }), count > 0
    else { return nil }
    // The variables are for this program only, not for its child processes.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
    guard count == 1 else {
      throw ServerError(
        .cannotListen,
        "The service manager passed \(count) sockets, but only one can be used: give one ListenStream= "
          + "in the socket unit; [::]:8080 accepts IPv4 too.")
    }
    return try InheritedSocket(descriptor: 3)
  }

  private static func notify(_ state: String) {
    guard let path = unsafe getenv("NOTIFY_SOCKET").map({ unsafe String(cString: $0) }) else {
      return
    }
    send(state, to: path)
  }

  /// Sends a datagram; a lost one shows in systemd as a missing notification.
  static func send(_ text: String, to path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    guard !name.isEmpty, name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    // `@` denotes an abstract socket, whose name begins with NUL.
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
