internal import Geography
internal import TrackStore
internal import Files
internal import Notes
internal import PhotoFacts
internal import PhotoIndex

extension ScanRun {
  /// Writes the results of a batch to the index.
  func store(_ batch: ReadBatch, _ writer: IndexWriter) throws {
    try recordAliases(of: batch, writer)
    for var result in batch.results {
      result.job = withoutFoundPhoto(result.job)
      state.report.record(try store(result, of: batch, writer))
    }
  }

  private func store(_ read: ReadResult, of batch: ReadBatch, _ writer: IndexWriter) throws
    -> FileOutcome
  {
    let job = read.job
    let path = batch.path.appending(job.name)
    let (facts, own) = try withNotes(read.facts, of: path, job, writer)
    if let failure = facts.readingFailure.map({ SystemError(code: $0) }) {
      if failure.isShortage { throw ScanError(shortage: failure, at: path) }
      // The next scan finds out whether the file was moved or deleted.
      if isGone(path, failure) {
        return job.known.map { job.hasMoved ? .moved($0.reason) : .unchanged($0.reason) }
          ?? .skipped
      }
    }
    if !read.isCurrent { state.report.overtaken.insert(batch.path) }
    if facts.mayHaveTrack { try queueFilmTrack(job, of: batch, writer) }
    if job.hasOtherNames { try noteOtherNames(of: job, in: batch.directory, writer) }
    let stamp = read.isCurrent ? job.stamp : job.stamp.invalidated
    let file = ReadFile(name: job.name, stamp: stamp, facts: facts, companions: job.companions.mark)
    guard let known = job.known, isSamePhoto(known, job, facts) else {
      let id = try writer.add(file, in: batch.directory)
      try keep(own, of: id, writer)
      try leaveUnsettled(job, path, id, writer)
      return .added(facts.place.reason)
    }
    let keepsKnown = keepsKnownFacts(facts, of: job, known)
    if !keepsKnown { try keep(own, of: known.id, writer) }
    if keepsKnown, known.reason != .unreadable {
      state.report.errors.append(ScanProblem(path: path, reason: facts.place.detail))
    }
    guard try keepsKnown || read.isCurrent && hasSameFacts(facts, job, known, writer) else {
      let reason = try writer.update(known.id, with: file, in: batch.directory)
      try leaveUnsettled(job, path, known.id, writer)
      return job.hasMoved ? .moved(reason) : .updated(reason)
    }
    guard job.hasMoved else {
      if !keepsKnown {
        try writer.complete(
          known.id, changed: job.stamp.changed, companions: job.companions.mark)
      }
      return .unchanged(known.reason)
    }
    var reached = stamp
    // Until the file can be read, the ctime stays that of the content in the index.
    if keepsKnown, facts.readingFailure != nil { reached.changed = known.stamp?.changed }
    try writer.move(known.id, to: batch.directory, name: job.name, stamp: reached)
    try leaveUnsettled(job, path, known.id, writer)
    return .moved(known.reason)
  }

  /// Records the new contents of noted photos that were edited.
  ///
  /// It precedes the changes of the index, which has the earlier content of a file.
  private func recordAliases(of batch: ReadBatch, _ writer: IndexWriter) throws {
    guard let notes = try ActStore.merged(into: index, writer, file: notes) else { return }
    if !start.isFirst { try writer.indexContents() }
    let aliases = try batch.results.flatMap { read in
      let (job, facts) = (withoutFoundPhoto(read.job), read.facts)
      guard facts.readingFailure == nil, facts.place.reason != .unreadable else {
        return [ContentAlias]()
      }
      // A photo that was only moved has no new content. `NotesWriter.settle` decides about notes of its new path.
      guard !hasKeptContent(job, facts) else { return [] }
      let path = batch.path.appending(job.name)
      var earlier: PhotoIdentity?
      if let known = job.known, !job.hasMoved, known.stamp?.agrees(with: job.stamp) != true {
        earlier = try writer.reader.photo(known.id).map(PhotoIdentity.init)
      }
      return try notes.missingAliases(
        of: PhotoIdentity(path: path, size: job.stamp.size, facts: facts, id: job.known?.id),
        replacing: earlier, in: isSettled(job) ? writer.reader : nil)
    }
    try notes.record(aliases)
  }

