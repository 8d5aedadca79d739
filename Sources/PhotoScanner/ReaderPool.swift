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
  var expectedFingerprint: UInt64?

  /// The sidecars and other companion files.
  var companions = CompanionFiles()
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
///
/// Reading blocks, and the threads of Swift's tasks must not block. On a network share many more readers
/// than cores are useful.
final class ReaderPool {
  private let work = Channel<FileBatch>()
  private let done = Channel<ReadBatch>()
  private var threads: [SystemThread] = []

  /// The number of batches submitted and not yet taken.
  private(set) var inFlight = 0

  init(threads count: Int, followsSymlinks: Bool) throws {
    let links: SymbolicLinks = followsSymlinks ? .followed : .refused
    for _ in 0..<max(1, count) {
      threads.append(
        try SystemThread { [work, done] in ReaderThread(work, done, links).run() })
    }
  }

  /// Waits until the readers have finished all submitted batches.
  deinit {
    work.close()
    for thread in threads { thread.join() }
  }

  func submit(_ batch: FileBatch) {
    inFlight += 1
    work.put(batch)
  }

  /// Blocks until a batch has been read; returns nil if none is in flight.
  func take() -> ReadBatch? {
    guard inFlight > 0, let batch = done.take() else { return nil }
    inFlight -= 1
    return batch
  }
}

/// The work of one reader thread.
private final class ReaderThread: Sendable {
  private let work: Channel<FileBatch>
  private let done: Channel<ReadBatch>
  private let links: SymbolicLinks

  init(_ work: Channel<FileBatch>, _ done: Channel<ReadBatch>, _ links: SymbolicLinks) {
    self.work = work
    self.done = done
    self.links = links
  }

  func run() {
    var reader = PhotoReader()
    while let batch = work.take() {
      let directory = Result { () throws(SystemError) in
        try DirectoryHandle(path: batch.path.bytes, links: links)
      }
      let results = batch.files.map { read($0, in: directory, &reader) }
      done.put(ReadBatch(directory: batch.directory, path: batch.path, results: results))
    }
  }

  /// Reads a file and checks that it did not change meanwhile.
  private func read(
    _ file: FileJob, in directory: Result<DirectoryHandle, SystemError>,
    _ reader: inout PhotoReader
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
