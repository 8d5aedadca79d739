internal import Synchronization

/// Decides when a root that delivers nothing is given up: after this thread has waited for it for the whole limit, and
/// no thread has got anything from it meanwhile.
///
/// Time in which this thread does not wait, as for another writer of the index, does not count.
final class Patience {
  private(set) var limit: Duration
  private let steps = Steps()
  private var seen = 0
  private var waited = Duration.zero

  init(_ limit: Duration) { self.limit = limit }

  /// Counts what threads have got from the disk: an entry of a listing, a file.
  final class Steps: Sendable {
    private let count = Atomic<Int>(0)

    func add() { count.add(1, ordering: .relaxed) }

    fileprivate var value: Int { count.load(ordering: .relaxed) }
  }

  /// What threads that read or list must count.
  var progress: Steps { steps }

  /// Whether the root has delivered nothing for too long.
  var isOver: Bool { waited >= limit }

  /// Waits only a little longer, because the scan is to end.
  func hurry() { limit = min(limit, .seconds(2)) }

  /// Waits for something that may come from the root.
  func wait<Value>(_ body: () -> Value?) -> Value? {
    let start = ContinuousClock.now
    let value = body()
    let count = steps.value
    if value != nil || count != seen {
      (seen, waited) = (count, .zero)
    } else {
      waited += start.duration(to: .now)
    }
    return value
  }
}
