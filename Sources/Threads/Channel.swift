internal import Glibc

/// A bounded queue between threads: `take` blocks while it is empty, `put` while it is full.
///
/// Unchecked, because the compiler cannot see that all mutable properties are accessed only between
/// `pthread_mutex_lock` and `pthread_mutex_unlock`. The standard library has no condition variable.
@safe public final class Channel<Item: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasItems = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var items: [Item] = []
  private var taken = 0
  private var isClosed = false

  /// Makes a queue that holds at most `capacity` items.
  public init(capacity: Int = .max) {
    self.capacity = capacity
    unsafe pthread_mutex_init(mutex, nil)
    var clock = pthread_condattr_t()
    unsafe pthread_condattr_init(&clock)
    unsafe pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(hasItems, &clock)
    unsafe pthread_condattr_destroy(&clock)
    unsafe pthread_cond_init(hasRoom, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(hasItems)
    unsafe pthread_cond_destroy(hasRoom)
    unsafe pthread_mutex_destroy(mutex)
    unsafe hasItems.deallocate()
    unsafe hasRoom.deallocate()
    unsafe mutex.deallocate()
  }

  /// Adds an item, blocking while the queue is full; returns false if the queue is closed.
  @discardableResult
  public func put(_ item: Item) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while items.count - taken >= capacity, !isClosed { unsafe pthread_cond_wait(hasRoom, mutex) }
    guard !isClosed else { return false }
    items.append(item)
    unsafe pthread_cond_signal(hasItems)
    return true
  }

  /// Removes the first item, blocking while the queue is empty; returns nil once it is closed and empty.
  public func take() -> Item? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while taken == items.count, !isClosed { unsafe pthread_cond_wait(hasItems, mutex) }
    return takeFirst()
  }

  /// Removes the first item; returns nil if none arrives within a time, or the queue is closed and empty.
  public func take(within time: Duration) -> Item? {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let (seconds, fraction) = time.components
    let nanoseconds = end.tv_nsec + Int(fraction / 1_000_000_000)
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while taken == items.count, !isClosed {
      if unsafe pthread_cond_timedwait(hasItems, mutex, &end) == ETIMEDOUT { break }
    }
    return takeFirst()
  }

  /// Removes the first item if there is one; the lock is held.
  private func takeFirst() -> Item? {
    guard taken < items.count else { return nil }
    defer {
      taken += 1
      if taken == items.count || taken > 1_024 {
        items.removeFirst(taken)
        taken = 0
      }
    }
    unsafe pthread_cond_signal(hasRoom)
    return items[taken]
  }

  /// Removes all items; returns how many there were.
  public func removeAll() -> Int {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let count = items.count - taken
    items.removeAll()
    taken = 0
    unsafe pthread_cond_broadcast(hasRoom)
    return count
  }

  /// Refuses further items; those already queued can still be taken.
  public func close() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isClosed = true
    unsafe pthread_cond_broadcast(hasItems)
    unsafe pthread_cond_broadcast(hasRoom)
  }
}
