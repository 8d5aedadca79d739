public import PhotoScanner
internal import Synchronization

/// Publishes what a `FolderWatcher` does to open pages, and forwards it to another observer.
public final class WatchedLibrary: WatchObserver {
  private let hub: EventHub
  private let scans: ScanCoordinator
  private let next: any WatchObserver

  /// The scan the watcher is at.
  private let scan = Mutex<Int?>(nil)

  init(_ hub: EventHub, _ scans: ScanCoordinator, next: any WatchObserver) {
    self.hub = hub
    self.scans = scans
    self.next = next
  }

  /// Gives the scan a number by which it can be asked about.
  public func scanBegan() {
    scan.withLock { $0 = scans.begin() }
    next.scanBegan()
  }

  /// Reports progress; returns false if a client cancelled the scan.
  public func scanProgressed(_ progress: ScanProgress) -> Bool {
    let goesOn = scan.withLock { $0 }.map { scans.progressed($0, progress) } ?? true
    return next.scanProgressed(progress) && goesOn
  }

  /// Tells how it ended.
  public func scanEnded(_ report: ScanReport) {
    if let id = takeScan() { scans.end(id, report) }
    next.scanEnded(report)
  }

  /// Reports that it failed.
  public func scanFailed(_ error: any Error) {
    if let id = takeScan() { scans.fail(id, error) }
    next.scanFailed(error)
  }

  /// Keeps quiet about what is about to change until it is known.
  public func refreshBegan() {
    hub.changeBegan()
    next.refreshBegan()
  }

  /// Tells what has changed.
  public func refreshEnded(_ report: ScanReport) {
    hub.changeEnded(PhotosChanged.Counts(report))
    next.refreshEnded(report)
  }

  /// Is for people at the terminal only.
  public func noticed(_ remark: WatchRemark) { next.noticed(remark) }

  private func takeScan() -> Int? {
    scan.withLock { scan in
      defer { scan = nil }
      return scan
    }
  }
}
