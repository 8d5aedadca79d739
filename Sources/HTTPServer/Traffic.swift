internal import CPhotoShims
internal import Glibc
internal import Synchronization

/// The requests in flight, and the way to wait until there are none.
final class Traffic: Sendable {
  private let count = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)
  private let streams = Mutex<[ObjectIdentifier: BodyStream]>([:])

  /// Becomes readable when the last request has left a server that stops.
  private let empty = photo_event()

  deinit { close(empty) }

  /// Whether the server stops, and connections are not to be kept for a next request.
  var isDraining: Bool { draining.load(ordering: .acquiring) }

  func enter() { count.add(1, ordering: .sequentiallyConsistent) }

  func leave() {
    let left = count.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, draining.load(ordering: .sequentiallyConsistent) { signalEmpty() }
  }

  private func signalEmpty() {
    var one: UInt64 = 1
    _ = unsafe write(empty, &one, MemoryLayout<UInt64>.size)
  }

  func enter(_ stream: BodyStream) {
    streams.withLock { $0[ObjectIdentifier(stream)] = stream }
    // One that enters while the server stops has missed the call to end.
    if draining.load(ordering: .sequentiallyConsistent) { stream.close() }
  }

  func leave(_ stream: BodyStream) {
    _ = streams.withLock { $0.removeValue(forKey: ObjectIdentifier(stream)) }
  }

  /// Makes each answer from now on the last of its connection.
  func beginDraining() { draining.store(true, ordering: .sequentiallyConsistent) }

  /// Ends the streams that wait, and returns when no request is left or the time is over.
  func drain(seconds: Int) {
    beginDraining()
    for stream in streams.withLock({ Array($0.values) }) { stream.close() }
    guard count.load(ordering: .sequentiallyConsistent) > 0 else { return }
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
    let end = deadline.milliseconds + seconds * 1_000
    var now = deadline.milliseconds
    while count.load(ordering: .sequentiallyConsistent) > 0, now < end {
      var wanted = pollfd(fd: empty, events: Int16(POLLIN), revents: 0)
      unsafe poll(&wanted, 1, CInt(clamping: end - now))
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      now = time.milliseconds
    }
  }
}

extension timespec {
  fileprivate var milliseconds: Int { tv_sec * 1_000 + tv_nsec / 1_000_000 }
}
