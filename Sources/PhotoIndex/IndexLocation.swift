internal import Files
public import PhotoFacts
internal import Places

/// The canonical path of an index, and the paths of the files beside it.
///
/// An index may be reached through symbolic links. Zones, views, share links and locks must be the same for each of
/// its names. So the name of every file beside an index is made here.
public struct IndexLocation: Hashable, Sendable {
  /// The index itself.
  public let path: FilePath

  /// The suffixes of the files beside an index that a scan cannot recreate.
  public static let keptEndings = [
    ".zones", ".views", ".users", ".shares", ".share-key", ".notes", Boundaries.ending,
  ]

  /// The suffix of the list of sessions, which no backup has: it would revive those that were ended.
  private static let sessions = ".sessions"

  /// The suffix of a write-ahead log that was written for another index, see `LogOwner`.
  static let otherLogEnding = "-wal-of-another-index"

  /// The suffixes of all files of an index: SQLite's files, the scan lock and the side files.
  ///
  /// A side file may have a draft, a lock or a journal of its own.
  public static let allEndings =
    ["", "-wal", "-shm", "-journal", otherLogEnding, ".lock"]
    + (keptEndings + [sessions]).flatMap { ending in
      ["", ".new", ".lock", "-journal"].map { ending + $0 }
    }

  /// The paths of all files of the index, which need not exist.
  public var files: [FilePath] { Self.allEndings.map(beside) }

  /// Resolves the path of an index that need not exist yet.
  public init(_ name: FilePath) { path = FilePath(bytes: RealPath.future(name.bytes)) }

  /// The path of a file beside the index: the path of the index with a suffix.
  public func beside(_ ending: String) -> FilePath {
    FilePath(bytes: path.bytes + Array(ending.utf8))
  }

  /// Whether a path leads to a file of the index, or to where one would be created.
  ///
  /// Hard links are other names of the same file.
  public func owns(_ name: FilePath) -> Bool {
    let target = RealPath.future(name.bytes)
    let there = FileStatus(path: target)
    return Self.allEndings.contains { ending in
      let own = RealPath.future(beside(ending).bytes)
      guard own != target, let there else { return own == target }
      return FileStatus(path: own)?.isSameFile(as: there) ?? false
    }
  }
}
