internal import CPhotoShims
public import Glibc

/// The metadata of a file, except the time of the last access.
public struct FileStatus: Sendable {
  private let status: stat

  /// The status of an open file; returns nil on failure, and leaves the reason in `errno`.
  public init?(descriptor: CInt) {
    var status = stat()
    guard unsafe photo_file_status(descriptor, nil, 0, &status) == 0 else { return nil }
    self.status = status
  }

  /// The status of the file at a path, or beneath an open directory.
  ///
  /// Returns nil if there is no such file, and leaves the reason in `errno`.
  public init?(path: [UInt8], in directory: CInt = AT_FDCWD, followsLinks: Bool = true) {
    var status = stat()
    let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    let code = unsafe FileSystem.withPath(path) {
      unsafe photo_file_status(directory, $0, flags, &status)
    }
    guard code == 0 else { return nil }
    self.status = status
  }

  /// The status of the file of a name; nil only if nothing has that name.
  ///
  /// Throws for a symbolic link to a missing file: its file system may not be mounted.
  public static func ifPresent(_ path: [UInt8]) throws(SystemError) -> FileStatus? {
    guard let named = FileStatus(path: path, followsLinks: false) else {
      let error = SystemError.last
      guard error.code == ENOENT else { throw error }
      return nil
    }
    guard named.kind == .symbolicLink else { return named }
    if let target = FileStatus(path: path) { return target }
    let error = SystemError.last
    guard error.isAbsence else { throw error }
    throw SystemError(
      code: ENOLINK,
      reason:
        "it is a symbolic link, and its target is missing; mount the target, or remove the link")
  }

  /// Bytes in the file.
  public var size: Int { Int(status.st_size) }

  /// Bytes that the file takes on the disk.
  public var allocatedSize: Int { Int(status.st_blocks) * 512 }

  /// The permission bits for owner, group and others.
  public var permissions: UInt32 { status.st_mode & 0o777 }

  /// The number of the user who owns the file.
  public var owner: UInt32 { status.st_uid }

  /// The number of the group of the file.
  public var group: UInt32 { status.st_gid }

  /// When the content was last written, in nanoseconds since 1970.
  public var modified: Int64 { Self.nanoseconds(status.st_mtim) }

  /// The same in whole seconds.
  public var modifiedSeconds: Int { status.st_mtim.tv_sec }

  /// When the content or the inode last changed, in nanoseconds since 1970.
  public var changed: Int64 { Self.nanoseconds(status.st_ctim) }

  /// The inode number.
  public var inode: UInt64 { UInt64(status.st_ino) }

  /// The id of the file system.
  public var device: UInt64 { UInt64(status.st_dev) }

  /// The device that a device file refers to, if it is a block device.
  public var blockDevice: UInt64? {
    status.st_mode & S_IFMT == S_IFBLK ? UInt64(status.st_rdev) : nil
  }

  /// The number of hard links.
  public var linkCount: Int { Int(status.st_nlink) }

  /// The kinds of files.
  public enum Kind: Sendable {
    case regular
    case directory
    case symbolicLink
    case namedPipe
    case socket
    case device
    case unknown
  }

  /// What kind of file it is.
  public var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    case S_IFLNK: .symbolicLink
    case S_IFIFO: .namedPipe
    case S_IFSOCK: .socket
    case S_IFCHR, S_IFBLK: .device
    default: .unknown
    }
  }

  /// Whether both are the same file, whatever their paths.
  public func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }

  /// Whether two observations of one file show the same content: both times and the size are equal.
  public func hasSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
      && changed == other.changed
  }

  // Nanoseconds overflow past the year 2262; the wrapped value still distinguishes times.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
