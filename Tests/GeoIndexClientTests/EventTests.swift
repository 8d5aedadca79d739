import GeoIndexClient
import Synchronization
import Testing

/// A server that sends prepared pieces, one list for each connection, and then refuses.
private final class Broadcast: Transport {
  private let connections: Mutex<ArraySlice<Result<[String], ClientError>>>
  private let noted = Mutex<[Request]>([])
  private let status: Int

  init(_ connections: [Result<[String], ClientError>], thenStatus status: Int = 404) {
    self.connections = Mutex(connections[...])
    self.status = status
  }

  var requests: [Request] { noted.withLock { $0 } }

  func send(_ request: Request) async throws -> StreamedReply {
    noted.withLock { $0.append(request) }
    guard let next = connections.withLock({ $0.popFirst() }) else {
      return StreamedReply(Reply(status: status))
    }
    let pieces = Mutex(try next.get()[...])
    return StreamedReply(
      status: 200, headers: ["Content-Type": "text/event-stream"],
      body: ByteStream { pieces.withLock { $0.popFirst().map { Array($0.utf8) } } })
  }
}

@Suite struct EventTests {
  private func events(_ server: Broadcast, room: String? = nil) async -> ([Event], ClientError?) {
    let client = Client(server)
    var events: [Event] = []
    do {
      for try await event in room.map({ client.events(inRoom: $0) }) ?? client.events() {
        events.append(event)
      }
      return (events, nil)
    } catch {
      return (events, error as? ClientError)
    }
  }

  @Test func eventsAreReadWhereverTheirBytesAreDivided() async {
    let text =
      "\u{FEFF}retry: 1\r\n:comment\r\nevent: hello\rid: a-1\ndata: {\"version\":\ndata:  7}\n\nid\ndata:x\n\nevent: lost\n\n"
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      let pieces = stride(from: 0, to: bytes.count, by: size).map { start in
        Array(bytes[start..<min(start + size, bytes.count)])
      }
      let rest = Mutex(pieces[...])
      let client = Client(
        PieceTransport { rest.withLock { $0.popFirst() } })
      var iterator = client.events().makeAsyncIterator()
      let hello = try? await iterator.next()
      #expect(hello?.kind == .hello)
      #expect(hello?.id == "a-1")
      #expect(hello?.data["version"]?.whole == 7)
      let second = try? await iterator.next()
      #expect(second?.kind == "message")
      #expect(second?.data == .text("x"))
      #expect(second?.id == "")
    }
  }

  @Test func aBrokenConnectionContinuesAfterTheLastEvent() async {
    let server = Broadcast([
      .success([
        "retry: 1\nevent: hello\nid: a-1\ndata: {}\n\n", "event: viewers\ndata: {}\n\nevent: cut",
      ]),
      .failure(.unreachable(Unreachable("gone", .interrupted))),
      .success(["retry: 1\nevent: photos-changed\nid: a-2\ndata: {}\n\n"]),
    ])
    let (events, error) = await events(server)
    #expect(events.map(\.kind) == [.hello, .viewers, .photosChanged])
    #expect(events.map(\.id) == ["a-1", "a-1", "a-2"])
    #expect(error == .refused(Refusal(Reply(status: 404))))
    #expect(server.requests.map { $0.headers["Last-Event-ID"] } == [nil, "a-1", "a-1", "a-2"])
  }

  @Test func theFirstConnectionMayFailAtOnce() async {
    let failure = ClientError.unreachable(Unreachable("no route", .notConnected))
    let server = Broadcast([.failure(failure)])
    #expect(await events(server) == ([], failure))
    #expect(server.requests.count == 1)
  }

  @Test func aMemberOfARoomComesBackWithItsKeyUntilTheRoomIsClosed() async {
    let server = Broadcast([
      .success([
        "retry: 1\nevent: hello\ndata: {\"key\":\"secret\"}\n\nevent: room-left\nid: 4\ndata: {}\n\n"
      ]),
      .success(["event: hello\ndata: {\"key\":\"secret\"}\n\nevent: room-closed\ndata: {}\n\n"]),
    ])
    let (events, error) = await events(server, room: "tea")
    #expect(events.map(\.kind) == [.hello, .roomLeft, .hello, .roomClosed])
    #expect(error == nil)
    #expect(server.requests.map(\.target) == ["/events?room=tea", "/events?room=tea&key=secret"])
    #expect(server.requests.last?.headers["Last-Event-ID"] == "4")
  }

  @Test func aCancelledTaskEndsTheWait() async {
    let server = Broadcast([.success(["retry: 86400000\nevent: hello\ndata: {}\n\n"])])
    let client = Client(server)
    let following = Task {
      do {
        for try await _ in client.events() {}
        return nil as ClientError?
      } catch {
        return error as? ClientError
      }
    }
    following.cancel()
    guard case .unreachable(let reason)? = await following.value else {
      Issue.record("it went on")
      return
    }
    #expect(reason.kind == .cancelled)
  }
}

/// A transport whose only answer comes in given pieces.
private struct PieceTransport: Transport {
  let next: @Sendable () -> [UInt8]?

  func send(_ request: Request) async throws -> StreamedReply {
    StreamedReply(status: 200, body: ByteStream { next() })
  }
}
