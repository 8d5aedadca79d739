internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata

extension ScanRun {
  /// Lists one directory, compares it with the index, and queues the files that have to be read.
  func list(_ path: FilePath, _ writer: IndexWriter) throws {
    let folder = plan.root.appending(path.bytes)
    current = folder
    do throws(SystemError) {
      try state.ignoreFiles.noteDirectories(above: path) { path throws(SystemError) in
        let folder = plan.root.appending(path.bytes)
        return try onDisk(folder) { IgnoreFiles.rules(in: folder) }.get()
      }
    } catch {
      return try skip(path, because: error, "an ignore file above it cannot be read")
    }
    if plan.change != nil, isInLeftOut(path) || !state.listedForChange.insert(path).inserted {
      return
    }
    var listing: DirectoryListing
    do {
      listing = try self.listing(of: folder)
    } catch {
      if plan.change != nil, error.isAbsence, !path.bytes.isEmpty { return scheduleParent(path) }
      return try skip(path, because: error)
    }
    listing.fileSystem = fileSystems.fileSystem(
      of: folder, descriptor: listing.directory.descriptor)
    if options.followsSymlinks, !state.visited.insert(listing.identity).inserted {
      state.report.skippedDirectories += 1
      return
    }
    do throws(SystemError) {
      try state.ignoreFiles.note(path, listing)
    } catch {
      return try skip(path, because: error, "its ignore file cannot be read")
    }
    let directory = try writer.markListed(path, in: start.root, scan: start.number)
    let known = try writer.files(in: directory.id)
    let missing = try missingFileSystem(of: directory, listing, known, at: path, writer)
    let folderHere = Folder(
      id: directory.id, path: path, file: folder, fileSystem: listing.fileSystem)
    guard let missing else { return try compare(listing, with: known, folderHere, writer) }
    keep(path, on: missing)
    // Files found here are not on the missing disk. Each directory below is judged by itself.
    if !state.shallow.contains(path) {
      for case (let name, .directory) in listing.entries.map({ ($0.name, $0.kind) }) {
        visit(path.appending(name))
      }
    }
  }

  /// Begins to list the directories that come next, and waits for the first; returns false if that takes longer.
  func isNextListed(within time: Duration) -> Bool {
    let count = plan.change == nil && options.listsAhead ? max(1, listings.depth) : 1
    let folders = state.pending.suffix(count).reversed().map { plan.root.appending($0.bytes) }
    for folder in folders where !HangingFolders.shared.contains(folder) {
      listings.prepare(folder) { willList(folder) }
    }
    guard let next = folders.first else { return false }
    if HangingFolders.shared.contains(next) { return true }
    return patience.wait { listings.wait(for: next, within: time) ? true : nil } ?? false
  }

  /// The listing of a directory that `isNextListed` has waited for.
  private func listing(of folder: FilePath) throws(SystemError) -> DirectoryListing {
    do throws(SystemError) {
      if let listing = try listings.take(folder) { return listing }
    } catch  where error.isShortage {
      // One at a time may do.
    }
    return try onDisk(folder) { [options] in
      Result { () throws(SystemError) in
        try DirectoryListing(folder, followsSymlinks: options.followsSymlinks)
      }
    }.get()
  }

  /// Compares the listing of a directory with the files that the index has of it.
  private func compare(
    _ listing: DirectoryListing, with known: [KnownFile], _ folder: Folder, _ writer: IndexWriter
  ) throws {
    var merge = MergeJoin(known)
    let companions = DirectoryCompanions(listing) {
      !isExcluded(folder.path.appending($0), isDirectory: false)
    }
    var jobs: [FileJob] = []
    let firstChild = state.pending.count
    for entry in listing.entries {
      let path = folder.path.appending(entry.name)
      switch entry.kind {
      case .directory: if !state.shallow.contains(folder.path) { visit(path) }
      case .symlink:
        let previous = options.followsSymlinks ? merge.take(entry.name) : nil
        if let outcome = try link(path, previous, writer) { state.report.record(outcome) }
      case .special: state.report.record(.skipped)
      case .file(let stamp, let hasOtherNames):
        let job = FileJob(
          name: entry.name, stamp: stamp, hasOtherNames: hasOtherNames,
          known: merge.take(entry.name, inode: stamp.inode),
          companions: companions?.files(beside: entry.name) ?? CompanionFiles())
        switch try decide(job, path, in: folder, writer) {
        case .outcome(let outcome): state.report.record(outcome)
        case .read(let job): jobs.append(job)
        }
      }
    }
    merge.finish()
    for file in merge.rest { state.whereabouts.markMissing(file.id) }
    enqueue(jobs.filter { !$0.isReplacing }, in: folder.id, folder.file)
    enqueue(jobs.filter(\.isReplacing), in: folder.id, folder.file, isReplacing: true)
    try compareTracks(listing, in: folder.id, at: folder.path, writer)
    // Directories are taken from the end, so the first child must come last.
    state.pending[firstChild...].reverse()
  }

