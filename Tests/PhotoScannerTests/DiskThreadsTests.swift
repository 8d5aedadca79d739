import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Threads

/// The number of threads that process a queue.
@Suite struct DiskThreadsTests {
  /// Processes 300 items in threads, each with `work`; returns the number of threads at the end.
  private func threads(
    _ count: Int?, cores: Int = 1, most: Int = 16, work: @escaping @Sendable () -> Void
  ) throws -> Int {
    let done = Counts()
    let threads = try DiskThreads<Int>(count: count, cores: cores, most: most) {
      { item, hasWaited in
        work()
        hasWaited()
        done.add(item)
      }
    }
    for item in 0..<300 { threads.submit(item) }
    #expect(eventually { done.total == 300 })
    let number = threads.count
    threads.finish()
    #expect(done.areOnce)
    return number
  }

  @Test func areManyIfTheyWait() throws {
    #expect(try threads(nil) { usleep(5_000) } == 16)
  }

  @Test func areOnePerCoreIfTheyCompute() throws {
    let number = try threads(nil) {
      let end = clock() + 3 * CLOCKS_PER_SEC / 1_000
      while clock() < end {}
    }
    // Another program on the host may take a core away, which looks like waiting.
    #expect(number <= 4)
  }

  @Test func areAsManyAsRequested() throws {
    #expect(try threads(3) { usleep(1_000) } == 3)
  }

  private final class Counts: Sendable {
    private let items = Mutex<[Int: Int]>([:])

    var total: Int { items.withLock { $0.values.reduce(0, +) } }
    var areOnce: Bool { items.withLock { items in items.values.allSatisfy { $0 == 1 } } }

    func add(_ item: Int) { items.withLock { $0[item, default: 0] += 1 } }
  }
}