  /// What the index has to keep of a file whose notes say something else.
  private struct OwnFacts {
    var place: StoredPlace?
    var words: OwnWords?
    var accepted: Coordinate?
  }

  private func keep(_ own: OwnFacts, of id: Int64, _ writer: IndexWriter) throws {
    try writer.setOwnPlace(own.place, of: id)
    try writer.setOwnWords(own.words, of: id)
    try writer.setAcceptedPlace(own.accepted, of: id)
  }

  /// The facts, with the position and the words that the notes give the photo, and what the index has to keep.
  ///
  /// All facts of scanned files pass through here, so that notes and files are merged in one place, by
  /// `ActStore.merged`.
  private func withNotes(
    _ facts: PhotoFacts, of path: FilePath, _ job: FileJob, _ writer: IndexWriter
  ) throws -> (facts: PhotoFacts, own: OwnFacts) {
    guard facts.readingFailure == nil, facts.place.reason != .unreadable,
      let notes = try ActStore.merged(into: index, writer, file: notes)
    else { return (facts, OwnFacts()) }
    var facts = facts
    let identity = PhotoIdentity(
      path: path, size: job.stamp.size, facts: facts, id: job.known?.id)
    if !isSettled(job), try notes.knowsOnlyPath(of: identity) {
      state.unsettled.insert(unsettled(job, path))
    }
    let reader = isSettled(job) ? writer.reader : nil
    let (place, words, accepted) = try notes.merged(
      file: facts, of: identity,
      kept: (
        place: job.known.flatMap { try writer.reader.ownPlace(of: $0.id) },
        words: job.known.flatMap { try writer.reader.ownWords(of: $0.id) }
      ), in: reader)
    facts.place = place.shown.place
    if words.shown != facts.words { facts.words = words.shown }
    return (facts, OwnFacts(place: place.own, words: words.own, accepted: accepted))
  }

  /// Whether a note may be about a file because of its path and time alone.
  ///
  /// A file that is new to the index, or was moved, may have taken the name of a noted photo that this scan has not
  /// found yet.
  private func isSettled(_ job: FileJob) -> Bool {
    job.known.map { !$0.isOutdated && !job.hasMoved } ?? false
  }

  /// Marks a file that is not settled, so that the next scan reads it again if this one ends too early.
  private func leaveUnsettled(
    _ job: FileJob, _ path: FilePath, _ id: Int64, _ writer: IndexWriter
  ) throws {
    if state.unsettled.contains(unsettled(job, path)) { try writer.markOutdated(id) }
  }

  private func unsettled(_ job: FileJob, _ path: FilePath) -> NotesWriter.UnsettledFile {
    NotesWriter.UnsettledFile(path: path, companions: job.companions.mark)
  }

  /// Schedules the directories with other hard links to a file for a new listing.
  ///
  /// inotify reports a change only for the name under which the file was written.
  private func noteOtherNames(of job: FileJob, in directory: DirectoryID, _ writer: IndexWriter)
    throws
  {
    state.report.overtaken.formUnion(
      try writer.directories(knowingOldStampOf: job.stamp, besides: directory))
  }

  /// Whether a file that was read only because its ctime differs has the same metadata as before.
  ///
  /// The ctime also changes with the name, the permissions and the number of hard links. Then only the stamp
  /// is stored.
  private func hasSameFacts(
    _ facts: PhotoFacts, _ job: FileJob, _ known: KnownFile, _ writer: IndexWriter
  ) throws -> Bool {
    guard !options.readsUnchanged, known.stamp?.agrees(with: job.stamp) == true,
      known.companions == job.companions.mark, !known.isOutdated
    else { return false }
    return try writer.holds(facts, of: known.id)
  }

