internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import Threads

/// Files of one directory that are to be read.
struct FileBatch: Sendable {
  var directory: DirectoryID
  var path: FilePath
  var files: [FileJob]
}

/// One file to be read.
struct FileJob: Sendable {
  var name: [UInt8]
  var stamp: FileStamp

  /// Whether the file is in other places too.
  var hasOtherNames = false

  /// The photo it is, where the index knows it already.
  var known: KnownFile?

  /// Whether it was known by another path.
  var hasMoved = false

  /// The fingerprint its content must have to be the photo that has moved; nil if that is sure.
  var expectedFingerprint: UInt64?

  /// What stands beside it and says something of it.
  var companions = CompanionFiles()
}

/// A batch whose files have been read.
struct ReadBatch: Sendable {
  var directory: DirectoryID
  var path: FilePath
  var results: [ReadResult]
}

/// What was read from a file.
struct ReadResult: Sendable {
  var job: FileJob
  var facts: PhotoFacts

  /// Whether the file was still the listed one after it had been read: another may have taken its name,
  /// and what was read is that one's.
  var isCurrent: Bool
}

/// Threads that read files.
///
/// They are threads and not tasks because reading blocks: on a network share many more readers than
/// cores pay, and the threads Swift's tasks share must not be blocked.
final class ReaderPool {
  private let work = Channel<FileBatch>()
  private let done = Channel<ReadBatch>()
  private var threads: [SystemThread] = []

  /// Batches that were handed in and have not been taken out.
  private(set) var inFlight = 0

  init(threads count: Int, followsSymlinks: Bool) throws {
    let links: SymbolicLinks = followsSymlinks ? .followed : .refused
    for _ in 0..<max(1, count) {
      threads.append(
        try SystemThread { [work, done] in ReaderThread(work, done, links).run() })
    }
  }

  /// Lets the readers finish what they have and waits for them.
  deinit {
    work.close()
    for thread in threads { thread.join() }
  }

  func submit(_ batch: FileBatch) {
    inFlight += 1
    work.put(batch)
  }

  /// Waits for the next batch to be ready.
  func take() -> ReadBatch? {
    guard inFlight > 0, let batch = done.take() else { return nil }
    inFlight -= 1
    return batch
  }
}

/// What one of the threads does.
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

  /// Reads a file.
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
      // Of a file that cannot be opened only its name tells.
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
