public import JSON

/// Something that has happened on the server, or in a room.
public struct Event: Hashable, Sendable {
  /// What has happened.
  public struct Kind: NamedValue {
    /// Its name in the API.
    public let rawValue: String

    /// Makes a kind of its name in the API.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first event of each connection: the state as it is.
    public static let hello: Kind = "hello"
    /// Photos have come, changed or gone.
    public static let photosChanged: Kind = "photos-changed"
    /// A scan goes on; the data is an `API.Scan`.
    public static let scanProgress: Kind = "scan-progress"
    /// A scan has ended; the data is an `API.Scan`.
    public static let scanFinished: Kind = "scan-finished"
    /// The number of clients has changed.
    public static let viewers: Kind = "viewers"
    /// Saved views have changed.
    public static let viewsChanged: Kind = "views-changed"
    /// A member has joined the room; the data is an `API.RoomMember`.
    public static let roomJoined: Kind = "room-joined"
    /// A member has left the room.
    public static let roomLeft: Kind = "room-left"
    /// A member has sent something to the room.
    public static let roomMessage: Kind = "room-message"
    /// The room is closed.
    public static let roomClosed: Kind = "room-closed"
  }

  /// What has happened.
  public var kind: Kind

  /// The id with which events can be continued after this one; that of the last event that had one.
  public var id: String?

  /// What the server says about it.
  public var data: JSONValue

  /// The data as a type, such as `API.Scan`.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(InputProblem)
    -> Value
  { try data.decoded(as: type) }
}

extension Client {
  /// Changes of the library as they happen, without an end.
  ///
  /// When the connection breaks, it is made again, and continues after the last event. Only the first connection
  /// may fail. `id` continues after an event of an earlier run of the program.
  public func events(after id: String? = nil) -> Events {
    Events(client: self, query: [], lastID: id)
  }

  /// Joins a room: `hello` has the room and the `member` and `key` of this client, then follow its events until
  /// it is closed.
  ///
  /// After a broken connection the client is the same member, and gets what it has missed.
  public func events(
    inRoom room: String, name: String? = nil, key: String? = nil, after id: String? = nil
  ) -> Events {
    let query = Request.query([("room", room), ("name", name), ("key", key)])
    return Events(client: self, query: query, lastID: id)
  }
}

/// Events as they happen.
public struct Events: AsyncSequence, Sendable {
  fileprivate let client: Client
  fileprivate let query: [Request.Parameter]
  fileprivate let lastID: String?

  /// Receives the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let client: Client
    fileprivate var query: [Request.Parameter]
    fileprivate var lastID: String?
    fileprivate var parser = EventParser()
    fileprivate var pieces: ByteStream.AsyncIterator?
    fileprivate var waiting: ArraySlice<Event> = []
    fileprivate var failures = 0
    fileprivate var hasConnected = false
    fileprivate var hasEnded = false

    /// The next event; nil when the room is closed.
    public mutating func next() async throws -> Event? {
      while true {
        if let event = waiting.popFirst() { return received(event) }
        if hasEnded { return nil }
        do {
          if let piece = try await pieces?.next() {
            waiting = parser.events(in: piece)[...]
            if !waiting.isEmpty { failures = 0 }
            continue
          }
          if pieces != nil {
            pieces = nil
            try await pause(nil)
          }
          try await connect()
        } catch let error as ClientError {
          pieces = nil
          try await pause(error)
        }
      }
    }

    private mutating func received(_ event: Event) -> Event {
      lastID = event.id ?? lastID
      hasEnded = hasEnded || event.kind == .roomClosed
      if let key = event.data["key"]?.text, query.contains(where: { $0.name == "room" }) {
        query.removeAll { $0.name == "key" }
        query.append(.init("key", key))
      }
      return event
    }

    private mutating func connect() async throws(ClientError) {
      var request = Request("/events", query: query, headers: ["Accept": "text/event-stream"])
      if let lastID { request.headers["Last-Event-ID"] = lastID }
      let head = try await client.stream(Endpoint<String>(text: request))
      parser = EventParser(lastID: lastID)
      hasConnected = true
      // Servers end a stream for good with 204.
      hasEnded = head.status == 204
      pieces = head.body.makeAsyncIterator()
    }

    /// Waits before the next connection; throws the error if another one would end in the same way.
    private mutating func pause(_ error: ClientError?) async throws {
      var seconds = Double(parser.retryMilliseconds) / 1_000
      switch error {
      case nil: break
      case .unreachable(let reason)?:
        guard hasConnected, reason.kind != .cancelled, reason.kind != .untrusted else {
          throw reason.error
        }
      case .refused(let refusal)?:
        guard hasConnected, refusal.status == 429 || refusal.status >= 500 else {
          throw ClientError.refused(refusal)
        }
        seconds = Swift.max(seconds, Double(refusal.retryAfter ?? 0))
      case .undecodable(let reason, let reply)?:
        throw ClientError.undecodable(reason: reason, reply)
      }
      let longer = Swift.min(
        seconds * Double(1 << Swift.min(failures, 4)), Swift.max(seconds, 30))
      failures += 1
      do {
        try await Task.sleep(for: .seconds(longer))
      } catch {
        throw ClientError(transport: error)
      }
    }
  }

  /// Makes the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(client: client, query: query, lastID: lastID)
  }
}

extension Unreachable {
  fileprivate var error: ClientError { .unreachable(self) }
}

/// Parses Server-Sent Events.
struct EventParser {
  private(set) var retryMilliseconds = 2_000
  private var lastID: String?
  private var line: [UInt8] = []
  private var afterReturn = false
  private var isFirstLine = true
  private var (kind, data): (String, [String]) = ("", [])

  init(lastID: String? = nil) { self.lastID = lastID }

  /// The events that are complete with these bytes.
  mutating func events(in bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      let isRest = afterReturn && byte == UInt8(ascii: "\n")
      afterReturn = byte == UInt8(ascii: "\r")
      guard !isRest else { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        line.append(byte)
        continue
      }
      if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      isFirstLine = false
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: true)
      if text.isEmpty { events += event().map { [$0] } ?? [] } else { take(text) }
    }
    return events
  }

  private mutating func take(_ line: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : ""
    if value.hasPrefix(" ") { value.removeFirst() }
    switch parts[0] {
    case "event": kind = String(value)
    case "data": data.append(String(value))
    case "id": if !value.contains("\0") { lastID = String(value) }
    case "retry": retryMilliseconds = UInt32(value).map(Int.init) ?? retryMilliseconds
    default: break
    }
  }

  private mutating func event() -> Event? {
    defer { (kind, data) = ("", []) }
    guard !data.isEmpty else { return nil }
    let text = data.joined(separator: "\n")
    return Event(
      kind: .init(rawValue: kind.isEmpty ? "message" : kind), id: lastID,
      data: (try? JSONValue(parsing: Array(text.utf8))) ?? .text(text))
  }
}