  /// Whether a file is the photo that its stamp suggested.
  ///
  /// A rename changes the ctime. So does `cp -p` onto a freed inode, which gives another file the same inode,
  /// size and modification time. The fingerprint of the content distinguishes the two cases.
  private func isSamePhoto(_ known: KnownFile, _ job: FileJob, _ facts: PhotoFacts) -> Bool {
    guard job.hasMoved, !hasKeptContent(job, facts) else { return true }
    state.whereabouts.markNotFound(known.id)
    return false
  }

  /// The same file as a new one, if the photo that was at its path was found at another one.
  private func withoutFoundPhoto(_ job: FileJob) -> FileJob {
    guard let known = job.known, !job.hasMoved, state.whereabouts.found.contains(known.id) else {
      return job
    }
    var job = job
    job.known = nil
    return job
  }

  /// Whether a file is a known photo that was moved, with the same content as before.
  private func hasKeptContent(_ job: FileJob, _ facts: PhotoFacts) -> Bool {
    guard job.hasMoved else { return false }
    guard let expected = job.expectedFingerprint, let found = facts.fingerprint else { return true }
    return expected.agrees(with: found)
  }

  /// Whether an unchanged file that is unreadable now keeps its location and metadata.
  ///
  /// The file must have the same size and modification time. The ctime may differ, because a change of
  /// permissions changes it. A damaged file does not keep a location from a sidecar that has changed.
  private func keepsKnownFacts(_ facts: PhotoFacts, of job: FileJob, _ known: KnownFile) -> Bool {
    facts.place.reason == .unreadable && known.stamp?.agrees(with: job.stamp) == true
      && (facts.readingFailure != nil || job.companions.areUnchanged(since: known))
  }

  /// Whether a listed file no longer exists, or has become a link that is not followed.
  ///
  /// Checks the file itself, because the failure may have come from a companion file.
  private func isGone(_ path: FilePath, _ failure: SystemError) -> Bool {
    if failure.isLink { return !options.followsSymlinks }
    return failure.isAbsence && (try? onDisk(path) { FileStatus(path) == nil }) ?? false
  }

  /// Marks the photos of directories that were not listed as missing.
  ///
  /// Skips directories below one that could not be listed: whether they exist is unknown.
  func noteUnlisted(_ writer: IndexWriter) throws {
    for directory in try withoutMissingDisks(gone(writer), writer) {
      for file in try writer.files(in: directory.id) { state.whereabouts.missing.insert(file.id) }
      try markTracksMissing(in: directory.id, writer)
    }
  }

  func forgetEmptyDirectories(_ writer: IndexWriter) throws {
    for directory in try gone(writer)
    where try writer.files(in: directory.id).isEmpty && writer.tracks(in: directory.id).isEmpty {
      try writer.removeDirectory(directory.id)
    }
  }

  private func gone(_ writer: IndexWriter) throws -> [UnlistedDirectory] {
    try plan.parts.filter(\.isDeep)
      .flatMap {
        try writer.unlistedDirectories(in: start.root, below: $0.path, scan: start.number)
      }
      .filter { directory in !state.unreadable.contains { directory.path.isBelow($0) } }
  }
}

extension FilePath {
  /// Whether this path, relative to a root, equals another or lies below it.
  ///
  /// Every path is below the empty path of the root.
  func isBelow(_ other: FilePath) -> Bool { other.bytes.isEmpty || isInside(other) }
}

extension FileStamp {
  /// A stamp that matches no file.
  ///
  /// The next scan reads the file again, and does not recognise it if it has moved.
  var invalidated: FileStamp {
    FileStamp(size: size, modified: modified &- 1, inode: inode, changed: changed)
  }

  /// The stamp of a file that has yet to be read; only its ctime differs.
  ///
  /// If the file cannot be read, the metadata in the index stays.
  var unread: FileStamp {
    FileStamp(size: size, modified: modified, inode: inode, changed: (changed ?? 0) &- 1)
  }
}

extension Place {
  fileprivate var detail: String {
    guard case .unlocated(let reason, let detail) = self else { return "" }
    return detail ?? reason.name
  }
}
