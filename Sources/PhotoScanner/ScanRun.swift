internal import Glibc
internal import Notes
internal import PhotoFacts
internal import PhotoIndex

/// The scan of one root: the walk, and the removal of missing photos.
///
/// Each round is one transaction. It stores what the readers have finished, then lists directories until
/// the readers have enough work again.
final class ScanRun {
  let plan: RootPlan
  let index: PhotoIndex
  let ownFiles: OwnFiles
  let start: ScanStart

  /// The notes file; nil if there is none, and with a record.
  let notes: ActStore?
  var options: ScanOptions { start.options }
  /// What the rounds of this run change beside the index.
  var state: State

  /// Called before each directory is listed.
  let willList: (FilePath) -> Void

  /// Lists directories: before the walk reaches them, except after a change, when some need not be listed.
  let listings: ListingPool

  /// Decides when the root is given up.
  let patience: Patience

  /// Identifies the file system of each directory.
  let fileSystems: any FileSystemLookup

  /// The directory that is being listed.
  var current: FilePath

  private let filesBefore: Int
  private let tracksBefore: Int
  private let begin: ContinuousClock.Instant

  static let batchSize = 64
  private static let filesPerRound = 4_000

  /// What a slow disk has delivered is stored after this time.
  private static let longestRound = Duration.milliseconds(500)

  /// A round that waits longer for a listing ends, so that others may write.
  private static let longestWaitInRound = Duration.milliseconds(20)

  init(
    _ plan: RootPlan, index: PhotoIndex, notes: ActStore?, options: ScanOptions,
    report: ScanReport, begin: ContinuousClock.Instant, willList: @escaping (FilePath) -> Void
  ) throws {
    self.plan = plan
    self.index = index
    self.notes = notes
    ownFiles = OwnFiles(of: index)
    start = try index.writeRepeatedly { try ScanStart(plan, options, $0) }
    fileSystems = options.fileSystems()
    patience = Patience(start.options.patience)
    listings = try ListingPool(
      jobs: plan.change == nil ? start.options.jobs : 1,
      followsSymlinks: start.options.followsSymlinks, patience.progress)
    state = State(
      report: report, pending: plan.parts.map(\.path),
      shallow: Set(plan.parts.filter { !$0.isDeep }.map(\.path)))
    self.begin = begin
    self.willList = willList
    filesBefore = report.files
    tracksBefore = report.tracks
    current = plan.scanned
    state.report.roots.append(plan.scanned)
  }

  func walk(_ onProgress: (ScanProgress) -> Bool) throws -> ScanReport {
    let pool = try ReaderPool(
      jobs: options.jobs, followsSymlinks: options.followsSymlinks, patience.progress)
    var finished: [ReadBatch] = []
    repeat {
      // The wait for a slow disk is outside of the transaction, which keeps others from writing.
      if !finished.isEmpty || isNextListed(within: Self.longestRound) {
        try round { writer in try store(finished, andListFor: pool, writer) }
      }
      finished.removeAll(keepingCapacity: true)
      while !pool.isFull, let batch = state.nextBatch() { pool.submit(batch) }
      // Half of the files stay with the readers, so that they are busy while this thread writes.
      let low = state.pending.isEmpty && !state.hasBatches ? 0 : pool.inFlight / 2
      let end = ContinuousClock.now + Self.longestRound
      while pool.inFlight > low,
        let batch = patience.wait({
          pool.take(within: max(.zero, ContinuousClock.now.duration(to: end)))
        })
      {
        finished.append(batch)
        if ContinuousClock.now > end { break }
      }
      if patience.isOver { giveUp(pool) }
      if !onProgress(progress) {
        stop()
        pool.drop()
      }
    } while !finished.isEmpty || !state.pending.isEmpty || state.hasBatches || pool.inFlight > 0
    // Another thread may have found out that the disk hangs, while those of the pools wait for it too.
    if state.wasGivenUp { giveUp(pool) }
    try readTracks {
      if onProgress(progress) { return true }
      stop()
      return false
    }
    return state.report
  }

  /// Stores what the readers have finished, and lists directories until the readers have enough work again.
  private func store(
    _ finished: [ReadBatch], andListFor pool: ReaderPool, _ writer: IndexWriter
  ) throws {
    for batch in finished { try store(batch, writer) }
    let goal = state.report.files + Self.filesPerRound
    while state.queue.count < pool.depth, state.report.files < goal,
      isNextListed(within: Self.longestWaitInRound), let next = state.pending.popLast()
    {
      try list(next, writer)
    }
  }

  /// Drops all queued work; batches that are being read are still stored.
  private func stop() {
    state.report.wasInterrupted = true
    patience.hurry()
    dropWork()
  }

  func dropWork() {
    state.pending.removeAll()
    state.queue.removeAll()
    state.replaced.removeAll()
    state.trackQueue.removeAll()
  }

  private var progress: ScanProgress {
    ScanProgress(
      files: state.report.files, located: state.report.located,
      expectedFiles: start.knownPhotos.map { filesBefore + $0 }, directory: current,
      seconds: begin.duration(to: .now) / .seconds(1))
  }

