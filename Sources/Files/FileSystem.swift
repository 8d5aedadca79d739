internal import Glibc

/// The calls that change names.
public enum FileSystem {
  /// Removes a file; returns whether there was one that could be removed.
  @discardableResult
  public static func remove(_ path: [UInt8]) -> Bool {
    unsafe withPath(path) { unsafe unlink($0) } == 0
  }

  /// Gives a file another name, in place of a file that has it.
  public static func rename(_ path: [UInt8], to other: [UInt8]) throws(SystemError) {
    let code = unsafe withPath(path) { from in
      unsafe withPath(other) { to in unsafe Glibc.rename(from, to) }
    }
    guard code == 0 else { throw .last }
  }

  /// Makes a folder, and those above it that are missing, for the owner alone.
  ///
  /// Whether that worked shows when a file in it is opened.
  public static func makeFolder(_ path: [UInt8]) {
    let isMade = unsafe withPath(path) { unsafe mkdir($0, 0o700) } == 0
    guard !isMade, errno == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0
    else { return }
    makeFolder(Array(path[..<slash]))
    _ = unsafe withPath(path) { unsafe mkdir($0, 0o700) }
  }

  /// Calls the system with a path; fails with `ENOENT` if a NUL would cut it short.
  static func withPath(_ path: [UInt8], _ call: (UnsafePointer<CChar>) -> CInt) -> CInt {
    guard !path.contains(0) else {
      errno = ENOENT
      return -1
    }
    let name = path.map(CChar.init(bitPattern:)) + [0]
    return unsafe name.withUnsafeBufferPointer { name in
      unsafe name.baseAddress.map { unsafe call($0) } ?? -1
    }
  }
}
