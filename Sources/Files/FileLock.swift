internal import Glibc

/// An exclusive lock on a file or folder, held until this object is released.
///
/// The kernel releases it when the process ends, however that happens, so no lock is ever stale.
public final class FileLock: Sendable {
  private let descriptor: CInt

  /// Why a lock was not taken.
  public enum Failure: Error {
    /// The file cannot be opened or locked.
    case system(SystemError)

    /// Another holder did not release it in time; the content of the file is the holder's note.
    case held(note: [UInt8])
  }

  /// Takes the lock; creates its file, readable only by its owner, if it does not exist.
  ///
  /// Waits at most for the timeout, or indefinitely without one. Other processes can read the note.
  public init(path: [UInt8], timeout: Duration? = nil, note: [UInt8] = []) throws(Failure) {
    do throws(SystemError) {
      descriptor = try Descriptor.create(path, O_RDWR)
    } catch {
      throw .system(error)
    }
    // From here on deinit closes the descriptor, also when this throws.
    do throws(SystemError) {
      if let timeout { try take(within: timeout) } else { try take() }
    } catch {
      throw error.code == EWOULDBLOCK ? .held(note: currentNote()) : .system(error)
    }
    guard !note.isEmpty else { return }
    ftruncate(descriptor, 0)
    // The note is for messages only; no lock depends on the content of the file.
    unsafe note.withUnsafeBytes { _ = unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Takes the lock on an existing file or folder; waits at most for the timeout, or indefinitely without one.
  public init(existing path: [UInt8], timeout: Duration? = nil) throws(SystemError) {
    descriptor = try Descriptor.open(path, Descriptor.forReading | O_NOFOLLOW)
    if let timeout { try take(within: timeout) } else { try take() }
  }

  deinit {
    // Closing alone would leave the lock with a child process that was forked meanwhile.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private func take() throws(SystemError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last }
    }
  }

  private func take(within timeout: Duration) throws(SystemError) {
    let end = ContinuousClock.now + timeout
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard [EINTR, EWOULDBLOCK].contains(errno), ContinuousClock.now < end else { throw .last }
      // The kernel does not announce that a lock was released.
      poll(nil, 0, 20)
    }
  }

  private func currentNote() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = unsafe max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }
}
