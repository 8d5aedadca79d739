internal import Files
internal import Glibc
package import PhotoFacts

/// What other processes do with a database, as its locks show.
///
/// In WAL mode, a connection has a lock on the database, and then one on the shared memory beside it. To ask the kernel,
/// a file must be opened, and closing it releases all locks of this process on it. So this must not be used while this
/// process has the database open.
package enum FileUsers {
  // "unixShmMap" and "SHARED_FIRST" in SQLite's os_unix.c and os.h.
  private static let sharedMemoryLock: (start: off_t, count: off_t) = (128, 1)
  private static let databaseLock: (start: off_t, count: off_t) = (0x4000_0002, 510)

  /// Whether another process has the database open.
  package static func exist(ofDatabase path: FilePath) -> Bool { isLocked(path, databaseLock) }

  /// Whether another process has shared memory open.
  package static func exist(ofSharedMemory path: FilePath) -> Bool {
    isLocked(path, sharedMemoryLock)
  }

  private static func isLocked(_ path: FilePath, _ range: (start: off_t, count: off_t)) -> Bool {
    guard let file = try? ReadableFile(path: path.bytes) else { return false }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (range.start, range.count)
    let code = unsafe fcntl(file.descriptor, F_GETLK, &lock)
    return code == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
