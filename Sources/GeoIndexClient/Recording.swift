public import JSON
internal import Synchronization

/// Requests with their responses, in the order of the responses.
///
/// Credentials and cookies are not part of it, so that it can be stored beside tests.
public struct Recording: Codable, Hashable, Sendable {
  /// One request with its response.
  struct Exchange: Codable, Hashable, Sendable {
    var request: String
    /// The bytes of the request and the response; each character is one byte, so that text stays legible.
    var content: String
    var status: Int
    var headers: [[String]]
    var body: String
  }

  var exchanges: [Exchange] = []

  /// Makes an empty recording.
  public init() {}

  /// Parses a recording that was stored.
  public init(parsing bytes: [UInt8]) throws(InputProblem) {
    self = try JSONValue(parsing: bytes).decoded()
  }

  /// The recording as JSON.
  public var bytes: [UInt8] { (try? JSONValue(encoding: self).bytes) ?? [] }

  mutating func add(_ request: Request, _ reply: Reply) {
    let headers = reply.headers.all.filter { $0.name.lowercased() != "set-cookie" }
    exchanges.append(
      Exchange(
        request: Self.key(request), content: Self.text(request.content?.bytes ?? []),
        status: reply.status, headers: headers.map { [$0.name, $0.value] },
        body: Self.text(reply.body)))
  }

  /// What tells one request from another.
  static func key(_ request: Request) -> String {
    let range = request.headers["Range"].map { " " + $0 } ?? ""
    return "\(request.method.rawValue) \(request.target)\(range)"
  }

  static func text(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}

/// A transport that sends requests through another one and records what it gets.
public final class RecordingTransport: Transport {
  private let transport: any Transport
  private let exchanges = Mutex(Recording())

  /// Makes a transport that records another.
  public init(_ transport: any Transport) { self.transport = transport }

  /// What was recorded so far.
  public var recording: Recording { exchanges.withLock { $0 } }

  /// Sends a request; its whole response is read and recorded, so a stream of events must not be sent here.
  public func send(_ request: Request) async throws -> StreamedReply {
    let head = try await transport.send(request)
    let reply = Reply(
      status: head.status, headers: head.headers, body: try await head.body.collect(upTo: .max))
    exchanges.withLock { $0.add(request, reply) }
    return StreamedReply(reply)
  }
}

/// The responses of a recording that are still to be sent.
final class Replies: Sendable {
  private let waiting: Mutex<[String: [Recording.Exchange]]>

  init(_ recording: Recording) {
    waiting = Mutex(Dictionary(grouping: recording.exchanges) { $0.request + "\n" + $0.content })
  }

  func next(_ request: Request) -> Reply? {
    let key = Recording.key(request) + "\n" + Recording.text(request.content?.bytes ?? [])
    return waiting.withLock { waiting in
      guard let exchanges = waiting[key], let first = exchanges.first else { return nil }
      if exchanges.count > 1 { waiting[key] = Array(exchanges.dropFirst()) }
      let fields = first.headers.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }
      return Reply(
        status: first.status, headers: HeaderFields(fields), body: Recording.bytes(first.body))
    }
  }
}
