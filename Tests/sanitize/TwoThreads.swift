// Two threads count under locks: both under one, or with the argument `raced` each under its own, so that the
// sanitizer must report the second and must not report the first.

import Glibc
import Synchronization

private final class Lock: Sendable {
  let mutex = Mutex<Void>(())
}

private final class Tally: @unchecked Sendable {
  var count = 0
}

@main
enum TwoThreads {
  private static let shared = Lock()
  private static let tally = Tally()
  private static let isRaced = CommandLine.arguments.contains("raced")

  static func main() {
    let first = started()
    let second = started()
    pthread_join(first, nil)
    pthread_join(second, nil)
  }

  private static func started() -> pthread_t {
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in TwoThreads.run() }, nil)
    return thread
  }

  /// Holds the lock long enough that the other thread often has to wait for it.
  private static func run() -> UnsafeMutableRawPointer? {
    let lock = isRaced ? Lock() : shared
    for _ in 0..<2_000 {
      lock.mutex.withLock { _ in
        for _ in 0..<200 { tally.count += 1 }
      }
    }
    return nil
  }
}
