public import Geography
public import Grid
public import PhotoFacts
public import Places
internal import SQLite
internal import Synchronization

/// The SQLite file with photos and where they were taken.
///
/// Any number of threads may read at once, each with its own connection and its own version of the index. One
/// thread at a time may write.
public final class PhotoIndex: Sendable {
  /// What the index is opened for.
  public enum Access: Sendable {
    /// Only queries; the file must exist.
    case reading

    /// Queries and changes; the file is created if it is missing.
    case writing
  }

  /// The version of SQLite in use.
  public static var libraryVersion: String { Connection.libraryVersion }

  /// Where the file is, without symbolic links.
  public let path: FilePath

  /// How long a query may take; nil for no limit.
  let questionLimit: Duration?

  /// The names of positions, with the boundaries beside the index; if nil, photos are stored without names.
  public var places: Places? { currentPlaces?.current }

  private let currentPlaces: CurrentPlaces?

  /// The record of which this is a replica; nil for an independent index.
  private let record: (any IndexRecord)?

  private let idleReaders = Mutex(Idle<IndexReader>())
  private let caches: SharedCaches
  private let idleWriter = Mutex(Idle<IndexWriter>())

  /// Opens the index, migrates it to this program's version, and refuses a file that is something else.
  ///
  /// If there is a `questionLimit`, queries that take longer throw an error.
  public convenience init(
    path name: FilePath, access: Access, questionLimit: Duration? = nil, places: Places? = nil
  ) throws {
    try self.init(
      path: name, access: access, questionLimit: questionLimit, places: places, record: nil)
  }

  /// Opens an index that is the replica of a record.
  package init(
    path name: FilePath, access: Access, questionLimit: Duration? = nil, places: Places? = nil,
    record: (any IndexRecord)?
  ) throws {
    path = IndexLocation(name).path
    self.questionLimit = questionLimit
    self.record = record
    // Several machines write to a record, and boundaries belong to one.
    let boundaries = record == nil ? IndexLocation(path).beside(Boundaries.ending).bytes : []
    currentPlaces = places.map { CurrentPlaces($0, boundaries: boundaries) }
    var caches = SharedCaches()
    caches.currentPlaces = currentPlaces
    self.caches = caches
    switch access {
    case .reading:
      guard Self.exists(path) else {
        throw IndexError(
          .missing, "there is no index at \(name); make one with: geoindex scan <dir>")
      }
      let reader = try Self.openReaderOfAnyAge(path, caches)
      idleReaders.withLock { $0.items.append(reader) }
    case .writing:
      try Self.createPrivately(path)
      let writer = try Self.openWriter(path, currentPlaces, record)
      idleWriter.withLock { $0.items.append(writer) }
    }
  }

  /// Opens an index once more, for queries that are answered through a privacy filter.
  public init(_ index: PhotoIndex, through privacy: PrivacyFilter) throws {
    path = index.path
    questionLimit = index.questionLimit
    record = nil
    currentPlaces = index.currentPlaces
    var caches = SharedCaches()
    caches.currentPlaces = currentPlaces
    caches.privacy = privacy
    self.caches = caches
    let reader = try Self.openReader(path, caches)
    idleReaders.withLock { $0.items.append(reader) }
  }

  /// Compares altitudes with the ground that a function returns, from the next version of the index on.
  public func compareAltitudes(with ground: @escaping @Sendable () -> (any Ground)?) {
    caches.ground.set(ground)
  }

  /// Whether the positions of all photos were judged in this or an earlier version, so that doubts and flights are
  /// known soon.
  public var hasJudged: Bool { caches.judged.cachedSize > 0 }

  /// Runs queries, all of which see the same version of the index.
  public func read<Result>(_ body: (IndexReader) throws -> Result) throws -> Result {
    try withReader { reader in try reader.inTransaction { try body(reader) } }
  }

  /// Runs queries like `read`, but without a transaction if the cached runs are of the newest version and
  /// sufficient.
  ///
  /// If the index changes meanwhile, calls `body` a second time and drops its first result or error.
  public func answer<Result>(_ body: (IndexReader) throws -> Result) throws -> Result {
    try withReader { reader in
      guard reader.beginFromMemory() else {
        return try reader.inTransaction {
          try reader.learn()
          return try body(reader)
        }
      }
      do {
        let result = try body(reader)
        try reader.end()
        return result
      } catch {
        try reader.end()
        guard error is OvertakenReader else { throw error }
        return try reader.inTransaction { try body(reader) }
      }
    }
  }

