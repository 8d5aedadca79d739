internal import Files
public import PhotoFacts
public import PhotoIndex
internal import Synchronization
internal import Threads

/// Keeps an index in step with folders for as long as it runs.
///
/// It scans them once, and from then on looks at the directories in which the kernel says something
/// happened. A file gets into the index in one way only, that of a scan.
public final class FolderWatcher: Sendable {
  let index: PhotoIndex
  let folders: [FilePath]
  let options: ScanOptions
  let observer: any WatchObserver

  /// How often what nobody tells of is looked at.
  let pollInterval: Duration

  /// Whether a first scan that fails is tried again like any later one.
  let keepsTrying: Bool

  let bell = Doorbell()
  private let stopping = Atomic<Bool>(false)

  /// Makes a watcher for an index that is open for writing.
  ///
  /// One that keeps trying also waits for folders that are not there yet, as when the machine has
  /// started and their disk has not.
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

  /// Watches until `stop()`; throws where the folders cannot even be scanned at first, unless it
  /// keeps trying.
  public func run() throws { try run(from: { () throws(SystemError) in try Inotify() }) }

  /// The same with another teller of changes.
  func run(from source: () throws(SystemError) -> any ChangeSource) throws {
    // Too many programs of this user watch something: then all is polled.
    try WatchLoop(self, try? source()).run()
  }

  /// Ends `run()` after it has stored what it has; any thread may say so.
  public func stop() {
    stopping.store(true, ordering: .releasing)
    bell.ring()
  }
}
