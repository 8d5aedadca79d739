internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import Threads

/// The loop of a `FolderWatcher`: waits for events, then refreshes the index.
final class WatchLoop {
  typealias Instant = ContinuousClock.Instant

  /// How soon a failed write is retried.
  private static let retryInterval = Duration.milliseconds(500)

  let watcher: FolderWatcher
  let source: (any ChangeSource)?
  let scanner: PhotoScanner
  var roots: [WatchedRoot]
  var table = WatchTable()
  var pending = PendingChanges()

  /// The topmost directories that are polled.
  var polled: Set<FilePath> = []

  /// Whether the limit of watches has been reached.
  var hasReachedLimit = false
  var nextPoll: Instant = .now
  var nextCheck: Instant = .now

  /// The earliest time of the next refresh.
  private var earliest: Instant = .now

  /// Remarks already reported, so that a lasting problem is reported once.
  private var reported: Set<WatchRemark> = []

  /// Reports that file systems were mounted or unmounted.
  let mounts = MountChanges()
  var mountTable = MountTable.current()

  /// The file of the index when it was last seen; nil after it was missing.
  private var indexFile: FileIdentity?

  /// The files of the index, whose events are ignored.
  let ownFiles: OwnFiles

  /// Directories in which a file changed while the last refresh read it.
  private var overtaken: Set<FilePath> = []

  /// The number of directories that the current refresh lists.
  private var refreshing = 0
  private var reportedBacklog = 0

  init(_ watcher: FolderWatcher, _ source: (any ChangeSource)?) {
    self.watcher = watcher
    self.source = source
    scanner = PhotoScanner(index: watcher.index, options: watcher.options)
    roots = WatchedRoot.topmost(watcher.folders, within: watcher.options.patience)
    ownFiles = OwnFiles(of: watcher.index)
    indexFile = FileStatus(watcher.index.path)?.identity
  }

  func run() throws {
    try scanFirst()
    while !watcher.isStopping {
      checkRoots()
      if roots.contains(where: \.isDue), Instant.now >= earliest {
        scanDueRoots()
      } else if !polled.isEmpty, Instant.now >= nextPoll {
        poll()
      } else if let change = pending.take(at: .now, notBefore: earliest) {
        refresh(change)
      } else {
        let haveMountsChanged = watcher.bell.wait(
          max(.zero, Instant.now.duration(to: nextTime)), orFor: source?.descriptor ?? -1,
          orChangeOf: mounts.descriptor)
        if haveMountsChanged { scheduleChangedMounts() }
      }
      readEvents()
      reportBacklog()
    }
  }

  /// Reports how much waits to be scanned, if that has changed.
  private func reportBacklog() {
    let backlog = refreshing + pending.count + roots.count(where: \.isDue)
    guard backlog != reportedBacklog else { return }
    reportedBacklog = backlog
    watcher.observer.backlogChanged(to: backlog)
  }

  /// The next time at which something is due without an event.
  private var nextTime: Instant {
    var times = [nextCheck]
    if roots.contains(where: \.isDue) { times.append(earliest) }
    if !polled.isEmpty { times.append(nextPoll) }
    if let due = pending.dueTime(notBefore: earliest) { times.append(due) }
    return times.min() ?? nextCheck
  }

  /// Schedules a scan of all folders if the index was replaced by another file.
  func checkIndex() {
    let found = FileStatus(watcher.index.path)?.identity
    if found != nil, found != indexFile {
      for index in roots.indices { roots[index].isDue = true }
    }
    indexFile = found
  }

  /// Refreshes directories in which something has changed.
  private func refresh(_ change: FolderChange) {
    checkIndex()
    var change = change
    change.folders = roots.reduce(into: [:]) { folders, root in
      guard root.isThere, let identity = root.identity else { return }
      folders[root.path] = identity
    }
    // Files of a folder that is missing were not deleted.
    change.directories = change.directories.filter { directory in
      roots.contains { $0.isThere && directory.key.isInside($0.path) }
    }
    guard !change.directories.isEmpty else { return }
    guard change.areRootsUnchanged(within: watcher.options.patience) else {
      nextCheck = .now
      return pending.putBack(change, at: .now)
    }
    let start = Instant.now
    refreshing = change.directories.count
    defer { refreshing = 0 }
    do {
      watcher.observer.refreshBegan()
      let report = try scanner.refresh(change, willList: watch, onProgress: onProgress)
      watcher.observer.refreshEnded(report)
      noteProblems(report)
      for folder in report.hanging { addPolled(folder) }
      scheduleOvertaken(report)
      clearReported(\.isAboutWriting)
      // If a refresh lists many files for few changes, as in a folder of a million files, the next one waits
      // longer.
      let changes = report.added + report.updated + report.moved + report.removed
      if changes * 10 < report.files { earliest = .now + start.duration(to: .now) * 3 }
    } catch {
      watcher.observer.refreshEnded(ScanReport())
      pending.putBack(change, at: .now)
      scheduleRetry(error)
    }
  }

  /// Re-checks directories that cannot be watched; starts to watch those that can be by now.
  private func poll() {
    let places = polled
    polled.removeAll()
    var change = FolderChange()
    for place in places { change.directories[place] = true }
    refresh(change)
    nextPoll = .now + watcher.pollInterval
  }

  /// Schedules a retry after a failed write, and reports the reason.
  func scheduleRetry(_ error: any Error) {
    earliest = .now + Self.retryInterval
    let code = (error as? IndexError)?.code
    if code == .missing || code == .replaced { indexFile = nil }
    if code == .replaced { return checkIndex() }
    if let error = error as? ScanError, error.code == .locked {
      return notify(.waiting(error.reason))
    }
    notify(.failed("\(error)"))
    earliest = .now + Self.retryInterval * 10
  }

  func onProgress(_ progress: ScanProgress) -> Bool {
    readEvents()
    reportBacklog()
    return !watcher.isStopping
  }

  /// Reports a remark that has not been reported lately.
  func notify(_ remark: WatchRemark) {
    if reported.count > 1_000 { reported.removeAll() }
    if reported.insert(remark).inserted { watcher.observer.noticed(remark) }
  }

  func clearReported(_ isOver: (WatchRemark) -> Bool) { reported = reported.filter { !isOver($0) } }

  /// Schedules directories with files that changed while they were read.
  ///
  /// Their event may have arrived before the reader was done. A file that changes all the time is re-checked
  /// with a pause.
  func scheduleOvertaken(_ report: ScanReport) {
    for directory in report.overtaken {
      let pause = overtaken.contains(directory) ? PendingChanges.writeTimeout : .zero
      pending.note(directory, at: .now + pause)
    }
    overtaken = report.overtaken
  }

  func noteProblems(_ report: ScanReport) {
    for problem in report.errors { notify(.unreadable(problem.path, problem.reason)) }
  }
}

extension WatchRemark {
  /// Whether the remark no longer holds after a successful write.
  fileprivate var isAboutWriting: Bool {
    switch self {
    case .waiting, .failed: true
    default: false
    }
  }
}
