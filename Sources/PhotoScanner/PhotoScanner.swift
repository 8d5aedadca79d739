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
    for root in try RootPlan.plan(roots, in: index) {
      guard !report.wasInterrupted else { break }
      let run = try ScanRun(root, index: index, options: options, report: report, start: start)
      report = try run.scan(onProgress)
    }
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }
}
