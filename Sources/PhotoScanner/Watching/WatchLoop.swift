internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import Threads

/// What the thread of a `FolderWatcher` does: wait, listen, look.
final class WatchLoop {
  typealias Instant = ContinuousClock.Instant

  /// How soon a look that could not be written is tried again.
  private static let patience = Duration.milliseconds(500)

  let watcher: FolderWatcher
  let source: (any ChangeSource)?
  let scanner: PhotoScanner
  var roots: [WatchedRoot]
  var table = WatchTable()
  var pending = PendingChanges()

  /// The topmost directories that have to be looked at now and then.
  var polled: Set<FilePath> = []

  /// Whether the kernel has refused to watch more.
  var hasReachedLimit = false
  var nextPoll: Instant = .now
  var nextCheck: Instant = .now

  /// No look before this.
  private var earliest: Instant = .now

  /// What has been said already, so that a trouble that lasts is said once.
  private var said: Set<WatchRemark> = []

  /// Reports that file systems were mounted or unmounted.
  let mounts = MountChanges()
  var mountTable = MountTable.current()

  /// The file of the index when it was last seen; nil after it was missing.
  private var indexFile: FileIdentity?

  /// What is written there is no news.
  let ownFiles: OwnFiles

  /// Directories in which something changed while the last look read it.
  private var overtaken: Set<FilePath> = []

  init(_ watcher: FolderWatcher, _ source: (any ChangeSource)?) {
    self.watcher = watcher
    self.source = source
    scanner = PhotoScanner(index: watcher.index, options: watcher.options)
    roots = WatchedRoot.topmost(watcher.folders)
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
        look(change)
      } else {
        let haveMountsChanged = watcher.bell.wait(
          max(.zero, Instant.now.duration(to: nextTime)), orFor: source?.descriptor ?? -1,
          orChangeOf: mounts.descriptor)
        if haveMountsChanged { lookAtMounts() }
      }
      listen()
    }
  }

  /// When there is something to do even if nothing happens.
  private var nextTime: Instant {
    var times = [nextCheck]
    if roots.contains(where: \.isDue) { times.append(earliest) }
    if !polled.isEmpty { times.append(nextPoll) }
    if let due = pending.dueTime(notBefore: earliest) { times.append(due) }
    return times.min() ?? nextCheck
  }

  /// Scans all folders anew if another file has taken the place of the index: what it has of them may be
  /// old, or nothing.
  func checkIndex() {
    let found = FileStatus(watcher.index.path)?.identity
    if found != nil, found != indexFile {
      for index in roots.indices { roots[index].isDue = true }
    }
    indexFile = found
  }

  /// Looks at directories in which something has changed.
  private func look(_ change: FolderChange) {
    checkIndex()
    var change = change
    change.folders = roots.reduce(into: [:]) { folders, root in
      guard root.isThere, let identity = root.identity else { return }
      folders[root.path] = identity
    }
    // A folder that has gone is none in which files were deleted.
    change.directories = change.directories.filter { directory in
      roots.contains { $0.isThere && directory.key.isInside($0.path) }
    }
    guard !change.directories.isEmpty else { return }
    guard change.isWhereItWas else {
      nextCheck = .now
      return pending.putBack(change, at: .now)
    }
    let start = Instant.now
    do {
      watcher.observer.refreshBegan()
      let report = try scanner.refresh(change, willList: watch, onProgress: goesOn)
      watcher.observer.refreshEnded(report)
      noteProblems(report)
      lookAgain(report)
      forgetSaid(\.isOfWriting)
      // Where a look goes through very much for little, as in a folder of a million files, there are
      // fewer of them.
      let changes = report.added + report.updated + report.moved + report.removed
      if changes * 10 < report.files { earliest = .now + start.duration(to: .now) * 3 }
    } catch {
      watcher.observer.refreshEnded(ScanReport())
      pending.putBack(change, at: .now)
      putOff(error)
    }
  }

  /// Looks at what nobody tells of.
  ///
  /// A directory that can be watched by now is watched from here on.
  private func poll() {
    let places = polled
    polled.removeAll()
    var change = FolderChange()
    for place in places { change.directories[place] = true }
    look(change)
    nextPoll = .now + watcher.pollInterval
  }

  /// Waits with what could not be written, and says why.
  func putOff(_ error: any Error) {
    earliest = .now + Self.patience
    let code = (error as? IndexError)?.code
    if code == .missing || code == .replaced { indexFile = nil }
    if code == .replaced { return checkIndex() }
    if let error = error as? ScanError, error.code == .locked {
      return say(.waiting(error.reason))
    }
    say(.failed("\(error)"))
    earliest = .now + Self.patience * 10
  }

  func goesOn(_ progress: ScanProgress) -> Bool {
    listen()
    return !watcher.isStopping
  }

  /// Says something that has not been said lately.
  func say(_ remark: WatchRemark) {
    if said.count > 1_000 { said.removeAll() }
    if said.insert(remark).inserted { watcher.observer.noticed(remark) }
  }

  func forgetSaid(_ isOver: (WatchRemark) -> Bool) { said = said.filter { !isOver($0) } }

  /// What changed while it was read may have told of that before the reader was done; what changes all
  /// the time is not looked at all the time.
  func lookAgain(_ report: ScanReport) {
    for directory in report.overtaken {
      let pause = overtaken.contains(directory) ? PendingChanges.stillness : .zero
      pending.note(directory, at: .now + pause)
    }
    overtaken = report.overtaken
  }

  func noteProblems(_ report: ScanReport) {
    for problem in report.errors { say(.unreadable(problem.path, problem.reason)) }
  }
}

extension WatchRemark {
  /// Whether it is over once something could be written.
  fileprivate var isOfWriting: Bool {
    switch self {
    case .waiting, .failed: true
    default: false
    }
  }
}
