import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Long content", .serialized) struct LongContentTests {
  private func site(limit: Int) throws -> Site {
    var router = Router()
    router.on(.post, "/long") { request, _ in
      guard let spooled = request.spooled else { return .text("\(request.body.count) in memory") }
      var sum = 0
      var position = 0
      while true {
        let bytes = try spooled.read(at: position, count: 100_000)
        if bytes.isEmpty { break }
        position += bytes.count
        sum = bytes.reduce(sum) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
      }
      return .text("\(spooled.count) \(sum)")
    }
    router.on(.post, "/short") { request, _ in .text("\(request.body.count) in memory") }
    return try Site(.live, router) { $0.policy.limits.longContent = ["/long": limit] }
  }

  @Test("arrives completely if it is allowed, and leaves no file")
  func whole() throws {
    let site = try site(limit: 8 << 20)
    let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
    let sum = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
    for _ in 0..<6 {
      #expect(try site.send(.post, "/long?x=1", body: bytes).text == "5000000 \(sum)")
    }
    #expect(try eventually { try spooledFiles() == 0 })
    #expect(try site.send(.post, "/short", body: Array(bytes.prefix(99))).text == "99 in memory")
  }

  @Test("is refused above the limit of its path, or above the default limit")
  func refused() throws {
    let site = try site(limit: 3 << 20)
    let bytes = [UInt8](repeating: 7, count: (3 << 20) + 1)
    let long = try site.send(.post, "/long", body: bytes)
    #expect(long.status == 413)
    #expect(long.text.contains("3145728"))
    #expect(try site.send(.post, "/short", body: bytes).status == 413)
    #expect(try site.send(.post, "/short/long", body: bytes).status == 413)
    #expect(try site.send(.post, "/long", body: Array(bytes.dropLast())).status == 200)
  }

  @Test("that is announced and not allowed is refused before it is sent")
  func promised() throws {
    let site = try site(limit: 1 << 20)
    let connection = try RawConnection(port: site.port)
    connection.send(
      "POST /long HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1048577\r\n\r\n"
    )
    #expect(try connection.readAnswer().status == 413)
  }

  @Test("of all requests together has a limit too")
  func budget() throws {
    let budget = SpoolBudget(1_000)
    let first = try SpooledContent(budget: budget)
    let bytes = [UInt8](repeating: 1, count: 600)
    try unsafe bytes.withUnsafeBytes { try unsafe first.append($0) }
    do {
      let second = try SpooledContent(budget: budget)
      #expect(throws: SpooledContent.Failure.self) {
        try unsafe bytes.withUnsafeBytes { try unsafe second.append($0) }
      }
    }
    // Refused bytes are not reserved, and deallocated contents have released theirs.
    #expect(budget.reserve(400))
    #expect(!budget.reserve(1))
    budget.release(400)
  }

  @Test("of a client that disconnects is released")
  func cutShort() throws {
    let site = try site(limit: 8 << 20)
    var connections: [RawConnection] = []
    for _ in 0..<5 {
      let connection = try RawConnection(port: site.port)
      connection.send("POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n")
      connection.send([UInt8](repeating: 1, count: 500_000))
      connections.append(connection)
    }
    #expect(try eventually { try spooledFiles() >= 5 })
    connections.removeAll()
    #expect(try eventually { try spooledFiles() == 0 })
  }

  /// How many files with bodies this process has open; other tests make some too, and close them.
  private func spooledFiles() throws -> Int {
    let manager = FileManager.default
    let descriptors = try manager.contentsOfDirectory(atPath: "/proc/self/fd")
    return descriptors.count { descriptor in
      let path = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      return path?.contains(#/\/geoindex-\w{6} \(deleted\)$/#) == true
    }
  }

  @Test("that is streamed is compressed for clients that accept it")
  func compressed() throws {
    var router = Router()
    router.on(.get, "/stream") { _, _ in
      let made = Counter()
      return .stream(
        BodyStream(isCompressible: true) {
          let number = made.next()
          guard number <= 300 else { return .end }
          return .bytes(Array(String(repeating: "line \(number)\n", count: 500).utf8))
        }, type: "text/csv")
    }
    let site = try Site(.live, router)
    let plain = try site.get("/stream")
    let packed = try site.get("/stream", ["Accept-Encoding": "gzip"])
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(plain.body.count > 1_000_000)
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(plain.headers["Vary"] == "Accept-Encoding")
    #expect(packed.body.count < plain.body.count / 10)
    #expect(try gunzip(packed.body) == plain.body)
  }
}
