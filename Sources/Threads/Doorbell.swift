internal import CPhotoShims
internal import Glibc

/// Wakes a thread that waits; any thread may ring, at any time.
public final class Doorbell: Sendable {
  /// Becomes readable with a ring, for those who wait for other descriptors too.
  public let descriptor = photo_event()

  /// Makes a bell that has not been rung.
  public init() {}

  deinit { close(descriptor) }

  /// Ends the next wait, or the one under way.
  public func ring() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Whether the next wait would be over at once.
  public var hasRung: Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, 0) > 0
  }

  /// Waits for a ring, however long it takes.
  public func wait() { while !wait(.seconds(3_600)) {} }

  /// Waits for a ring, for so long at most; answers whether there was one.
  @discardableResult
  public func wait(_ time: Duration) -> Bool { wait(time, orFor: -1) }

  /// Waits for a ring or until a descriptor has something to read; answers whether there was a ring.
  @discardableResult
  public func wait(_ time: Duration, orFor other: Int32) -> Bool {
    _ = wait(time, orFor: other, orChangeOf: -1)
    return takeRings()
  }

  /// Waits for a ring, for something to read, or for a file of `/proc` to report a change (POLLPRI);
  /// returns whether it has, which the kernel reports once.
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
