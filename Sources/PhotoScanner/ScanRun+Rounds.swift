internal import PhotoFacts
internal import PhotoIndex

extension ScanRun {
  /// What a round changes beside the index.
  private struct State {
    var report: ScanReport
    var pending: [FilePath]
    var shallow: Set<FilePath>
    var listedForChange: Set<FilePath>
    var visited: Set<FileIdentity>
    var queue: [FileBatch]
    var whereabouts: Whereabouts
    var trackQueue: [TrackJob]
    var trackWhereabouts: Whereabouts
    var unreadable: [FilePath]
    var excluded: ScanReport.Excluded
    var ignoreFiles: IgnoreFiles
    var fileSystemRows: [FileSystemIdentity: KnownFileSystem]
  }

  private var state: State {
    get {
      State(
        report: report, pending: pending, shallow: shallow, listedForChange: listedForChange,
        visited: visited, queue: queue, whereabouts: whereabouts, trackQueue: trackQueue,
        trackWhereabouts: trackWhereabouts, unreadable: unreadable, excluded: excluded,
        ignoreFiles: ignoreFiles, fileSystemRows: fileSystemRows)
    }
    set {
      (report, pending, shallow) = (newValue.report, newValue.pending, newValue.shallow)
      (listedForChange, visited) = (newValue.listedForChange, newValue.visited)
      (queue, whereabouts) = (newValue.queue, newValue.whereabouts)
      (trackQueue, trackWhereabouts) = (newValue.trackQueue, newValue.trackWhereabouts)
      (unreadable, excluded) = (newValue.unreadable, newValue.excluded)
      (ignoreFiles, fileSystemRows) = (newValue.ignoreFiles, newValue.fileSystemRows)
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
