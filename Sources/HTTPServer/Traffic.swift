internal import Synchronization
internal import Threads

/// Counts the requests in flight, so that the server can wait until there are none.
final class Traffic: Sendable {
  private let count = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)
  private let streams = Mutex<[ObjectIdentifier: BodyStream]>([:])

  /// Rings when the last request has left while the server stops.
  private let empty = Doorbell()

  /// Whether the server is stopping, so that no connection is kept for another request.
  var isDraining: Bool { draining.load(ordering: .acquiring) }

  func enter() { count.add(1, ordering: .sequentiallyConsistent) }

  func leave() {
    let left = count.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, draining.load(ordering: .sequentiallyConsistent) { empty.ring() }
  }

  func enter(_ stream: BodyStream) {
    streams.withLock { $0[ObjectIdentifier(stream)] = stream }
    // A stream that enters while the server stops may have missed the call of `close` in `drain`.
    if draining.load(ordering: .sequentiallyConsistent) { stream.close() }
  }

  func leave(_ stream: BodyStream) {
    _ = streams.withLock { $0.removeValue(forKey: ObjectIdentifier(stream)) }
  }

  /// Makes each response from now on the last of its connection.
  func beginDraining() { draining.store(true, ordering: .sequentiallyConsistent) }

  /// Ends streams at their next `wait`, and returns when no request is left or the time is over.
  func drain(seconds: Int) {
    beginDraining()
    for stream in streams.withLock({ Array($0.values) }) { stream.close() }
    let end = ContinuousClock.now + .seconds(seconds)
    var left = Duration.seconds(seconds)
    while count.load(ordering: .sequentiallyConsistent) > 0, left > .zero {
      empty.wait(left)
      left = ContinuousClock.now.duration(to: end)
    }
  }
}