  /// The outcome for a link that is not followed or dangles.
  ///
  /// Photos behind a dangling link stay: its target may be on a disk that is not mounted. Returns nil if the
  /// link led to a directory, which is not counted.
  private func link(_ link: FilePath, _ file: KnownFile?, _ writer: IndexWriter) throws
    -> FileOutcome?
  {
    guard options.followsSymlinks, !options.allowsEmpty,
      try file != nil || writer.hasFiles(below: link, in: start.root)
    else { return leaveOut(file) }
    skip(link, because: "the target of the link does not exist; is its disk or share mounted?")
    return file.map { .unchanged($0.reason) }
  }

  /// Leaves out a directory that cannot be read; a shortage ends the scan, so that a watcher tries again.
  private func skip(_ path: FilePath, because error: SystemError, _ what: String? = nil) throws {
    if error.isShortage {
      throw ScanError(shortage: error, at: plan.root.appending(path.bytes))
    }
    skip(path, because: [what, error.reason].compactMap(\.self).joined(separator: ": "))
  }

  func skip(_ path: FilePath, because reason: String) {
    state.unreadable.append(path)
    state.report.errors.append(
      ScanProblem(path: plan.root.appending(path.bytes), reason: reason))
  }

  /// Schedules the parent of a directory that does not exist.
  ///
  /// If the parent is the empty mount point of a missing disk, the directory has not gone.
  private func scheduleParent(_ path: FilePath) {
    let above = path.parent ?? FilePath(bytes: [])
    guard !state.listedForChange.contains(above), !state.pending.contains(above) else { return }
    state.shallow.insert(above)
    state.pending.append(above)
  }

  private func visit(_ path: FilePath) {
    guard isLeftOut(path) else { return state.pending.append(path) }
    state.report.skippedDirectories += 1
    if !SkippedNames.isDirectorySkipped(path.lastComponent) { state.excluded.directories += 1 }
  }

  /// Whether a scan skips the directory.
  private func isLeftOut(_ path: FilePath) -> Bool {
    SkippedNames.isDirectorySkipped(path.lastComponent) || isExcluded(path, isDirectory: true)
  }

  /// Whether a scan skips the directory or one above it, for directories not reached by the walk.
  private func isInLeftOut(_ path: FilePath) -> Bool {
    var above: FilePath? = path
    while let directory = above, !directory.bytes.isEmpty {
      if isLeftOut(directory) { return true }
      above = directory.parent
    }
    return false
  }

  func isExcluded(_ path: FilePath, isDirectory: Bool) -> Bool {
    options.exclude.contains { $0.matches(path.bytes) }
      || options.excludeEverywhere.contains { $0.matches(path.bytes) }
      || state.ignoreFiles.excludes(path, isDirectory: isDirectory)
  }

  func isWanted(_ path: FilePath, _ name: [UInt8]) -> Bool {
    if SkippedNames.isCompanion(name) { return false }
    return options.include.isEmpty || options.include.contains { $0.matches(path.bytes) }
  }

  /// Decides what to do with a file of the listing.
  private func decide(
    _ job: FileJob, _ path: FilePath, in folder: Folder, _ writer: IndexWriter
  ) throws -> Finding {
    let isOurs = folder.file == ownFiles.folder && ownFiles.contains(job.name)
    if isOurs || SkippedNames.isTrack(job.name) { return .outcome(leaveOut(job.known)) }
    if isExcluded(path, isDirectory: false) {
      if !SkippedNames.isCompanion(job.name) { state.excluded.files += 1 }
      return .outcome(leaveOut(job.known))
    }
    // A file that `--include` does not match, or that is still being written, is not touched.
    let isUnsettled =
      plan.change?.unsettled.contains(folder.file.appending(job.name)) ?? false
    guard !isUnsettled, isWanted(path, job.name) else {
      return .outcome(job.known.map { .unchanged($0.reason) } ?? .skipped)
    }
    if let known = job.known, !isToBeRead(job, since: known, in: folder) {
      if known.stamp?.changed != job.stamp.changed {
        try writer.complete(
          known.id, changed: job.stamp.changed, companions: job.companions.mark)
      }
      return .outcome(.unchanged(known.reason))
    }
    // A file with another inode under a known name may itself be known: two files may swap names, and a
    // series may be renumbered.
    guard job.known?.stamp?.inode != job.stamp.inode,
      let moved = try recognise(job, in: folder, writer)
    else { return .read(job) }
    if let previous = job.known { state.whereabouts.markMissing(previous.id) }
    let isSure = moved.known.stamp?.changed == job.stamp.changed
    guard
      !isSure || moved.known.companions != job.companions.mark || moved.known.isOutdated
        || mayBecomeReadable(moved.known)
    else { return .outcome(.moved(moved.known.reason)) }
    var job = job
    (job.known, job.hasMoved) = (moved.known, true)
    job.expectedFingerprint = isSure ? nil : moved.fingerprint
    return .read(job)
  }

