internal import Glibc
package import PhotoFacts
internal import Places
internal import SQLite
internal import Synchronization

// Opening the connections of an index.
extension PhotoIndex {
  /// Whether there is a file at a path.
  static func exists(_ path: FilePath) -> Bool {
    unsafe path.withCString { name in unsafe access(name, F_OK) == 0 }
  }

  /// Opens a reader; first migrates an index of an older version if the file may be written.
  static func openReaderOfAnyAge(_ path: FilePath, _ caches: SharedCaches) throws
    -> IndexReader
  {
    do {
      return try openReader(path, caches)
    } catch let error as IndexError where error.code == .tooOld {
      guard (try? openWriter(path, caches.currentPlaces, nil)) != nil else { throw error }
      return try openReader(path, caches)
    }
  }

  /// Opens a reader of an index of this version.
  static func openReader(_ path: FilePath, _ caches: SharedCaches) throws -> IndexReader {
    let (connection, found) = try openToRead(path)
    guard found == Schema.migrations.version else {
      throw IndexError(
        found > 0 ? .tooOld : .notAnIndex,
        "\(path) is not a finished index of this version; bring it up to date with: geoindex scan <dir>"
      )
    }
    try connection.execute("PRAGMA cache_size = -16384")
    // SQLite need not copy a mapped page, nor request it from the kernel: a walk over all runs takes a third of
    // the time. SQLite maps at most 2 GB; of a large file, the VFS of readers maps all. Pages that are not yet in
    // the file are read as usual.
    try connection.execute("PRAGMA mmap_size = 2147418112")
    return IndexReader(connection, caches)
  }

  /// Opens the file and returns its version.
  ///
  /// To read a database with a write-ahead log, SQLite creates files beside it. If it cannot, and there is no
  /// journal, the file is opened as immutable, which is safe as long as no program writes to it.
  private static func openToRead(_ path: FilePath) throws -> (Connection, version: Int64) {
    try LogOwner.check(path)
    let mayBeWritten = Journal.mayBeWritten(path)
    let isImmutable = !mayBeWritten && !Journal.isBeside(path)
    do {
      let connection = try Connection(ofIndex: path, access: isImmutable ? .immutable : .readOnly)
      return (connection, try Schema.migrations.identify(connection))
    } catch let error as IndexError
      where [.diskFull, .failed, .cannotOpen].contains(error.code) && mayBeWritten
      && !Journal.isBeside(path)
    {
      // Without space, SQLite cannot create the files, and nor can a program that would write.
      guard let connection = try? Connection(ofIndex: path, access: .immutable),
        let version = try? Schema.migrations.identify(connection)
      else { throw error }
      return (connection, version)
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

  /// Creates the file if it is missing, readable by its owner only; SQLite gives the files beside it the same
  /// permissions.
  ///
  /// An existing file is neither replaced, as another program may have created it meanwhile, nor opened. Closing
  /// it would release all POSIX locks that other connections of this process have on it. The next program that
  /// closes the index would then take itself for the last one, and delete the journal that these connections are
  /// writing.
  package static func createPrivately(_ path: FilePath) throws {
    // Another thread opens the file only after the descriptor is closed.
    try creation.withLock { _ in
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
  }

  private static let creation = Mutex<Void>(())

  /// Opens a writer; first migrates an index of an older version.
  static func openWriter(
    _ path: FilePath, _ places: CurrentPlaces?, _ record: (any IndexRecord)?
  ) throws -> IndexWriter {
    guard Journal.mayBeWritten(path) else {
      throw IndexError(
        .cannotOpen,
        """
        cannot write to \(path): the file or its folder is read-only. It can be queried and served as it is; \
        to change it, copy it to a folder that may be written and name that with --db
        """)
    }
    try LogOwner.check(path)
    let connection = try Connection(ofIndex: path, access: .readWrite)
    // Checked before anything is changed: the file may be another program's.
    _ = try Schema.migrations.identify(connection)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = NORMAL")
    try connection.execute("PRAGMA foreign_keys = ON")
    try connection.execute("PRAGMA cache_size = -65536")
    try connection.execute("PRAGMA wal_autocheckpoint = 4000")
    try connection.execute("PRAGMA journal_size_limit = 67108864")
    try Schema.migrations.migrate(connection)
    let writer = IndexWriter(connection, places)
    if record != nil {
      // For `IndexWriter.noteListedMarks`.
      try connection.execute("PRAGMA temp_store = MEMORY")
      try ActTables.prepare(writer)
    } else if try writer.replicaPosition() != nil {
      throw IndexError(
        .cannotOpen,
        "cannot write to \(path): it is a replica; give the postgres:// address of its record with --db"
      )
    }
    try writer.collectChanges(ofRecord: record != nil)
    return writer
  }
}
