internal import TrackStore
internal import Files
internal import Geography
internal import PhotoFacts
internal import PhotoIndex
internal import Places

/// A track file that has to be read.
struct TrackJob {
  var directory: DirectoryID

  /// The folder as a full path.
  var folder: FilePath
  var name: [UInt8]
  var stamp: FileStamp

  /// The track in the index; nil if the file is new.
  var known: Int64?

  /// Whether the file is a film.
  var isFilm: Bool { !SkippedNames.isTrack(name) }
}

/// The track files of a scan, which follow the same rules as photos.
extension ScanRun {
  /// Compares the track files of a listing with those that the index has of the directory.
  func compareTracks(
    _ listing: DirectoryListing, in directory: DirectoryID, at path: FilePath, _ writer: IndexWriter
  ) throws {
    var known: [[UInt8]: KnownTrack] = [:]
    for track in try writer.tracks(in: directory) { known[track.name] = track }
    let folder = plan.root.appending(path.bytes)
    for entry in listing.entries {
      // The film of a track that is not known yet is found when its metadata is read.
      guard SkippedNames.isTrack(entry.name) || known[entry.name] != nil,
        case .file(let stamp, _) = entry.kind
      else { continue }
      let previous = known.removeValue(forKey: entry.name)
      let below = path.appending(entry.name)
      guard !isExcluded(below, isDirectory: false) else {
        if let previous { state.trackWhereabouts.markMissing(previous.id) }
        continue
      }
      state.report.tracks += 1
      let isUnsettled = plan.change?.unsettled.contains(folder.appending(entry.name)) ?? false
      guard !isUnsettled, isWanted(below, entry.name) else { continue }
      let job = TrackJob(
        directory: directory, folder: folder, name: entry.name, stamp: stamp, known: nil)
      try compare(job, with: previous, writer)
    }
    for track in known.values { state.trackWhereabouts.markMissing(track.id) }
  }

  private func compare(_ job: TrackJob, with previous: KnownTrack?, _ writer: IndexWriter) throws {
    var job = job
    if job.isFilm {
      // A film that has moved takes its track along, see `moveFilmTrack`.
      job.known = previous?.id
      if previous?.stamp != job.stamp || options.readsUnchanged { state.trackQueue.append(job) }
      return
    }
    // The known file may have been found under another name in this scan.
    if let previous, !state.trackWhereabouts.found.contains(previous.id) { job.known = previous.id }
    if job.known != nil, previous?.stamp == job.stamp, !options.readsUnchanged { return }
    if previous?.stamp.inode != job.stamp.inode, let moved = try recognise(job, writer) {
      job.known = moved.id
      // A rename changes the ctime, as does another file with the same inode: then the file is read.
      let isSure = moved.stamp.changed == job.stamp.changed
      try writer.moveTrack(
        moved.id, to: job.directory, name: job.name, stamp: isSure ? job.stamp : job.stamp.unread)
      state.trackWhereabouts.markFound(moved.id)
      if isSure { return }
    }
    state.trackQueue.append(job)
  }

  /// The known track that a new file was moved from: its former path no longer leads to it.
  private func recognise(_ job: TrackJob, _ writer: IndexWriter) throws -> KnownTrack? {
    try writer.trackMoveCandidates(for: job.stamp).first { candidate in
      isGone(candidate.file, inode: job.stamp.inode)
    }?.known
  }

  // MARK: Films

  /// Moves the track of a film that was found at a new path.
  func moveFilmTrack(
    from file: FilePath, to directory: DirectoryID, as job: FileJob, _ writer: IndexWriter
  ) throws {
    let candidates = try writer.trackMoveCandidates(for: job.stamp)
    // Of films that swap their names, the tracks are read again.
    guard try !writer.hasTrack(named: job.name, in: directory),
      let track = candidates.first(where: { $0.file == file })?.known
    else { return }
    let isSure = track.stamp.changed == job.stamp.changed
    try writer.moveTrack(
      track.id, to: directory, name: job.name, stamp: isSure ? job.stamp : job.stamp.unread)
    state.trackWhereabouts.markFound(track.id)
  }

