internal import PhotoFacts
internal import PhotoIndex

/// The scan of one folder: the walk from its first directory, and the removal of what is gone.
///
/// Each round is one transaction of the index: store what the readers have finished, then walk on
/// until they have enough to do again.
final class ScanRun {
  let plan: RootPlan
  let index: PhotoIndex
  let ownFiles: OwnFiles
  let start: ScanStart
  var options: ScanOptions { start.options }
  var report: ScanReport

  /// Directories still to be listed, by their path below the root; the last comes next.
  var pending: [FilePath]

  /// Those of them whose own directories are not to be listed.
  var shallow: Set<FilePath>

  /// Directories looked at because something has changed in them.
  var lookedAt: Set<FilePath> = []

  /// Is told of each directory just before it is listed.
  let willList: (FilePath) -> Void

  /// Where links have been followed to, so that a loop of them ends.
  var visited: Set<FileIdentity> = []

  /// Batches the readers have not been given yet.
  var queue: [FileBatch] = []

  /// Where photos are not any more, and where they were found.
  var whereabouts = Whereabouts()

  /// Directories that could not be listed; what lies below them is left alone.
  var unreadable: [FilePath] = []

  /// The ignore files that the walk has come to.
  var ignoreFiles = IgnoreFiles()

  /// Tells which file system a directory is on.
  let fileSystems: any FileSystemLookup

  /// The rows of the file systems that were found.
  var fileSystemRows: [FileSystemIdentity: KnownFileSystem] = [:]

  /// The directory being looked at.
  var current: FilePath

  private let filesBefore: Int
  private let begin: ContinuousClock.Instant

  static let batchSize = 64
  private static let filesPerRound = 4_000

  init(
    _ plan: RootPlan, index: PhotoIndex, options: ScanOptions, report: ScanReport,
    begin: ContinuousClock.Instant, willList: @escaping (FilePath) -> Void
  ) throws {
    self.plan = plan
    self.index = index
    ownFiles = OwnFiles(of: index)
    start = try index.write { try ScanStart(plan, options, $0) }
    fileSystems = options.fileSystems()
    self.report = report
    self.begin = begin
    self.willList = willList
    filesBefore = report.files
    current = plan.scanned
    pending = plan.parts.map(\.path)
    shallow = Set(plan.parts.filter { !$0.isDeep }.map(\.path))
    self.report.roots.append(plan.scanned)
  }

  func walk(_ onProgress: (ScanProgress) -> Bool) throws -> ScanReport {
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
    return report
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
      expectedFiles: start.knownPhotos.map { filesBefore + $0 }, directory: current,
      seconds: begin.duration(to: .now) / .seconds(1))
  }

  /// Takes out of the index what is not there any more, but for photos found in another folder.
  func finish(_ report: ScanReport, foundElsewhere: Set<Int64>, firstNewPhoto: Int64) throws
    -> ScanReport
  {
    let isEmpty = self.report.files == filesBefore
    self.report = report
    guard plan.change?.isWhereItWas ?? true else { return report }
    try index.write { writer in try noteUnlisted(writer) }
    let missing = whereabouts.missing.subtracting(foundElsewhere)
    if !missing.isEmpty {
      if isEmpty, plan.isWhole, !options.allowsEmpty { throw emptied() }
      try remove(missing, firstNewPhoto)
    }
    if plan.isWhole || !start.resumes {
      try index.write { writer in try writer.endScan(of: start.root) }
    }
    return self.report
  }

  private func emptied() -> ScanError {
    ScanError(
      .rootEmpty, plan.scanned,
      """
      it is empty, but the index has \(start.knownPhotos ?? 0) photos from it. Nothing was removed. If its \
      disk or share is not mounted, mount it and scan again; if the photos are really gone, say \
      so with --allow-empty.
      """)
  }

  private func remove(_ missing: Set<Int64>, _ firstNewPhoto: Int64) throws {
    let renamed = try index.write { writer in
      let pairs = try writer.reappeared(missing, since: firstNewPhoto)
      for (old, new) in pairs { try writer.rename(new, to: old) }
      return Set(pairs.keys)
    }
    report.moved += renamed.count
    report.added -= renamed.count
    let gone = missing.subtracting(renamed).sorted()
    for first in stride(from: 0, to: gone.count, by: Self.filesPerRound) {
      try index.write { writer in
        for id in gone[first...].prefix(Self.filesPerRound) { try writer.depart(id) }
      }
    }
    report.removed += gone.count
    try index.write { writer in try forgetEmptyDirectories(writer) }
  }
}

/// What the index says of a folder when its scan begins.
struct ScanStart {
  let root: RootID

  /// The number of the scan.
  let number: Int64

  /// How it goes about it, with what is remembered of the folder.
  let options: ScanOptions

  /// The first photo id that this scan can add, or that an unfinished scan before it can have added.
  let firstNewPhoto: Int64

  /// Whether a scan of the folder before this one did not finish.
  let resumes: Bool

  /// Whether the index has never had a photo, so that no file can have been moved.
  let isFirst: Bool

  /// How many photos the index has of the folder; nil if it has none or they were not counted.
  let knownPhotos: Int?

  /// Brings the folders of the index in line with the plan.
  init(_ plan: RootPlan, _ options: ScanOptions, _ writer: IndexWriter) throws {
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
    self.options =
      try options.goesByEarlier ? options.with(writer.options(of: root)) : options
    if !options.goesByEarlier, plan.change == nil, plan.isWhole {
      try writer.setOptions(options.remembered, of: root)
    }
    let next = writer.nextPhotoID
    isFirst = next == 1
    (number, firstNewPhoto) = try writer.beginScan(of: root)
    resumes = firstNewPhoto < next
    // Counting takes longer than looking at the few directories that have changed.
    let isCounted = plan.change == nil || plan.isWhole
    let count = try isCounted ? writer.photoCount(in: root) : 0
    knownPhotos = count > 0 ? count : nil
  }
}

/// Where photos are not any more, and where they were found.
struct Whereabouts {
  /// Photos whose file was not where the index had it.
  var missing: Set<Int64> = []

  /// Photos whose file was found where the index did not have it.
  private(set) var found: Set<Int64> = []

  /// Notes that a photo is not where the index had it, unless it has been found elsewhere already.
  mutating func miss(_ id: Int64) {
    if !found.contains(id) { missing.insert(id) }
  }

  /// Notes that a photo is where the index did not have it.
  mutating func find(_ id: Int64) {
    missing.remove(id)
    found.insert(id)
  }

  /// Takes back that a photo was found.
  mutating func lose(_ id: Int64) {
    found.remove(id)
    missing.insert(id)
  }
}
