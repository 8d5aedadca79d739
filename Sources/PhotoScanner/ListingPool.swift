internal import Files
internal import PhotoFacts
internal import Threads

/// Threads that list directories before the walk reaches them.
///
/// On a network share each file of a listing takes a round trip.
final class ListingPool {
  private typealias Outcome = Result<DirectoryListing, SystemError>

  private let threads: DiskThreads<FilePath>
  private let done: Channel<(FilePath, Outcome)>
  private var listed: [FilePath: Outcome] = [:]

  /// Directories that have been asked for and not been taken.
  private var ahead: Set<FilePath> = []

  /// With `jobs`, that many directories are listed at once, else as many as keep the disk busy.
  init(jobs: Int?, followsSymlinks: Bool) throws {
    let done = Channel<(FilePath, Outcome)>()
    // One while nothing is known of the disk: the others are for reading.
    threads = try DiskThreads(count: jobs, cores: 1, most: 64) {
      { path, hasWaited in
        done.put(
          (
            path,
            Result { () throws(SystemError) in
              try DirectoryListing(path, followsSymlinks: followsSymlinks, hasWaited)
            }
          ))
      }
    }
    self.done = done
  }

  deinit { threads.finish() }

  /// How many directories should be requested before they are needed.
  var depth: Int { threads.count * 2 }

  /// Begins to list a directory that will be taken soon, after `willList`, unless it was asked for before.
  func prepare(_ path: FilePath, willList: () -> Void) {
    guard ahead.insert(path).inserted else { return }
    willList()
    threads.submit(path)
  }

  /// The listing of a directory that was asked for; nil if it was not.
  func take(_ path: FilePath) throws(SystemError) -> DirectoryListing? {
    guard ahead.remove(path) != nil else { return nil }
    while true {
      if let outcome = listed.removeValue(forKey: path) { return try outcome.get() }
      guard let (path, outcome) = done.take() else { return nil }
      listed[path] = outcome
    }
  }
}
