internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoIndex

extension ScanRun {
  /// Runs a call that may wait for the disk; if it hangs, the rest of the root is left out.
  func onDisk<Value: Sendable>(
    _ path: FilePath, within patience: Duration? = nil, _ call: @escaping @Sendable () -> Value
  ) throws(SystemError) -> Value {
    do throws(FolderHangs) {
      return try HangingFolders.shared.call(
        fileSystem(around: path), within: patience ?? options.patience, call)
    } catch {
      note(error)
      throw SystemError(code: ETIMEDOUT, reason: "\(error)")
    }
  }

  /// Whether a path leads to another file than before, or to none; false if its disk does not answer.
  func isGone(_ path: FilePath, inode: UInt64) -> Bool {
    @Sendable func isGone(_ followsSymlinks: Bool) -> Bool {
      FileStatus(path, followsSymlinks: followsSymlinks)?.inode != inode
    }
    let followsSymlinks = options.followsSymlinks
    // A thread for each file of a folder that was moved would take longer than all else.
    guard MountedShares.shared.mountPoint(around: path) != nil else {
      return isGone(followsSymlinks)
    }
    return (try? onDisk(path) { isGone(followsSymlinks) }) ?? false
  }

  /// Leaves alone the threads that wait for the disk, and the rest of the root.
  func giveUp(_ pool: ReaderPool) {
    guard !pool.isAbandoned else { return }
    state.wasGivenUp = true
    let folders = Set((pool.awaited + listings.awaited).map(fileSystem(around:)))
    let hanging = HangingFolders.shared
    for folder in folders {
      // Once for the readers, once for the listers.
      hanging.begin(folder)
      hanging.begin(folder)
      note(FolderHangs(folder: folder, patience: patience.limit))
    }
    @Sendable func end() { for folder in folders { hanging.end(folder) } }
    pool.abandon(end)
    listings.abandon(end)
  }

  /// Reports a hanging folder, and drops the rest of the work.
  private func note(_ hang: FolderHangs) {
    state.wasGivenUp = true
    dropWork()
    guard !state.report.hanging.contains(hang.folder) else { return }
    state.report.hanging.append(hang.folder)
    state.report.errors.append(ScanProblem(path: hang.folder, reason: "\(hang)"))
  }

  /// The mount point around a path, within the root; only what is below it hangs.
  private func fileSystem(around path: FilePath) -> FilePath {
    let point = MountTable.current().mount(above: path)?.point
    return point.flatMap { $0.isInside(plan.root) ? $0 : nil } ?? plan.root
  }
}
