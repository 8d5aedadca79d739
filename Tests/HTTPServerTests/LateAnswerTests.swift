import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite("A slow response", .serialized) struct LateAnswerTests {
  private func site(
    _ door: Door = .live, slowThreads: Int = 2, _ make: @escaping @Sendable () throws -> Response
  ) throws -> Site {
    var router = Router()
    router.add(.get, "/late") { _, _ in .later(make) }
    router.on(.get, "/soon") { _, _ in .text("soon") }
    return try Site(door, router) { $0.slowThreads = slowThreads }
  }

  private let request = "GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("is like any other after it is made", arguments: Door.allCases)
  func made(_ door: Door) throws {
    let site = try site(door) {
      Response.bytes(Array("0123456789".utf8), type: "text/plain", etag: EntityTag("x"))
    }
    let whole = try site.get("/late")
    #expect(whole.status == 200)
    #expect(whole.text == "0123456789")
    #expect(whole.headers["Content-Length"] == "10")
    #expect(whole.headers["ETag"] == "\"x\"")
    #expect(try site.get("/late", ["If-None-Match": "\"x\""]).status == 304)
    #expect(try site.get("/late", ["Range": "bytes=2-4"]).text == "234")
    #expect(try site.send(.head, "/late").headers["Content-Length"] == "10")
  }

  @Test("may be an error", arguments: Door.allCases)
  func failed(_ door: Door) throws {
    struct Surprise: Error {}
    let missing = try site(door) { throw Problem.notFound("There is none.") }
    #expect(try missing.get("/late").status == 404)
    let broken = try site(door) { throw Surprise() }
    #expect(try broken.get("/late").status == 500)
  }

  @Test(
    "does not delay other requests, and the number made at once is limited")
  func beside() throws {
    let (gate, begun) = (Gate(), Counter())
    let site = try site(slowThreads: 3) {
      begun.next()
      gate.wait()
      return .text("late")
    }
    let connections = try (0..<20).map { _ in try RawConnection(port: site.port) }
    for connection in connections { connection.send(request) }
    #expect(eventually { begun.value == 3 })
    // The server has two threads, and twenty requests wait.
    for _ in 0..<20 { #expect(try site.get("/soon").text == "soon") }
    #expect(begun.value == 3)
    for _ in connections { gate.open() }
    for connection in connections {
      #expect(try connection.readAnswer(hasBody: true).text == "late")
    }
  }

  @Test("may follow another on the same connection")
  func again() throws {
    let made = Counter()
    let site = try site { .text("number \(made.next())") }
    let connection = try RawConnection(port: site.port)
    for number in 1...30 {
      connection.send(request)
      #expect(try connection.readAnswer(hasBody: true).text == "number \(number)")
    }
  }

  @Test("is dropped when the server stops before it was started")
  func stopping() throws {
    let (gate, begun) = (Gate(), Counter())
    var router = Router()
    router.add(.get, "/late") { _, _ in
      .later {
        begun.next()
        gate.wait()
        return .text("late")
      }
    }
    let site = try Site(.live, router) {
      $0.slowThreads = 1
      $0.drainSeconds = 0
    }
    let connections = try (0..<5).map { _ in try RawConnection(port: site.port) }
    for connection in connections { connection.send(request) }
    #expect(eventually { begun.value == 1 })
    let stopped = Counter()
    Thread.detachNewThread {
      site.stop()
      stopped.next()
    }
    // No connection is accepted once it is stopping.
    #expect(eventually { (try? RawConnection(port: site.port)) == nil })
    for _ in connections { gate.open() }
    #expect(eventually { stopped.value == 1 })
    #expect(begun.value >= 1)
  }

  @Test("does no harm if the client has left")
  func left() throws {
    let (gate, begun) = (Gate(), Counter())
    let site = try site {
      begun.next()
      gate.wait()
      return .text("late")
    }
    for _ in 0..<2 {
      let connection = try RawConnection(port: site.port)
      connection.send(request)
      let before = begun.value
      #expect(eventually { begun.value > before - 1 && begun.value > 0 })
    }
    for _ in 0..<2 { gate.open() }
    #expect(try site.get("/soon").text == "soon")
  }

  /// A server that takes requests one by one and makes one response at a time, each of which waits at the gate.
  private func narrowSite(_ gate: Gate, _ asked: Counter, _ made: Made, left: Counter) throws
    -> Site
  {
    var router = Router()
    router.on(.get, "/now") { _, _ in .text("now") }
    router.add(.get, "/late/{name}") { _, path in
      let name = path["name"] ?? ""
      asked.next()
      return .later {
        made.append(name)
        gate.wait()
        return .text(name)
      }
    }
    return try Site(.live, router) {
      $0.threads = 1
      $0.slowThreads = 1
      $0.accessLog = { if $0.status == nil { left.next() } }
    }
  }

  private func ask(_ site: Site, _ names: [String], _ asked: Counter) throws -> [RawConnection] {
    try names.map { name in
      let before = asked.value
      let connection = try RawConnection(port: site.port)
      connection.send("GET /late/\(name) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(eventually { asked.value > before })
      // The only thread gets here after it has queued the other request.
      let now = try RawConnection(port: site.port)
      now.send("GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try now.readAnswer().status == 200)
      return connection
    }
  }

  @Test("is made first for the newest request")
  func order() throws {
    let (gate, asked, made, left) = (Gate(), Counter(), Made(), Counter())
    let site = try narrowSite(gate, asked, made, left: left)
    let first = try ask(site, ["first"], asked)
    #expect(eventually { made.names == ["first"] })
    let others = try ask(site, ["a", "b", "c"], asked)
    for _ in 0..<4 { gate.open() }
    for connection in first + others { #expect(try connection.readAnswer().status == 200) }
    #expect(made.names == ["first", "c", "b", "a"])
  }

  @Test("is not made for a client that has left, whose connection ends")
  func abandoned() throws {
    let (gate, asked, made, left) = (Gate(), Counter(), Made(), Counter())
    let site = try narrowSite(gate, asked, made, left: left)
    let first = try ask(site, ["first"], asked)
    #expect(eventually { made.names == ["first"] })
    let patient = try ask(site, ["patient"], asked)
    _ = try ask(site, (0..<19).map { "left\($0)" }, asked)
    for _ in 0..<2 { gate.open() }
    for connection in first + patient { #expect(try connection.readAnswer().status == 200) }
    #expect(made.names == ["first", "patient"])
    #expect(eventually { left.value == 19 })
  }

  @Test("is dropped, and its connection freed, if the client leaves before its turn")
  func swept() throws {
    let (gate, asked, made, left) = (Gate(), Counter(), Made(), Counter())
    let site = try narrowSite(gate, asked, made, left: left)
    let first = try ask(site, ["first"], asked)
    #expect(eventually { made.names == ["first"] })
    for number in 0..<200 { _ = try ask(site, ["left\(number)"], asked) }
    #expect(eventually { left.value >= 200 - 64 })
    #expect(made.names == ["first"])
    gate.open()
    #expect(try first[0].readAnswer().text == "first")
    #expect(eventually { left.value == 200 })
    #expect(made.names == ["first"])
  }
}

/// The responses in the order in which they were made.
private final class Made: Sendable {
  private let list = Mutex<[String]>([])

  var names: [String] { list.withLock { $0 } }

  func append(_ name: String) { list.withLock { $0.append(name) } }
}
