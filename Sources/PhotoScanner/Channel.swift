internal import Glibc

/// A queue between threads: taking waits until there is something, or until it is closed and empty.
///
/// Unchecked, because the compiler cannot see that `items` and `isClosed` are touched only between
/// `pthread_mutex_lock` and its unlock, in the three methods below. The library of the toolchain
/// has no lock that one can wait on.
@safe final class Channel<Item: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasNews = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var items: [Item] = []
  private var taken = 0
  private var isClosed = false

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(hasNews, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(hasNews)
    unsafe pthread_mutex_destroy(mutex)
    unsafe hasNews.deallocate()
    unsafe mutex.deallocate()
  }

  func put(_ item: Item) {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    items.append(item)
    unsafe pthread_cond_signal(hasNews)
  }

  func take() -> Item? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while taken == items.count && !isClosed { unsafe pthread_cond_wait(hasNews, mutex) }
    guard taken < items.count else { return nil }
    defer {
      taken += 1
      if taken == items.count {
        items.removeAll(keepingCapacity: true)
        taken = 0
      }
    }
    return items[taken]
  }

  func close() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isClosed = true
    unsafe pthread_cond_broadcast(hasNews)
  }
}
