public import PhotoScanner
internal import Synchronization

/// Tells the pages that are open what a `FolderWatcher` does, and then whoever else is to know.
public final class WatchedLibrary: WatchObserver {
  private let hub: EventHub
  private let desk: ScanDesk
  private let next: any WatchObserver

  /// The scan the watcher is at.
  private let scan = Mutex<Int?>(nil)

  init(_ hub: EventHub, _ desk: ScanDesk, next: any WatchObserver) {
    self.hub = hub
    self.desk = desk
    self.next = next
  }

  /// Gives the scan a number by which it can be asked about.
  public func scanBegan() {
    scan.withLock { $0 = desk.begin() }
    next.scanBegan()
  }

  /// Tells how far it has come; it stops where somebody has asked for that.
  public func scanCame(_ progress: ScanProgress) -> Bool {
    let goesOn = scan.withLock { $0 }.map { desk.came($0, progress) } ?? true
    return next.scanCame(progress) && goesOn
  }

  /// Tells how it ended.
  public func scanEnded(_ report: ScanReport) {
    if let id = takeScan() { desk.end(id, report) }
    next.scanEnded(report)
  }

  /// Tells that it failed.
  public func scanFailed(_ error: any Error) {
    if let id = takeScan() { desk.fail(id, error) }
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
