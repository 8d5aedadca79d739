internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoIndex

/// A side file of the index that only its owner can read and several programs may change.
struct PrivateFile: Sendable {
  let path: FilePath

  /// Whether the file exists; true also if that cannot be determined, so that reading reports the reason.
  var exists: Bool {
    unsafe path.withCString { unsafe access($0, F_OK) == 0 || errno != ENOENT }
  }

  /// Changes with each change of the file; nil if there is no file.
  var stamp: FileStamp? { FileStatus(path: path.bytes).map { FileStamp($0) } }

  /// Reads the content; nil if there is no file.
  func read() throws(RegisterError) -> String? {
    guard exists else { return nil }
    do {
      let file = try ReadableFile(path: path.bytes)
      return String(decoding: try file.read(0..<file.size), as: UTF8.self)
    } catch {
      throw RegisterError("cannot read \(path): \(error)")
    }
  }

  /// Replaces the file as a whole; the new content is on the disk when this returns.
  func write(_ text: String) throws(RegisterError) {
    do throws(SystemError) {
      // Left by a process that was killed; the caller has the lock.
      FileSystem.remove(path.bytes + Array(Self.draftEnding.utf8))
      let draft = try FileDraft(replacing: path.bytes, ending: Self.draftEnding)
      try draft.write(Array(text.utf8))
      try draft.commit(synced: true)
    } catch {
      throw RegisterError("cannot write \(path): \(error.reason)")
    }
  }

  private static let draftEnding = ".new"

  /// Runs `change` while no other program can change the file.
  func withLock<Result>(_ change: () throws -> Result) throws -> Result {
    // A lock on the file itself would be lost when the file is replaced.
    let lockPath = FilePath(bytes: path.bytes + Array(".lock".utf8))
    let lock: FileLock
    do throws(FileLock.Failure) {
      lock = try FileLock(path: lockPath.bytes)
    } catch {
      guard case .system(let error) = error else {
        throw RegisterError("cannot lock \(lockPath); try again")
      }
      throw RegisterError("cannot lock \(lockPath): \(error.reason)")
    }
    defer { withExtendedLifetime(lock) {} }
    return try change()
  }
}

/// Why links or zones cannot be read or written.
public struct RegisterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and what is wrong with it.
  public let description: String

  init(_ description: String) { self.description = description }
}
