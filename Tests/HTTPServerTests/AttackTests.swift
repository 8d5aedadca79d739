import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Clients that hold connections", .serialized) struct AttackTests {
  private let gate = Gate()

  private var router: Router {
    var router = Router()
    router.on(.get, "/hello") { _, _ in .text("hello") }
    router.on(.get, "/large") { _, _ in
      .bytes([UInt8](repeating: 120, count: 40_000_000), type: "application/x-large")
    }
    router.on(.post, "/echo") { request, _ in .text("\(request.body.count)") }
    router.add(.get, "/late") { [gate] _, _ in
      .later {
        gate.wait()
        return .text("at last")
      }
    }
    router.on(.get, "/wait") { _, _ in
      .stream(BodyStream { .wait }, type: "text/event-stream")
    }
    return router
  }

  @Test func aHeaderThatComesByteByByteIsCutOff() throws {
    let site = try Site(.live, router) { $0.headerSeconds = 1 }
    let slow = try RawConnection(port: site.port)
    slow.send("GET /hello HTTP/1.1\r\nHost: localhost\r\nX: ")
    #expect(drips("a", into: slow, untilClosedWithin: 60))
    let silent = try RawConnection(port: site.port)
    #expect(silent.readToEnd().isEmpty)
    // On a busy machine this request may exceed the second too, so it is repeated.
    #expect(eventually { (try? site.get("/hello").status) == 200 })
  }

  @Test func theNextHeaderHasATimeLimitToo() throws {
    let site = try Site(.live, router) { $0.idleSeconds = 1 }
    let slow = try RawConnection(port: site.port)
    slow.send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try slow.readAnswer().status == 200)
    slow.send("GET /hello HTTP/1.1\r\nX: ")
    #expect(drips("a", into: slow, untilClosedWithin: 60))
  }

  @Test func slowContentIsCutOff() throws {
    let site = try Site(.live, router) { $0.rateWindow = 1 }
    let slow = try RawConnection(port: site.port)
    slow.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
    #expect(drips("aaaa", into: slow, untilClosedWithin: 60))
  }

  @Test func aClientThatWaitsForItsResponseIsNotCutOff() throws {
    let site = try Site(.live, router) { $0.rateWindow = 1 }
    let waiting = try RawConnection(port: site.port)
    waiting.send("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n")
    // Twice as long as the server needs to detect a slow client.
    for _ in 0..<2 {
      let slow = try RawConnection(port: site.port)
      slow.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
      #expect(eventually(within: 60) { slow.wasReset })
    }
    gate.open()
    #expect(try waiting.readAnswer().text == "at last")
  }

  @Test func aClientThatReadsNothingIsCutOffAndAListenerIsNot() throws {
    let site = try Site(.live, router) { $0.rateWindow = 1 }
    let waiting = try RawConnection(port: site.port)
    waiting.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let greedy = try RawConnection(port: site.port)
    greedy.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let isCut = eventually(within: 60) {
      _ = waiting.waitsForInput(milliseconds: 100)
      return greedy.wasReset
    }
    #expect(isCut)
    #expect(!waiting.wasReset)
  }

  @Test func aConnectionAboveTheLimitReplacesTheLongestIdleOne() throws {
    let site = try Site(.live, router) { $0.connectionLimit = 4 }
    let held = try (0..<4).map { _ in try RawConnection(port: site.port) }
    for connection in held {
      connection.send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try connection.readAnswer().status == 200)
    }
    for _ in 0..<20 { #expect(try site.get("/hello").status == 200) }
    #expect(held.contains { $0.wasReset })
  }

  @Test func thousandsOfIdleAndSlowClientsDoNotDelayNormalOnes() throws {
    let count = Self.allowDescriptors(for: 2_000)
    let site = try Site(.live, router) { $0.connectionLimit = 4_096 }
    let idle = try (0..<count).map { _ in try RawConnection(port: site.port) }
    let slow = try (0..<count / 10).map { _ in try RawConnection(port: site.port) }
    for connection in slow { connection.send("GET /hello HTTP/1.1\r\nHost: local") }
    let greedy = try (0..<20).map { _ in try RawConnection(port: site.port) }
    for connection in greedy { connection.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n") }
    var times: [Duration] = []
    for _ in 0..<21 {
      let began = ContinuousClock.now
      #expect(try site.get("/hello").status == 200)
      times.append(ContinuousClock.now - began)
    }
    // Requests that wait for a slow client would take 20 s. The bound leaves time for other tests on the same cores.
    #expect(times.sorted()[10] < .seconds(2), "\(times.sorted())")
    withExtendedLifetime((idle, slow, greedy)) {}
  }

  /// Sends a little ten times a second; returns whether the server closed the connection.
  private func drips(
    _ text: String, into connection: RawConnection, untilClosedWithin seconds: Double
  ) -> Bool {
    eventually(within: seconds) {
      connection.send(text)
      _ = connection.waitsForInput(milliseconds: 100)
      return connection.wasReset
    }
  }

  /// How many connections there can be with both their ends in this process.
  private static func allowDescriptors(for wanted: Int) -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    unsafe getrlimit(kind, &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(kind, &limit)
    return min(wanted, Int(clamping: limit.rlim_cur) / 3 - 400)
  }
}
