public import PhotoScanner
internal import Synchronization

/// Publishes the work of a `FolderWatcher` to open pages, and forwards it to another observer.
public final class WatchedLibrary: WatchObserver {
  private let hub: EventHub
  private let scans: ScanCoordinator
  private let next: any WatchObserver

  /// The watcher's current scan.
  private let scan = Mutex<Int?>(nil)

  init(_ hub: EventHub, _ scans: ScanCoordinator, next: any WatchObserver) {
    self.hub = hub
    self.scans = scans
    self.next = next
  }

  /// Adds a scan to those of the server, with a number.
  public func scanBegan() {
    scan.withLock { $0 = scans.begin() }
    next.scanBegan()
  }

  /// Reports progress; returns false if a client cancelled the scan.
  public func scanProgressed(_ progress: ScanProgress) -> Bool {
    let goesOn = scan.withLock { $0 }.map { scans.progressed($0, progress) } ?? true
    return next.scanProgressed(progress) && goesOn
  }

  /// Records the result of the scan.
  public func scanEnded(_ report: ScanReport) {
    if let id = takeScan() { scans.end(id, report) }
    next.scanEnded(report)
  }

  /// Records that the scan failed.
  public func scanFailed(_ error: any Error) {
    if let id = takeScan() { scans.fail(id, error) }
    next.scanFailed(error)
  }

  /// Delays the event of a change until its counts are known.
  public func refreshBegan() {
    hub.changeBegan()
    next.refreshBegan()
  }

  /// Publishes what has changed.
  public func refreshEnded(_ report: ScanReport) {
    hub.changeEnded(PhotosChanged.Counts(report))
    next.refreshEnded(report)
  }

  /// Keeps the number for `/metrics`.
  public func backlogChanged(to count: Int) {
    scans.watchBacklog = count
    next.backlogChanged(to: count)
  }

  /// Forwards only, because remarks are for people at the terminal.
  public func noticed(_ remark: WatchRemark) { next.noticed(remark) }

  private func takeScan() -> Int? {
    scan.withLock { scan in
      defer { scan = nil }
      return scan
    }
  }
}