  /// Skips a file; if the index has it, it is removed.
  private func leaveOut(_ file: KnownFile?) -> FileOutcome {
    if let file { state.whereabouts.markMissing(file.id) }
    return .skipped
  }

  /// Whether a file or a companion has changed, or has to be tried again.
  private func isToBeRead(_ job: FileJob, since known: KnownFile, in folder: Folder) -> Bool {
    !isUnchanged(job, since: known) || options.readsUnchanged || mayBecomeReadable(known)
      || wasWritten(job, in: folder)
  }

  /// Whether the stamps of a file and its companions are the same as when the photo was read.
  ///
  /// The ctime is compared only if it was recorded.
  private func isUnchanged(_ job: FileJob, since known: KnownFile) -> Bool {
    guard let stamp = known.stamp else { return false }
    return stamp.agrees(with: job.stamp) && job.companions.areUnchanged(since: known)
      && (stamp.changed == nil || stamp.changed == job.stamp.changed)
  }

  /// Whether a file or a companion was closed after writing.
  private func wasWritten(_ job: FileJob, in folder: Folder) -> Bool {
    guard let written = plan.change?.written, !written.isEmpty else { return false }
    // The mark of an entry in a file about several photos changes with the entry.
    let companions = job.companions.companions.filter { $0.entry == nil }
    return ([job.name] + companions.map(\.name)).contains { name in
      written.contains(folder.file.appending(name))
    }
  }

  /// Whether an unchanged file that was unreadable is tried again.
  ///
  /// The cause may have been permissions or the disk, which the stamp does not show.
  private func mayBecomeReadable(_ file: KnownFile) -> Bool {
    file.reason == .unreadable && (file.stamp?.size ?? 0) > 0
  }

  /// The known photo that a new file was moved from; nil if there is none.
  ///
  /// The photo's former path must no longer lead to it. If the ctime differs, the file is read to confirm.
  private func recognise(
    _ job: FileJob, in folder: Folder, _ writer: IndexWriter
  ) throws -> MoveCandidate? {
    guard !start.isFirst else { return nil }
    let candidates = try writer.moveCandidates(for: job.stamp, on: folder.fileSystem)
    // Only the other machine can find out whether a file of its own is gone.
    let gone = candidates.first { candidate in
      candidate.file.bytes.first == UInt8(ascii: "/")
        && isGone(candidate.file, inode: job.stamp.inode)
    }
    guard let gone else { return nil }
    let isSure = gone.known.stamp?.changed == job.stamp.changed
    try writer.move(
      gone.id, to: folder.id, name: job.name, stamp: isSure ? job.stamp : job.stamp.unread)
    state.whereabouts.markFound(gone.id)
    try moveFilmTrack(from: gone.file, to: folder.id, as: job, writer)
    return gone
  }

  private func enqueue(
    _ jobs: [FileJob], in directory: DirectoryID, _ folder: FilePath, isReplacing: Bool = false
  ) {
    for first in stride(from: 0, to: jobs.count, by: Self.batchSize) {
      let part = jobs[first..<min(first + Self.batchSize, jobs.count)]
      state.enqueue(
        FileBatch(directory: directory, path: folder, files: Array(part)), isReplacing: isReplacing)
    }
  }
}

extension Place {
  /// Why the photo is not on the map; nil if it is.
  var reason: UnlocatedReason? {
    guard case .unlocated(let reason, _) = self else { return nil }
    return reason
  }
}

/// What has to be done with a file of a listing.
private enum Finding {
  case outcome(FileOutcome)
  case read(FileJob)
}

/// The directory that is being compared.
private struct Folder {
  var id: DirectoryID

  /// The path below the root.
  var path: FilePath

  /// The full path.
  var file: FilePath

  /// The file system it is on.
  var fileSystem: FileSystemIdentity?
}
