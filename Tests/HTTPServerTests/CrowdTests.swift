import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Connections above the limit", .serialized) struct CrowdTests {
  private static let hello = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private static let slowContent =
    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na"

  private var router: Router {
    var router = Router()
    router.on(.get, "/hello") { _, _ in .text("hello") }
    router.on(.post, "/echo") { request, _ in .text("\(request.body.count)") }
    router.on(.get, "/large") { _, _ in
      .bytes([UInt8](repeating: 120, count: 20_000_000), type: "application/x-large")
    }
    return router
  }

  @Test func connectionsAreAcceptedAfterAllThreadsWereBusy() throws {
    let (entered, gate) = (Counter(), Gate())
    var router = router
    router.on(.get, "/busy") { _, _ in
      entered.next()
      gate.wait()
      return .text("at last")
    }
    let site = try Site(.live, router) {
      $0.connectionLimit = 4
      $0.threads = 1
    }
    let busy = try RawConnection(port: site.port)
    busy.send("GET /busy HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(eventually { entered.value == 1 })
    let crowd = try (0..<600).map { _ in try RawConnection(port: site.port) }
    gate.open()
    #expect(try busy.readAnswer().text == "at last")
    for _ in 0..<20 { #expect(try site.get("/hello").status == 200) }
    withExtendedLifetime(crowd) {}
  }

  @Test func ifNoConnectionIsIdleTheLargestClientPrefixLosesSome() throws {
    let meter = RequestMeter()
    let site = try Site(.live, router) {
      $0.connectionLimit = 8
      $0.meter = meter
    }
    let crowd = try (0..<8).map { _ in try RawConnection(port: site.port, from: "127.0.0.9") }
    for connection in crowd { connection.send(Self.slowContent) }
    #expect(eventually { meter.requestsInFlight == 8 })
    let another = try RawConnection(port: site.port, from: "127.0.0.9")
    #expect(try another.readAnswer().status == 503)
    var others: [RawConnection] = []
    for count in 1...2 {
      others.append(try RawConnection(port: site.port))
      others.last?.send(Self.slowContent)
      #expect(eventually { crowd.filter(\.wasReset).count == count })
      #expect(eventually { meter.requestsInFlight == 8 })
    }
    #expect(try site.get("/hello").status == 200)
    #expect(!others.contains { $0.wasReset })
  }

  @Test func overTLSACrowdLeavesRoomForOthersToo() throws {
    let (certificate, meter) = (try Certificate(), RequestMeter())
    let site = try Site(.live, router) {
      $0.connectionLimit = 8
      $0.meter = meter
      $0.tls = certificate.identity
    }
    func hello() throws -> String {
      try output(
        "/usr/bin/curl",
        ["-s", "--cacert", certificate.path, "https://localhost:\(site.port)/hello"])
    }
    // These never begin a handshake, and so count as idle.
    let silent = try (0..<16).map { _ in try RawConnection(port: site.port, from: "127.0.0.9") }
    #expect(try hello() == "hello")
    var slow: [SecureClient] = []
    for count in 1...8 {
      // Each makes its request before the next connects, because it counts as idle until then.
      slow.append(try SecureClient(site.port, from: "127.0.0.9"))
      slow.last?.send(Self.slowContent)
      #expect(eventually { meter.requestsInFlight == count })
    }
    for _ in 0..<3 { #expect(try hello() == "hello") }
    withExtendedLifetime((silent, slow)) {}
  }

  @Test func aClientWithAnUnreadHeaderIsNotIdle() throws {
    // Among connections of the same second the order is arbitrary.
    for _ in 0..<20 {
      var connections = OpenConnections(limit: 2, addressLimit: 0)
      let (silent, asking) = (SocketPair(), SocketPair())
      for pair in [silent, asking] {
        _ = connections.admit(pair.server, of: nil, isLimited: false)
        connections.take(WatchedConnection(descriptor: pair.server, clientPrefix: nil))
      }
      asking.send(Self.hello)
      let hasRoom = connections.admit(CInt.max, of: nil, isLimited: false)
      #expect(hasRoom)
      #expect(silent.isEnded)
      #expect(!asking.isEnded)
    }
  }

  @Test func connectionsThatTheLibraryDropsAreNotCountedForever() {
    var connections = OpenConnections(limit: 100, addressLimit: 1)
    let clientPrefix: [UInt8] = [192, 0, 2, 1]
    let isFirstLetIn = connections.admit(7, of: clientPrefix, isLimited: true)
    let isSecondLetIn = connections.admit(8, of: clientPrefix, isLimited: true)
    #expect(isFirstLetIn)
    #expect(!isSecondLetIn)
    connections.refused(7)
    let isThirdLetIn = connections.admit(7, of: clientPrefix, isLimited: true)
    #expect(isThirdLetIn)
    // Descriptor 7 is used again, so the connection that had it was dropped without a call.
    _ = connections.admit(7, of: [192, 0, 2, 2], isLimited: true)
    let isFourthLetIn = connections.admit(8, of: clientPrefix, isLimited: true)
    #expect(isFourthLetIn)
  }

  @Test func theSlowestReadersOfLongResponsesAreDisconnected() throws {
    let site = try Site(.live, router) { $0.bufferedResponsesLimit = 100_000_000 }
    let greedy = try (0..<5).map { _ in try RawConnection(port: site.port, room: 4_096) }
    for connection in greedy {
      connection.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    // Each further request gets its complete response, however much memory the others hold.
    let isShed = eventually {
      #expect((try? site.get("/large").body.count) == 20_000_000)
      return greedy.contains { $0.wasReset }
    }
    #expect(isShed)
  }
}

/// A client over TLS, `openssl s_client`.
private final class SecureClient {
  private let process = Process()
  private let input = Pipe()

  init(_ port: Int, from address: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-bind", "\(address):0",
    ]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    // SIGKILL, because openssl inherits the signals that are blocked in the tests.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func send(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }
}

/// A connection with both ends in this process.
private final class SocketPair {
  let server: CInt
  private let client: CInt

  init() {
    var ends: [CInt] = [0, 0]
    _ = unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
    (server, client) = (ends[0], ends[1])
  }

  deinit {
    close(server)
    close(client)
  }

  func send(_ text: String) {
    _ = unsafe text.withCString { unsafe Glibc.send(client, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
  }

  /// Whether the server has closed the connection.
  var isEnded: Bool {
    var byte: UInt8 = 0
    return unsafe recv(client, &byte, 1, CInt(MSG_DONTWAIT)) == 0
  }
}
