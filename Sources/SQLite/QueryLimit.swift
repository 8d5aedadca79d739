internal import Glibc

/// What ends a query that takes too long.
package protocol QueryLimit: AnyObject {
  /// Called every thousand instructions of SQLite's virtual machine, which take some microseconds.
  func isReached() -> Bool
}

/// A deadline.
package final class Deadline: QueryLimit, Sendable {
  private let end: ContinuousClock.Instant

  package init(after limit: Duration) { end = .now + limit }

  package var isOver: Bool { ContinuousClock.now > end }

  package var timeLeft: Duration { end - .now }

  package func isReached() -> Bool { isOver }
}

/// A number of instructions of SQLite's virtual machine, which a slow disk does not change.
package final class InstructionLimit: QueryLimit {
  private var left: Int

  package init(_ instructions: Int) { left = instructions }

  package func isReached() -> Bool {
    left -= Connection.instructionsPerCheck
    return left < 0
  }
}

/// A limit behind one pointer.
final class LimitBox {
  let limit: any QueryLimit

  init(_ limit: any QueryLimit) { self.limit = limit }
}
