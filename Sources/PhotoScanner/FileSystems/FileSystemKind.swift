internal import CPhotoShims
internal import PhotoFacts

/// Knows the file systems on which inotify misses remote changes.
enum FileSystemKind {
  /// NFS, CIFS, SMB (1 to 3), AFS, Ceph, CODA, NCP, 9p, the shares of VirtualBox and VMware, FUSE.
  ///
  /// The numbers are those of linux/magic.h and of the sources of these file systems.
  private static let shared: Set<UInt> = [
    0x6969, 0xFF53_4D42, 0x517B, 0xFE53_4D42, 0x5346_414F, 0x6B41_4653, 0x00C3_6400, 0x7375_7245,
    0x564C, 0x0102_1997, 0x786F_4256, 0xBACB_ACBC, 0x6573_5546,
  ]

  /// Whether a directory must be polled, because inotify would miss changes in it.
  ///
  /// The mount table is asked first, because a call to a share may never return.
  static func needsPolling(_ directory: FilePath, _ table: MountTable) -> Bool {
    if table.mount(above: directory)?.isShared == true { return true }
    return shared.contains(unsafe directory.withCString { unsafe UInt(photo_file_system($0)) })
  }
}
