internal import Files
internal import Glibc
internal import PhotoFacts

extension WatchLoop {
  /// Reads all pending events.
  ///
  /// Also called during a scan, because the kernel's queue is limited.
  func readEvents() {
    if mounts.haveHappened { scheduleChangedMounts() }
    guard let source else { return }
    for event in source.changes() { handle(event) }
  }

  private func handle(_ event: DirectoryEvent) {
    if event.kind == .overflow { return scanAllAgain() }
    guard let directory = table.path(event.watch) else { return }
    guard !event.name.isEmpty else { return handle(event, of: directory) }
    let path = directory.appending(event.name)
    if ownFiles.contains(path) { return }
    if event.isDirectory {
      handle(event, ofDirectory: path)
    } else {
      handle(event, ofFile: path, in: directory)
    }
  }

  /// Handles an event of a watched directory itself.
  private func handle(_ event: DirectoryEvent, of directory: FilePath) {
    switch event.kind {
    case .ignored: table.forget(event.watch)
    case .unmounted:
      table.forget(event.watch)
      // inotify does not report when a file system is mounted there again.
      if !roots.contains(where: { $0.path == directory }) { addPolled(directory) }
      nextCheck = .now
    case .selfGone: nextCheck = .now
    default: break
    }
  }

  private func handle(_ event: DirectoryEvent, ofDirectory path: FilePath) {
    if SkippedNames.isDirectorySkipped(event.name), event.kind != .movedAway { return }
    switch event.kind {
    case .created, .movedHere, .touched: pending.note(path, isDeep: true, at: .now)
    case .deleted: pending.note(path, isDeep: true, at: .now)
    case .movedAway:
      // The watches would keep reporting under the old path. The directory is watched again where it
      // arrives.
      for watch in table.forget(below: path) { source?.ignore(watch) }
      pending.note(path, isDeep: true, at: .now)
    default: return
    }
    noteMove(event)
  }

  private func handle(_ event: DirectoryEvent, ofFile path: FilePath, in directory: FilePath) {
    switch event.kind {
    case .created: pending.noteWrite(path, isNew: true, at: .now)
    case .written: pending.noteWrite(path, isNew: false, at: .now)
    case .touched: pending.noteAttributeChange(path, at: .now)
    case .closed: pending.noteClose(path, at: .now)
    case .movedHere, .movedAway, .deleted: pending.noteComplete(path, at: .now)
    default: return
    }
    noteMove(event)
  }

  private func noteMove(_ event: DirectoryEvent) {
    guard event.kind == .movedAway || event.kind == .movedHere else { return }
    pending.noteMoveEnd(event.cookie, isArrival: event.kind == .movedHere, at: .now)
  }

  private func scanAllAgain() {
    notify(.overflow)
    clearReported { $0 == .overflow }
    pending.forgetDirectories()
    for index in roots.indices where roots[index].isThere { roots[index].isDue = true }
  }

  /// Begins to watch a directory before it is listed.
  ///
  /// No change is lost: earlier ones are in the listing, later ones are reported as events.
  func watch(_ directory: FilePath) {
    if isPolled(directory) { return }
    guard let source, !FileSystemKind.needsPolling(directory, mountTable) else {
      if source == nil { reportLimit() } else { notify(.polling(directory)) }
      return addPolled(directory)
    }
    do throws(SystemError) {
      let watch = try source.watch(directory)
      if let old = table.note(watch, on: directory) { source.ignore(old) }
    } catch {
      // The scan reports a directory that is gone or may not be read.
      if error.isAbsence || error.code == EACCES { return }
      if error.code == ENOSPC || error.code == ENOMEM { reportLimit() }
      // A share that does not answer now is polled until it does.
      addPolled(directory)
    }
  }

  /// Reports once how to raise the limit of watches.
  private func reportLimit() {
    if !hasReachedLimit { notify(.watchLimit(directories: table.count)) }
    hasReachedLimit = true
  }

  func addPolled(_ directory: FilePath) {
    if isPolled(directory) { return }
    if polled.isEmpty { nextPoll = .now + watcher.pollInterval }
    polled.insert(directory)
  }

  /// Whether a directory or one above it is polled.
  private func isPolled(_ directory: FilePath) -> Bool {
    guard !polled.isEmpty else { return false }
    var path: FilePath? = directory
    while let one = path {
      if polled.contains(one) { return true }
      path = one.parent
    }
    return false
  }
}
