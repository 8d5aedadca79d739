internal import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: CInt

  /// The error message.
  public let reason: String

  /// Makes an error from a value of `errno`; the default reason is the message of the system.
  public init(code: CInt, reason: String? = nil) {
    self.code = code
    self.reason = reason ?? Self.message(code)
  }

  /// The error of the system call that failed last on this thread.
  public static var last: SystemError { SystemError(code: errno) }

  /// Whether there is no file of that name.
  public var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the file does not exist, or may not be served.
  public var isMissing: Bool {
    [ENOENT, ENOTDIR, EISDIR, ELOOP, EXDEV, ENAMETOOLONG, EACCES, ENXIO, EINVAL].contains(code)
  }

  /// Whether a symbolic link was refused, or there were too many of them.
  public var isLink: Bool { code == ELOOP }

  /// Whether file descriptors or memory are exhausted.
  public var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }

  /// The error message.
  public var description: String { reason }

  private static func message(_ code: CInt) -> String {
    // strerror is not thread-safe; strerror_r is its POSIX twin.
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, unsafe strerror_r(code, base, buffer.count) == 0
      else { return "" }
      return unsafe String(cString: base)
    }
    return text.isEmpty ? "error \(code)" : text
  }
}
