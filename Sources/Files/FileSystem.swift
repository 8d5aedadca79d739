internal import Glibc

/// System calls that create, rename and remove files.
public enum FileSystem {
  /// Removes a file; returns false if it does not exist or cannot be removed.
  @discardableResult
  public static func remove(_ path: [UInt8]) -> Bool {
    unsafe withPath(path) { unsafe unlink($0) } == 0
  }

  /// Renames a file; replaces a file that has the new name.
  public static func rename(_ path: [UInt8], to other: [UInt8]) throws(SystemError) {
    let code = unsafe withPath(path) { from in
      unsafe withPath(other) { to in unsafe Glibc.rename(from, to) }
    }
    guard code == 0 else { throw .last }
  }

  /// Whether this process may write to a file and create others beside it.
  public static func mayWrite(_ path: [UInt8]) -> Bool {
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? [46]
    return [path, folder].allSatisfy { path in
      unsafe withPath(path) { unsafe faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } == 0
    }
  }

  /// Creates a folder and its missing parents, for the owner alone.
  ///
  /// Failures are ignored; opening a file in the folder reports them.
  public static func makeFolder(_ path: [UInt8]) {
    let isMade = unsafe withPath(path) { unsafe mkdir($0, 0o700) } == 0
    guard !isMade, errno == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0
    else { return }
    makeFolder(Array(path[..<slash]))
    _ = unsafe withPath(path) { unsafe mkdir($0, 0o700) }
  }

  /// Creates a folder and its missing parents with these permissions, minus the umask.
  public static func makeFolder(_ path: [UInt8], permissions: UInt32) throws(SystemError) {
    if unsafe withPath(path, { unsafe mkdir($0, permissions) }) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else {
      throw .last
    }
    try makeFolder(Array(path[..<slash]), permissions: permissions)
    guard unsafe withPath(path, { unsafe mkdir($0, permissions) }) == 0 || errno == EEXIST else {
      throw .last
    }
  }

  /// The names in a folder, without `.` and `..`, unsorted.
  public static func names(in path: [UInt8]) throws(SystemError) -> [[UInt8]] {
    var stream: OpaquePointer?
    _ = unsafe withPath(path) { name in
      unsafe stream = opendir(name)
      return 0
    }
    guard let stream = unsafe stream else { throw .last }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      if name != [46], name != [46, 46] { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw .last }
    return names
  }

  /// Calls the system with a path; fails with `ENOENT` if the path contains a NUL, which would truncate it.
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
