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

  init(threads count: Int) throws {
    for _ in 0..<max(1, count) {
      threads.append(
        try SystemThread { [work, done] in ReaderThread(work, done).run() })
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

  init(_ work: Channel<FileBatch>, _ done: Channel<ReadBatch>) {
    self.work = work
    self.done = done
  }

  func run() {
    var reader = PhotoReader()
    while let batch = work.take() {
      var facts: [PhotoFacts] = []
      var hasChanged: [Bool] = []
      facts.reserveCapacity(batch.files.count)
      hasChanged.reserveCapacity(batch.files.count)
      for file in batch.files {
        let path = batch.path.appending(file.name)
        facts.append(reader.facts(at: path, companions: file.companions.companions))
        hasChanged.append(FileStatus(path, followsSymlinks: true)?.stamp != file.stamp)
      }
      done.put(ReadBatch(batch: batch, facts: facts, hasChanged: hasChanged))
    }
  }
}
