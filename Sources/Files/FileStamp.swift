/// The attributes of a file that a scan compares: a file is read again when one of them has changed.
public struct FileStamp: Hashable, Sendable {
  /// Bytes.
  public var size: Int64

  /// When it was last written, in nanoseconds since 1970.
  public var modified: Int64

  /// The number of the file on its file system, which survives renaming.
  public var inode: UInt64

  /// When its content, name or permissions last changed (ctime), in nanoseconds since 1970.
  ///
  /// Programs can set `modified`, but not this. Nil if the index has not recorded it.
  public var changed: Int64?

  /// Makes a stamp.
  public init(size: Int64, modified: Int64, inode: UInt64, changed: Int64? = nil) {
    self.size = size
    self.modified = modified
    self.inode = inode
    self.changed = changed
  }

  /// Whether size, modification time and inode are the same, whatever the ctime is.
  public func agrees(with other: FileStamp) -> Bool {
    size == other.size && modified == other.modified && inode == other.inode
  }

  /// The stamp of a file as the file system describes it.
  public init(_ status: FileStatus) {
    self.init(
      size: Int64(status.size), modified: status.modified, inode: status.inode,
      changed: status.changed)
  }

  /// Whether a file is the one this stamp was taken of; an index of an older version has no ctime.
  public func isOf(_ status: FileStatus) -> Bool {
    let current = FileStamp(status)
    return changed == nil ? agrees(with: current) : self == current
  }
}
