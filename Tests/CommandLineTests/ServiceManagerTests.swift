import Foundation
import TestSupport
import Testing

@testable import geoindex

/// The server notifies systemd when it is ready and when it stops.
@Suite struct ServiceManagerTests {
  @Test(arguments: ["", "@"]) func systemdIsNotifiedOfReadyAndStopping(_ prefix: String)
    throws
  {
    let folder = try TemporaryDirectory()
    let name = prefix.isEmpty ? folder.file("notify") : "@geoindex-\(UUID().uuidString)"
    let listener = try DatagramSocket(name)
    let server = try RunningServer(try Library(), environment: ["NOTIFY_SOCKET": name])
    #expect(listener.next() == "READY=1")
    #expect(server.stop() == 0)
    #expect(listener.next() == "STOPPING=1")
  }

  @Test func systemdIsToldAgainAndAgainThatTheServerAnswers() throws {
    let folder = try TemporaryDirectory()
    let listener = try DatagramSocket(folder.file("notify"))
    let server = try RunningServer(
      try Library(),
      environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "300000"])
    #expect(listener.next() == "READY=1")
    #expect(listener.next() == "WATCHDOG=1")
    #expect(listener.next() == "WATCHDOG=1")
    #expect(server.stop() == 0)
  }

  /// A listener that accepts and never answers, as a server does whose threads all wait.
  @Test func aServerThatDoesNotAnswerIsNotCalledAlive() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    #expect(listen(listener, 8) == 0)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = unsafe getsockname(listener, $0, &size)
      }
    }
    let port = Int(address.sin_port.bigEndian)
    let interval = Duration.milliseconds(200)
    for isEncrypted in [false, true] {
      let watchdog = Watchdog(
        listeningOn: "127.0.0.1", port, isEncrypted: isEncrypted, every: interval)
      #expect(!watchdog.isAnswered())
    }
    let server = try RunningServer(try Library())
    let real = try #require(URL(string: server.url)?.port)
    #expect(
      Watchdog(listeningOn: "0.0.0.0", real, isEncrypted: false, every: .seconds(20)).isAnswered())
    #expect(server.stop() == 0)
    #expect(
      !Watchdog(listeningOn: "127.0.0.1", real, isEncrypted: false, every: interval).isAnswered())
  }

  /// Each request waits for the index: its file is on a share that stops answering.
  @Test(.enabled(if: StallingShare.isPossible))
  func systemdIsNotToldSoWhileNoRequestIsAnswered() throws {
    let library = try Library()
    try library.add("a.jpg")
    let share = try StallingShare()
    let scan = try Program.run(
      ["scan", "--quiet", "--db", share.content + "/photos.sqlite", library.root])
    #expect(scan.code == 0, "\(scan.messages)")
    let folder = try TemporaryDirectory()
    let listener = try DatagramSocket(folder.file("notify"))
    let server = try RunningServer(
      library, index: share.path + "/photos.sqlite",
      environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "600000"])
    #expect(listener.next() == "READY=1")
    #expect(listener.next() == "WATCHDOG=1")
    try share.stall("stat /photos.sqlite", "read /photos.sqlite", "open /photos.sqlite")
    // What was sent before is read first.
    #expect(
      eventually {
        if listener.isSilent(for: 2) { return true }
        _ = listener.next()
        return false
      })
    #expect(share.isAwaited)
    #expect(server.process.isRunning)
    try share.answer()
    #expect(listener.next() == "WATCHDOG=1")
    #expect(server.stop() == 0)
  }

  @Test func aMissingNotifySocketDelaysNothing() throws {
    let server = try RunningServer(
      try Library(), environment: ["NOTIFY_SOCKET": "/nowhere/notify"])
    #expect(server.stop() == 0)
  }
}

/// A socket like the one in `$NOTIFY_SOCKET`.
private final class DatagramSocket {
  private let descriptor: Int32

  init(_ name: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let bound = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size)
      }
    }
    try #require(bound == 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Whether no message comes for some seconds.
  func isSilent(for seconds: Int) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, Int32(seconds * 1_000)) == 0
  }

  /// The next message; nil after a timeout.
  func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
