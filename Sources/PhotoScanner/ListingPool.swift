internal import Files
internal import PhotoFacts
internal import Synchronization
internal import Threads

/// Threads that list directories before the walk reaches them.
///
/// On a network share each file of a listing takes a round trip.
final class ListingPool {
  private typealias Outcome = Result<DirectoryListing, SystemError>

  private let threads: DiskThreads<FilePath>
  private let done: Channel<(FilePath, Outcome)>
  private var listed: [FilePath: Outcome] = [:]

  /// How many entries have been listed and not been taken; limited, so that huge folders do not fill the memory.
  private let waiting = EntryCount()
  private static let mostEntries = 100_000

  /// Directories that have been requested and not been taken.
  private var ahead: Set<FilePath> = []
  private var isAbandoned = false

  /// With `jobs`, that many directories are listed at once, else as many as keep the disk busy.
  init(jobs: Int?, followsSymlinks: Bool, _ progress: Patience.Steps) throws {
    let done = Channel<(FilePath, Outcome)>()
    // One thread until the disk is found to be slow: the other cores are for reading.
    threads = try DiskThreads(count: jobs, cores: 1, most: 64) { [waiting] in
      { path, hasWaited in
        let outcome = Outcome { () throws(SystemError) in
          var listing = try DirectoryListing(path, followsSymlinks: followsSymlinks) {
            progress.add()
            hasWaited()
          }
          listing.ignoreRules = IgnoreFiles.rules(in: path, listing)
          return listing
        }
        progress.add()
        waiting.add(outcome.entryCount)
        done.put((path, outcome))
      }
    }
    self.done = done
  }

  /// Waits for the directories that are being listed, unless they were abandoned.
  deinit {
    guard !isAbandoned else { return }
    // After an error some may still wait for a disk.
    guard awaited.isEmpty else { return threads.abandon {} }
    threads.finish()
  }

  /// Leaves alone the threads that wait for a disk that does not answer.
  func abandon(_ whenEnded: @escaping @Sendable () -> Void) {
    isAbandoned = true
    threads.abandon(whenEnded)
  }

  /// How many directories should be requested before they are needed; 0 while many entries wait already.
  var depth: Int { waiting.value < Self.mostEntries ? threads.count * 2 : 0 }

  /// The directories that have been requested and are not listed yet.
  var awaited: [FilePath] { ahead.filter { listed[$0] == nil } }

  /// Calls `willList` and begins to list a directory that will be taken soon, unless it was requested before.
  func prepare(_ path: FilePath, willList: () -> Void) {
    guard ahead.insert(path).inserted else { return }
    willList()
    threads.submit(path)
  }

  /// Waits until a directory that was requested is listed or could not be; returns false if that takes longer.
  func wait(for path: FilePath, within time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while listed[path] == nil {
      guard
        let (other, outcome) = done.take(within: max(.zero, ContinuousClock.now.duration(to: end)))
      else { return false }
      listed[other] = outcome
    }
    return true
  }

  /// The listing of a directory for which `wait` has waited.
  func take(_ path: FilePath) throws(SystemError) -> DirectoryListing? {
    ahead.remove(path)
    guard let outcome = listed.removeValue(forKey: path) else { return nil }
    waiting.add(-outcome.entryCount)
    return try outcome.get()
  }
}

private final class EntryCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add(_ more: Int) { count.add(more, ordering: .relaxed) }
}

extension Result<DirectoryListing, SystemError> {
  fileprivate var entryCount: Int {
    guard case .success(let listing) = self else { return 0 }
    return listing.entries.count
  }
}
