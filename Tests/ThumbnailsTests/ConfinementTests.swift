import Foundation
import Synchronization
import Testing

@testable import Thumbnails

/// The process in which a library decodes a picture.
@Suite struct ConfinementTests {
  /// An inherited descriptor would keep a closed connection open for the client.
  @Test func itHasNothingOpenThatBelongsToTheServer() throws {
    let shop = try Workshop()
    try shop.run("convert -size 3000x2000 xc: +noise Random large.png")
    try shop.run("cwebp -quiet -lossless -z 0 large.png -o large.webp")
    let before = Set(children())
    let decoding = Decoding()
    // A thread of its own, because other tests may occupy all of Swift's threads.
    Thread.detachNewThread {
      decoding.end(with: Result { try shop.thumbnail("large.webp", width: 320) })
    }
    // Waits until the child was seen with only its three descriptors, or decoding has ended.
    var seen: Set<[String]> = []
    while decoding.result == nil, !seen.contains(["0", "1", "2"]) {
      for child in children() where !before.contains(child) {
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd") {
          seen.insert(open.sorted())
        }
      }
    }
    #expect(seen.contains(["0", "1", "2"]), "\(seen)")
    #expect(try decoding.waitForResult().get().starts(with: [0xFF, 0xD8]))
  }

  /// The child processes of all threads that have not been waited for.
  private func children() -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.flatMap { task in
      let list = try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)
      return (list ?? "").split(separator: " ").map(String.init)
    }
  }
}

/// A picture that is being decoded.
private final class Decoding: Sendable {
  private let ended = Mutex<Result<[UInt8], any Error>?>(nil)
  private let bell = DispatchSemaphore(value: 0)

  /// The result; nil while it is being decoded.
  var result: Result<[UInt8], any Error>? { ended.withLock { $0 } }

  func end(with result: Result<[UInt8], any Error>) {
    ended.withLock { $0 = result }
    bell.signal()
  }

  /// Blocks until it has been decoded.
  func waitForResult() throws -> Result<[UInt8], any Error> {
    bell.wait()
    return try #require(result)
  }
}
