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

  /// With `jobs`, that many directories are listed at once, else as many as keep the disk busy.
  init(jobs: Int?, followsSymlinks: Bool) throws {
    let done = Channel<(FilePath, Outcome)>()
    // One thread until the disk is found to be slow: the other cores are for reading.
    threads = try DiskThreads(count: jobs, cores: 1, most: 64) { [waiting] in
      { path, hasWaited in
        let outcome = Outcome { () throws(SystemError) in
          try DirectoryListing(path, followsSymlinks: followsSymlinks, hasWaited)
        }
        waiting.add(outcome.entryCount)
        done.put((path, outcome))
      }
    }
    self.done = done
  }

  /// Waits for the directories that are being listed.
  deinit {
    _ = threads.drop()
    threads.finish()
  }

  /// How many directories should be requested before they are needed; 0 while many entries wait already.
  var depth: Int { waiting.value < Self.mostEntries ? threads.count * 2 : 0 }

  /// Calls `willList` and begins to list a directory that will be taken soon, unless it was requested before.
  func prepare(_ path: FilePath, willList: () -> Void) {
    guard ahead.insert(path).inserted else { return }
    willList()
    threads.submit(path)
  }

  /// The listing of a directory; nil if it was not requested.
  func take(_ path: FilePath) throws(SystemError) -> DirectoryListing? {
    guard ahead.remove(path) != nil else { return nil }
    while true {
      if let outcome = listed.removeValue(forKey: path) {
        waiting.add(-outcome.entryCount)
        return try outcome.get()
      }
      guard let (path, outcome) = done.take() else { return nil }
      listed[path] = outcome
    }
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
