/// Identifies a mounted file system, also after a restart of the machine.
///
/// Device numbers do not: the kernel assigns them in the order in which it finds the disks.
public struct FileSystemIdentity: Sendable {
  /// The identifier of the file system, such as `ext:6a…`, `uuid:…` or `nfs:server:/export`.
  public var key: String

  /// The folder of the file system that is mounted: `/`, except for bind mounts and subvolumes.
  public var mounted: String

  /// A name for people, such as `/dev/sdb1 (ext4)`; equality ignores it.
  public var name: String

  /// Makes an identity.
  public init(key: String, mounted: String = "/", name: String) {
    self.key = key
    self.mounted = mounted
    self.name = name
  }

  /// The identity in an index of an older version: a device number.
  public static func device(_ number: UInt64) -> FileSystemIdentity {
    FileSystemIdentity(key: "device:\(number)", name: "device \(number)")
  }
}

extension FileSystemIdentity: Hashable {
  /// Whether both are the same part of the same file system.
  public static func == (one: Self, other: Self) -> Bool {
    one.key == other.key && one.mounted == other.mounted
  }

  /// Feeds what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(mounted)
  }
}
