internal import CPhotoShims
internal import Glibc

/// Wakes a thread that waits; any thread may ring, at any time.
public final class Doorbell: Sendable {
  private let event = photo_event()

  /// Makes a bell that has not been rung.
  public init() {}

  deinit { close(event) }

  /// Ends the next wait, or the one under way.
  public func ring() {
    var one: UInt64 = 1
    _ = unsafe write(event, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits for a ring, for so long at most.
  public func wait(_ time: Duration) { wait(time, orFor: -1) }

  /// Waits for a ring or until a descriptor has something to read.
  func wait(_ time: Duration, orFor descriptor: Int32) {
    let (seconds, fraction) = time.components
    let milliseconds = seconds * 1_000 + fraction / 1_000_000_000_000_000 + 1
    var wanted = [
      pollfd(fd: event, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    unsafe poll(&wanted, 2, Int32(clamping: max(0, milliseconds)))
    var rings: UInt64 = 0
    _ = unsafe read(event, &rings, MemoryLayout<UInt64>.size)
  }
}

/// Threads for what goes on for long: the few that Swift's tasks share must not be blocked.
public enum BackgroundThread {
  /// Runs something on a thread of its own.
  public static func start(_ body: @escaping @Sendable () -> Void) throws {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { work in
        guard let work = unsafe work else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw SystemError(code: code)
    }
    pthread_detach(thread)
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
