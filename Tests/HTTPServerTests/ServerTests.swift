import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite("A server on a socket", .serialized) struct ServerTests {
  private var router: Router {
    var router = Router()
    router.on(.get, "/hello") { request, _ in .text("hello \(request.remoteAddress ?? "?")") }
    router.on(.post, "/echo") { request, _ in
      .bytes(request.body, type: "application/octet-stream")
    }
    return router
  }

  private let hello = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("answers one request after the other on one connection")
  func keepAlive() throws {
    let site = try Site(.live, router)
    let kept = try RawConnection(port: site.port)
    for _ in 0..<100 {
      kept.send(hello)
      #expect(try kept.readAnswer().text == "hello 127.0.0.1")
    }
    withExtendedLifetime(site) {}
  }

  @Test("answers requests that come all at once in their order")
  func pipelining() throws {
    let site = try Site(.live, router)
    let connection = try RawConnection(port: site.port)
    connection.send(
      (0..<50).map {
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n\($0 + 10)"
      }
      .joined())
    for number in 10..<60 { #expect(try connection.readAnswer().text == "\(number)") }
    withExtendedLifetime(site) {}
  }

  @Test("answers clients of HTTP/1.0, with and without a host")
  func oldClients() throws {
    let site = try Site(.live, router)
    for head in ["GET /hello HTTP/1.0\r\n\r\n", "GET /hello HTTP/1.0\r\nHost: localhost\r\n\r\n"] {
      let connection = try RawConnection(port: site.port)
      connection.send(head)
      let text = String(decoding: connection.readToEnd(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1."))
      #expect(text.contains(" 200 OK\r\n"))
      #expect(text.hasSuffix("\r\n\r\nhello 127.0.0.1"))
    }
  }

  @Test("serves clients while others never finish their header")
  func slowLoris() throws {
    let site = try Site(.live, router)
    let slow = try (0..<64).map { _ in try RawConnection(port: site.port) }
    for (index, connection) in slow.enumerated() {
      connection.send(String(hello.prefix(1 + index % (hello.count - 2))))
    }
    for _ in 0..<20 { #expect(try site.get("/hello").status == 200) }
    withExtendedLifetime(slow) {}
  }

  @Test("keeps no descriptor of a thousand connections, however they end")
  func descriptors() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(repeating: 7, count: 20_000_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var router = router
    let path = file.path
    router.on(.get, "/file") { _, _ in .file(try OpenFile(path: path), type: "video/mp4") }
    // A client that leaves within its body is noticed by the timeout, because the library gets data and end at once and
    // handles only the data.
    let site = try Site(.live, router) { $0.idleSeconds = 1 }
    #expect(try site.get("/hello").status == 200)
    let before = try descriptorCount()
    for index in 0..<1_000 {
      let connection = try RawConnection(port: site.port)
      switch index % 4 {
      case 0: connection.send(hello)
      case 1: connection.send("GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n")
      case 2:
        connection.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx")
      default: break
      }
      if index % 4 == 0 || index % 8 == 1 { _ = connection.receive() }
    }
    // Other tests run meanwhile: a leak of one in four connections would be 250.
    #expect(eventually { (try? descriptorCount()).map { $0 < before + 100 } ?? false })
  }

  @Test("sends a large file whole, and its parts")
  func largeFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let content = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    try Data(content).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var router = Router()
    let path = file.path
    router.on(.get, "/file") { _, _ in .file(try OpenFile(path: path), type: "video/mp4") }
    let site = try Site(.live, router)
    #expect(try site.get("/file").body == content)
    let part = try site.get("/file", ["Range": "bytes=1234567-4234567"])
    #expect(part.status == 206)
    #expect(part.body == Array(content[1_234_567...4_234_567]))
  }

  @Test("finishes the request in flight before it stops, and accepts no connection meanwhile")
  func drain() throws {
    let (entered, released) = (Gate(), Gate())
    var router = router
    router.on(.get, "/slow") { _, _ in
      entered.open()
      released.wait()
      return .text("finished")
    }
    let site = try Site(.live, router)
    let idle = try RawConnection(port: site.port)
    idle.send(hello)
    _ = try idle.readAnswer()
    let connection = try RawConnection(port: site.port)
    connection.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
    entered.wait()
    let stopped = Gate()
    let port = site.port
    let stopping = Thread {
      site.stop()
      stopped.open()
    }
    stopping.start()
    #expect(eventually { (try? RawConnection(port: port)) == nil })
    released.open()
    let answer = try connection.readAnswer()
    #expect(answer.text == "finished")
    #expect(answer.headers["Connection"] == "close")
    stopped.wait()
    #expect(idle.receive().isEmpty)
  }

  @Test("stops although a request never ends")
  func cutOff() throws {
    let (entered, released) = (Gate(), Gate())
    var router = router
    router.on(.get, "/stuck") { _, _ in
      .stream(
        BodyStream {
          entered.open()
          return .bytes([UInt8](repeating: 7, count: 100_000))
        }, type: "text/plain")
    }
    let site = try Site(.live, router) { $0.drainSeconds = 1 }
    let connection = try RawConnection(port: site.port)
    connection.send("GET /stuck HTTP/1.1\r\nHost: localhost\r\n\r\n")
    entered.wait()
    site.stop()
    withExtendedLifetime(released) {}
  }

  @Test("sends 503 above the limit of connections, and accepts connections again afterwards")
  func connectionLimit() throws {
    var router = router
    let (entered, gate) = (Counter(), Gate())
    router.add(.get, "/slow") { _, _ in
      entered.next()
      return .later {
        gate.wait()
        return .text("at last")
      }
    }
    let site = try Site(.live, router) { $0.connectionLimit = 4 }
    var held = try (0..<4).map { _ in try RawConnection(port: site.port) }
    for connection in held {
      connection.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    #expect(eventually { entered.value == 4 })
    let refused = try RawConnection(port: site.port).readAnswer()
    #expect(refused.status == 503)
    #expect(refused.headers["Retry-After"] == "1")
    for _ in held { gate.open() }
    for connection in held { #expect(try connection.readAnswer().text == "at last") }
    held.removeAll()
    #expect(eventually { (try? site.get("/hello").status) == 200 })
  }

  @Test("sends 413 before content that is announced as too long")
  func expectation() throws {
    let site = try Site(.live, router) { $0.policy.limits.body = 1_000 }
    let connection = try RawConnection(port: site.port)
    connection.send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\nExpect: 100-continue\r\n\r\n"
    )
    #expect(try connection.readAnswer().status == 413)
    withExtendedLifetime(site) {}
  }

  @Test("the 413 arrives even if the client sends all content without waiting for it")
  func refusalDuringContent() throws {
    let site = try Site(.live, router) { $0.policy.limits.body = 1_000 }
    let connection = try RawConnection(port: site.port)
    connection.send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40000000\r\nExpect: 100-continue\r\n\r\n"
    )
    #expect(connection.waitsForInput(milliseconds: 60_000))
    for _ in 0..<40 { connection.send([UInt8](repeating: 0, count: 1_000_000)) }
    #expect(try connection.readAnswer().status == 413)
    #expect(connection.receive().isEmpty)
    withExtendedLifetime(site) {}
  }

  @Test("survives random bytes", arguments: 0..<4)
  func garbage(_ seed: UInt64) throws {
    let site = try Site(.live, router)
    var state = seed &* 0x9e37_79b9 &+ 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<60 {
      var bytes = Array(hello.utf8)
      for _ in 0..<(1 + random(8)) {
        let place = random(bytes.count)
        switch random(3) {
        case 0: bytes[place] = UInt8(random(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8([0, 10, 13, 32, 37, 58, 255][random(7)]), at: place)
        }
      }
      let connection = try RawConnection(port: site.port)
      connection.send(bytes + Array("\r\n\r\n".utf8))
      let answer = String(decoding: connection.receive(), as: UTF8.self)
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."))
    }
    #expect(try site.get("/hello").status == 200)
  }

  @Test("logs each request when it is complete")
  func accessLog() throws {
    let records = Mutex<[HTTPServer.AccessRecord]>([])
    let log: @Sendable (HTTPServer.AccessRecord) -> Void = { record in
      records.withLock { $0.append(record) }
    }
    let site = try Site(.live, router) { $0.accessLog = log }
    _ = try site.get("/hello?x=%zz")
    // A connection is logged by its own thread, which may be slower than the next request.
    #expect(eventually { records.withLock { $0.count } == 1 })
    _ = try site.get("/hello")
    #expect(eventually { records.withLock { $0.count } == 2 })
    let seen = records.withLock { $0 }
    #expect(seen.map(\.status) == [400, 200])
    #expect(seen.map(\.target) == ["/hello?x=%zz", "/hello"])
    let second = try #require(seen.last)
    #expect(second.remoteAddress == "127.0.0.1")
    #expect(second.bodyCount == 15)
    #expect(second.wasCompleted)
  }

  @Test("says why it cannot listen")
  func cannotListen() throws {
    let site = try Site(.live, router)
    func code(_ host: String, _ port: Int) -> ServerError.Code? {
      var configuration = HTTPServer.Configuration()
      configuration.host = host
      configuration.port = port
      let server = HTTPServer(configuration: configuration, responder: router)
      do throws(ServerError) {
        _ = try server.start()
        return nil
      } catch {
        #expect(error.message.contains(host) || error.message.contains("\(port)"))
        return error.code
      }
    }
    #expect(code("127.0.0.1", site.port) == .addressInUse)
    #expect(code("192.0.2.1", 0) == .cannotListen)
    #expect(code("no such host.invalid", 0) == .unknownHost)
    #expect(code("127.0.0.1", 70_000) == .cannotListen)
    #expect(code("::1", 0) == nil)
  }

  @Test("can be started and stopped repeatedly without leaks")
  func restarts() throws {
    let before = try descriptorCount()
    for _ in 0..<50 {
      let site = try Site(.live, router)
      #expect(try site.get("/hello").status == 200)
      site.stop()
      site.stop()
    }
    // Other tests run meanwhile: a leak of one descriptor each time would be 50.
    #expect(eventually { (try? descriptorCount()).map { $0 < before + 40 } ?? false })
  }

  @Test("supports TLS, and reports an invalid certificate or key")
  func tls() throws {
    let authority = try Certificate()
    let (certificate, identity) = (authority.path, authority.identity)
    let site = try Site(.live, router) { $0.tls = identity }
    let answer = try output(
      "/usr/bin/curl", ["-s", "--cacert", certificate, "https://localhost:\(site.port)/hello"])
    #expect(answer.hasPrefix("hello "))
    #expect(throws: ServerError.self) {
      try Site(.live, router) { $0.tls = .init(certificate: [1], privateKey: identity.privateKey) }
    }
  }

  @Test("serves curl")
  func curl() throws {
    let site = try Site(.live, router)
    let answer = try output(
      "/usr/bin/curl",
      [
        "-s", "--compressed", "-d", String(repeating: "x", count: 100_000), "-w", " %{http_code}",
        "http://localhost:\(site.port)/echo",
      ])
    #expect(answer.utf8.count == 100_004)
    #expect(answer.hasSuffix("x 200"))
  }
}
