internal import PhotoFacts

extension WatchLoop {
  /// Looks at the places below the watched folders where something was mounted or unmounted.
  ///
  /// inotify reports neither: a watch stays on the directory that is now hidden, and an unmounted file system
  /// is reported only when no other mount of it is left.
  func lookAtMounts() {
    let current = MountTable.current()
    let changed = Set(current.mounts).symmetricDifference(mountTable.mounts).map(\.point)
    mountTable = current
    for point in Set(changed) {
      for root in roots {
        if root.path.isInside(point) { nextCheck = .now }
        guard root.isThere, point != root.path, point.isInside(root.path) else { continue }
        for watch in table.forget(below: point) { source?.ignore(watch) }
        polled = polled.filter { !$0.isInside(point) }
        forgetSaid { remark in
          guard case .unreadable(let path, _) = remark else { return false }
          return path.isInside(point)
        }
        pending.note(point, isDeep: true, at: .now)
      }
    }
  }
}
