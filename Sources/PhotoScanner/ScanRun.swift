internal import PhotoFacts
internal import PhotoIndex

/// The scan of one folder: the walk from its first directory, and the removal of what is gone.
///
/// Each round is one transaction of the index: store what the readers have finished, then walk on
/// until they have enough to do again.
final class ScanRun {
  let plan: RootPlan
  let index: PhotoIndex
  private(set) var options: ScanOptions
  let ownFiles: OwnFiles
  var report: ScanReport
  var root = RootID.none
  var scan: Int64 = 0

  /// Directories still to be listed, by their path below the root; the last comes next.
  var pending: [FilePath] = []

  /// Those of them whose own directories are not to be listed.
  var shallow: Set<FilePath> = []

  /// Directories looked at because something has changed in them.
  var lookedAt: Set<FilePath> = []

  /// Is told of each directory just before it is listed.
  var willList: (FilePath) -> Void = { _ in }

  /// Where links have been followed to, so that a loop of them ends.
  var visited: Set<FileIdentity> = []

  /// Batches the readers have not been given yet.
  var queue: [FileBatch] = []

  /// Photos whose file was not where the index had it.
  var missing: Set<Int64> = []

  /// Photos whose file was found where the index did not have it.
  var relocated: Set<Int64> = []

  /// Directories that could not be listed; what lies below them is left alone.
  var unreadable: [FilePath] = []

  /// Tells which file system a directory is on.
  let fileSystems: any FileSystemLookup

  /// The rows of the file systems that were found.
  var fileSystemRows: [FileSystemIdentity: KnownFileSystem] = [:]

  /// The directory being looked at.
  var current: FilePath

  var knownPhotos = 0
  private let filesBefore: Int
  private var files = 0
  private let start: ContinuousClock.Instant
  private let clock = ContinuousClock()

  /// Whether the index has never had a photo, so that no file can have been moved.
  private(set) var isFirst = false

  /// Whether a scan of the folder before this one did not finish.
  private var resumes = false

  /// The first photo id that this scan can add, or that an unfinished scan before it can have added.
  private(set) var firstNewPhoto: Int64 = 0

  static let batchSize = 64
  private static let filesPerRound = 4_000

  init(
    _ plan: RootPlan, index: PhotoIndex, options: ScanOptions, report: ScanReport,
    start: ContinuousClock.Instant
  ) throws {
    self.plan = plan
    self.index = index
    ownFiles = OwnFiles(of: index)
    self.options = options
    fileSystems = options.fileSystems()
    self.report = report
    self.start = start
    filesBefore = report.files
    current = plan.scanned
    self.report.roots.append(plan.scanned)
    pending = plan.parts.map(\.path)
    shallow = Set(plan.parts.filter { !$0.isDeep }.map(\.path))
  }

  func walk(_ onProgress: (ScanProgress) -> Bool) throws -> ScanReport {
    try begin()
    let pool = try ReaderPool(
      threads: options.jobs, followsSymlinks: options.followsSymlinks)
    let depth = max(1, options.jobs) * 8
    var finished: [ReadBatch] = []
    repeat {
      try index.write { writer in
        for batch in finished { try store(batch, writer) }
        let goal = report.files + Self.filesPerRound
        while queue.count < depth, report.files < goal, let path = pending.popLast() {
          try list(path, writer)
        }
      }
      finished.removeAll(keepingCapacity: true)
      while pool.inFlight < depth, let batch = queue.popLast() { pool.submit(batch) }
      // Half of the batches stay with the readers, so that they have work while this thread writes.
      let low = pending.isEmpty && queue.isEmpty ? 0 : depth / 2
      while pool.inFlight > low, let batch = pool.take() { finished.append(batch) }
      if !onProgress(progress) { stop() }
    } while !finished.isEmpty || !pending.isEmpty || !queue.isEmpty || pool.inFlight > 0
    files = report.files - filesBefore
    return report
  }

  private func begin() throws {
    try index.write { writer in
      root = try writer.root(plan.root)
      for inner in plan.absorbed {
        guard let path = inner.relative(to: plan.root) else { continue }
        try writer.absorb(inner, into: root, at: path)
      }
      for outer in plan.divided {
        guard let path = plan.root.relative(to: outer) else { continue }
        try writer.divide(outer, at: path, into: root)
      }
      if plan.change == nil { try writer.markScanned(root) }
      if options.goesByEarlier {
        options = options.with(try writer.options(of: root))
      } else if plan.change == nil, plan.isWhole {
        try writer.setOptions(options.remembered, of: root)
      }
      isFirst = writer.nextPhotoID == 1
      let next = writer.nextPhotoID
      (scan, firstNewPhoto) = try writer.beginScan(of: root)
      resumes = firstNewPhoto < next
      // Counting takes longer than looking at the few directories that have changed.
      if plan.change == nil || plan.isWhole { knownPhotos = try writer.photoCount(in: root) }
    }
  }

  /// Drops what has not been begun; what is being read is still stored.
  private func stop() {
    report.wasInterrupted = true
    pending.removeAll()
    queue.removeAll()
  }

  private var progress: ScanProgress {
    ScanProgress(
      files: report.files, located: report.located,
      expectedFiles: knownPhotos > 0 ? filesBefore + knownPhotos : nil, directory: current,
      seconds: start.duration(to: clock.now) / .seconds(1))
  }

  /// Takes out of the index what is not there any more, but for photos found in another folder.
  func finish(_ report: ScanReport, foundElsewhere: Set<Int64>, firstNewPhoto: Int64) throws
    -> ScanReport
  {
    self.report = report
    guard plan.change?.isWhereItWas ?? true else { return report }
    try index.write { writer in try noteUnlisted(writer) }
    missing.subtract(foundElsewhere)
    if !missing.isEmpty { try removeMissing(firstNewPhoto) }
    if plan.isWhole || !resumes { try index.write { writer in try writer.endScan(of: root) } }
    return self.report
  }

  private func removeMissing(_ firstNewPhoto: Int64) throws {
    if files == 0, plan.isWhole, !options.allowsEmpty {
      throw ScanError(
        .rootEmpty, plan.scanned,
        """
        it is empty, but the index has \(knownPhotos) photos from it. Nothing was removed. If its \
        disk or share is not mounted, mount it and scan again; if the photos are really gone, say \
        so with --allow-empty.
        """)
    }
    let renamed = try index.write { writer in
      let pairs = try writer.reappeared(missing, since: firstNewPhoto)
      for (old, new) in pairs { try writer.rename(new, to: old) }
      return Set(pairs.keys)
    }
    missing.subtract(renamed)
    report.moved += renamed.count
    report.added -= renamed.count
    var rest = missing.sorted()[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.filesPerRound)
      try index.write { writer in
        for id in part { try writer.depart(id) }
      }
      rest = rest.dropFirst(part.count)
    }
    report.removed += missing.count
    try index.write { writer in try forgetEmptyDirectories(writer) }
  }
}
