internal import Files
internal import PhotoFacts
internal import SQLite

/// Keeps the write-ahead log of one file from being applied to another.
///
/// SQLite finds a log by its name alone. If `mv` replaces an index, the log of the replaced one stays beside the new
/// one. SQLite would take it for that of the new one, and damage it.
enum LogOwner {
  /// Renames a log that was written for another file, so that SQLite begins a new one.
  ///
  /// Programs that have the other file open continue to use its log and their shared memory, whatever their names.
  static func check(_ path: FilePath) throws {
    guard let file = FileStatus(path: path.bytes) else { return }
    // Reading a file and closing it releases the locks of this process on it.
    try OpenFiles.unlessOpen(file) { try check(path, $0) }
  }

  private static func check(_ path: FilePath, _ openFiles: OpenFiles) throws {
    let log = path.with("-wal")
    do throws(SystemError) {
      guard try isOfAnother(log, path, openFiles) else { return }
      // Another program may be doing the same, and then begin a log of this file under that name.
      let lock = path.parent.flatMap { try? FileLock(existing: $0.bytes) }
      defer { withExtendedLifetime(lock) {} }
      guard try isOfAnother(log, path, openFiles) else { return }
      if hasContent(log) {
        try FileSystem.rename(log.bytes, to: path.with(IndexLocation.otherLogEnding).bytes)
      } else {
        FileSystem.remove(log.bytes)
      }
      FileSystem.remove(path.with("-shm").bytes)
    } catch {
      throw IndexError(
        .cannotOpen,
        """
        cannot open \(path): the log beside it, \(log), was written for another index, and setting it aside \
        failed: \(error.reason). End the programs that use the index, then delete the log
        """)
    }
  }

  private static func isOfAnother(
    _ log: FilePath, _ path: FilePath, _ openFiles: OpenFiles
  ) throws(SystemError) -> Bool {
    try hasContent(log) ? contradicts(log, path) : isInUseForAnother(path, openFiles)
  }

  private static func hasContent(_ log: FilePath) -> Bool {
    FileStatus(path: log.bytes).map { $0.size > 0 } ?? false
  }

  /// Whether programs share memory under the name of a file that none of them has open: they have the file that it
  /// replaced, and would write to an empty log of that name.
  private static func isInUseForAnother(_ path: FilePath, _ openFiles: OpenFiles) -> Bool {
    let memory = path.with("-shm")
    guard FileStatus(path: memory.bytes) != nil else { return false }
    return (openFiles.contain(path) || FileUsers.exist(ofSharedMemory: memory))
      && !FileUsers.exist(ofDatabase: path)
  }

  /// Whether a log contradicts the file; false if it is begun again all the time, as only that of an open file is.
  private static func contradicts(_ log: FilePath, _ path: FilePath) throws(SystemError) -> Bool {
    for _ in 0..<20 {
      guard let before = try LogFrames(of: StatePage.number, in: log) else { return false }
      guard let file = try? ReadableFile(path: path.bytes),
        let content = try? content(of: file, before.pageSize)
      else { return false }
      guard let after = try LogFrames(of: StatePage.number, in: log) else { return false }
      guard before.header == after.header else { continue }
      guard !after.versions.isEmpty else { return content == .empty }
      let states = after.versions.compactMap { StatePage($0) }
      guard let first = states.first else { return true }
      switch content {
      case .empty, .other: return true
      // The log is applied for the first time: it has the beginnings of the index.
      case .notWritten: return first.version > 1
      case .state(let state): return !state.isAmong(states, from: first)
      }
    }
    return false
  }
}

extension LogOwner {
  /// What a file has where an index has its state.
  private enum FileContent: Equatable {
    case empty
    /// The page is missing, or it has zeros: readers of older states can keep SQLite from writing it when it writes
    /// the pages behind it.
    case notWritten
    case state(StatePage)
    case other
  }

  private static func content(of file: ReadableFile, _ pageSize: Int) throws(SystemError)
    -> FileContent
  {
    guard try !file.read(0..<1).isEmpty else { return .empty }
    let page = try file.read(pageSize..<2 * pageSize)
    guard page.count == pageSize, page.contains(where: { $0 != 0 }) else { return .notWritten }
    return StatePage(page).map(FileContent.state) ?? .other
  }
}

extension StatePage {
  /// Whether a file with this page can be the one whose log makes these of it.
  ///
  /// Transactions of the log may have been applied to the file already. Before the first one, its counts are lower
  /// by at most one.
  fileprivate func isAmong(_ states: [StatePage], from first: StatePage) -> Bool {
    let last = states.reduce((version: first.version, transactions: first.transactions)) {
      (max($0.version, $1.version), max($0.transactions, $1.transactions))
    }
    return states.contains { [$0.identity, $0.formerIdentity].contains(identity) }
      && (first.version - 1...last.version).contains(version)
      && (first.transactions - 1...last.transactions).contains(transactions)
  }
}

extension FilePath {
  /// The path with a suffix.
  fileprivate func with(_ ending: String) -> FilePath {
    FilePath(bytes: bytes + Array(ending.utf8))
  }
}
