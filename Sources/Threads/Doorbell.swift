internal import CPhotoShims
internal import Glibc

/// An event that wakes a waiting thread; any thread may ring it at any time.
public final class Doorbell: Sendable {
  /// Becomes readable when the bell rings, for callers that poll other descriptors too.
  public let descriptor = photo_event()

  /// Makes a bell that has not been rung.
  public init() {}

  deinit { close(descriptor) }

  /// Ends the current wait, or the next one.
  public func ring() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Whether the next wait would return at once.
  public var hasRung: Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, 0) > 0
  }

  /// Waits for a ring without a timeout.
  public func wait() { while !wait(.seconds(3_600)) {} }

  /// Waits for a ring up to a timeout; returns whether there was one.
  @discardableResult
  public func wait(_ time: Duration) -> Bool { wait(time, orFor: -1) }

  /// Waits for a ring or until a descriptor is readable; returns whether there was a ring.
  @discardableResult
  public func wait(_ time: Duration, orFor other: Int32) -> Bool {
    _ = wait(time, orFor: other, orChangeOf: -1)
    return takeRings()
  }

  /// Waits for a ring, for a readable descriptor, or for a file of `/proc` to report a change (POLLPRI).
  ///
  /// Returns whether the file changed; the kernel reports each change once.
  public func wait(_ time: Duration, orFor other: Int32, orChangeOf file: Int32) -> Bool {
    let (seconds, fraction) = time.components
    let milliseconds = seconds * 1_000 + fraction / 1_000_000_000_000_000 + 1
    var wanted = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      pollfd(fd: file, events: Int16(POLLPRI), revents: 0),
    ]
    unsafe poll(&wanted, 3, Int32(clamping: max(0, milliseconds)))
    if file >= 0 { _ = takeRings() }
    return wanted[2].revents != 0
  }

  private func takeRings() -> Bool {
    var rings: UInt64 = 0
    return unsafe read(descriptor, &rings, MemoryLayout<UInt64>.size) > 0
  }
}
