import Foundation
import Glibc
import HTTPServer
import TestSupport

/// A raw socket for misbehaving clients.
final class RawConnection {
  private let descriptor: CInt
  private var pending: [UInt8] = []

  struct Cut: Error {}

  /// Connects from 127.0.0.1 or another loopback address, with the default receive buffer or one of `room` bytes.
  init(port: Int, from address: String = "127.0.0.1", room: CInt? = nil) throws {
    descriptor = try Loopback.connect(port: port, from: address, room: room)
    // Sanitizers on a busy machine are slow.
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(
          descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, CInt(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Whether data or the end arrives within a time.
  func waitsForInput(milliseconds: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, milliseconds) > 0
  }

  /// Whether the server has closed the connection, whatever it sent before.
  var wasReset: Bool {
    let otherEndIsShut: Int16 = 0x2000  // POLLRDHUP, which the Glibc module leaves out
    var event = pollfd(fd: descriptor, events: otherEndIsShut, revents: 0)
    unsafe poll(&event, 1, 0)
    // Errors and resets are always reported.
    return event.revents != 0
  }

  /// The next bytes; empty at the end or after a reset.
  func receive() -> [UInt8] {
    if !pending.isEmpty {
      defer { pending = [] }
      return pending
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  func readToEnd() -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let some = receive()
      if some.isEmpty { return all }
      all += some
    }
  }

  /// Reads one response and leaves the following bytes.
  func readAnswer(hasBody: Bool = true) throws -> Answer {
    var bytes: [UInt8] = []
    while headEnd(bytes) == nil {
      let some = receive()
      if some.isEmpty { throw Cut() }
      bytes += some
    }
    guard let end = headEnd(bytes) else { throw Cut() }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    guard let status = Int(lines[0].split(separator: " ")[1]) else { throw Cut() }
    var headers = Headers()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers.append(
        String(line[..<colon]),
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    var answer = Answer(status: status, headers: headers, body: [])
    pending = Array(bytes[(end + 4)...])
    guard hasBody, answer.status != 304, answer.status != 204 else { return answer }
    answer.body = try readBody(headers)
    return answer
  }

  private func readBody(_ headers: Headers) throws -> [UInt8] {
    if headers["Transfer-Encoding"] == "chunked" {
      var body: [UInt8] = []
      while let count = Int(try readLine(), radix: 16), count > 0 {
        body += try read(count)
        _ = try readLine()
      }
      _ = try readLine()
      return body
    }
    if let count = headers["Content-Length"].flatMap(Int.init) { return try read(count) }
    return readToEnd()
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let some = receive()
      if some.isEmpty { throw Cut() }
      bytes += some
    }
    pending = Array(bytes[count...])
    return Array(bytes[..<count])
  }

  private func readLine() throws -> String {
    var line: [UInt8] = []
    while line.suffix(2) != [13, 10] { line += try read(1) }
    return String(decoding: line.dropLast(2), as: UTF8.self)
  }

  private func headEnd(_ bytes: [UInt8]) -> Int? {
    Data(bytes).range(of: Data("\r\n\r\n".utf8))?.lowerBound
  }
}
