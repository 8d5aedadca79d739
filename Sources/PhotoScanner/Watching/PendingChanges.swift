internal import PhotoFacts

/// Changes that have not been stored yet, and when they are ready.
///
/// A directory is ready after a quiet period, so that a burst of events causes one refresh. A file that is
/// being written is ready when it is closed, or after a time without writes.
struct PendingChanges {
  typealias Instant = ContinuousClock.Instant

  /// How long no event may arrive before a refresh.
  static let quietPeriod = Duration.milliseconds(100)

  /// How long a refresh is delayed at most while events keep arriving.
  static let maximumDelay = Duration.milliseconds(800)

  /// After how long without a write an open file counts as complete.
  static let writeTimeout = Duration.seconds(3)

  /// The same for a file that was created and never written, such as a new hard link.
  static let creationTimeout = Duration.seconds(1)

  private var directories: [FilePath: Bool] = [:]
  private var unsettled: [FilePath: Instant] = [:]
  private var written: Set<FilePath> = []
  private var unpaired: [UInt32: Instant] = [:]
  private var first: Instant?
  private var last: Instant?

  var isEmpty: Bool { directories.isEmpty }

  /// The number of changed directories.
  var count: Int { directories.count }

  /// Records that a directory has to be listed again.
  mutating func note(_ directory: FilePath, isDeep: Bool = false, at now: Instant) {
    directories[directory] = isDeep || directories[directory] ?? false
    first = first ?? now
    last = now
  }

  /// Records that a file was created, or written and not closed yet.
  mutating func noteWrite(_ file: FilePath, isNew: Bool, at now: Instant) {
    unsettled[file] = now + (isNew ? Self.creationTimeout : Self.writeTimeout)
  }

  /// Records that a file was closed after writing.
  mutating func noteClose(_ file: FilePath, at now: Instant) {
    written.insert(file)
    noteComplete(file, at: now)
  }

  /// Records that a complete file appeared or disappeared.
  mutating func noteComplete(_ file: FilePath, at now: Instant) {
    unsettled[file] = nil
    guard let directory = file.parent else { return }
    note(directory, isDeep: IgnoreFiles.isName(file.lastComponent), at: now)
  }

  /// Records that only the attributes of a file have changed.
  mutating func noteAttributeChange(_ file: FilePath, at now: Instant) {
    if unsettled[file] == nil, let directory = file.parent { note(directory, at: now) }
  }

  /// Records one end of a move.
  ///
  /// Both ends belong in the same refresh, so that the moved file is recognised.
  mutating func noteMoveEnd(_ cookie: UInt32, isArrival: Bool, at now: Instant) {
    guard cookie != 0 else { return }
    unpaired[cookie] = isArrival ? nil : now
  }

  /// When the next changes are ready; nil if there are none.
  func dueTime(notBefore earliest: Instant) -> Instant? {
    let settling = unsettled.values.min()
    guard let first, let last, !directories.isEmpty else { return settling }
    var due = min(last + Self.quietPeriod, first + Self.maximumDelay)
    if let move = unpaired.values.max() { due = max(due, move + Self.quietPeriod) }
    return min(max(due, earliest), settling ?? .now + .seconds(3_600))
  }

  /// Removes and returns the changes, if they are ready.
  mutating func take(at now: Instant, notBefore earliest: Instant) -> FolderChange? {
    for (file, end) in unsettled where end <= now { noteClose(file, at: now - Self.quietPeriod) }
    guard !directories.isEmpty, let due = dueTime(notBefore: earliest), due <= now else {
      return nil
    }
    defer {
      directories.removeAll()
      written.removeAll()
      unpaired.removeAll()
      (first, last) = (nil, nil)
    }
    return FolderChange(
      directories: directories, written: written, unsettled: Set(unsettled.keys))
  }

  /// Returns changes that could not be stored.
  mutating func putBack(_ change: FolderChange, at now: Instant) {
    for (directory, isDeep) in change.directories { note(directory, isDeep: isDeep, at: now) }
    written.formUnion(change.written)
  }

  /// Drops the changed directories before everything is scanned again.
  mutating func forgetDirectories() {
    directories.removeAll()
    unpaired.removeAll()
    (first, last) = (nil, nil)
  }
}
