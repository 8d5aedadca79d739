internal import Glibc
internal import Synchronization
internal import Threads

/// Reads and discards the rest of a request that was refused early.
///
/// If such a connection were closed at once, the kernel would reset it. The client could then lose the response,
/// and a proxy would report an error of its own.
final class UnreadContent: Sendable {
  /// How many connections are read at once, each by a thread.
  let threadLimit: Int

  /// How long a client may go on sending.
  let limit: Duration

  private let threads = Atomic<Int>(0)

  init(threadLimit: Int = 16, limit: Duration = .seconds(5)) {
    (self.threadLimit, self.limit) = (threadLimit, limit)
  }

  /// Takes over a connection that the library is about to close; the library closes only its own descriptor.
  ///
  /// If too many are being read, or too many files are open, the connection is closed as usual.
  func discard(from descriptor: CInt) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    guard threads.add(1, ordering: .relaxed).newValue <= threadLimit else {
      threads.subtract(1, ordering: .relaxed)
      close(copy)
      return
    }
    do {
      try SystemThread.start { [self] in
        read(copy)
        close(copy)
        threads.subtract(1, ordering: .relaxed)
      }
    } catch {
      close(copy)
      threads.subtract(1, ordering: .relaxed)
    }
  }

  private func read(_ descriptor: CInt) {
    _ = shutdown(descriptor, CInt(SHUT_WR))
    let end = ContinuousClock.now + limit
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while ContinuousClock.now < end, unsafe poll(&event, 1, 1_000) > 0 {
      // Zero is the end, a negative number an error.
      guard unsafe recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 else { return }
    }
  }
}
