internal import Glibc

/// A thread for what blocks or goes on for long: those that Swift's tasks share must not be held up.
public struct SystemThread: Sendable {
  private let thread: pthread_t

  /// Runs work on a new thread, which must be joined.
  public init(_ body: sending @escaping () -> Void) throws(NoThread) {
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
      throw NoThread(code: code)
    }
    self.thread = thread
  }

  /// Runs work on a detached thread.
  public static func start(_ body: sending @escaping () -> Void) throws(NoThread) {
    pthread_detach(try SystemThread(body).thread)
  }

  /// Returns when the thread has ended; to be called once.
  public func join() { pthread_join(thread, nil) }

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

/// A thread that the system did not start.
public struct NoThread: Error, CustomStringConvertible {
  let code: Int32

  /// Why, in the system's words.
  public var description: String {
    "cannot start a thread: \(unsafe String(cString: strerror(code)))"
  }
}
