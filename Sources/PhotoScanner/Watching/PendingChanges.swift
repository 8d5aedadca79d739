internal import PhotoFacts

/// What has changed since the index was last brought in step, and when it has settled enough to look.
///
/// Directories wait until nothing more happens for a moment, so that a burst is one look; files that
/// are being written wait until they are closed, or until nobody has written to them for a while.
struct PendingChanges {
  typealias Instant = ContinuousClock.Instant

  /// How long nothing must happen before a look.
  static let quiet = Duration.milliseconds(100)

  /// How long a look is put off at most while things go on happening.
  static let longest = Duration.milliseconds(800)

  /// After how long without a write an open file counts as whole.
  static let stillness = Duration.seconds(3)

  /// The same for one that was made and never written to, such as another name of a file.
  static let emptiness = Duration.seconds(1)

  private var directories: [FilePath: Bool] = [:]
  private var unsettled: [FilePath: Instant] = [:]
  private var written: Set<FilePath> = []
  private var unpaired: [UInt32: Instant] = [:]
  private var first: Instant?
  private var last: Instant?

  var isEmpty: Bool { directories.isEmpty }

  /// A directory has to be looked at again.
  mutating func note(_ directory: FilePath, isDeep: Bool = false, at now: Instant) {
    directories[directory] = isDeep || directories[directory] ?? false
    first = first ?? now
    last = now
  }

  /// A file was made, or written to and not closed yet.
  mutating func isWritten(_ file: FilePath, isNew: Bool, at now: Instant) {
    unsettled[file] = now + (isNew ? Self.emptiness : Self.stillness)
  }

  /// A file was closed after writing.
  mutating func isClosed(_ file: FilePath, at now: Instant) {
    written.insert(file)
    isWhole(file, at: now)
  }

  /// A file came with all it holds, or went.
  mutating func isWhole(_ file: FilePath, at now: Instant) {
    unsettled[file] = nil
    guard let directory = file.parent else { return }
    note(directory, isDeep: IgnoreFiles.isName(file.lastComponent), at: now)
  }

  /// Only what the file system says of a file has changed.
  mutating func isTouched(_ file: FilePath, at now: Instant) {
    if unsettled[file] == nil, let directory = file.parent { note(directory, at: now) }
  }

  /// One end of a move was seen: the other end belongs into the same look, so that what moved is
  /// known again.
  mutating func isMoved(_ cookie: UInt32, isArrival: Bool, at now: Instant) {
    guard cookie != 0 else { return }
    unpaired[cookie] = isArrival ? nil : now
  }

  /// When there will be something to look at; nothing where nothing is under way.
  func dueTime(notBefore earliest: Instant) -> Instant? {
    let settling = unsettled.values.min()
    guard let first, let last, !directories.isEmpty else { return settling }
    var due = min(last + Self.quiet, first + Self.longest)
    if let move = unpaired.values.max() { due = max(due, move + Self.quiet) }
    return min(max(due, earliest), settling ?? .now + .seconds(3_600))
  }

  /// Takes out what is to be looked at, if it is time.
  mutating func take(at now: Instant, notBefore earliest: Instant) -> FolderChange? {
    for (file, end) in unsettled where end <= now { isClosed(file, at: now - Self.quiet) }
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

  /// Takes back what could not be looked at.
  mutating func putBack(_ change: FolderChange, at now: Instant) {
    for (directory, isDeep) in change.directories { note(directory, isDeep: isDeep, at: now) }
    written.formUnion(change.written)
  }

  /// Forgets which directories have changed, because all of them will be looked at.
  mutating func forgetDirectories() {
    directories.removeAll()
    unpaired.removeAll()
    (first, last) = (nil, nil)
  }
}
