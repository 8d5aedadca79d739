import Foundation
import GeoIndexClient
import TestSupport
import Testing

@Suite struct TransportTests {
  @Test func aRecordingRepliesWithoutTheServerAndWithoutSecrets() async throws {
    let image: [UInt8] = [0xFF, 0xD8, 0, 10, 34, 92, 0x80]
    let count = Counter()
    let server = StubTransport { request in
      Reply(
        status: request.path == "/gone" ? 404 : 200,
        headers: ["ETag": "\"\(count.next())\"", "Set-Cookie": "session=secret"], body: image)
    }
    let recorder = RecordingTransport(server)
    let client = Client(recorder, credentials: .basic(name: "ada", password: "swordfish"))
    let (first, part) = (Endpoint.thumbnail(1), Endpoint.thumbnail(1).range(0..<2))
    for endpoint in [first, first, part] { _ = try await client.send(endpoint) }
    _ = try await client.reply(to: Request("/gone"))
    let bytes = recorder.recording.bytes
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in ["swordfish", "YWRh", "session=secret"] { #expect(!text.contains(secret)) }

    let replay = Client(StubTransport(replaying: try Recording(parsing: bytes)))
    var tags: [String?] = []
    for _ in 0..<3 {
      let reply = try await replay.reply(to: first.request)
      #expect(reply.body == image)
      tags.append(reply.headers["etag"])
    }
    #expect(tags == ["\"1\"", "\"2\"", "\"2\""])
    #expect(try await replay.reply(to: part.request).headers["ETag"] == "\"3\"")
    #expect(try await replay.reply(to: Request("/gone")).status == 404)
    await #expect(throws: ClientError.self) { try await replay.send(.health()) }
  }

  @Test func credentialsAreOneFieldOfEachRequest() async throws {
    func field(_ name: String, _ credentials: Credentials) async throws -> String? {
      let echo = StubTransport { request in
        Reply(status: 200, body: Array((request.headers[name] ?? "").utf8))
      }
      let reply = try await Client(echo, credentials: credentials).reply(to: Request("/"))
      return String(decoding: reply.body, as: UTF8.self)
    }
    for name in ["", "a", "ad", "ada", "Ünï:cödé🐎"] {
      let encoded = Data("\(name):x?>".utf8).base64EncodedString()
      #expect(
        try await field("authorization", .basic(name: name, password: "x?>")) == "Basic " + encoded)
    }
    #expect(try await field("Authorization", .token("t")) == "Bearer t")
    #expect(try await field("Cookie", .session("a=b")) == "a=b")
  }

  @Test func pagesFollowTheirCursorsAndEndWithAnError() async throws {
    let server = StubTransport { request in
      let cursor = request.query.first { $0.name == "cursor" }?.value
      #expect(request.query.contains(.init("camera", "A&B")))
      switch cursor {
      case nil:
        return Self.page(
          1, next: "http://elsewhere/prefix/collections/photos/items?limit=1&cursor=b-2")
      case "b-2": return Self.page(2, next: "?cursor=c-3&limit=1")
      default: return Reply(status: 503, headers: ["Retry-After": "9"])
      }
    }
    var selection = Selection()
    selection[.camera] = "A&B"
    var ids: [Int] = []
    var list = Client(server).all(.photos(selection, limit: 1)).makeAsyncIterator()
    do throws(ClientError) {
      while let photo = try await list.next() { ids.append(photo.id) }
      Issue.record("it ended without an error")
    } catch {
      guard case .refused(let refusal) = error else { throw error }
      #expect(refusal.retryAfter == 9)
    }
    #expect(ids == [1, 2])
    #expect(try await list.next() == nil)
  }

  private static func page(_ id: Int, next: String) -> Reply {
    let photo =
      #"{"type":"Feature","id":\#(id),"geometry":{"coordinates":[0,0]},"properties":{}}"#
    let text = #"{"features":[\#(photo)],"links":[{"rel":"next","href":"\#(next)"}]}"#
    return Reply(status: 200, body: Array(text.utf8))
  }

  @Test func aStreamIsReadInPiecesAndRefusalsOfItAreWhole() async throws {
    let pieces = Counter()
    let client = Client(
      EndlessTransport { Array(repeating: UInt8(pieces.next()), count: 3) }, limit: 5)
    let stream = try await client.stream(.archive())
    var read: [UInt8] = []
    for try await piece in stream.body {
      read += piece
      if read.count == 9 { break }
    }
    #expect(read == [1, 1, 1, 2, 2, 2, 3, 3, 3])
    await #expect(
      throws: ClientError.unreachable(Unreachable("the response has more than 5 bytes", .tooLarge))
    ) {
      try await client.send(.archive())
    }
    let refused = Client(StubTransport(Reply(status: 403, body: [1, 2])))
    await #expect(throws: ClientError.refused(Refusal(Reply(status: 403, body: [1, 2])))) {
      _ = try await refused.stream(.archive())
    }
  }

  /// The client must build for macOS and iOS, which no test here can do.
  @Test func theRoomsOfTheClientImportWhatOtherSystemsHave() throws {
    let rooms = ["Geography", "PhotoFacts", "JSON", "GeoIndexClient", "GeoIndexURLSession"]
    let conditional = ["Glibc", "Musl", "Darwin", "FoundationNetworking"]
    for room in rooms {
      let folder = SamplePhotos.package + "/Sources/" + room
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      for name in names where name.hasSuffix(".swift") {
        let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        for match in text.matches(of: /(?m)^( *).*\bimport (?:enum |struct )?([A-Za-z]+)/) {
          let (indent, module) = (String(match.1), String(match.2))
          guard text[match.range].contains("//") == false else { continue }
          let isFoundation = module == "Foundation" && room == "GeoIndexURLSession"
          let isConditional = conditional.contains(module) && !indent.isEmpty
          #expect(
            rooms.contains(module) || module == "Synchronization" || isFoundation || isConditional,
            "\(room)/\(name) imports \(module)")
        }
      }
    }
  }
}

/// Counts from one.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}

private struct EndlessTransport: Transport {
  let next: @Sendable () -> [UInt8]

  func send(_ request: Request) async throws -> StreamedReply {
    StreamedReply(status: 200, body: ByteStream { next() })
  }
}
