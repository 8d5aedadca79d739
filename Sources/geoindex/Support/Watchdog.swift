internal import Glibc
internal import Threads

/// Notifies systemd that the server still answers, as `WatchdogSec` requires.
///
/// Each notification follows a request of this program to its own socket: through the listener, a thread of the
/// connections, the policy and the index. If that is not answered in time, systemd restarts the service. Any status
/// will do: if the index is missing, a restart would not help.
struct Watchdog: Sendable {
  private static let request =
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

  private let interval: Duration
  private let host: String
  private let port: Int
  private let isEncrypted: Bool
  private let ended = Doorbell()

  /// Makes a watchdog; nil if systemd does not want one of this process.
  init?(listeningOn host: String, _ port: Int, isEncrypted: Bool) {
    guard let text = Environment.value("WATCHDOG_USEC"), let time = Int(text), time > 0,
      Environment.value("WATCHDOG_PID").map({ pid_t($0) == getpid() }) ?? true
    else { return nil }
    self.init(listeningOn: host, port, isEncrypted: isEncrypted, every: .microseconds(time / 3))
  }

  init(listeningOn host: String, _ port: Int, isEncrypted: Bool, every interval: Duration) {
    self.host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    (self.port, self.isEncrypted, self.interval) = (port, isEncrypted, interval)
  }

  /// Asks from now on, on a thread of its own.
  func start() throws {
    try SystemThread.start { [self] in
      repeat {
        if isAnswered() { ServiceManager.notifyAlive() }
      } while !ended.wait(interval)
    }
  }

  func stop() { ended.ring() }

  /// Whether the server answers within the interval.
  func isAnswered() -> Bool {
    guard let connection = connected() else { return false }
    defer { close(connection) }
    let bytes = Array(Self.request.utf8)
    guard unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      return false
    }
    var answer = [UInt8](repeating: 0, count: 64)
    let count = unsafe recv(connection, &answer, answer.count, 0)
    // With TLS the library refuses this as a handshake, which shows that its threads run.
    if isEncrypted { return count >= 0 || errno == ECONNRESET }
    return count > 0 && answer.starts(with: "HTTP/1.1 ".utf8)
  }

  private func connected() -> Int32? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0, let first = unsafe found
    else { return nil }
    defer { unsafe freeaddrinfo(found) }
    let address = unsafe first.pointee
    let connection = unsafe socket(
      address.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { return nil }
    let (seconds, fraction) = interval.components
    var time = timeval(
      tv_sec: Int(seconds), tv_usec: Int(fraction / 1_000_000_000_000))
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(
        connection, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    guard unsafe connect(connection, address.ai_addr, address.ai_addrlen) == 0 else {
      close(connection)
      return nil
    }
    return connection
  }
}
