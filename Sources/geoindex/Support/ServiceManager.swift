internal import Glibc

/// Tells systemd how the service is, where systemd started it and waits to be told.
///
/// The protocol is a datagram to the socket that `$NOTIFY_SOCKET` names, which takes no library:
/// https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
enum ServiceManager {
  static func tellReady() { tell("READY=1") }

  static func tellStopping() { tell("STOPPING=1") }

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
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
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
