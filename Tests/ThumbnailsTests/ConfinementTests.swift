import Foundation
import Testing

@testable import Thumbnails

/// The process in which a library decodes a picture.
@Suite struct ConfinementTests {
  /// While it held a copy of a connection, the client would not be told that it was closed.
  @Test func itHasNothingOpenThatBelongsToTheServer() async throws {
    let shop = try Workshop()
    try shop.run("convert -size 4000x3000 plasma:red-blue large.png")
    try shop.run("cwebp -quiet -lossless -z 1 large.png -o large.webp")
    let before = Set(children())
    let decoding = Task.detached { try shop.thumbnail("large.webp", width: 320) }
    // Until it has been seen with its three descriptors, or is over and never was.
    var seen: Set<[String]> = []
    let isOver = Over()
    Task.detached {
      _ = try? await decoding.value
      isOver.set()
    }
    while !isOver.isSet, !seen.contains(["0", "1", "2"]) {
      for child in children() where !before.contains(child) {
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd") {
          seen.insert(open.sorted())
        }
      }
      await Task.yield()
    }
    #expect(seen.contains(["0", "1", "2"]), "\(seen)")
    #expect(try await decoding.value.starts(with: [0xFF, 0xD8]))
  }

  /// The processes that any thread of this one has started and not yet waited for.
  private func children() -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.flatMap { task in
      let list = try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)
      return (list ?? "").split(separator: " ").map(String.init)
    }
  }
}

/// Something that becomes true once.
private final class Over: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}
