public import PhotoFacts
internal import Synchronization

/// The mounts of this machine whose server, device or program may stop answering.
public final class MountedShares: Sendable {
  /// Those that this process sees.
  public static let shared = MountedShares()

  private let state = Mutex(State())

  private struct State {
    let changes = MountChanges()
    var table: MountTable?

    mutating func current() -> MountTable {
      if changes.haveHappened { table = nil }
      let current = table ?? .current()
      table = current
      return current
    }
  }

  init() {}

  /// Whether there are none.
  public var areNone: Bool {
    state.withLock { state in !state.current().mounts.contains(where: \.mayHang) }
  }

  /// The mount point of the share that a path is on; nil if it is on a disk of this machine.
  ///
  /// Only the path is looked at: a call to a share may never return.
  public func mountPoint(around path: FilePath) -> FilePath? {
    state.withLock { state in
      state.current().mount(above: path).flatMap { $0.mayHang ? $0.point : nil }
    }
  }
}

extension MountTable.Mount {
  private static let shares: Set<String> = [
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fuse", "fuseblk", "glusterfs",
    "lustre", "ncpfs",
    "nfs", "nfs4", "smb3", "smbfs", "vboxsf", "vmhgfs",
  ]

  /// Whether other machines change it, so that inotify misses changes.
  var isShared: Bool { Self.shares.contains(type) || type.hasPrefix("fuse.") }

  /// Whether a call may wait for another machine or program.
  var mayHang: Bool { isShared || type == "autofs" }
}
