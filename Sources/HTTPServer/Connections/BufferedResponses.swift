internal import CPhotoShims
internal import Synchronization

/// Limits the memory of long responses that wait for slow clients.
///
/// Thousands of clients that request much and read slowly would otherwise take gigabytes. Above the limit, the
/// slowest readers are disconnected.
final class BufferedResponses: Sendable {
  /// Responses of this size and more are counted; shorter ones fit into the kernel's buffers.
  private static let leastCounted = 262_144

  /// The seconds after which the speed of a new reader is known.
  private static let graceSeconds = 2

  private let budget: Int

  // Connections are shut down under this lock, and a response is removed before its connection is
  // closed. So no descriptor is shut down that was reused in the meantime.
  private let state = Mutex(State())

  private struct State {
    var responses: [ObjectIdentifier: Held] = [:]
    var count = 0
  }

  private struct Held {
    var connection: WatchedConnection
    var count: Int
    var since: Int

    /// The bytes that the client had received before.
    var taken: UInt64

    /// The bytes per second that the client receives.
    func rate(_ now: Int) -> Int {
      guard let after = connection.taken, after > taken else { return 0 }
      return Int(clamping: after - taken) / max(1, now - since)
    }
  }

  init(budget: Int) { self.budget = budget }

  /// Records a response that is about to be sent.
  func begin(_ connection: WatchedConnection, count: Int) {
    guard count >= Self.leastCounted else { return }
    let now = Clock.seconds()
    let held = Held(
      connection: connection, count: count, since: now, taken: connection.taken ?? 0)
    state.withLock { state in
      state.responses[ObjectIdentifier(connection)] = held
      state.count += count
      if state.count > budget { shed(&state, now, for: connection) }
    }
  }

  /// The response was sent or the client has left.
  func end(_ connection: WatchedConnection) {
    state.withLock { state in
      let held = state.responses.removeValue(forKey: ObjectIdentifier(connection))
      state.count -= held?.count ?? 0
    }
  }

  /// Disconnects the slowest clients until at most three quarters of the limit are in use.
  ///
  /// Above twice the limit, clients that have just begun are disconnected too, in order of arrival.
  private func shed(_ state: inout State, _ now: Int, for newcomer: WatchedConnection) {
    let (known, fresh) = (
      state.responses.values.filter { now - $0.since >= Self.graceSeconds },
      state.responses.values.filter {
        now - $0.since < Self.graceSeconds && $0.connection !== newcomer
      }
    )
    var ending = known.map { (rate: $0.rate(now), held: $0) }
      .sorted { $0.rate < $1.rate }.map(\.held)
    if state.count > 2 * budget { ending += fresh.sorted { $0.since < $1.since } }
    for held in ending {
      guard state.count > budget / 4 * 3 else { return }
      held.connection.hangUp()
      state.responses[ObjectIdentifier(held.connection)] = nil
      state.count -= held.count
    }
  }
}
