internal import PhotoFacts

extension WatchLoop {
  /// Schedules the mount points below the watched folders that have changed.
  ///
  /// inotify does not report mounts: a watch stays on the directory that is now hidden. An unmounted file
  /// system is reported only if it has no other mount.
  func scheduleChangedMounts() {
    let current = MountTable.current()
    let changed = Set(current.mounts).symmetricDifference(mountTable.mounts).map(\.point)
    mountTable = current
    for point in Set(changed) {
      for root in roots {
        if root.path.isInside(point) { nextCheck = .now }
        guard root.isThere, point != root.path, point.isInside(root.path) else { continue }
        for watch in table.forget(below: point) { source?.ignore(watch) }
        polled = polled.filter { !$0.isInside(point) }
        clearReported { remark in
          guard case .unreadable(let path, _) = remark else { return false }
          return path.isInside(point)
        }
        pending.note(point, isDeep: true, at: .now)
      }
    }
  }
}
