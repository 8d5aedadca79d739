internal import Glibc
internal import HTTPServer
internal import PhotoFacts

/// A small file beside the index that its owner alone may read, and that several programs may change.
struct PrivateFile: Sendable {
  typealias Stamp = FileStamp

  let path: FilePath

  /// Whether there is one; what cannot be looked at may be one, and reading it tells why it is not.
  var exists: Bool {
    unsafe path.withCString { unsafe access($0, F_OK) == 0 || errno != ENOENT }
  }

  /// What tells it from how it was before and will be; nothing where it is not there.
  var stamp: Stamp? { Stamp(path.bytes) }

  /// What is in it; nothing where it is not there.
  func read() throws(RegisterError) -> String? {
    guard exists else { return nil }
    do {
      return String(decoding: try OpenFile(path: path.bytes).read(), as: UTF8.self)
    } catch {
      throw RegisterError("cannot read \(path): \(error)")
    }
  }

  /// Writes beside the file and then takes its place, so that nobody ever reads half of it.
  func write(_ text: String) throws(RegisterError) {
    let draft = FilePath(bytes: path.bytes + Array(".new".utf8))
    let descriptor = unsafe draft.withCString {
      unsafe Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw RegisterError.system("cannot write", draft) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count,
      fsync(descriptor) == 0
    else {
      let error = RegisterError.system("cannot write", draft)
      // What is there is only a part, and takes room on a disk that may have none.
      _ = unsafe draft.withCString { unsafe unlink($0) }
      throw error
    }
    let isMoved = unsafe draft.withCString { from in
      unsafe path.withCString { to in unsafe rename(from, to) == 0 }
    }
    guard isMoved else { throw RegisterError.system("cannot write", path) }
  }

  /// Keeps everyone else who changes the file that way waiting until `change` has been done, so that
  /// nobody writes what they have read before another wrote.
  func withLock<Result>(_ change: () throws -> Result) throws -> Result {
    // The file itself is replaced with each change, and a lock on it with it.
    let lock = FilePath(bytes: path.bytes + Array(".lock".utf8))
    let descriptor = unsafe lock.withCString {
      unsafe Glibc.open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw RegisterError.system("cannot write", lock) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw RegisterError.system("cannot lock", lock) }
    }
    return try change()
  }
}

/// Why links or zones cannot be read or written.
public struct RegisterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, naming the file.
  public let description: String

  init(_ description: String) { self.description = description }

  static func system(_ what: String, _ path: FilePath) -> RegisterError {
    RegisterError("\(what) \(path): \(unsafe String(cString: strerror(errno)))")
  }
}