  /// Removes missing photos from the index, except those found in another folder.
  func finish(
    _ report: ScanReport, foundElsewhere: Set<Int64>, tracksFoundElsewhere: Set<Int64>,
    firstNewPhoto: Int64
  ) throws -> ScanReport {
    let isEmpty = state.report.files == filesBefore
    let hasNoTracks = state.report.tracks == tracksBefore
    state.report = report
    state.report.excluded.files += state.excluded.files
    state.report.excluded.directories += state.excluded.directories
    let isThere =
      plan.change?.areRootsUnchanged(around: plan.root, within: options.patience) ?? true
    guard isThere, !state.wasGivenUp else { return state.report }
    try round { writer in try noteUnlisted(writer) }
    let missing = state.whereabouts.missing.subtracting(foundElsewhere)
    if !missing.isEmpty {
      if isEmpty, plan.noteComplete, !options.allowsEmpty { throw emptied() }
      try remove(missing, firstNewPhoto)
    }
    let missingTracks = state.trackWhereabouts.missing.subtracting(tracksFoundElsewhere)
    if !missingTracks.isEmpty, isEmpty, hasNoTracks, plan.noteComplete, !options.allowsEmpty {
      throw emptied()
    }
    try removeTracks(missingTracks)
    if plan.noteComplete || !start.resumes {
      try index.writeRepeatedly { writer in
        try writer.endScan(of: start.root)
        if plan.noteComplete { try writer.setLastScan(lastScan, of: start.root) }
      }
    }
    if start.wasHanging, state.report.hanging.isEmpty {
      try index.writeRepeatedly { try $0.setHanging(since: nil, start.root) }
    }
    return state.report
  }

  private var lastScan: LastScan {
    LastScan(
      end: Int64(time(nil)), excludedFiles: state.excluded.files,
      excludedFolders: state.excluded.directories)
  }

  private func emptied() -> ScanError {
    ScanError(
      .rootEmpty, plan.scanned,
      """
      it is empty, but the index has \(start.knownPhotos.map { "\($0) photos" } ?? "tracks") from it. Nothing was removed. If its \
      disk or share is not mounted, mount it and scan again; to remove them from the index, \
      use --allow-empty.
      """)
  }

  private func remove(_ missing: Set<Int64>, _ firstNewPhoto: Int64) throws {
    let renamed = try index.writeRepeatedly { writer in
      let pairs = try writer.reappeared(missing, since: firstNewPhoto)
      for (old, new) in pairs { try writer.rename(new, to: old) }
      return Set(pairs.keys)
    }
    state.report.moved += renamed.count
    state.report.added -= renamed.count
    let gone = missing.subtracting(renamed).sorted()
    for first in stride(from: 0, to: gone.count, by: Self.filesPerRound) {
      try index.writeRepeatedly { writer in
        for id in gone[first...].prefix(Self.filesPerRound) {
          try writer.removeKeepingTombstone(id)
        }
      }
    }
    state.report.removed += gone.count
    try index.writeRepeatedly { writer in try forgetEmptyDirectories(writer) }
  }
}

/// The state of a root in the index when its scan begins.
struct ScanStart {
  let root: RootID

  /// The number of the scan.
  let number: Int64

  /// The options, with the remembered ones of the root.
  let options: ScanOptions

  /// The first photo id that this scan, or an interrupted scan before it, can have added.
  let firstNewPhoto: Int64

  /// Whether the previous scan of the root was interrupted.
  let resumes: Bool

  /// Whether the index has never had a photo, so that no file can have been moved.
  let isFirst: Bool

  /// Whether its disk did not answer an earlier scan.
  let wasHanging: Bool

  /// How many photos the index has of the root; nil if it has none or they were not counted.
  let knownPhotos: Int?

  /// Applies the plan to the roots of the index, and begins the scan.
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
      try options.usesRememberedOptions ? options.with(writer.options(of: root)) : options
    if !options.usesRememberedOptions, plan.change == nil, plan.noteComplete {
      try writer.setOptions(options.remembered, of: root)
    }
    let next = writer.nextPhotoID
    isFirst = next == 1
    wasHanging = try writer.isHanging(root)
    (number, firstNewPhoto) = try writer.beginScan(of: root)
    resumes = firstNewPhoto < next
    // For a few changed directories the count would take longer than the scan.
    let isCounted = plan.change == nil || plan.noteComplete
    let count = try isCounted ? writer.photoCount(in: root) : 0
    knownPhotos = count > 0 ? count : nil
  }
}

/// Photos that were not at their path, and photos found at a new one.
struct Whereabouts {
  /// Photos whose file was not at its path.
  var missing: Set<Int64> = []

  /// Photos whose file was found at a new path.
  private(set) var found: Set<Int64> = []

  /// Records that a photo is not at its path, unless it was found at a new one already.
  mutating func markMissing(_ id: Int64) {
    if !found.contains(id) { missing.insert(id) }
  }

  /// Records that a photo was found at a new path.
  mutating func markFound(_ id: Int64) {
    missing.remove(id)
    found.insert(id)
  }

  /// Reverts `markFound`: the file turned out to be another one.
  mutating func markNotFound(_ id: Int64) {
    found.remove(id)
    missing.insert(id)
  }
}
