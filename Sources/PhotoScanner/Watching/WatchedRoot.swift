internal import Files
internal import Glibc
internal import PhotoFacts
internal import Threads

/// A folder that is watched with all below it.
struct WatchedRoot {
  /// Its path without links.
  var path: FilePath

  /// Which directory it was when it was last scanned; nothing before that.
  var identity: FileIdentity?

  /// What the path led to when it was last looked at.
  var seen: FileIdentity?

  var isThere = true

  /// Whether it has to be scanned.
  var isDue = true

  /// The folders but those that lie in others.
  static func topmost(_ folders: [FilePath]) -> [WatchedRoot] {
    var paths: [FilePath] = []
    for folder in folders {
      let path = folder.resolved ?? folder
      if paths.contains(where: path.isInside) { continue }
      paths.removeAll { $0.isInside(path) }
      paths.append(path)
    }
    return paths.map { WatchedRoot(path: $0) }
  }

  /// Which directory is at the path now; nothing also where it may not be looked into.
  var present: FileIdentity? {
    guard refusal == nil, let status = FileStatus(path),
      case .directory(let identity) = status.entryKind
    else { return nil }
    return identity
  }

  /// Whether it, or a folder above it, is closed to whom the program runs as.
  var isClosed: Bool { refusal?.code == EACCES }

  private var refusal: SystemError? {
    unsafe path.withCString { name in
      unsafe faccessat(AT_FDCWD, name, R_OK | X_OK, AT_EACCESS) == 0 ? nil : SystemError.last
    }
  }
}

extension WatchLoop {
  /// How often it is seen whether the folders are there; the kernel tells of the folders themselves,
  /// but not of one above them that is renamed.
  private static let checkInterval = Duration.seconds(5)

  /// The same while one is away.
  private static let returnInterval = Duration.seconds(1)

  /// Scans all folders for the first time; what is wrong with all of them is thrown where somebody
  /// waits to hear of it.
  func scanFirst() throws {
    // All of them are due, so the loop that follows makes the first scan like every other.
    if watcher.keepsTrying { return }
    while !watcher.isStopping {
      do {
        return try scan(Array(roots.indices))
      } catch let error as ScanError where error.code == .locked {
        putOff(error)
        watcher.bell.wait(.milliseconds(500))
      }
    }
  }

  /// Notices folders that have gone or come back, and an index that was replaced.
  func checkRoots() {
    guard Instant.now >= nextCheck else { return }
    checkIndex()
    for index in roots.indices {
      let present = roots[index].present
      defer { roots[index].seen = present }
      // One that was never scanned is not known well enough to have gone.
      if roots[index].isThere, let identity = roots[index].identity, present != identity {
        leave(index)
        roots[index].isDue = present != nil
      } else if !roots[index].isThere, present != nil, present != roots[index].seen {
        roots[index].isDue = true
      }
    }
    let isOneAway = roots.contains { !$0.isThere }
    nextCheck = .now + (isOneAway ? Self.returnInterval : Self.checkInterval)
  }

  /// Takes a folder for gone until a scan finds it again.
  private func leave(_ index: Int) {
    roots[index].isThere = false
    let path = roots[index].path
    for watch in table.forget(below: path) { source?.ignore(watch) }
    polled = polled.filter { !$0.isInside(path) }
    say(roots[index].isClosed ? .folderClosed(path) : .folderAway(path))
  }

  func scanDueRoots() {
    let due = roots.indices.filter { roots[$0].isDue }
    do {
      try scan(due)
    } catch let error as ScanError where error.code == .rootMissing || error.code == .rootEmpty {
      // It is away, or the empty place where it was mounted: it is tried again when that changes.
      for index in due {
        roots[index].isDue = false
        if roots[index].isThere { leave(index) }
      }
    } catch {
      putOff(error)
    }
  }

  private func scan(_ due: [Int]) throws {
    for index in due {
      // Where it lies behind a link could not be seen while it was away.
      roots[index].path = roots[index].path.resolved ?? roots[index].path
      roots[index].seen = roots[index].present
      // What happens from here on may make it due again.
      roots[index].isDue = false
    }
    var hasBegun = false
    let report: ScanReport
    do {
      report = try scanner.scan(
        due.map { roots[$0].path },
        willList: { [self] directory in
          // Only now is it sure that nobody else is scanning.
          if !hasBegun { watcher.observer.scanBegan() }
          hasBegun = true
          watch(directory)
        },
        onProgress: { progress in
          listen()
          return watcher.observer.scanProgressed(progress) && !watcher.isStopping
        })
    } catch {
      for index in due { roots[index].isDue = true }
      if hasBegun { watcher.observer.scanFailed(error) }
      throw error
    }
    if hasBegun { watcher.observer.scanEnded(report) }
    settle(due, report)
    lookAgain(report)
  }

  /// Draws from a scan which folders are there.
  private func settle(_ due: [Int], _ report: ScanReport) {
    let missing = Set(report.errors.map(\.path))
    for index in due {
      if missing.contains(roots[index].path) {
        if roots[index].isThere { leave(index) }
        continue
      }
      if !roots[index].isThere {
        say(.folderBack(roots[index].path))
        forgetRemarks(on: roots[index].path)
      }
      roots[index].isThere = true
      roots[index].identity = roots[index].seen
      // Somebody stopped the scan: what it did not come to is looked at later.
      if report.wasInterrupted { polled.insert(roots[index].path) }
    }
    if report.wasInterrupted { nextPoll = .now + watcher.pollInterval }
  }

  private func forgetRemarks(on path: FilePath) {
    forgetSaid { [.folderAway(path), .folderClosed(path), .folderBack(path)].contains($0) }
  }
}
