import Foundation
import GeoIndexClient
import GeoIndexURLSession
import TestSupport
import Testing

@Suite struct SessionTransportTests {
  @Test func aLongFileIsStreamedWholeHoweverSlowlyItIsRead() async throws {
    let library = try Library()
    let start = Array(
      try Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path("2023-paris/eiffel-tower.jpg"))))
    var random = SeededRandom(seed: 42)
    let pattern = (0..<65_536).map { _ in UInt8.random(in: 0...255, using: &random) }
    let bytes = start + Array(repeatElement(pattern, count: 400).joined())
    try library.write("long.jpg", Data(bytes))
    try #require(try Program.run(["scan", "--db", library.database, library.root]).code == 0)
    let server = try RunningServer(library)
    let client = Client(URLSessionTransport(try #require(URL(string: server.url))))
    let page: PhotoPage = try await client.send(.photos())
    let stream = try await client.stream(.original(try #require(page.photos.first).id))
    var read: [UInt8] = []
    for try await piece in stream.body {
      read += piece
      if read.count < 9_000_000 { for _ in 0..<200 { await Task.yield() } }
    }
    #expect(read == bytes)
  }

  @Test func aCancelledTaskEndsItsRequest() async throws {
    let library = try Library()
    try library.add("a.jpg")
    try #require(try Program.run(["scan", "--db", library.database, library.root]).code == 0)
    let server = try RunningServer(library)
    let client = Client(URLSessionTransport(try #require(URL(string: server.url))))
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let following = Task {
      do {
        for try await _ in client.events() { signal.yield() }
        return nil as ClientError?
      } catch {
        return error as? ClientError
      }
    }
    for await _ in started { break }
    following.cancel()
    guard case .unreachable(let reason)? = await following.value else {
      Issue.record("it went on")
      return
    }
    #expect(reason.kind == .cancelled)
  }
}
