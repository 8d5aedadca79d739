internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoIndex

/// Identifies the file system of a directory; tests substitute their own.
protocol FileSystemLookup: AnyObject {
  /// The file system of an open directory; nil if it cannot be determined.
  func fileSystem(of directory: FilePath, descriptor: Int32) -> FileSystemIdentity?
}

/// Identifies the mounted file systems of this machine.
///
/// Reads the mount table once, and again after the mounts have changed.
final class MountedFileSystems: FileSystemLookup {
  private let changes = MountChanges()
  private var table: MountTable?
  private var known: [Int: FileSystemIdentity] = [:]

  func fileSystem(of directory: FilePath, descriptor: Int32) -> FileSystemIdentity? {
    if changes.haveHappened {
      table = nil
      known.removeAll()
    }
    let number = Self.mountNumber(of: descriptor)
    if let number, let found = known[number] { return found }
    let table = table ?? .current()
    self.table = table
    let mount = number.flatMap(table.mount(id:))
    // It was unmounted after the directory was opened: what the path leads to now is another file system.
    if mount == nil, let number, Self.mountNumber(of: directory) != number { return nil }
    let identity = FileSystemIdentity(mount ?? table.mount(above: directory), descriptor)
    if let number, let identity { known[number] = identity }
    return identity
  }

  /// The id of the mount that a path leads to now; nil if it cannot be determined.
  private static func mountNumber(of path: FilePath) -> Int? {
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return mountNumber(of: descriptor)
  }

  /// The id of the mount through which a file was opened.
  private static func mountNumber(of descriptor: Int32) -> Int? {
    let text = String(decoding: ProcFile.read("/proc/self/fdinfo/\(descriptor)"), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
    return line.flatMap { Int($0.dropFirst(7).drop { $0 == "\t" || $0 == " " }) }
  }
}

/// Reports that a file system was mounted or unmounted.
final class MountChanges {
  /// POLLPRI is pending after a change, until `haveHappened` is read; -1 if `/proc` is not mounted.
  let descriptor: Int32

  init() { descriptor = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether the mounts have changed since the last call.
  var haveHappened: Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    return unsafe poll(&event, 1, 0) > 0
  }
}

extension FileSystemIdentity {
  /// File systems whose `f_fsid` derives from their UUID.
  ///
  /// It is the same on every machine, in every container and after every restart. On other file systems
  /// `f_fsid` is a device number.
  private static let typesWithStableID: Set<String> = [
    "ext2", "ext3", "ext4", "btrfs", "f2fs", "zfs", "bcachefs", "tmpfs", "overlay",
  ]

  /// Identifies the file system of a mount.
  ///
  /// Uses the first that exists of: a stable `f_fsid`; the UUID that udev has for the device; the name of the
  /// share or device; the device number. An identity that changes does no lasting harm: the next scan
  /// recognises the file system by files with the same inode and ctime.
  init?(_ mount: MountTable.Mount?, _ descriptor: Int32) {
    guard let status = FileStatus(descriptor: descriptor) else { return nil }
    guard let mount else {
      self = .device(status.identity.device)
      return
    }
    let source = mount.source.description
    let name = "\(source) (\(mount.type))"
    let mounted = mount.mounted.description
    if Self.typesWithStableID.contains(mount.type), let number = Self.number(of: descriptor) {
      let family = mount.type.hasPrefix("ext") ? "ext" : mount.type
      self.init(key: "\(family):\(String(number, radix: 16))", mounted: mounted, name: name)
    } else if let uuid = DiskNames.uuid(of: mount.source) {
      self.init(key: "uuid:\(uuid)", mounted: mounted, name: "\(name), UUID \(uuid)")
    } else if source.contains("/") || source.contains(":") {
      // nfs and nfs4 are one share, and so are cifs and smb3.
      let type = mount.type.hasPrefix("nfs") ? "nfs" : mount.type == "smb3" ? "cifs" : mount.type
      self.init(key: "\(type):\(source)", mounted: mounted, name: name)
    } else {
      self.init(
        key: "\(mount.type):\(source):\(status.identity.device)", mounted: mounted, name: name)
    }
  }

  private static func number(of descriptor: Int32) -> UInt? {
    var found = statvfs()
    guard unsafe fstatvfs(descriptor, &found) == 0, found.f_fsid != 0 else { return nil }
    return UInt(found.f_fsid)
  }
}

/// The symbolic links that udev makes for disks.
private enum DiskNames {
  private static let folder = FilePath("/dev/disk/by-uuid")

  /// The UUID of the file system on a device; nil if it is not a disk or udev does not run.
  static func uuid(of device: FilePath) -> String? {
    guard let number = FileStatus(device, followsSymlinks: true)?.blockDevice,
      let listing = try? DirectoryListing(folder, followsSymlinks: false)
    else { return nil }
    let entry = listing.entries.first { entry in
      FileStatus(folder.appending(entry.name), followsSymlinks: true)?.blockDevice == number
    }
    return entry.map { String(decoding: $0.name, as: UTF8.self) }
  }
}