  /// Lends an idle reader, or a new one, until `body` returns; interrupts queries at the deadline.
  func withReader<Result>(_ body: (IndexReader) throws -> Result) throws -> Result {
    let reader = try takeIdleReader() ?? Self.openReader(path, caches)
    do {
      let result = try lend(reader, body)
      idleReaders.withLock { $0.items.append(reader) }
      return result
    } catch {
      // After any other error of the index, the connection may be at fault, so it is closed.
      let code = (error as? IndexError)?.code
      if code == nil || code == .tookTooLong { idleReaders.withLock { $0.items.append(reader) } }
      throw error
    }
  }

  private func lend<Result>(_ reader: IndexReader, _ body: (IndexReader) throws -> Result) throws
    -> Result
  {
    reader.lender = self
    // Before the reader is idle again, since then another thread can take it.
    defer { (reader.lender, reader.language) = (nil, .english) }
    return try reader.limited(to: questionLimit) { try body(reader) }
  }

  /// Lends a reader, in a read transaction, for longer than a call; the caller must pass it to `giveBack`.
  ///
  /// Each use of the reader sets its own deadline with `limited`.
  func lendReader() throws -> IndexReader {
    let reader = try takeIdleReader() ?? Self.openReader(path, caches)
    reader.begin()
    try reader.connection.execute("BEGIN")
    return reader
  }

  /// Takes back a reader that was lent.
  func giveBack(_ reader: IndexReader) {
    // A reader that cannot end its transaction is closed.
    guard (try? reader.connection.execute("COMMIT")) != nil else { return }
    reader.language = .english
    idleReaders.withLock { $0.items.append(reader) }
  }

  /// Takes an idle reader, if there is one.
  ///
  /// If the file has been replaced since the reader was opened, drops all idle readers: they would answer from
  /// the old file.
  private func takeIdleReader() -> IndexReader? {
    guard let reader = idleReaders.withLock({ $0.items.popLast() }) else { return nil }
    // Without the lock, so that other threads need not wait for the file system.
    if reader.isCurrent() { return reader }
    idleReaders.withLock { $0.items.removeAll() }
    caches.removeAll()
    return nil
  }

  /// Changes the index in one transaction: all that `body` does, or nothing.
  ///
  /// Throws `.missing` if the file no longer exists. Throws `.replaced` once if another file has taken its
  /// place; the next change is made to that file.
  ///
  /// With `inBulk`, new photos are stored many at a time. That is faster if nothing else is looked up between them.
  /// `body` must not add a file that the index has.
  public func write<Result: Sendable>(
    inBulk: Bool = false, _ body: (IndexWriter) throws -> Result
  ) throws -> Result {
    try idleWriter.withLock { idle in
      let writer = try takeWriter(&idle)
      defer { record?.end() }
      do {
        // A record captures each row by itself.
        let result = try writer.connection.load(
          inBulk && record == nil ? PhotoColumn.storingManyRows : nil
        ) {
          try change(writer, body)
        }
        idle.items.append(writer)
        return result
      } catch {
        writer.abandon()
        idle.items.append(writer)
        throw error
      }
    }
  }

  /// Runs `body` in a transaction of the index and of its record.
  ///
  /// With a record, begins again if another process has the write lock: it may be waiting for the lock of the record.
  private func change<Result>(
    _ writer: IndexWriter, _ body: (IndexWriter) throws -> Result
  ) throws -> Result {
    var attempts = record == nil ? 1 : 3
    while true {
      var hasBegun = false
      do {
        try record?.begin(writer)
        return try writer.connection.transaction("BEGIN IMMEDIATE") {
          hasBegun = true
          try writer.begin()
          try record?.confirm(writer)
          let result = try body(writer)
          try writer.finish()
          // Another program may have opened the new file by now, and found this log empty.
          guard writer.connection.isCurrent() else { throw noLongerCurrent }
          // The record commits first: after a crash, the replica fetches from it what it lacks.
          try record?.commit(writer)
          return result
        }
      } catch let error as IndexError where error.code == .busy && !hasBegun && attempts > 1 {
        attempts -= 1
        record?.end()
      }
    }
  }

  /// Changes the index; begins again if another machine changed the record before the change arrived there.
  ///
  /// With a record, `body` must change nothing but the index.
  package func writeRepeatedly<Result: Sendable>(
    inBulk: Bool = false, _ body: (IndexWriter) throws -> Result
  ) throws -> Result {
    var repetitions = 0
    while true {
      do {
        return try write(inBulk: inBulk, body)
      } catch let error as IndexError where error.code == .overtaken && repetitions < 20 {
        repetitions += 1
      }
    }
  }

