internal import Glibc
public import PhotoFacts
public import Places
internal import Synchronization

/// The SQLite file with photos and where they were taken.
///
/// Any number of threads may read at once, each from its own connection and its own version of the
/// index; one at a time may write.
public final class PhotoIndex: Sendable {
  /// What the index is opened for.
  public enum Access: Sendable {
    /// Questions only; the file has to be there.
    case reading

    /// Questions and changes; the file is made if it is not there.
    case writing
  }

  /// The version of SQLite in use.
  public static var libraryVersion: String { Connection.libraryVersion }

  /// Where the file is, without symbolic links.
  public let path: FilePath

  /// How long a question may take.
  let questionLimit: Duration?

  /// The names of positions; without it photos are stored without names.
  public let places: Places?

  private let idleReaders = Mutex(Idle<IndexReader>())
  private let caches: SharedCaches
  private let idleWriter = Mutex(Idle<IndexWriter>())

  /// Opens the index, brings it to this program's version, and refuses a file
  /// that is something else.
  ///
  /// With a limit, questions that take longer end with an error.
  public init(
    path name: FilePath, access: Access, questionLimit: Duration? = nil, places: Places? = nil
  ) throws {
    path = IndexLocation(name).path
    self.questionLimit = questionLimit
    self.places = places
    var caches = SharedCaches()
    caches.places = places
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
      let writer = try Self.openWriter(path, places)
      idleWriter.withLock { $0.items.append(writer) }
    }
  }

  /// Opens an index once more, for questions that are answered through a privacy filter.
  public init(_ index: PhotoIndex, through privacy: PrivacyFilter) throws {
    path = index.path
    questionLimit = index.questionLimit
    places = index.places
    var caches = SharedCaches()
    caches.places = places
    caches.privacy = privacy
    self.caches = caches
    let reader = try Self.openReader(path, caches)
    idleReaders.withLock { $0.items.append(reader) }
  }

  /// Asks questions, all of which are answered from one version of the index.
  public func read<Result>(_ body: (IndexReader) throws -> Result) throws -> Result {
    try withReader { reader in try reader.inTransaction { try body(reader) } }
  }

  /// Asks questions like `read`, but without a transaction if the runs in memory are of the newest
  /// version and enough to answer from.
  ///
  /// If the index changes meanwhile, `body` is called a second time, and its first result or error is
  /// dropped.
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

  /// Lends an idle reader, or a new one, until `body` returns; ends the question at its deadline.
  func withReader<Result>(_ body: (IndexReader) throws -> Result) throws -> Result {
    let reader = try takeIdleReader() ?? Self.openReader(path, caches)
    reader.lender = self
    defer { (reader.lender, reader.language) = (nil, .english) }
    do {
      let result = try reader.limited(to: questionLimit) { try body(reader) }
      idleReaders.withLock { $0.items.append(reader) }
      return result
    } catch {
      // After any other error of the index its connection may be at fault: it is closed.
      let code = (error as? IndexError)?.code
      if code == nil || code == .tookTooLong { idleReaders.withLock { $0.items.append(reader) } }
      throw error
    }
  }

  /// Takes out a reader for longer than a function lasts, in a read transaction of its own; it has to
  /// be given back.
  ///
  /// Each piece of work with it sets its own deadline with `limited`.
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

  /// An idle reader, unless the file has been replaced since it was opened: it would answer from the old
  /// file.
  private func takeIdleReader() -> IndexReader? {
    idleReaders.withLock { idle in
      guard let reader = idle.items.popLast() else { return nil }
      guard reader.isCurrent() else {
        idle.items.removeAll()
        caches.removeAll()
        return nil
      }
      return reader
    }
  }

  /// Changes the index: all that `body` does, or nothing of it.
  ///
  /// Throws `.missing` while the file is not there, and `.replaced` once if another has taken its place; the
  /// next change goes to that one.
  public func write<Result: Sendable>(_ body: (IndexWriter) throws -> Result) throws -> Result {
    try idleWriter.withLock { idle in
      let writer = try takeWriter(&idle)
      do {
        let result = try writer.connection.transaction("BEGIN IMMEDIATE") {
          try writer.begin()
          let result = try body(writer)
          try writer.finish()
          return result
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

  /// The idle writer, unless the file has been replaced since it was opened: then no other connection would
  /// see its changes.
  ///
  /// The first change after that is refused, since it may continue others that went to the former file, as a
  /// batch of a scan does.
  private func takeWriter(_ idle: inout Idle<IndexWriter>) throws -> IndexWriter {
    let known = idle.items.popLast()
    if let known, known.connection.isCurrent() { return known }
    guard Self.exists(path) else {
      throw IndexError(
        .missing, "\(path) is not there any more; make it again with: geoindex scan <dir>")
    }
    guard known == nil else {
      throw IndexError(.replaced, "\(path) was replaced by another file meanwhile; try again")
    }
    return try Self.openWriter(path, places)
  }

  /// Names all positions again if the names are not from this program's places file.
  ///
  /// Others may write between its steps; `progress` is called after each with the number of the photo that
  /// comes next, and ends the work by returning false.
  public func renewNames(_ progress: (Int64) -> Bool = { _ in true }) throws {
    guard places != nil, try !write({ try $0.hasCurrentNames() }) else { return }
    var next: Int64? = .min
    while let first = next {
      next = try write { try $0.renewNames(from: first, count: 20_000) }
      if let next, !progress(next) { return }
    }
  }

  /// Looks the whole file over and returns what is wrong with it.
  public func integrityProblems() throws -> [String] {
    try read { reader in
      var problems: [String] = []
      try reader.connection.statement("PRAGMA integrity_check(20)").forEachRow { row in
        if let text = row.text(0), text != "ok" { problems.append(text) }
      }
      // On a file that SQLite itself finds damaged there is nothing more to be learnt.
      return problems.isEmpty ? try reader.problems() : problems
    }
  }

  private static func exists(_ path: FilePath) -> Bool {
    unsafe path.withCString { name in unsafe access(name, F_OK) == 0 }
  }

  /// Opens a reader, and before that brings an index of an older version up to date if it may be
  /// written.
  private static func openReaderOfAnyAge(_ path: FilePath, _ caches: SharedCaches) throws
    -> IndexReader
  {
    do {
      return try openReader(path, caches)
    } catch let error as IndexError where error.code == .tooOld {
      guard (try? openWriter(path, caches.places)) != nil else { throw error }
      return try openReader(path, caches)
    }
  }

  private static func openReader(_ path: FilePath, _ caches: SharedCaches) throws -> IndexReader {
    let (connection, found) = try openToRead(path)
    guard found == Schema.version else {
      throw IndexError(
        found > 0 ? .tooOld : .notAnIndex,
        "\(path) is not a finished index of this version; bring it up to date with: geoindex scan <dir>"
      )
    }
    try connection.execute("PRAGMA cache_size = -16384")
    // A page that is mapped need not be copied, nor asked of the system: a walk over all runs takes a
    // third of the time. What is beyond this, or not yet in the file, is read as ever.
    try connection.execute("PRAGMA mmap_size = 8589934592")
    return IndexReader(connection, caches)
  }

  /// Opens the file and finds out its version.
  ///
  /// To read a database with a write-ahead log, SQLite makes files beside it. Where it cannot, and there is
  /// no journal, the file is opened as immutable, which is safe as long as nothing writes to it.
  private static func openToRead(_ path: FilePath) throws -> (Connection, version: Int64) {
    let mayBeWritten = Journal.mayBeWritten(path)
    let isImmutable = !mayBeWritten && !Journal.isBeside(path)
    do {
      let connection = try Connection(path: path, access: isImmutable ? .immutable : .readOnly)
      return (connection, try Schema.identify(connection))
    } catch let error as IndexError where error.code == .cannotOpen && !mayBeWritten {
      guard !isImmutable else { throw error }
      throw IndexError(
        .cannotOpen,
        """
        cannot open \(path): there is a journal beside it (\(path)-wal or -journal), and it cannot be read \
        where neither it nor its folder may be written. Open the index once where both may, with \
        geoindex doctor, then copy it
        """)
    }
  }

  /// Makes the file, if it is not there, so that only its owner can read where the photos were
  /// taken; SQLite gives the files it adds beside it the same permissions.
  ///
  /// A file that is there is not even opened: closing it again would let go all locks that other
  /// connections of this process have on it (POSIX), and the next program to leave would take itself
  /// for the last and delete the journal that they are writing.
  static func createPrivately(_ path: FilePath) throws {
    guard !exists(path) else { return }
    let descriptor = unsafe path.withCString { name in
      unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else {
      throw IndexError(
        .cannotOpen, "cannot open \(path): \(unsafe String(cString: strerror(errno)))")
    }
    close(descriptor)
  }

  private static func openWriter(_ path: FilePath, _ places: Places?) throws -> IndexWriter {
    guard Journal.mayBeWritten(path) else {
      throw IndexError(
        .cannotOpen,
        """
        cannot write to \(path): the file or its folder is read-only. It can be queried and served as it is; \
        to change it, copy it to a folder that may be written and name that with --db
        """)
    }
    let connection = try Connection(path: path, access: .readWrite)
    // Before anything is changed: the file may be another program's.
    _ = try Schema.identify(connection)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = NORMAL")
    try connection.execute("PRAGMA foreign_keys = ON")
    try connection.execute("PRAGMA cache_size = -65536")
    try connection.execute("PRAGMA wal_autocheckpoint = 4000")
    try connection.execute("PRAGMA journal_size_limit = 67108864")
    try Schema.migrate(connection)
    return IndexWriter(connection, places)
  }
}

/// Idle connections.
///
/// A connection is not `Sendable`, but nothing is lost by handing it from thread to thread as long
/// as only one has it at a time: it is in this list, or on the stack of the one who took it out.
/// SQLite is opened without its own mutexes, which allows exactly that.
private struct Idle<Item>: @unchecked Sendable {
  var items: [Item] = []
}
