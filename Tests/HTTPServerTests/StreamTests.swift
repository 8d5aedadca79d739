import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite("A streamed response", .serialized) struct StreamTests {
  private func site(_ door: Door = .live, _ make: @escaping @Sendable () -> BodyStream) throws
    -> Site
  {
    var router = Router()
    router.on(.get, "/stream") { _, _ in .stream(make(), type: "text/event-stream") }
    return try Site(door, router)
  }

  private let request = "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("arrives whole, its length known or not", arguments: Door.allCases, [true, false])
  func whole(_ door: Door, _ isKnown: Bool) throws {
    let piece = [UInt8](repeating: 120, count: 70_001)
    let site = try site(door) {
      let made = Counter()
      return BodyStream(count: isKnown ? piece.count * 40 : nil) {
        made.next() <= 40 ? .bytes(piece) : .end
      }
    }
    let answer = try site.get("/stream")
    #expect(answer.body.count == piece.count * 40)
    #expect(answer.headers.contains("Content-Length") == (isKnown || door == .inProcess && isKnown))
  }

  @Test(
    "is not sent for HEAD", arguments: ["", "Accept-Encoding: gzip\r\n"])
  func header(fields: String) throws {
    let (finished, asked) = (Counter(), Counter())
    let site = try site {
      BodyStream(isCompressible: true, finished: { finished.next() }) {
        asked.next() <= 3 ? .bytes([120]) : .end
      }
    }
    let connection = try RawConnection(port: site.port)
    connection.send("HEAD /stream HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    var text = ""
    while true {
      let some = connection.receive()
      if some.isEmpty { break }
      text += String(decoding: some, as: UTF8.self)
    }
    #expect(text.hasPrefix("HTTP/1.1 200 "), "\(text)")
    #expect(text.hasSuffix("\r\n\r\n"), "\(text)")
    #expect(text.contains("Connection: close"))
    #expect(!text.contains("Content-Length"))
    #expect(text.ranges(of: "\r\n\r\n").count == 1)
    #expect(eventually { finished.value == 1 })
    #expect(asked.value == 0)
  }

  @Test("from a file ends if the file is written to meanwhile")
  func changingFile() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("long")
    try Data(count: 400_000).write(to: URL(fileURLWithPath: path))
    var file = try OpenFile(path: path)
    file.endsIfChanged = true
    let stream = file.checkedStream()
    guard case .bytes(let piece) = try stream.next() else {
      Issue.record("there is no first piece")
      return
    }
    #expect(piece.count < 400_000)
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try writer.seekToEnd()
    try writer.write(contentsOf: Data([1]))
    try writer.close()
    #expect(throws: (any Error).self) { try stream.next() }
  }

  @Test("waits until it is woken, and ends when the server stops")
  func waiting() throws {
    let (pieces, asked, finished) = (Counter(), Counter(), Counter())
    let shared = Holder()
    let site = try site {
      let sent = Counter()
      let stream = BodyStream(finished: { finished.next() }) {
        asked.next()
        guard sent.value < pieces.value else { return .wait }
        return .bytes(Array("data: \(sent.next())\n\n".utf8))
      }
      shared.stream.withLock { $0 = stream }
      return stream
    }
    let connection = try RawConnection(port: site.port)
    connection.send(request)
    #expect(eventually { asked.value > 0 })
    for number in 1...50 {
      pieces.next()
      shared.stream.withLock { $0 }?.wake()
      var text = ""
      while !text.contains("data: \(number)\n\n") {
        let some = connection.receive()
        if some.isEmpty { break }
        text += String(decoding: some, as: UTF8.self)
      }
      #expect(text.contains("data: \(number)\n\n"))
    }
    #expect(finished.value == 0)
    site.stop()
    #expect(finished.value == 1)
    #expect(String(decoding: connection.readToEnd(), as: UTF8.self).hasSuffix("0\r\n\r\n"))
    shared.stream.withLock { $0 }?.wake()
  }

  @Test("loses no wake")
  func races() throws {
    let pieces = Counter()
    let shared = Holder()
    let site = try site {
      let sent = Counter()
      let stream = BodyStream {
        guard sent.value < pieces.value else { return .wait }
        return sent.next() == 2_000 ? .end : .bytes([120])
      }
      shared.stream.withLock { $0 = stream }
      return stream
    }
    let connection = try RawConnection(port: site.port)
    connection.send(request)
    #expect(eventually { shared.stream.withLock { $0 } != nil })
    let waker = Thread {
      for _ in 0..<2_000 {
        pieces.next()
        shared.stream.withLock { $0 }?.wake()
      }
    }
    waker.start()
    #expect(try connection.readAnswer().body.count == 1_999)
    withExtendedLifetime(site) {}
  }

  @Test("is visibly truncated if it fails")
  func failing() throws {
    struct Broken: Error {}
    let site = try site {
      let made = Counter()
      return BodyStream {
        if made.next() > 3 { throw Broken() }
        return .bytes([1, 2, 3])
      }
    }
    #expect(throws: RawConnection.Cut.self) { try site.get("/stream") }
  }

  @Test("ends with the connection for a client of HTTP/1.0, and if it is shorter than announced")
  func endsWithConnection() throws {
    for (version, count) in [("1.0", nil), ("1.1", 500)] as [(String, Int?)] {
      let shared = Holder()
      let site = try site {
        let made = Counter()
        let stream = BodyStream(count: count) {
          switch made.next() {
          case 1: .bytes(Array("one".utf8))
          case 2: .wait
          default: .end
          }
        }
        shared.stream.withLock { $0 = stream }
        return stream
      }
      let connection = try RawConnection(port: site.port)
      connection.send("GET /stream HTTP/\(version)\r\nHost: localhost\r\n\r\n")
      #expect(eventually { shared.stream.withLock { $0 } != nil })
      shared.stream.withLock { $0 }?.wake()
      let start = ContinuousClock.now
      #expect(String(decoding: connection.readToEnd(), as: UTF8.self).hasSuffix("\r\n\r\none"))
      #expect(ContinuousClock.now - start < .seconds(15))
      withExtendedLifetime(site) {}
    }
  }

  @Test("is notified when the client has left")
  func abandoned() throws {
    let finished = Counter()
    let site = try site {
      BodyStream(finished: { finished.next() }) { .bytes([UInt8](repeating: 120, count: 50_000)) }
    }
    for _ in 0..<10 {
      let connection = try RawConnection(port: site.port)
      connection.send(request)
      _ = connection.receive()
    }
    #expect(eventually { finished.value == 10 })
    withExtendedLifetime(site) {}
  }
}
