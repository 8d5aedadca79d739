internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import Threads

/// Files of one directory that have to be read.
struct FileBatch: Sendable {
  var directory: DirectoryID
  var path: FilePath
  var files: [FileJob]
}

/// One file that has to be read.
struct FileJob: Sendable {
  var name: [UInt8]
  var stamp: FileStamp

  /// Whether the file has further hard links.
  var hasOtherNames = false

  /// The photo in the index; nil if the file is new.
  var known: KnownFile?

  /// Whether the photo was at another path before.
  var hasMoved = false

  /// The fingerprint that confirms a move; nil if the move needs no confirmation.
  var expectedFingerprint: Fingerprint?

  /// The sidecars and other companion files.
  var companions = CompanionFiles()

  /// Whether another file took the path of a known photo, which may have moved.
  var isReplacing: Bool {
    guard let known = known?.stamp, !hasMoved, known.inode != stamp.inode else { return false }
    // The same size and time under another inode is a copy, such as on another disk.
    return known.size != stamp.size || known.modified != stamp.modified
  }
}

/// A batch after its files have been read.
struct ReadBatch: Sendable {
  var directory: DirectoryID
  var path: FilePath
  var results: [ReadResult]
}

/// The metadata read from a file.
struct ReadResult: Sendable {
  var job: FileJob
  var facts: PhotoFacts

  /// Whether the file was unchanged while it was read.
  ///
  /// If it is false, another file may have taken its name, and the metadata belongs to that file.
  var isCurrent: Bool
}

/// Threads that read files.
final class ReaderPool {
  private let threads: DiskThreads<FileBatch>
  private let done: Channel<ReadBatch>

  /// The number of parts of batches that were submitted and not yet taken.
  private(set) var inFlight = 0
  private(set) var isAbandoned = false

  /// How many parts are in flight of each directory.
  private var directories: [FilePath: Int] = [:]

  /// The directories whose files are being read.
  var awaited: [FilePath] { Array(directories.keys) }

  init(jobs: Int?, followsSymlinks: Bool, _ progress: Patience.Steps) throws {
    let done = Channel<ReadBatch>()
    let links: SymbolicLinks = followsSymlinks ? .followed : .refused
    threads = try DiskThreads(count: jobs, most: 64) {
      let reader = BatchReader(links)
      return { batch, hasWaited in
        let read = reader.read(batch) {
          progress.add()
          hasWaited()
        }
        done.put(read)
      }
    }
    self.done = done
  }

  /// Waits for the batches that are being read, unless they were abandoned.
  deinit {
    guard !isAbandoned else { return }
    // After an error some may still wait for a disk.
    guard awaited.isEmpty else { return threads.abandon {} }
    threads.finish()
  }

  /// Leaves alone the threads that wait for a disk that does not answer; what they read is lost.
  func abandon(_ whenEnded: @escaping @Sendable () -> Void) {
    isAbandoned = true
    inFlight = 0
    threads.abandon(whenEnded)
  }

  /// How many batches are enough to keep all readers busy while others are stored.
  var depth: Int { max(16, threads.count * 4) }

  /// Whether the readers have enough parts of batches.
  var isFull: Bool { inFlight >= 4 * depth }

  /// Submits a batch in parts, so that many readers of a slow share read the files of one folder.
  func submit(_ batch: FileBatch) {
    let size = 16
    for first in stride(from: 0, to: batch.files.count, by: size) {
      var part = batch
      part.files = Array(batch.files[first..<min(first + size, batch.files.count)])
      inFlight += 1
      directories[batch.path, default: 0] += 1
      threads.submit(part)
    }
  }

  /// Drops the parts that no reader has begun.
  func drop() { inFlight -= threads.drop() }

  /// Waits until a part has been read; returns nil if none is in flight or that takes longer.
  func take(within time: Duration) -> ReadBatch? {
    guard inFlight > 0, let batch = done.take(within: time) else { return nil }
    inFlight -= 1
    directories[batch.path] = directories[batch.path].flatMap { $0 > 1 ? $0 - 1 : nil }
    return batch
  }
}

/// Reads the files of batches in one thread.
private final class BatchReader {
  private let links: SymbolicLinks
  private var reader = PhotoReader()

  init(_ links: SymbolicLinks) { self.links = links }

  func read(_ batch: FileBatch, _ hasWaited: () -> Void) -> ReadBatch {
    let directory = Result { () throws(SystemError) in
      try DirectoryHandle(path: batch.path.bytes, links: links)
    }
    return ReadBatch(
      directory: batch.directory, path: batch.path,
      results: batch.files.map { file in
        defer { hasWaited() }
        return read(file, in: directory)
      })
  }

  /// Reads a file and checks that it did not change meanwhile.
  private func read(
    _ file: FileJob, in directory: Result<DirectoryHandle, SystemError>
  ) -> ReadResult {
    do throws(SystemError) {
      let directory = try directory.get()
      let (facts, opened) = reader.facts(
        of: file.name, in: directory, links: links, companions: file.companions.companions)
      let after = FileStatus(
        file.name, in: directory.descriptor, followsSymlinks: links == .followed)
      // A file that cannot be opened has no status of its own; the check by name must suffice.
      let isOpenedOne = opened.map { FileStamp($0) == file.stamp } ?? true
      return ReadResult(
        job: file, facts: facts,
        isCurrent: isOpenedOne && after.map { FileStamp($0) } == file.stamp)
    } catch {
      var facts = PhotoFacts(place: .unlocated(.unreadable, detail: error.reason))
      facts.readingFailure = error.code
      return ReadResult(job: file, facts: facts, isCurrent: false)
    }
  }
}
