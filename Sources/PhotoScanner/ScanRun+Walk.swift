internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata

extension ScanRun {
  /// Lists one directory, compares it with the index, and queues what has to be read.
  func list(_ path: FilePath, _ writer: IndexWriter) throws {
    let folder = plan.root.appending(path.bytes)
    current = folder
    if plan.change != nil, isInLeftOut(path) || !lookedAt.insert(path).inserted { return }
    willList(folder)
    let listing: DirectoryListing
    do {
      listing = try DirectoryListing(
        folder, followsSymlinks: options.followsSymlinks, on: fileSystems)
    } catch {
      if plan.change != nil, error.isAbsence, !path.bytes.isEmpty { return lookAbove(path) }
      if error.isShortage { throw ScanError(shortage: error, at: folder) }
      return skip(path, because: error.reason)
    }
    if options.followsSymlinks, !visited.insert(listing.identity).inserted {
      report.skippedDirectories += 1
      return
    }
    let directory = try writer.list(path, in: root, scan: scan)
    let known = try writer.files(in: directory.id)
    let missing = try missingFileSystem(of: directory, listing, known, at: path, writer)
    let folderHere = Folder(
      id: directory.id, path: path, file: folder, fileSystem: listing.fileSystem)
    guard let missing else { return try compare(listing, with: known, folderHere, writer) }
    keep(path, on: missing)
    // What is here instead is not taken for what was on the disk; the directories are judged one by one.
    if !shallow.contains(path) {
      for case (let name, .directory) in listing.entries.map({ ($0.name, $0.kind) }) {
        visit(path.appending(name))
      }
    }
  }

  /// Goes through what is in a directory and what the index has of it, side by side.
  private func compare(
    _ listing: DirectoryListing, with known: [KnownFile], _ folder: Folder, _ writer: IndexWriter
  ) throws {
    var comparison = Comparison(known)
    let companions = DirectoryCompanions(listing) { !isExcluded(folder.path.appending($0)) }
    var jobs: [FileJob] = []
    let firstChild = pending.count
    let holdsIndex = folder.file == ownFiles.folder
    for entry in listing.entries {
      let path = folder.path.appending(entry.name)
      switch entry.kind {
      case .directory: if !shallow.contains(folder.path) { visit(path) }
      case .symlink:
        let previous = options.followsSymlinks ? comparison.take(entry.name, inode: 0) : nil
        if try keepsPhotos(behind: path, previous, writer) { continue }
        skipFile(previous)
      case .special: report.skippedFiles += 1
      case .file(let stamp, let hasOtherNames):
        let previous = comparison.take(entry.name, inode: stamp.inode)
        if holdsIndex, ownFiles.contains(entry.name) {
          skipFile(previous)
          continue
        }
        guard isWanted(path, entry.name) else {
          passOver(previous, at: path)
          continue
        }
        guard plan.change?.unsettled.contains(folder.file.appending(entry.name)) != true else {
          leave(previous)
          continue
        }
        report.files += 1
        let job = FileJob(
          name: entry.name, stamp: stamp, hasOtherNames: hasOtherNames, known: previous,
          companions: companions?.files(beside: entry.name) ?? CompanionFiles())
        if let job = try compare(job, in: folder, writer) { jobs.append(job) }
      }
    }
    comparison.finish()
    comparison.rest.forEach { miss($0.id) }
    enqueue(jobs, in: folder.id, folder.file)
    // The last comes next, so the first child goes to the end.
    pending[firstChild...].reverse()
  }

  /// Whether photos of the index lie behind a link that leads nowhere, such as one to a disk that is
  /// not mounted; then they stay.
  private func keepsPhotos(
    behind link: FilePath, _ file: KnownFile?, _ writer: IndexWriter
  ) throws -> Bool {
    guard options.followsSymlinks, !options.allowsEmpty else { return false }
    if let file {
      report.files += 1
      report.unchanged += 1
      report.count(file.reason)
    } else if try !writer.hasPhotos(below: link, in: root) {
      return false
    }
    skip(link, because: "the link leads nowhere; is its disk or share mounted?")
    return true
  }

  func skip(_ path: FilePath, because reason: String) {
    unreadable.append(path)
    report.errors.append(
      ScanProblem(path: plan.root.appending(path.bytes), reason: reason))
  }

  /// Looks at the directory above one that has gone: that it went is believed only if the one above
  /// is not the empty place of a disk that was taken away.
  private func lookAbove(_ path: FilePath) {
    let above = path.parent ?? FilePath(bytes: [])
    guard !lookedAt.contains(above), !pending.contains(above) else { return }
    shallow.insert(above)
    pending.append(above)
  }

  private func visit(_ path: FilePath) {
    if isLeftOut(path) {
      report.skippedDirectories += 1
    } else {
      pending.append(path)
    }
  }

  /// Whether a directory is none that a scan enters.
  private func isLeftOut(_ path: FilePath) -> Bool {
    SkippedNames.isDirectorySkipped(path.lastComponent) || isExcluded(path)
  }

  /// The same for a directory that the walk did not come to from above.
  private func isInLeftOut(_ path: FilePath) -> Bool {
    var above: FilePath? = path
    while let directory = above, !directory.bytes.isEmpty {
      if isLeftOut(directory) { return true }
      above = directory.parent
    }
    return false
  }

