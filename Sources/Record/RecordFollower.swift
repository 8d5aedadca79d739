public import PhotoIndex
internal import Synchronization
internal import Threads

/// Keeps a replica up to date on a thread of its own.
///
/// The database notifies it of each revision. It also asks every second, since a pooler between them may not
/// pass notifications on.
public final class RecordFollower: Sendable {
  private let record: Record
  private let index: PhotoIndex
  private let onProblem: @Sendable ((any Error)?) -> Void
  private let stopped = Doorbell()
  private let ended = Doorbell()

  /// Starts to follow; `onProblem` is called when that begins to fail, and with nil when it works again.
  public init(
    _ record: Record, _ index: PhotoIndex,
    onProblem: @escaping @Sendable ((any Error)?) -> Void
  ) throws {
    (self.record, self.index, self.onProblem) = (record, index, onProblem)
    try SystemThread.start { self.run() }
  }

  /// Ends the thread, and waits until it has stored what it read.
  public func stop() {
    stopped.ring()
    ended.wait(.seconds(5))
  }

  private func run() {
    var listening: RecordConnection?
    var hasFailed = false
    repeat {
      do {
        if listening?.isOpen != true {
          listening = try RecordConnection(record.address)
          try listening?.run("LISTEN geoindex")
        }
        try index.followRecord()
        if hasFailed { onProblem(nil) }
        hasFailed = false
      } catch {
        listening = nil
        if !hasFailed { onProblem(error) }
        hasFailed = true
      }
    } while !waits(listening)
    ended.ring()
  }

  /// Waits for a notification, or a second; returns whether the follower was stopped.
  private func waits(_ connection: RecordConnection?) -> Bool {
    if stopped.wait(.seconds(1), orFor: connection?.socket ?? -1) { return true }
    // A connection that was lost shows in the next round.
    _ = try? connection?.takeNotifications()
    return false
  }
}
