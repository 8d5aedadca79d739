import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// Counters, and sockets that are passed to the server.
@Suite struct MeterTests {
  private var router: Router {
    var router = Router()
    router.on(.get, "/hello") { _, _ in
      var response = Response.text("Hello.")
      response.operation = 7
      return response
    }
    router.add(.get, "/late") { _, _ in
      .later {
        var response = Response.text("At last.")
        response.operation = 8
        return response
      }
    }
    return router
  }

  @Test func everyRequestIsCountedOnceUnderItsOperation() throws {
    let meter = RequestMeter()
    let site = try Site(.live, router) { $0.meter = meter }
    for _ in 0..<3 { _ = try site.get("/hello") }
    _ = try site.send(.head, "/hello")
    _ = try site.get("/late")
    _ = try site.get("/nowhere")
    _ = try site.get("/hello?x=%zz")
    #expect(eventually { meter.requestsInFlight == 0 && meter.openConnections == 0 })
    let reading = meter.reading
    #expect(reading[7]?.statuses == [200: 4])
    #expect(reading[8]?.statuses == [200: 1])
    #expect(reading[nil]?.statuses == [404: 1, 400: 1])
    #expect(reading[7]?.bytes == 4 * 6)
    #expect(reading[7]?.requests == 4)
    #expect(reading.values.allSatisfy { $0.requests == $0.statuses.values.reduce(0, +) })
  }

  @Test func aClientThatLeavesBeforeItsResponseIsCounted() throws {
    let meter = RequestMeter()
    let (began, mayEnd) = (Gate(), Gate())
    var router = Router()
    router.add(.get, "/late") { _, _ in
      .later {
        began.open()
        mayEnd.wait()
        return .text("unread")
      }
    }
    let site = try Site(.live, router) {
      $0.meter = meter
      $0.slowThreads = 1
    }
    let first = try RawConnection(port: site.port)
    first.send(Array("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    began.wait()
    #expect(meter.requestsInFlight == 1)
    #expect(meter.openConnections == 1)
    do {
      let second = try RawConnection(port: site.port)
      second.send(Array("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      #expect(eventually { meter.requestsInFlight == 2 })
    }
    mayEnd.open()
    #expect(eventually { meter.reading[nil]?.statuses[499] == 1 })
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [
    (200, 0), (250, 0), (251, 1), (1_000, 2), (9_999_999, 14), (10_000_001, 15),
  ])
  func durationsAreCountedInTheirBucket(microseconds: Int, span: Int) {
    let meter = RequestMeter()
    meter.began()
    meter.ended(operation: 1, status: 200, microseconds: microseconds, bytes: nil)
    #expect(meter.reading[1]?.spans.firstIndex(of: 1) == span)
    #expect(meter.reading[1]?.microseconds == microseconds)
  }

  @Test func anInheritedSocketIsServedAndKeepsListeningAfterwards() throws {
    let listening = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = listening.port
    for _ in 0..<2 {
      let inherited = try InheritedSocket(descriptor: dup(listening.descriptor))
      #expect(inherited.host == "127.0.0.1")
      var configuration = HTTPServer.Configuration()
      configuration.inheritedSocket = inherited
      let server = HTTPServer(configuration: configuration, responder: router)
      #expect(try server.start() == port)
      #expect(try hello(port).status == 200)
      server.stop()
      // New connections wait for the next program with this socket.
      let early = try RawConnection(port: port)
      early.send(Array("GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
      let next = HTTPServer(
        configuration: try handingOver(listening.descriptor), responder: router)
      _ = try next.start()
      #expect(try early.readAnswer(hasBody: true).text == "Hello.")
      next.stop()
    }
  }

  private func handingOver(_ descriptor: CInt) throws -> HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.inheritedSocket = try InheritedSocket(descriptor: dup(descriptor))
    return configuration
  }

  private func hello(_ port: Int) throws -> Answer {
    let connection = try RawConnection(port: port)
    connection.send(
      Array("GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
    return try connection.readAnswer(hasBody: true)
  }

  @Test func socketsThatDoNotListenAreRefused() throws {
    let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    let idle = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    let datagrams = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    let local = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { for descriptor in [file, idle, datagrams, local] { close(descriptor) } }
    for descriptor in [file, idle, datagrams, local, -1] {
      #expect(throws: ServerError.self) { try InheritedSocket(descriptor: descriptor) }
    }
  }

  @Test func aLogOfErrorsContainsNoPosition() {
    func redacted(_ target: String) -> String { Request.redactedPath(Array(target.utf8)) }
    #expect(redacted("/tiles/photos/14/8529/5975.mvt?filter=x") == "/tiles/photos/*/*/*")
    #expect(redacted("/collections/photos/items?bbox=1,2,3,4") == "/collections/photos/items")
  }
}