  private func isExcluded(_ path: FilePath) -> Bool {
    !options.exclude.isEmpty && options.exclude.contains { $0.matches(path.bytes) }
  }

  private func isWanted(_ path: FilePath, _ name: [UInt8]) -> Bool {
    if SkippedNames.isCompanion(name) || isExcluded(path) { return false }
    return options.include.isEmpty || options.include.contains { $0.matches(path.bytes) }
  }

  /// What a file that is not looked at means for the index: one that is left out goes, one that
  /// `--include` merely passes over stays as it is.
  private func passOver(_ file: KnownFile?, at path: FilePath) {
    guard let file, !isExcluded(path) else { return skipFile(file) }
    leave(file)
  }

  /// Leaves out what is no photo; one that was taken for a photo goes.
  private func skipFile(_ file: KnownFile?) {
    report.skippedFiles += 1
    if let file { miss(file.id) }
  }

  /// Lets a file be what the index says of it.
  private func leave(_ file: KnownFile?) {
    guard let file else { return report.skippedFiles += 1 }
    report.files += 1
    report.unchanged += 1
    report.count(file.reason)
  }

  /// What is to be read of a file; nothing where the index has it all.
  private func compare(_ job: FileJob, in folder: Folder, _ writer: IndexWriter) throws -> FileJob?
  {
    let previous = job.known
    if let previous, isUnchanged(job, since: previous), !options.readsUnchanged,
      !mayBecomeReadable(previous), !wasWritten(job, in: folder)
    {
      if previous.stamp.changed != job.stamp.changed {
        try writer.complete(
          previous.id, changed: job.stamp.changed, companions: job.companions.mark)
      }
      report.unchanged += 1
      report.count(previous.reason)
      return nil
    }
    // Another file behind a known name may be known too: files change names with each other, and a
    // series is renamed by one.
    guard previous?.stamp.inode != job.stamp.inode,
      let moved = try recognise(job, in: folder, writer)
    else { return job }
    if let previous { miss(previous.id) }
    let isSure = moved.known.stamp.changed == job.stamp.changed
    guard
      !isSure || moved.known.companions != job.companions.mark
        || mayBecomeReadable(moved.known)
    else {
      report.moved += 1
      report.count(moved.known.reason)
      return nil
    }
    var job = job
    (job.known, job.hasMoved) = (moved.known, true)
    job.expectedFingerprint = isSure ? nil : moved.fingerprint
    return job
  }

  /// Whether a file, or one beside it, was closed after writing.
  private func wasWritten(_ job: FileJob, in folder: Folder) -> Bool {
    guard let written = plan.change?.written, !written.isEmpty else { return false }
    return ([job.name] + job.companions.companions.map(\.name)).contains { name in
      written.contains(folder.file.appending(name))
    }
  }

  /// Whether a file and the files beside it are as they were when the photo was read.
  ///
  /// Where the ctime was not recorded, the rest has to do.
  private func isUnchanged(_ job: FileJob, since known: KnownFile) -> Bool {
    known.stamp.agrees(with: job.stamp) && job.companions.areUnchanged(since: known)
      && (known.stamp.changed == nil || known.stamp.changed == job.stamp.changed)
  }

  /// A file that could not be read is tried again, though nothing in its stamp has changed: what
  /// stood in the way may have been its permissions or the disk.
  private func mayBecomeReadable(_ file: KnownFile) -> Bool {
    file.reason == .unreadable && file.stamp.size > 0
  }

  /// Notes that a photo is not where the index had it, unless it has been found elsewhere already.
  private func miss(_ id: Int64) {
    if !relocated.contains(id) { missing.insert(id) }
  }

  /// The photo of a file that is new here, where the index knows it from a place where it is no more.
  ///
  /// If the ctime differs, the file is read before that is believed.
  private func recognise(
    _ job: FileJob, in folder: Folder, _ writer: IndexWriter
  ) throws -> MoveCandidate? {
    guard !isFirst else { return nil }
    let candidates = try writer.moveCandidates(for: job.stamp, on: folder.fileSystem)
    let gone = candidates.first { candidate in
      FileStatus(candidate.file, followsSymlinks: options.followsSymlinks)?.inode
        != job.stamp.inode
    }
    guard let gone else { return nil }
    let isSure = gone.known.stamp.changed == job.stamp.changed
    try writer.move(
      gone.id, to: folder.id, name: job.name, stamp: isSure ? job.stamp : job.stamp.unread)
    missing.remove(gone.id)
    relocated.insert(gone.id)
    return gone
  }

  private func enqueue(_ jobs: [FileJob], in directory: DirectoryID, _ folder: FilePath) {
    for first in stride(from: 0, to: jobs.count, by: Self.batchSize) {
      let part = jobs[first..<min(first + Self.batchSize, jobs.count)]
      queue.append(FileBatch(directory: directory, path: folder, files: Array(part)))
    }
  }
}

extension Place {
  /// Why the photo is not on the map; nothing when it is.
  var reason: UnlocatedReason? {
    guard case .unlocated(let reason, _) = self else { return nil }
    return reason
  }
}

/// The directory that is being compared.
private struct Folder {
  var id: DirectoryID

  /// Its path below the root.
  var path: FilePath

  /// Where it is.
  var file: FilePath

  /// The file system it is on.
  var fileSystem: FileSystemIdentity?
}
