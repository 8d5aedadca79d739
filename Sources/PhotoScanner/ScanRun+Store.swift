internal import Files
internal import PhotoFacts
internal import PhotoIndex

extension ScanRun {
  /// Writes what was read into the index.
  func store(_ batch: ReadBatch, _ writer: IndexWriter) throws {
    for result in batch.results { report.record(try store(result, of: batch, writer)) }
  }

  private func store(_ read: ReadResult, of batch: ReadBatch, _ writer: IndexWriter) throws
    -> FileOutcome
  {
    let (job, facts) = (read.job, read.facts)
    let path = batch.path.appending(job.name)
    if let failure = facts.readingFailure.map({ SystemError(code: $0) }) {
      if failure.isShortage { throw ScanError(shortage: failure, at: path) }
      // Whether it was moved or deleted, the next look will tell.
      if isGone(path, failure) {
        return job.known.map { job.hasMoved ? .moved($0.reason) : .unchanged($0.reason) }
          ?? .skipped
      }
    }
    if !read.isCurrent { report.overtaken.insert(batch.path) }
    if job.hasOtherNames { try noteOtherNames(of: job, in: batch.directory, writer) }
    let stamp = read.isCurrent ? job.stamp : job.stamp.ofNoFile
    let file = ReadFile(name: job.name, stamp: stamp, facts: facts, companions: job.companions.mark)
    // The photo that had this name may have turned up under another while this file was read; then
    // this is a new one.
    guard let known = job.known, isStill(known, job, facts) else {
      try writer.add(file, in: batch.directory)
      return .added(facts.place.reason)
    }
    let saysNothing = saysNothingNew(facts, of: job, known)
    if saysNothing, known.reason != .unreadable {
      report.errors.append(ScanProblem(path: path, reason: facts.place.detail))
    }
    guard try saysNothing || read.isCurrent && isSame(facts, job, known, writer) else {
      let reason = try writer.update(known.id, with: file, in: batch.directory)
      return job.hasMoved ? .moved(reason) : .updated(reason)
    }
    guard job.hasMoved else {
      if !saysNothing {
        try writer.complete(
          known.id, changed: job.stamp.changed, companions: job.companions.mark)
      }
      return .unchanged(known.reason)
    }
    var reached = stamp
    // Until it can be read, the ctime stays that of the content that is known.
    if saysNothing, facts.readingFailure != nil { reached.changed = known.stamp.changed }
    try writer.move(known.id, to: batch.directory, name: job.name, stamp: reached)
    return .moved(known.reason)
  }

  /// Nobody tells of a file that has changed under all of its names, only under the one by which it was
  /// written to: where it has others, those are to be looked at too.
  private func noteOtherNames(of job: FileJob, in directory: DirectoryID, _ writer: IndexWriter)
    throws
  {
    report.overtaken.formUnion(
      try writer.directories(knowingOldStampOf: job.stamp, besides: directory))
  }

  /// Whether a file that was read only because its ctime differs says what it said before, as after
  /// a change of its name or permissions, or a new hard link to it.
  ///
  /// Then only the stamp is stored.
  private func isSame(
    _ facts: PhotoFacts, _ job: FileJob, _ known: KnownFile, _ writer: IndexWriter
  ) throws -> Bool {
    guard !options.readsUnchanged, known.stamp.agrees(with: job.stamp),
      known.companions == job.companions.mark, !known.isOutdated
    else { return false }
    return try writer.holds(facts, of: known.id)
  }

  /// Whether a file that was read is the photo the index took it for.
  ///
  /// Renaming a file changes its ctime, and so does giving its inode, size and modification time to another
  /// (`cp -p`). The content tells which of the two it was.
  private func isStill(_ known: KnownFile, _ job: FileJob, _ facts: PhotoFacts) -> Bool {
    guard job.hasMoved else { return !whereabouts.found.contains(known.id) }
    guard let expected = job.expectedFingerprint, let found = facts.fingerprint, expected != found
    else { return true }
    whereabouts.lose(known.id)
    return false
  }

  /// Whether a photo keeps what is known of it although its file cannot be read: the file has the size and
  /// modification time that it had.
  ///
  /// The ctime may differ, as it does when the permissions are taken away. A file that was broken all along
  /// may lose the place it has from a sidecar.
  private func saysNothingNew(_ facts: PhotoFacts, of job: FileJob, _ known: KnownFile) -> Bool {
    facts.place.reason == .unreadable && known.stamp.agrees(with: job.stamp)
      && (facts.readingFailure != nil || job.companions.areUnchanged(since: known))
  }

  /// Whether a file that was listed is there no more, or is a link that is not followed; a file beside
  /// it may have been what was missing.
  private func isGone(_ path: FilePath, _ failure: SystemError) -> Bool {
    if failure.isLink { return !options.followsSymlinks }
    return failure.isAbsence && FileStatus(path) == nil
  }

  /// Adds the photos of directories that have gone to what is missing.
  ///
  /// A directory below one that could not be listed has not gone: nobody knows.
  func noteUnlisted(_ writer: IndexWriter) throws {
    for directory in try withoutMissingDisks(gone(writer), writer) {
      for file in try writer.files(in: directory.id) { whereabouts.missing.insert(file.id) }
    }
  }

  func forgetEmptyDirectories(_ writer: IndexWriter) throws {
    for directory in try gone(writer) where try writer.files(in: directory.id).isEmpty {
      try writer.removeDirectory(directory.id)
    }
  }

  private func gone(_ writer: IndexWriter) throws -> [UnlistedDirectory] {
    try plan.parts.filter(\.isDeep)
      .flatMap {
        try writer.unlistedDirectories(in: start.root, below: $0.path, scan: start.number)
      }
      .filter { directory in !unreadable.contains { directory.path.isBelow($0) } }
  }
}

extension FilePath {
  /// Whether this path, relative to a root, is another or lies below it; everything is below the
  /// root's own, empty path.
  func isBelow(_ other: FilePath) -> Bool { other.bytes.isEmpty || isInside(other) }
}

extension FileStamp {
  /// A stamp that the file has never had: it is read again at the next look, and is not known again
  /// where it has been moved to.
  var ofNoFile: FileStamp {
    FileStamp(size: size, modified: modified &- 1, inode: inode, changed: changed)
  }

  /// The stamp of a file that has yet to be read: it differs by its ctime alone, so that what is known of the
  /// photo stays if the file cannot be read.
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
