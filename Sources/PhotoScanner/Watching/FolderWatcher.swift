internal import Files
public import PhotoFacts
public import PhotoIndex
internal import Synchronization
internal import Threads

/// Keeps an index up to date with folders for as long as it runs.
///
/// It scans them once, then re-checks the directories for which inotify reports changes. Every update goes
/// through a scan.
public final class FolderWatcher: Sendable {
  let index: PhotoIndex
  let folders: [FilePath]
  let options: ScanOptions
  let observer: any WatchObserver

  /// How often folders that cannot be watched are re-checked.
  let pollInterval: Duration

  /// Whether a first scan that fails is retried like any later one.
  let keepsTrying: Bool

  let bell = Doorbell()
  private let stopping = Atomic<Bool>(false)

  /// Makes a watcher for an index that is open for writing.
  ///
  /// With `keepsTrying` the watcher also waits for folders that do not exist yet, such as disks that are
  /// mounted after the service has started.
  public init(
    index: PhotoIndex, folders: [FilePath], options: ScanOptions = ScanOptions(),
    pollInterval: Duration = .seconds(60), keepsTrying: Bool = false,
    observer: any WatchObserver
  ) {
    self.index = index
    self.folders = folders
    self.options = options
    self.pollInterval = pollInterval
    self.keepsTrying = keepsTrying
    self.observer = observer
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  /// Watches until `stop()`.
  ///
  /// Throws if the first scan fails, unless `keepsTrying` is set.
  public func run() throws { try run(from: { () throws(SystemError) in try Inotify() }) }

  /// Watches with another source of events.
  func run(from source: () throws(SystemError) -> any ChangeSource) throws {
    // If inotify has no instance left for this user, all folders are polled.
    try WatchLoop(self, try? source()).run()
  }

  /// Makes `run()` store what it has and return; may be called from any thread.
  public func stop() {
    stopping.store(true, ordering: .releasing)
    bell.ring()
  }
}
