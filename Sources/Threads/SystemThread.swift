internal import Glibc

/// A thread for blocking or long-running work, which must not occupy the threads of Swift's tasks.
public struct SystemThread: Sendable {
  private let thread: pthread_t

  /// Runs work on a new thread; the caller must `join` it.
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

  /// The number of cores of this machine.
  public static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Runs work on a detached thread.
  public static func start(_ body: sending @escaping () -> Void) throws(NoThread) {
    pthread_detach(try SystemThread(body).thread)
  }

  /// Blocks until the thread has ended; must be called exactly once.
  public func join() { pthread_join(thread, nil) }

  /// Lets the thread end by itself; must be called instead of `join`.
  func detach() { pthread_detach(thread) }

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

/// An error: the system could not start a thread.
public struct NoThread: Error, CustomStringConvertible {
  let code: Int32

  /// The system's error message.
  public var description: String {
    "cannot start a thread: \(unsafe String(cString: strerror(code)))"
  }
}
