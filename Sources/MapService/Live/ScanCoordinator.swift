internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Synchronization
internal import Threads

/// The scans of this server; a request during a scan joins it.
final class ScanCoordinator: Sendable {
  typealias Instant = ContinuousClock.Instant

  private static let reportInterval = Duration.milliseconds(250)

  /// The interval of retries while another process writes to the index.
  private static let retryInterval = Duration.milliseconds(200)

  private let index: PhotoIndex
  private let options: ScanOptions
  private let folders: [FilePath]
  private let hub: EventHub
  private let state = Mutex(ScanLog())
  private let ended = Doorbell()
  private let watching = Atomic<Bool>(false)
  private let backlog = Atomic<Int>(0)

  init(index: PhotoIndex, folders: [FilePath], options: ScanOptions, hub: EventHub) {
    self.index = index
    self.folders = folders
    var options = options
    // So a scan from a page does not add files that the user has excluded.
    options.usesRememberedOptions = true
    self.options = options
    self.hub = hub
  }

  /// Whether this server watches folders.
  var isWatching: Bool {
    get { watching.load(ordering: .relaxed) }
    set { watching.store(newValue, ordering: .relaxed) }
  }

  /// The changed directories and due folders that the watcher has not scanned yet.
  var watchBacklog: Int {
    get { backlog.load(ordering: .relaxed) }
    set { backlog.store(newValue, ordering: .relaxed) }
  }

  /// The running scan.
  var current: ScanStatus? { state.withLock { $0.current } }

  /// The running scan, and the number of all others by result.
  var reading: (current: ScanStatus?, tally: ScanLog.Tally) {
    state.withLock { ($0.current, $0.tally) }
  }

  subscript(id: Int) -> ScanStatus? { state.withLock { $0[id] } }

  /// Scans the folders of the options or of the index, or joins the running scan.
  func start() throws -> ScanStatus {
    if let current { return current }
    return try start(folders.isEmpty ? knownFolders() : folders) { _ in }
  }

  /// Starts a scan of some folders; `whenOver` receives its result.
  func start(
    _ folders: [FilePath],
    whenOver: @escaping @Sendable (Result<ScanReport, any Error>) -> Void
  ) throws -> ScanStatus {
    guard !folders.isEmpty else {
      throw Problem(
        status: 409,
        detail: "There is no folder to scan yet. Begin with: geoindex scan <dir>"
      ).of(.nothingToScan)
    }
    try refuseReadOnly()
    let (status, isNew) = state.withLock { state in
      if let current = state.current { return (current, false) }
      return (state.begin(), true)
    }
    guard isNew else { return status }
    do {
      try SystemThread.start { [self] in
        let outcome = Result { try scan(folders, as: status.id) }
        whenOver(outcome)
      }
    } catch {
      fail(status.id, error)
      throw error
    }
    return status
  }

  private func knownFolders() throws -> [FilePath] { try index.read { try $0.scannedRoots() } }

  /// Refuses an index that this process may not write.
  ///
  /// By its permissions alone: a write would wait for other processes, and here a connection waits.
  private func refuseReadOnly() throws(Problem) {
    guard !FileSystem.mayWrite(index.path.bytes) else { return }
    throw Problem(
      status: 409,
      detail:
        "This server may read the index but not write to it. Run geoindex scan as a user who may."
    ).of(.readOnly)
  }

  private func scan(_ folders: [FilePath], as id: Int) throws -> ScanReport {
    let scanner = PhotoScanner(index: index, options: options)
    do {
      while true {
        do {
          let report = try scanner.scan(folders) { progressed(id, $0) }
          end(id, report)
          return report
        } catch  where Self.isOfAnotherWriter(error) && !isCancelled(id) {
          waits(id)
          ended.wait(Self.retryInterval)
        }
      }
    } catch {
      fail(id, error)
      throw error
    }
  }

  /// Whether another process writes to the index, so that a scan waits for it.
  private static func isOfAnotherWriter(_ error: any Error) -> Bool {
    switch error {
    case let error as ScanError: error.code == .locked
    case let error as IndexError: error.code == .busy
    default: false
    }
  }

  /// Cancels a scan: stores what it has found, and removes no photos.
  func cancel(_ id: Int) -> ScanStatus? {
    state.withLock { state in
      state.cancel(id)
      return state[id]
    }
  }

  /// Cancels all scans, and returns when they have ended or the time is over.
  func stop(within time: Duration) {
    let end = Instant.now + time
    state.withLock { $0.cancelAll() }
    while current != nil, Instant.now < end { ended.wait(.milliseconds(100)) }
  }
}

extension ScanCoordinator {
  /// Records that a watcher started a scan.
  func begin() -> Int { state.withLock { $0.begin().id } }

  func isCancelled(_ id: Int) -> Bool { state.withLock { $0.cancelled.contains(id) } }

  /// Records the progress of a scan; returns false if it was cancelled.
  func progressed(_ id: Int, _ progress: ScanProgress) -> Bool {
    let (status, continues) = state.withLock { state -> (ScanStatus?, Bool) in
      let status = state.change(id) { $0.take(progress) }
      let continues = !state.cancelled.contains(id)
      let now = Instant.now
      guard state.lastReport.map({ $0.duration(to: now) >= Self.reportInterval }) ?? true else {
        return (nil, continues)
      }
      state.lastReport = now
      return (status, continues)
    }
    if let status { hub.send { $0.add(status) } }
    return continues
  }

  /// Records that a scan waits for another writer.
  private func waits(_ id: Int) { state.withLock { _ = $0.change(id) { $0.state = .waiting } } }

  func end(_ id: Int, _ report: ScanReport) { conclude(id) { $0.take(report) } }

  func fail(_ id: Int, _ error: any Error) {
    let wasCancelled = isCancelled(id)
    conclude(id) { if wasCancelled { $0.cancel() } else { $0.fail("\(error)") } }
  }

  private func conclude(_ id: Int, _ step: (inout ScanStatus) -> Void) {
    let status = state.withLock { state in
      state.lastReport = nil
      return state.change(id, step)
    }
    // Publishes the changes before the end, so that listeners have all of them when they learn of the end.
    hub.notifyOfChange(status?.report.map(PhotosChanged.Counts.init))
    if let status { hub.send { $0.add(status) } }
    ended.ring()
  }
}