  /// Queues the track of a film whose metadata was read, unless the listing has queued it.
  ///
  /// Until the track is read there is a row for it, so that a scan that is interrupted reads it the next time.
  func queueFilmTrack(_ job: FileJob, of batch: ReadBatch, _ writer: IndexWriter) throws {
    guard try !writer.hasTrack(named: job.name, in: batch.directory) else { return }
    let pending = ReadTrack(
      stamp: job.stamp.invalidated, kind: nil, fixes: [], reason: "it has not been read yet")
    let id = try writer.store(pending, named: job.name, in: batch.directory)
    state.report.tracks += 1
    state.trackQueue.append(
      TrackJob(
        directory: batch.directory, folder: batch.path, name: job.name, stamp: job.stamp, known: id)
    )
  }

  // MARK: Reading

  /// Reads the files that were queued, and stores each in a transaction of its own.
  func readTracks(_ onProgress: () -> Bool) throws {
    while var job = state.trackQueue.popLast() {
      guard onProgress() else { return }
      job.known = try known(of: job)
      guard let track = read(job) else { continue }
      if job.isFilm, track.kind == nil {
        try removeTracks(job.known.map { [$0] } ?? [])
        state.report.tracks -= 1
        continue
      }
      if let reason = track.reason {
        state.report.unusableTracks.append(
          ScanProblem(path: job.folder.appending(job.name), reason: reason))
      }
      _ = try index.writeRepeatedly { writer in
        try writer.store(track, named: job.name, in: job.directory, as: job.known)
      }
    }
  }

  /// The track in the index; nil if it was found under another name after the directory was listed.
  private func known(of job: TrackJob) throws -> Int64? {
    guard let known = job.known else { return nil }
    return try index.writeRepeatedly { writer in
      try writer.hasTrack(named: job.name, in: job.directory) ? known : nil
    }
  }

  /// The content of a track file; nil if it is gone, or cannot be read now but could before.
  private func read(_ job: TrackJob) -> ReadTrack? {
    do throws(SystemError) {
      let links: SymbolicLinks = options.followsSymlinks ? .followed : .refused
      // A track is read as a whole, which takes longer than the metadata of a photo.
      var (track, isUnchanged) = try onDisk(job.folder, within: options.patience * 10) {
        [places = index.places] in
        Result { () throws(SystemError) in try job.content(places, links) }
      }.get()
      if track.stamp != job.stamp || !isUnchanged {
        // The next scan reads it again.
        track.stamp = track.stamp.invalidated
        state.report.overtaken.insert(job.folder)
      }
      return track
    } catch {
      if error.isAbsence || job.known != nil { return nil }
      return ReadTrack(
        stamp: job.stamp.invalidated, kind: nil, fixes: [], reason: error.reason)
    }
  }

  // MARK: Tracks whose files have gone

  /// Marks the tracks of directories that have gone as missing.
  func markTracksMissing(in directory: DirectoryID, _ writer: IndexWriter) throws {
    for track in try writer.tracks(in: directory) { state.trackWhereabouts.markMissing(track.id) }
  }

  /// Removes tracks from the index.
  func removeTracks(_ missing: Set<Int64>) throws {
    guard !missing.isEmpty else { return }
    try index.writeRepeatedly { writer in
      for id in missing.sorted() { try writer.removeTrack(id) }
      try forgetEmptyDirectories(writer)
    }
  }
}

extension TrackJob {
  /// The content of the file, and whether the file did not change meanwhile.
  fileprivate func content(_ places: Places?, _ links: SymbolicLinks) throws(SystemError) -> (
    track: ReadTrack, isUnchanged: Bool
  ) {
    let file = try DirectoryHandle(path: folder.bytes, links: links).file(name, links: links)
    let track =
      isFilm
      ? TrackFiles.filmTrack(in: file, places)
        ?? ReadTrack(stamp: FileStamp(file.status), kind: nil, fixes: [])
      : TrackFiles.read(file, places)
    return (track, file.isUnchanged)
  }
}
