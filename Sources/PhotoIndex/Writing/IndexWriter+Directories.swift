public import Files
public import PhotoFacts
internal import SQLite

/// A directory of the index that a scan has not listed.
public struct UnlistedDirectory: Hashable, Sendable {
  /// The directory.
  public var id: DirectoryID

  /// Its path below its root.
  public var path: FilePath

  /// The file system of its photos; nil if an import named it and no scan has listed it.
  public var fileSystem: KnownFileSystem?
}

/// A file of the index that may have moved and be found under another name.
public struct MoveCandidate: Hashable, Sendable {
  /// The photo.
  public var id: Int64 { known.id }

  /// Its path in the index.
  public var file: FilePath

  /// The file as the index has it.
  public var known: KnownFile

  /// Identifies its content; nil if it has not been read.
  public var fingerprint: Fingerprint?
}

extension IndexWriter {
  /// Begins a scan of a folder.
  ///
  /// Returns the number of the scan, and the lowest id of a photo that it, or an unfinished scan before it, can
  /// have added.
  public func beginScan(of root: RootID) throws -> (number: Int64, firstNewPhoto: Int64) {
    let number = try state("next_scan")
    try setState("next_scan", number + 1)
    let mark = try connection.statement(
      "UPDATE root SET added_since = ifnull(added_since, ?2) WHERE id = ?1 RETURNING added_since")
    return (number, try mark.bind(root, nextPhoto).returnedID())
  }

  /// Notes that a scan has compared all files of a folder and removed those that are gone.
  public func endScan(of root: RootID) throws {
    try connection.statement("UPDATE root SET added_since = NULL WHERE id = ?1")
      .bind(root).run()
  }

  /// Marks a folder as one that the owner has scanned or watched; this is not a new version of the index.
  public func markScanned(_ root: RootID) throws {
    try connection.statement("UPDATE root SET scanned = 1 WHERE id = ?1 AND scanned = 0")
      .bind(root).run()
  }

  /// The root of this path; adds it if it is new.
  public func root(_ path: FilePath) throws -> RootID {
    let find = try connection.statement("SELECT id FROM root WHERE path = ?1")
    if let id = try find.bind(path).first({ $0.integer(0) }) { return RootID(rawValue: id) }
    let make = try connection.statement("INSERT INTO root (path) VALUES (?1) RETURNING id")
    return RootID(rawValue: try make.bind(path).returnedID())
  }

  /// How many photos the index has below a root.
  public func photoCount(in root: RootID) throws -> Int {
    let count = try connection.statement(
      """
      SELECT count(*) FROM directory JOIN photo ON photo.directory = directory.id
      WHERE directory.root = ?1
      """)
    return Int(try count.bind(root).first { $0.integer(0) } ?? 0)
  }

  /// Whether the index has photos or tracks in a directory or in one below it.
  public func hasFiles(below path: FilePath, in root: RootID) throws -> Bool {
    if path.bytes.isEmpty { return try photoCount(in: root) > 0 || trackCount(in: root) > 0 }
    // Paths below `a` lie between `a/` and `a0`, because `0` follows `/` in ASCII.
    let find = try connection.statement(
      """
      SELECT 1 FROM directory
      WHERE directory.root = ?1 AND directory.path >= ?2 AND directory.path < ?2 || '0'
        AND (directory.path = ?2 OR directory.path > ?2 || '/')
        AND (EXISTS (SELECT 1 FROM photo WHERE photo.directory = directory.id)
          OR EXISTS (SELECT 1 FROM track WHERE track.directory = directory.id))
      LIMIT 1
      """)
    return try find.bind(root, path).hasRow()
  }

  /// How many track files the index has below a root.
  public func trackCount(in root: RootID) throws -> Int {
    let count = try connection.statement(
      """
      SELECT count(*) FROM directory JOIN track ON track.directory = directory.id
      WHERE directory.root = ?1
      """)
    return Int(try count.bind(root).first { $0.integer(0) } ?? 0)
  }

