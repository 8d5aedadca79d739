internal import Glibc

/// Records that were read one after the other, and what ended the reading if anything did.
struct RecordPiece: Sendable {
  var items: [RecordStream.Item] = []
  var consumed = 0
  var failure: (any Error)?
}

/// A queue of few pieces between two threads: who is too fast waits for the other.
///
/// Unchecked, because the compiler cannot see that the properties below the locks are touched only
/// between `pthread_mutex_lock` and its unlock. The library of the toolchain has no lock that one can
/// wait on.
@safe final class PieceQueue: @unchecked Sendable {
  private static let capacity = 4

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasNews = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var pieces: [RecordPiece] = []
  private var isFinished = false
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

  /// Adds a piece as soon as there is room; false when nobody wants it any more.
  func put(_ piece: RecordPiece) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while pieces.count == Self.capacity, !isClosed { unsafe pthread_cond_wait(hasNews, mutex) }
    guard !isClosed else { return false }
    pieces.append(piece)
    unsafe pthread_cond_signal(hasNews)
    return true
  }

  /// The next piece as soon as there is one; nothing after the last.
  func take() -> RecordPiece? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while pieces.isEmpty, !isFinished { unsafe pthread_cond_wait(hasNews, mutex) }
    guard !pieces.isEmpty else { return nil }
    unsafe pthread_cond_signal(hasNews)
    return pieces.removeFirst()
  }

  /// Says that the last piece has been put.
  func finish() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isFinished = true
    unsafe pthread_cond_signal(hasNews)
  }

  /// Says that no piece will be taken any more.
  func close() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isClosed = true
    unsafe pthread_cond_signal(hasNews)
  }
}
