public import PhotoFacts
public import PhotoIndex

/// Brings an index in step with folders of photos.
///
/// One thread walks the folders, compares and writes; others read files. A directory is compared by
/// what the file system says of its files, so an unchanged file costs one `stat`.
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
  /// Of several folders one that is not there or suddenly empty is noted among the errors, and the
  /// others are scanned; where there is no other, it is thrown.
  ///
  /// `onProgress` is called a few times a second; when it returns false the scan stores what it has,
  /// removes nothing and returns.
  public func scan(
    _ roots: [FilePath], onProgress: (ScanProgress) -> Bool = { _ in true }
  ) throws -> ScanReport {
    let lock = try ScanLock(for: index.path)
    defer { withExtendedLifetime(lock) {} }
    let clock = ContinuousClock()
    let start = clock.now
    var report = ScanReport()
    let (plans, refused) = try RootPlan.plan(roots, in: index)
    if plans.isEmpty, let error = refused.first { throw error }
    report.errors = refused.map(\.problem)
    var runs: [ScanRun] = []
    for plan in plans where !report.wasInterrupted {
      let run = try ScanRun(plan, index: index, options: options, report: report, start: start)
      report = try run.walk(onProgress)
      runs.append(run)
    }
    if !report.wasInterrupted { try finish(runs, &report, isOnly: roots.count == 1) }
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }

  /// Takes out what is gone, once all folders have been walked: what left one may be in another.
  private func finish(_ runs: [ScanRun], _ report: inout ScanReport, isOnly: Bool) throws {
    let found = runs.reduce(into: Set<Int64>()) { $0.formUnion($1.relocated) }
    let firstNew = runs.first?.firstNewPhoto ?? 0
    for run in runs {
      do {
        report = try run.finish(report, foundElsewhere: found, firstNewPhoto: firstNew)
      } catch let error as ScanError where !isOnly {
        report.errors.append(error.problem)
      }
    }
  }
}