  /// Makes one root of two: `inner` becomes part of `outer`, which is above it.
  public func absorb(_ inner: FilePath, into outer: RootID, at path: FilePath) throws {
    let absorb = try connection.statement(
      """
      UPDATE directory SET root = ?1, path = CASE path WHEN '' THEN ?2 ELSE ?2 || '/' || path END
      WHERE root = (SELECT id FROM root WHERE path = ?3)
      """)
    try absorb.bind(outer, path, inner).run()
    try connection.statement("DELETE FROM root WHERE path = ?1").bind(inner).run()
  }

  /// The opposite of `absorb`: moves what an import has put at a path of `outer` to `inner`, the root at that
  /// path.
  ///
  /// Removes `outer` if nothing is left in it.
  public func divide(_ outer: FilePath, at path: FilePath, into inner: RootID) throws {
    // Paths below `a` lie between `a/` and `a0`. Paths need not be UTF-8, so they are cut as bytes.
    let divide = try connection.statement(
      """
      UPDATE directory SET root = ?1, path = CAST(substr(CAST(path AS BLOB), ?3) AS TEXT)
      WHERE root = (SELECT id FROM root WHERE path = ?4)
        AND (path = ?2 OR path >= ?2 || '/' AND path < ?2 || '0')
      """)
    try divide.bind(inner, path, Int64(path.bytes.count + 2), outer).run()
    try connection.statement(
      """
      DELETE FROM root WHERE path = ?1
        AND NOT EXISTS (SELECT 1 FROM directory WHERE directory.root = root.id)
      """
    ).bind(outer).run()
  }

  /// Marks the directory of this path as listed by a scan; adds it if it is new.
  public func markListed(_ path: FilePath, in root: RootID, scan: Int64) throws -> KnownDirectory {
    let find = try connection.statement(
      """
      SELECT directory.id, file_system.id, identity, mounted, name
      FROM directory LEFT JOIN file_system ON file_system.id = directory.file_system
      WHERE root = ?1 AND path = ?2
      """)
    let known = try find.bind(root, path).first { row in
      KnownDirectory(
        id: DirectoryID(rawValue: row.integer(0)), fileSystem: Self.fileSystem(row, from: 1))
    }
    if let known {
      try connection.statement("UPDATE directory SET listed_in_scan = ?2 WHERE id = ?1")
        .bind(known.id, scan).run()
      return known
    }
    return KnownDirectory(id: try makeDirectory(path, in: root, scan: scan), fileSystem: nil)
  }

  /// Adds a directory; `scan` is the number of the scan that has listed it, or 0 if none has.
  func makeDirectory(_ path: FilePath, in root: RootID, scan: Int64) throws -> DirectoryID {
    let make = try connection.statement(
      "INSERT INTO directory (root, path, listed_in_scan) VALUES (?1, ?2, ?3) RETURNING id")
    return DirectoryID(rawValue: try make.bind(root, path, scan).returnedID())
  }

  /// The file system in four columns of a row, from `column` on.
  private static func fileSystem(_ row: Statement, from column: Int32) -> KnownFileSystem? {
    guard let id = row.optionalInteger(column), let key = row.text(column + 1),
      let mounted = row.text(column + 2), let name = row.text(column + 3)
    else { return nil }
    return KnownFileSystem(
      id: id, identity: FileSystemIdentity(key: key, mounted: mounted, name: name))
  }

  /// The files of a directory in the index, in the byte order of their names.
  public func files(in directory: DirectoryID) throws -> [KnownFile] {
    let rows = try connection.statement(
      """
      SELECT \(KnownFile.columns) FROM photo INDEXED BY photo_by_file
      WHERE directory = ?1 ORDER BY name
      """)
    return try rows.bind(directory).map(KnownFile.init)
  }

  /// The directories at a path of a root, and below it, that a scan has not listed; the empty path is the root.
  public func unlistedDirectories(in root: RootID, below path: FilePath, scan: Int64) throws
    -> [UnlistedDirectory]
  {
    let rows =
      if path.bytes.isEmpty {
        try connection.statement(
          "\(Self.unlisted) WHERE root = ?1 AND listed_in_scan < ?2 ORDER BY path"
        ).bind(root, scan)
      } else {
        // Paths below `a` lie between `a/` and `a0`, because `0` follows `/` in ASCII.
        try connection.statement(
          """
          \(Self.unlisted)
          WHERE root = ?1 AND listed_in_scan < ?2 AND path >= ?3 AND path < ?3 || '0'
            AND (path = ?3 OR path > ?3 || '/')
          ORDER BY path
          """
        ).bind(root, scan, path)
      }
    return try rows.map(Self.unlistedDirectory)
  }

