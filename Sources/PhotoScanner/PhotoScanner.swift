internal import Glibc
internal import Notes
public import PhotoFacts
public import PhotoIndex

/// Updates an index from folders of photos.
///
/// One thread walks the folders, compares and writes; other threads read files. Files are compared by
/// their `stat` data, so an unchanged file costs one `stat` call.
public struct PhotoScanner: Sendable {
  private let index: PhotoIndex
  private let options: ScanOptions

  /// Makes a scanner for an index that is open for writing.
  public init(index: PhotoIndex, options: ScanOptions = ScanOptions()) {
    self.index = index
    self.options = options
  }

  /// Scans folders, one after the other.
  ///
  /// If several folders are given, one that is missing or suddenly empty is reported among the errors and
  /// the others are scanned. If only one folder is given, its error is thrown.
  ///
  /// `onProgress` is called a few times a second. If it returns false, the scan stores what it has read,
  /// removes nothing and returns.
  public func scan(
    _ roots: [FilePath], onProgress: (ScanProgress) -> Bool = { _ in true }
  ) throws -> ScanReport {
    try scan(roots, willList: { _ in }, onProgress: onProgress)
  }

  /// Scans folders, and calls `willList` before each directory is listed.
  func scan(
    _ roots: [FilePath], willList: @escaping (FilePath) -> Void,
    onProgress: (ScanProgress) -> Bool
  ) throws -> ScanReport {
    // A watcher of the same index takes the lock for a moment now and then.
    let lock = try ScanLock(for: index.path, timeout: .seconds(3))
    defer { withExtendedLifetime(lock) { index.endLeases() } }
    let (plans, refused) = try RootPlan.plan(roots, in: index, options.patience)
    // A folder that hangs is a gap in the scan, not a mistake of the caller.
    if plans.isEmpty, let error = refused.first(where: { $0.code != .hanging }) { throw error }
    var report = ScanReport()
    report.errors = refused.map(\.problem)
    report.hanging = refused.filter { $0.code == .hanging }.map(\.path)
    report = try carryOut(plans, report, isOnly: roots.count == 1, willList, onProgress)
    if !report.wasInterrupted {
      try index.writeRepeatedly { try $0.noteScanEnd(at: Int64(time(nil))) }
      // All photos are stored: if another program writes or the disk is full, the index is only slower.
      if report.added >= options.manyPhotos { try? index.packRuns() }
    }
    return report
  }

  /// Re-checks directories in which something has changed.
  func refresh(
    _ change: FolderChange, willList: @escaping (FilePath) -> Void,
    onProgress: (ScanProgress) -> Bool
  ) throws -> ScanReport {
    let lock = try ScanLock(for: index.path)
    defer { withExtendedLifetime(lock) {} }
    let plans = try RootPlan.plan(change, in: index)
    return try carryOut(plans, ScanReport(), isOnly: false, willList, onProgress)
  }

  private func carryOut(
    _ plans: [RootPlan], _ report: ScanReport, isOnly: Bool,
    _ willList: @escaping (FilePath) -> Void, _ onProgress: (ScanProgress) -> Bool
  ) throws -> ScanReport {
    let clock = ContinuousClock()
    let start = clock.now
    var report = report
    var runs: [ScanRun] = []
    try index.lease(plans.map(\.root))
    let notes = index.isReplica ? nil : try ActStore.existing(of: index.path)
    try NotesWriter.catchUp(index)
    for plan in plans where !report.wasInterrupted {
      let run = try ScanRun(
        plan, index: index, notes: notes, options: options, report: report, begin: start,
        willList: willList)
      report = try run.walk(onProgress)
      runs.append(run)
    }
    if !report.wasInterrupted { try finish(runs, &report, isOnly: isOnly) }
    if !report.hanging.isEmpty {
      let (hanging, now) = (report.hanging, Int64(time(nil)))
      try index.writeRepeatedly { try $0.noteHanging(hanging, at: now) }
    }
    // A copy of an edited photo may have been stored before the notes had the new content.
    try NotesWriter.catchUp(index)
    if !report.wasInterrupted {
      try NotesWriter.settle(runs.reduce(into: []) { $0.formUnion($1.state.unsettled) }, in: index)
    }
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }

  /// Removes missing photos after all folders have been walked, because a file may have moved between them.
  private func finish(_ runs: [ScanRun], _ report: inout ScanReport, isOnly: Bool) throws {
    let found = runs.reduce(into: Set<Int64>()) { $0.formUnion($1.state.whereabouts.found) }
    let foundTracks = runs.reduce(into: Set<Int64>()) {
      $0.formUnion($1.state.trackWhereabouts.found)
    }
    let firstNew = runs.map(\.start.firstNewPhoto).min() ?? 1
    for run in runs {
      do {
        report = try run.finish(
          report, foundElsewhere: found, tracksFoundElsewhere: foundTracks, firstNewPhoto: firstNew)
      } catch let error as ScanError where !isOnly {
        report.errors.append(error.problem)
      }
    }
  }
}
