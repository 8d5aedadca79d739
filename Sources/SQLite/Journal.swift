internal import Files
internal import Glibc
package import PhotoFacts

/// The files in which SQLite stores changes that are not in the database yet.
package enum Journal {
  /// Whether there is a journal beside a database that is not empty: a program has written it, and has not closed it.
  package static func isBeside(_ database: FilePath) -> Bool {
    let path = canonical(database)
    return ["-wal", "-journal"].contains { ending in
      FileStatus(path: path.bytes + Array(ending.utf8)).map { $0.size > 0 } ?? false
    }
  }

  /// Whether SQLite can write the database and the files beside it.
  package static func mayBeWritten(_ database: FilePath) -> Bool {
    let path = canonical(database)
    return mayAccess(path, W_OK) && mayAccess(path.parent ?? FilePath("."), W_OK)
  }

  private static func mayAccess(_ path: FilePath, _ mode: Int32) -> Bool {
    unsafe path.withCString { unsafe faccessat(AT_FDCWD, $0, mode, AT_EACCESS) == 0 }
  }

  /// The path without symbolic links: SQLite puts the journal beside the file itself.
  private static func canonical(_ path: FilePath) -> FilePath {
    unsafe path.withCString { name in
      guard let found = unsafe realpath(name, nil) else { return path }
      defer { unsafe free(found) }
      return FilePath(
        bytes: unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found))))
    }
  }
}
