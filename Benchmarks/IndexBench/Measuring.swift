import Foundation

/// Something broke, or two programs that were asked the same gave different answers.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Stops unless two answers are the same.
func requireEqual<Answer: Equatable>(
  _ ours: Answer, _ theirs: Answer, _ question: @autoclosure () -> String
) throws {
  guard ours == theirs else {
    throw Failure("answers differ for \(question()): ours \(ours), expected \(theirs)")
  }
}

/// Times of the same piece of work with many inputs.
///
/// What counts is the time the thread spends on a core, in and out of the system: everything asked
/// about is in memory, and a wait while another program has the core says nothing about us. The
/// clock on the wall is kept too, for work that writes.
struct Times {
  private(set) var nanoseconds: [Int64] = []
  private(set) var wallSeconds = 0.0

  /// Runs the work and keeps how long it took.
  mutating func measure<Result>(_ work: () throws -> Result) rethrows -> Result {
    let wallStart = now(CLOCK_MONOTONIC)
    let start = now(CLOCK_THREAD_CPUTIME_ID)
    let result = try work()
    nanoseconds.append(now(CLOCK_THREAD_CPUTIME_ID) - start)
    wallSeconds += Double(now(CLOCK_MONOTONIC) - wallStart) / 1e9
    return result
  }

  /// Takes over what others measured.
  mutating func add(_ others: Times) {
    nanoseconds += others.nanoseconds
    wallSeconds += others.wallSeconds
  }

  /// The sum of them all, in seconds.
  var cpuSeconds: Double { Double(nanoseconds.reduce(0, +)) / 1e9 }

  /// What the report says of them.
  var summary: Summary {
    let sorted = nanoseconds.sorted()
    func microseconds(at share: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      return Double(sorted[Int(share * Double(sorted.count - 1))]) / 1e3
    }
    return Summary(p50: microseconds(at: 0.5), p99: microseconds(at: 0.99))
  }
}

/// Microseconds at two percentiles.
struct Summary: Encodable {
  var p50: Double
  var p99: Double
}

/// One line of the report: a question, how long it took us, and how long it took the peer.
struct Row: Encodable {
  var what: String
  var queries: Int
  var ours: Summary
  var peer: Summary?

  init(_ what: String, ours: Times, peer: Times? = nil) {
    self.what = what
    queries = ours.nanoseconds.count
    self.ours = ours.summary
    self.peer = peer?.summary
  }
}

private func now(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The size of a file in bytes, 0 when there is none.
func fileSize(_ path: String) -> Int64 {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
}

/// Removes a database and what SQLite keeps beside it.
func removeDatabase(_ path: String) {
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}
