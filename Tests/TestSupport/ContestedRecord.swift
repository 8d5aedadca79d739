package import PhotoIndex
import Synchronization

/// A record without a database, in which another machine is first for some commits.
package final class ContestedRecord: IndexRecord {
  private let commits = Mutex(0)
  private let isLost: @Sendable (Int) -> Bool
  private let beforeChange: @Sendable (Int) throws -> Void

  /// Makes a record that loses the commits of these numbers.
  ///
  /// - Parameter beforeChange: Called before each transaction, with the number of commits before it.
  package init(
    isLost: @escaping @Sendable (Int) -> Bool,
    beforeChange: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) {
    self.isLost = isLost
    self.beforeChange = beforeChange
  }

  package func follow(_ replica: IndexWriter) -> Bool { false }
  package func begin(_ replica: IndexWriter) throws { try beforeChange(commits.withLock { $0 }) }
  package func confirm(_ replica: IndexWriter) {}

  package func commit(_ replica: IndexWriter) throws {
    let number = commits.withLock { commits in
      commits += 1
      return commits
    }
    guard !isLost(number) else { throw IndexError(.overtaken, "another machine was first") }
    replica.forgetChanges()
  }

  package func lease(_ roots: [[UInt8]], _ replica: IndexWriter) {}
  package func endLeases() {}
  package func end() {}
}
