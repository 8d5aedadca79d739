import Foundation

/// An error, or different results of two programs for the same query.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless two results are equal.
func requireEqual<Answer: Equatable>(
  _ ours: Answer, _ theirs: Answer, _ question: @autoclosure () -> String
) throws {
  guard ours == theirs else {
    throw Failure("answers differ for \(question()): ours \(ours), expected \(theirs)")
  }
}

/// The times of one workload with many inputs.
///
/// Results use the CPU time of the thread: all data is in memory, and waiting for a core would measure other programs.
/// Wall-clock time is recorded too, for workloads that write.
struct Times {
  private(set) var nanoseconds: [Int64] = []
  private(set) var wallSeconds = 0.0

  /// Runs the workload and records its time.
  mutating func measure<Result>(_ work: () throws -> Result) rethrows -> Result {
    let wallStart = now(CLOCK_MONOTONIC)
    let start = now(CLOCK_THREAD_CPUTIME_ID)
    let result = try work()
    nanoseconds.append(now(CLOCK_THREAD_CPUTIME_ID) - start)
    wallSeconds += Double(now(CLOCK_MONOTONIC) - wallStart) / 1e9
    return result
  }

  /// Adds times measured elsewhere.
  mutating func add(_ others: Times) {
    nanoseconds += others.nanoseconds
    wallSeconds += others.wallSeconds
  }

  /// The sum in seconds.
  var cpuSeconds: Double { Double(nanoseconds.reduce(0, +)) / 1e9 }

  /// The times for the report.
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

/// One line of the report: a query with the times of the index and of the peer.
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

/// Removes a database and SQLite's files beside it.
func removeDatabase(_ path: String) {
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}
