public import PhotoIndex
internal import Synchronization
internal import Threads

/// Keeps a replica up to date on its own thread.
///
/// The database notifies it of each revision. It also polls every second, because there are no notifications
/// through a pooler.
public final class RecordFollower: Sendable {
  private let record: Record
  private let index: PhotoIndex
  private let onProblem: @Sendable ((any Error)?) -> Void
  private let onServers: @Sendable (PictureServers) -> Void
  private let onLists: @Sendable () throws -> Void
  private let stopped = Doorbell()
  private let ended = Doorbell()

  /// Starts to follow; `onProblem` is called with an error when following fails, and with nil when it works
  /// again, `onServers` when the servers of the machines have changed, and `onLists` when zones, views or links have.
  public init(
    _ record: Record, _ index: PhotoIndex,
    onServers: @escaping @Sendable (PictureServers) -> Void = { _ in },
    onLists: @escaping @Sendable () throws -> Void = {},
    onProblem: @escaping @Sendable ((any Error)?) -> Void
  ) throws {
    (self.record, self.index, self.onProblem) = (record, index, onProblem)
    (self.onServers, self.onLists) = (onServers, onLists)
    try SystemThread.start { self.run() }
  }

  /// Stops the thread, and waits until it has stored what it has read.
  public func stop() {
    stopped.ring()
    ended.wait(.seconds(5))
  }

  private func run() {
    var listening: RecordConnection?
    var hasFailed = false
    var servers: PictureServers?
    var lists: String?
    repeat {
      do {
        if listening?.isOpen != true {
          let connection = try RecordConnection(record.address)
          if try !connection.isPooled() { try connection.run("LISTEN geoindex") }
          listening = connection
        }
        try index.followRecord()
        if let listening {
          let current = try PictureServers(listening)
          if current != servers { onServers(current) }
          servers = current
          let stamp = try record.listStamp(listening)
          if stamp != lists { try onLists() }
          lists = stamp
        }
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

  /// Waits for a notification, at most a second; returns whether the follower was stopped.
  private func waits(_ connection: RecordConnection?) -> Bool {
    if stopped.wait(.seconds(1), orFor: connection?.socket ?? -1) { return true }
    // A lost connection is noticed in the next iteration.
    _ = try? connection?.takeNotifications()
    return false
  }
}