  private static let unlisted = """
    SELECT directory.id, path, file_system.id, identity, mounted, name
    FROM directory LEFT JOIN file_system ON file_system.id = directory.file_system
    """

  private static func unlistedDirectory(_ row: Statement) -> UnlistedDirectory {
    UnlistedDirectory(
      id: DirectoryID(rawValue: row.integer(0)), path: FilePath(bytes: row.bytes(1)),
      fileSystem: fileSystem(row, from: 2))
  }

  /// The nearest directory above a path that a scan has listed; nil if it has listed none of them.
  public func nearestListed(above path: FilePath, in root: RootID, scan: Int64) throws
    -> UnlistedDirectory?
  {
    let find = try connection.statement(
      "\(Self.unlisted) WHERE root = ?1 AND path = ?2 AND listed_in_scan >= ?3")
    var above: FilePath? = path
    while let below = above, !below.bytes.isEmpty {
      let parent = below.parent ?? FilePath(bytes: [])
      if let found = try find.bind(root, parent, scan).first(Self.unlistedDirectory) {
        return found
      }
      above = parent
    }
    return nil
  }

  /// Removes a directory that has no photos and no tracks any more.
  public func removeDirectory(_ directory: DirectoryID) throws {
    try connection.statement("DELETE FROM directory WHERE id = ?1").bind(directory).run()
  }

  /// The other directories that have a file with this inode on the same file system, but with another stamp.
  public func directories(
    knowingOldStampOf stamp: FileStamp, besides directory: DirectoryID
  ) throws -> [FilePath] {
    let rows = try connection.statement(
      """
      SELECT DISTINCT root.path, other.path
      FROM photo
      JOIN directory AS other ON other.id = photo.directory
      JOIN directory AS here ON here.id = ?1
      JOIN file_system AS theirs ON theirs.id = other.file_system
      JOIN file_system AS ours ON ours.id = here.file_system AND ours.identity = theirs.identity
      JOIN root ON root.id = other.root
      WHERE photo.inode = ?2 AND photo.inode <> 0 AND other.id <> here.id
        AND (photo.size <> ?3 OR photo.modified <> ?4 OR photo.changed IS NOT ?5)
      """)
    return try rows.bind(
      directory, Int64(bitPattern: stamp.inode), stamp.size, stamp.modified, stamp.changed
    ).map { row in FilePath(bytes: row.bytes(0)).appending(row.bytes(1)) }
  }

  /// Files of the index with the same inode, size and modification time on the same file system.
  ///
  /// Any of them may be this file before it moved. Renaming a file changes its ctime, so that is not compared.
  public func moveCandidates(for stamp: FileStamp, on fileSystem: FileSystemIdentity?) throws
    -> [MoveCandidate]
  {
    let rows = try connection.statement(
      """
      SELECT \(KnownFile.columns), root.path, directory.path, photo.fingerprint, photo.samples
      FROM photo
      JOIN directory ON directory.id = photo.directory
      JOIN root ON root.id = directory.root
      LEFT JOIN file_system ON file_system.id = directory.file_system
      WHERE photo.inode = ?1 AND photo.inode <> 0 AND photo.size = ?2 AND photo.modified = ?3
        AND (identity IS NULL OR identity = coalesce(?4, identity))
      """)
    return try rows.bind(
      Int64(bitPattern: stamp.inode), stamp.size, stamp.modified, fileSystem?.key
    ).map { row in
      let known = KnownFile(row)
      let (root, directory) = (
        row.bytes(KnownFile.column(behind: 0)), row.bytes(KnownFile.column(behind: 1))
      )
      return MoveCandidate(
        file: FilePath(bytes: root).appending(directory).appending(known.name), known: known,
        fingerprint: Fingerprint(
          head: row.optionalInteger(KnownFile.column(behind: 2)),
          samples: row.optionalInteger(KnownFile.column(behind: 3))))
    }
  }
}
