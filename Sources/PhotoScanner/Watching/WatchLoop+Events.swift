internal import Files
internal import Glibc
internal import PhotoFacts

extension WatchLoop {
  /// Takes what has happened out of the kernel's hands; also while a scan runs, as it keeps only so
  /// much.
  func listen() {
    if mounts.haveHappened { lookAtMounts() }
    guard let source else { return }
    for event in source.changes() { hear(event) }
  }

  private func hear(_ event: DirectoryEvent) {
    if event.kind == .overflow { return scanAllAgain() }
    guard let directory = table.path(event.watch) else { return }
    guard !event.name.isEmpty else { return hear(event, of: directory) }
    let path = directory.appending(event.name)
    if ownFiles.contains(path) { return }
    if event.isDirectory {
      hear(event, ofDirectory: path)
    } else {
      hear(event, ofFile: path, in: directory)
    }
  }

  /// Something happened to a directory that is watched.
  private func hear(_ event: DirectoryEvent, of directory: FilePath) {
    switch event.kind {
    case .ignored: table.forget(event.watch)
    case .unmounted:
      table.forget(event.watch)
      // What was mounted there may come again, which nobody tells.
      if !roots.contains(where: { $0.path == directory }) { addPolled(directory) }
      nextCheck = .now
    case .selfGone: nextCheck = .now
    default: break
    }
  }

  private func hear(_ event: DirectoryEvent, ofDirectory path: FilePath) {
    if SkippedNames.isDirectorySkipped(event.name), event.kind != .movedAway { return }
    switch event.kind {
    case .created, .movedHere, .touched: pending.note(path, isDeep: true, at: .now)
    case .deleted: pending.note(path, isDeep: true, at: .now)
    case .movedAway:
      // Its watches would go on telling of it under its old name; where it comes to, it is watched
      // anew.
      for watch in table.forget(below: path) { source?.ignore(watch) }
      pending.note(path, isDeep: true, at: .now)
    default: return
    }
    noteMove(event)
  }

  private func hear(_ event: DirectoryEvent, ofFile path: FilePath, in directory: FilePath) {
    switch event.kind {
    case .created: pending.isWritten(path, isNew: true, at: .now)
    case .written: pending.isWritten(path, isNew: false, at: .now)
    case .touched: pending.isTouched(path, at: .now)
    case .closed: pending.isClosed(path, at: .now)
    case .movedHere, .movedAway, .deleted: pending.isWhole(path, at: .now)
    default: return
    }
    noteMove(event)
  }

  private func noteMove(_ event: DirectoryEvent) {
    guard event.kind == .movedAway || event.kind == .movedHere else { return }
    pending.isMoved(event.cookie, isArrival: event.kind == .movedHere, at: .now)
  }

  private func scanAllAgain() {
    say(.overflow)
    forgetSaid { $0 == .overflow }
    pending.forgetDirectories()
    for index in roots.indices where roots[index].isThere { roots[index].isDue = true }
  }

  /// Begins to watch a directory that is about to be listed: what was there before is in the list,
  /// and what comes after is told.
  func watch(_ directory: FilePath) {
    if isPolled(directory) { return }
    guard let source, !FileSystemKind.needsPolling(directory) else {
      if source == nil { sayLimit() } else { say(.polling(directory)) }
      return addPolled(directory)
    }
    do throws(SystemError) {
      let watch = try source.watch(directory)
      if let old = table.note(watch, on: directory) { source.ignore(old) }
    } catch {
      // A directory that is gone or may not be read is the scan's to report.
      if error.isAbsence || error.code == EACCES { return }
      if error.code == ENOSPC || error.code == ENOMEM { sayLimit() }
      // A share that does not answer now has to be polled until it does.
      addPolled(directory)
    }
  }

  /// Says once how the kernel can be told to watch more.
  private func sayLimit() {
    if !hasReachedLimit { say(.watchLimit(directories: table.count)) }
    hasReachedLimit = true
  }

  func addPolled(_ directory: FilePath) {
    if isPolled(directory) { return }
    if polled.isEmpty { nextPoll = .now + watcher.pollInterval }
    polled.insert(directory)
  }

  /// Whether a directory is looked at now and then, or one above it is.
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
