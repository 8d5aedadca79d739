import Foundation
import Glibc
import TestSupport

/// A client of `/events` on a socket of its own, which reads on demand.
final class EventClient {
  private let descriptor: Int32

  /// The events that have been received; the header and the framing of chunks are removed.
  private var text = ""
  private var raw: [UInt8] = []
  private var chunk: Int?
  private var hasEnded = false

  init(
    port: Int, _ target: String = "/events", lastEventID: String? = nil, fields: [String] = [],
    room: Int32? = nil
  ) throws {
    descriptor = try Loopback.connect(port: port, room: room)
    let resume = lastEventID.map { ["Last-Event-ID: \($0)"] } ?? []
    let lines = ["GET \(target) HTTP/1.1", "Host: localhost"] + fields + resume
    let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    _ = unsafe send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
  }

  deinit { close(descriptor) }

  /// One event.
  struct Event {
    var name = ""
    var id: String?
    var data: [String: Any] = [:]
  }

  /// Reads until an event of this name arrives; returns nil after a timeout.
  func next(_ name: String, within seconds: Double = 20) -> Event? {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      while let range = text.range(of: "\n\n") {
        let block = text[..<range.lowerBound]
        text = String(text[range.upperBound...])
        if let event = Self.parse(block), event.name == name { return event }
      }
      guard read(until: end) else { return nil }
    }
  }

  /// Whether the server ends the response, or the connection, within a timeout.
  func ends(within seconds: Double = 20) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      if hasEnded { return true }
      if !read(until: end) { return Date() < end }
    }
    return false
  }

  private func read(until end: Date) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let time = Int32(max(0, end.timeIntervalSinceNow * 1_000))
    guard unsafe poll(&wanted, 1, time) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    raw += buffer[..<count]
    decode()
    return true
  }

  /// Moves whole chunks to the text.
  private func decode() {
    while true {
      if let count = chunk {
        guard raw.count >= count + 2 else { return }
        text += String(decoding: raw[..<count], as: UTF8.self)
        raw.removeFirst(count + 2)
        (chunk, hasEnded) = (nil, count == 0)
      } else if let end = raw.firstRange(of: Array("\r\n".utf8))?.lowerBound {
        // The lines of the header are no numbers.
        chunk = Int(String(decoding: raw[..<end], as: UTF8.self), radix: 16)
        raw.removeFirst(end + 2)
      } else {
        return
      }
    }
  }

  private static func parse(_ block: Substring) -> Event? {
    var event = Event()
    for line in block.split(separator: "\n") {
      if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
      if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
      if line.hasPrefix("data: "),
        let data = try? JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))
      {
        event.data = data as? [String: Any] ?? [:]
      }
    }
    return event.name.isEmpty ? nil : event
  }
}
