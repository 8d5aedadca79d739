internal import Files
internal import Notes
internal import PhotoFacts
internal import PhotoIndex

extension ScanRun {
  /// What rounds change beside the index.
  struct State {
    var report: ScanReport

    /// Directories still to be listed, by their path below the root; taken from the end.
    var pending: [FilePath]

    /// Directories of `pending` whose subdirectories are not listed.
    var shallow: Set<FilePath>

    /// Directories already listed because of a change.
    var listedForChange: Set<FilePath> = []

    /// The directories entered through links, to end cycles.
    var visited: Set<FileIdentity> = []

    /// Batches not yet submitted to the readers.
    var queue: [FileBatch] = []

    /// Files that took the paths of known photos, to be read when all directories are listed: only then is it certain
    /// that those photos have not moved.
    var replaced: [FileBatch] = []

    /// Above this many batches, such files are read at once, and a photo whose path was taken may get a new id.
    private static let mostReplaced = 4_096

    /// Photos that were not at their path, and photos found at a new one.
    var whereabouts = Whereabouts()

    /// New files that notes know only by path and time; see `NotesWriter.settle`.
    var unsettled: Set<NotesWriter.UnsettledFile> = []

    /// The same as `whereabouts` for tracks.
    var trackWhereabouts = Whereabouts()

    /// Track files to be read after the walk.
    var trackQueue: [TrackJob] = []

    /// Whether its disk did not answer, so that the rest was left out.
    var wasGivenUp = false

    /// Directories that could not be listed; photos below them are not removed.
    var unreadable: [FilePath] = []

    /// What ignore files and excludes left out of this root.
    var excluded = ScanReport.Excluded()

    /// The ignore files found by the walk.
    var ignoreFiles = IgnoreFiles()

    /// The file systems found so far.
    var fileSystems: Set<FileSystemIdentity> = []

    /// Whether files wait to be submitted to the readers.
    var hasBatches: Bool { !queue.isEmpty || !replaced.isEmpty }

    /// Queues files for the readers, those that replaced others for later.
    mutating func enqueue(_ batch: FileBatch, isReplacing: Bool) {
      if isReplacing, replaced.count < Self.mostReplaced {
        replaced.append(batch)
      } else {
        queue.append(batch)
      }
    }

    /// The files to be read next; nil if there are none yet.
    mutating func nextBatch() -> FileBatch? {
      queue.popLast() ?? (pending.isEmpty ? replaced.popLast() : nil)
    }
  }

  /// Changes the index and the state of this run; a round that was overtaken begins again from the same state.
  func round(_ body: (IndexWriter) throws -> Void) throws {
    // An index without a record cannot be overtaken, and copies of the state would cost time.
    guard index.isReplica else { return try index.write(body) }
    let before = state
    try index.writeRepeatedly { writer in
      state = before
      try body(writer)
    }
  }
}