  /// Runs queries that prepare a change, on the connection that will make it; other writers may write meanwhile.
  ///
  /// Throws like `write` if the file is missing or was replaced, which `read` would not notice before its next
  /// call. A replica is brought up to date first.
  public func readBeforeWriting<Result: Sendable>(
    _ body: (IndexReader) throws -> Result
  ) throws -> Result {
    guard record == nil else { return try writeRepeatedly { try body($0.reader) } }
    return try idleWriter.withLock { idle in
      let writer = try takeWriter(&idle)
      defer { idle.items.append(writer) }
      return try writer.reader.inTransaction { try body(writer.reader) }
    }
  }

  /// Whether this is the replica of a record.
  public var isReplica: Bool { record != nil }

  /// The revision of the record that a replica has; nil without a record.
  package func recordRevision() throws -> Int64? {
    guard isReplica else { return nil }
    return try read { reader in
      try reader.connection.integer("SELECT value FROM state WHERE key = 'record_revision'")
    }
  }

  /// Leases these folders of this machine, so that no other machine scans them; does nothing without a record.
  package func lease(_ roots: [FilePath]) throws {
    guard let record else { return }
    try idleWriter.withLock { idle in
      let writer = try takeWriter(&idle)
      defer { idle.items.append(writer) }
      try record.lease(roots.map(\.bytes), writer)
    }
  }

  /// Ends the leases, so that other machines may scan the folders.
  package func endLeases() {
    guard let record else { return }
    idleWriter.withLock { _ in record.endLeases() }
  }

  /// Brings a replica up to date with its record; returns whether something changed.
  @discardableResult
  package func follow() throws -> Bool {
    guard let record else { return false }
    return try idleWriter.withLock { idle in
      let writer = try takeWriter(&idle)
      defer { idle.items.append(writer) }
      return try record.follow(writer)
    }
  }

  /// The tables that the record of a replica has.
  package func replicatedTables() throws -> [ReplicatedTable] {
    try idleWriter.withLock { idle in
      let writer = try takeWriter(&idle)
      defer { idle.items.append(writer) }
      return try writer.replicatedTables()
    }
  }

  /// Takes the idle writer, or opens one if the file has been replaced: other connections would not see changes
  /// to the old file.
  ///
  /// The first change after a replacement throws an error. It may continue earlier changes, made to the old
  /// file, as a batch of a scan does.
  private func takeWriter(_ idle: inout Idle<IndexWriter>) throws -> IndexWriter {
    let known = idle.items.popLast()
    if let known, known.connection.isCurrent() { return known }
    guard known == nil, Self.exists(path) else { throw noLongerCurrent }
    return try Self.openWriter(path, currentPlaces, record)
  }

  /// The error of a change after the file was removed or replaced.
  private var noLongerCurrent: IndexError {
    Self.exists(path)
      ? IndexError(.replaced, "\(path) was replaced by another file meanwhile; try again")
      : IndexError(.missing, "\(path) no longer exists; make it again with: geoindex scan <dir>")
  }

  /// How many photos one transaction names again: the more, the fewer days and tiles are added up repeatedly, but the
  /// longer other writers wait.
  private static let renewalStep = 100_000

  /// Looks up the names of all positions again if they are not from this program's places file.
  ///
  /// Other programs may write between its steps. Calls `progress` after each step with the id from which the
  /// next one starts, and stops if it returns false.
  public func renewNames(_ progress: (Int64) -> Bool = { _ in true }) throws {
    guard places != nil, try !write({ try $0.hasCurrentNames() }) else { return }
    var next: Int64? = .min
    while let first = next {
      next = try write { try $0.renewNames(from: first, count: Self.renewalStep) }
      if let next, !progress(next) { return }
    }
  }

  /// Packs the runs of the grid densely and in order, after a bulk load that has left many of them half full.
  ///
  /// Other programs may read and write between its steps.
  public func packRuns() throws {
    guard record == nil, try write({ try $0.hasLooseRuns() }) else { return }
    var position: GridPosition?
    repeat {
      let start = position
      position = try write { try $0.packRuns(after: start) }
    } while position != nil
  }

  /// Checks the whole file and returns the problems that it finds.
  public func integrityProblems() throws -> [String] {
    try read { reader in
      let problems = try reader.connection.integrityProblems()
      // If SQLite itself finds damage, further checks would show nothing new.
      return problems.isEmpty ? try reader.problems() : problems
    }
  }
}

/// Idle connections.
///
/// `@unchecked Sendable`: a connection is not `Sendable`, but may move between threads as long as one thread at
/// a time uses it. It is either in this list or with the thread that took it out. SQLite is opened without its
/// own mutexes, which allows exactly that.
private struct Idle<Item>: @unchecked Sendable {
  var items: [Item] = []
}
