internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoIndex
internal import Threads

/// A folder that is watched, with everything below it.
struct WatchedRoot {
  /// The path without links.
  var path: FilePath

  /// The identity of the directory at its last scan; nil before that.
  var identity: FileIdentity?

  /// The identity of the directory at the last check.
  var seen: FileIdentity?

  var isThere = true

  /// Whether it has to be scanned.
  var isDue = true

  /// The folders that do not lie in others.
  static func topmost(_ folders: [FilePath], within patience: Duration) -> [WatchedRoot] {
    var paths: [FilePath] = []
    for folder in folders {
      var root = WatchedRoot(path: folder)
      root.resolve(within: patience)
      let path = root.path
      if paths.contains(where: path.isInside) { continue }
      paths.removeAll { $0.isInside(path) }
      paths.append(path)
    }
    return paths.map { WatchedRoot(path: $0) }
  }

  /// The identity of the directory at the path now; nil also if it may not be read or does not answer.
  func present(within patience: Duration) -> FileIdentity? {
    onDisk(within: patience) { path in
      guard path.refusal == nil, let status = FileStatus(path),
        case .directory(let identity) = status.entryKind
      else { return nil }
      return identity
    }
  }

  /// Whether the user of this process may not read it or a folder above it.
  func isUnreadable(within patience: Duration) -> Bool {
    onDisk(within: patience) { $0.refusal?.code == EACCES ? true : nil } ?? false
  }

  /// Replaces a link to the folder by its target.
  mutating func resolve(within patience: Duration) {
    path = onDisk(within: patience) { $0.resolved } ?? path
  }

  private func onDisk<Value: Sendable>(
    within patience: Duration, _ call: @escaping @Sendable (FilePath) -> Value?
  ) -> Value? {
    (try? HangingFolders.shared.call(path, within: patience) { [path] in call(path) }) ?? nil
  }
}

extension FilePath {
  /// Why the user of this process may not read a folder; nil if that is allowed.
  fileprivate var refusal: SystemError? {
    unsafe withCString { name in
      unsafe faccessat(AT_FDCWD, name, R_OK | X_OK, AT_EACCESS) == 0 ? nil : SystemError.last
    }
  }
}

extension WatchLoop {
  private var patience: Duration { watcher.options.patience }

  /// How often the folders are checked; inotify does not report the rename of a parent folder.
  private static let checkInterval = Duration.seconds(5)

  /// The same while a folder is missing.
  private static let returnInterval = Duration.seconds(1)

  /// Scans all folders for the first time; throws if that fails and the caller waits for the result.
  func scanFirst() throws {
    // All of them are due, so the loop that follows makes the first scan like every other.
    if watcher.keepsTrying { return }
    while !watcher.isStopping {
      do {
        return try scan(Array(roots.indices))
      } catch let error as ScanError where error.code == .locked {
        scheduleRetry(error)
        watcher.bell.wait(.milliseconds(500))
      }
    }
  }

  /// Notices folders that have gone or come back, and an index that was replaced.
  func checkRoots() {
    guard Instant.now >= nextCheck else { return }
    checkIndex()
    for index in roots.indices {
      let present = roots[index].present(within: patience)
      defer { roots[index].seen = present }
      // A folder that was never scanned has no identity to compare with.
      if roots[index].isThere, let identity = roots[index].identity, present != identity {
        markMissing(index)
        roots[index].isDue = present != nil
      } else if !roots[index].isThere, present != nil, present != roots[index].seen {
        roots[index].isDue = true
      }
    }
    let isOneAway = roots.contains { !$0.isThere }
    nextCheck = .now + (isOneAway ? Self.returnInterval : Self.checkInterval)
  }

  /// Treats a folder as missing until a scan finds it again.
  private func markMissing(_ index: Int) {
    roots[index].isThere = false
    let path = roots[index].path
    for watch in table.forget(below: path) { source?.ignore(watch) }
    polled = polled.filter { !$0.isInside(path) }
    if HangingFolders.shared.contains(path) {
      // Reports name it until a scan reaches it again; if another program writes, the next scan notes it.
      let now = Int64(time(nil))
      try? watcher.index.writeRepeatedly { try $0.noteHanging([path], at: now) }
      return notify(.folderHangs(path))
    }
    let isUnreadable = roots[index].isUnreadable(within: patience)
    notify(isUnreadable ? .folderUnreadable(path) : .folderMissing(path))
  }

  func scanDueRoots() {
    let due = roots.indices.filter { roots[$0].isDue }
    do {
      try scan(due)
    } catch let error as ScanError where [.rootMissing, .rootEmpty, .hanging].contains(error.code) {
      // The folder is missing, or an empty mount point. It is scanned when that changes.
      for index in due {
        roots[index].isDue = false
        if roots[index].isThere { markMissing(index) }
      }
    } catch {
      scheduleRetry(error)
    }
  }

  private func scan(_ due: [Int]) throws {
    for index in due {
      // A link to the folder could not be resolved while its target was missing.
      roots[index].resolve(within: patience)
      roots[index].seen = roots[index].present(within: patience)
      // What happens from here on may make it due again.
      roots[index].isDue = false
    }
    var hasBegun = false
    let report: ScanReport
    do {
      report = try scanner.scan(
        due.map { roots[$0].path },
        willList: { [self] directory in
          // Only now does this process hold the scan lock.
          if !hasBegun { watcher.observer.scanBegan() }
          hasBegun = true
          watch(directory)
        },
        onProgress: { progress in
          readEvents()
          return watcher.observer.scanProgressed(progress) && !watcher.isStopping
        })
    } catch {
      for index in due { roots[index].isDue = true }
      if hasBegun { watcher.observer.scanFailed(error) }
      throw error
    }
    if hasBegun { watcher.observer.scanEnded(report) }
    updateRoots(due, report)
    scheduleOvertaken(report)
  }

  /// Updates the state of the folders after a scan.
  private func updateRoots(_ due: [Int], _ report: ScanReport) {
    let missing = Set(report.errors.map(\.path))
    for index in due {
      if missing.contains(roots[index].path) {
        if roots[index].isThere { markMissing(index) }
        continue
      }
      if !roots[index].isThere {
        notify(.folderBack(roots[index].path))
        clearReported(on: roots[index].path)
      }
      roots[index].isThere = true
      roots[index].identity = roots[index].seen
      // The scan was interrupted, or a share in the folder hangs; polling reads the rest later.
      let hasGap = report.hanging.contains { $0.isInside(roots[index].path) }
      if report.wasInterrupted || hasGap { polled.insert(roots[index].path) }
    }
    if report.wasInterrupted || !report.hanging.isEmpty { nextPoll = .now + watcher.pollInterval }
  }

  private func clearReported(on path: FilePath) {
    clearReported {
      [.folderMissing(path), .folderUnreadable(path), .folderHangs(path), .folderBack(path)]
        .contains($0)
    }
  }
}
