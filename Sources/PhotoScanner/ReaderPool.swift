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

/// A batch with what was read from each of its files, in the same order.
struct ReadBatch: Sendable {
  var batch: FileBatch
  var facts: [PhotoFacts]

  /// Whether each is no more, after it has been read, what it was when it was listed: another file may
  /// have taken its name, and what was read is that one's.
  var hasChanged: [Bool]
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
      var facts: [PhotoFacts] = []
      var hasChanged: [Bool] = []
      facts.reserveCapacity(batch.files.count)
      hasChanged.reserveCapacity(batch.files.count)
      let directory = Result { () throws(SystemError) in
        try DirectoryHandle(path: batch.path.bytes, links: links)
      }
      for file in batch.files {
        let (read, isCurrent) = self.read(file, in: directory, &reader)
        facts.append(read)
        hasChanged.append(!isCurrent)
      }
      done.put(ReadBatch(batch: batch, facts: facts, hasChanged: hasChanged))
    }
  }

  /// Reads a file and answers whether it was the listed one before and after that.
  private func read(
    _ file: FileJob, in directory: Result<DirectoryHandle, SystemError>,
    _ reader: inout PhotoReader
  ) -> (PhotoFacts, isCurrent: Bool) {
    do throws(SystemError) {
      let directory = try directory.get()
      let (facts, opened) = reader.facts(
        of: file.name, in: directory, links: links, companions: file.companions.companions)
      let after = FileStatus(
        file.name, in: directory.descriptor, followsSymlinks: links == .followed)
      // Of a file that cannot be opened only its name tells.
      let isOpenedOne = opened.map { FileStamp($0) == file.stamp } ?? true
      return (facts, isOpenedOne && after.map { FileStamp($0) } == file.stamp)
    } catch {
      var facts = PhotoFacts(place: .unlocated(.unreadable, detail: error.reason))
      facts.readingFailure = error.code
      return (facts, false)
    }
  }
}
