import Foundation
import Testing

@testable import HTTPServer

@Suite("An answer that takes long", .serialized) struct LateAnswerTests {
  private func site(
    _ door: Door = .live, slowThreads: Int = 2, _ make: @escaping @Sendable () throws -> Response
  ) throws -> Site {
    var router = Router()
    router.on(.get, "/late") { _, _ in .later(make) }
    router.on(.get, "/soon") { _, _ in .text("soon") }
    return try Site(door, router) { $0.slowThreads = slowThreads }
  }

  private let request = "GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("is like any other once it is made", arguments: Door.allCases)
  func made(_ door: Door) throws {
    let site = try site(door) {
      Response.bytes(Array("0123456789".utf8), type: "text/plain", etag: EntityTag("x"))
    }
    let whole = try site.get("/late")
    #expect(whole.status == 200 && whole.text == "0123456789")
    #expect(whole.headers["Content-Length"] == "10" && whole.headers["ETag"] == "\"x\"")
    #expect(try site.get("/late", ["If-None-Match": "\"x\""]).status == 304)
    #expect(try site.get("/late", ["Range": "bytes=2-4"]).text == "234")
    #expect(try site.send(.head, "/late").headers["Content-Length"] == "10")
  }

  @Test("may turn out to be an error", arguments: Door.allCases)
  func failed(_ door: Door) throws {
    struct Surprise: Error {}
    let missing = try site(door) { throw Problem.notFound("There is none.") }
    #expect(try missing.get("/late").status == 404)
    let broken = try site(door) { throw Surprise() }
    #expect(try broken.get("/late").status == 500)
  }

  @Test(
    "keeps nobody waiting who asks for something else, and no more are made at once than may be")
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

  @Test("comes after another on the same connection")
  func again() throws {
    let made = Counter()
    let site = try site { .text("number \(made.next())") }
    let connection = try RawConnection(port: site.port)
    for number in 1...30 {
      connection.send(request)
      #expect(try connection.readAnswer(hasBody: true).text == "number \(number)")
    }
  }

  @Test("is given up when the server stops before anybody could begin with it")
  func stopping() throws {
    let (gate, begun) = (Gate(), Counter())
    var router = Router()
    router.on(.get, "/late") { _, _ in
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
    // Nobody is let in any more once it is stopping.
    #expect(eventually { (try? RawConnection(port: site.port)) == nil })
    for _ in connections { gate.open() }
    #expect(eventually { stopped.value == 1 })
    #expect(begun.value >= 1)
  }

  @Test("does not trouble a server whose client has left")
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
}
