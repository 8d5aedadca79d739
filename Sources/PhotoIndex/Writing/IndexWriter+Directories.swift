public import PhotoFacts

/// A directory that the index holds and a scan has not listed.
public struct UnlistedDirectory: Hashable, Sendable {
  /// The directory.
  public var id: DirectoryID

  /// Its path below its root.
  public var path: FilePath

  /// The file system of its photos; nil if an import named it and no scan has listed it.
  public var fileSystem: KnownFileSystem?
}

/// A file that may be one the index knows under another name.
public struct MoveCandidate: Hashable, Sendable {
  /// The photo.
  public var id: Int64 { known.id }

  /// Where the index believes it to be.
  public var file: FilePath

  /// What the index knows of it.
  public var known: KnownFile

  /// The fingerprint of its content; nil if it has not been read.
  public var fingerprint: UInt64?
}

extension IndexWriter {
  /// Begins a scan of a folder.
  ///
  /// Returns its number, and the first photo id that it can add or that an unfinished scan before it can
  /// have added.
  public func beginScan(of root: RootID) throws -> (number: Int64, firstNewPhoto: Int64) {
    let number = try state("next_scan")
    try setState("next_scan", number + 1)
    let mark = try connection.statement(
      "UPDATE root SET added_since = ifnull(added_since, ?2) WHERE id = ?1 RETURNING added_since")
    return (number, try mark.bind(root, nextPhoto).returnedID())
  }

  /// Notes that all files of a folder have been compared and what is gone was removed.
  public func endScan(of root: RootID) throws {
    try connection.statement("UPDATE root SET added_since = NULL WHERE id = ?1")
      .bind(root).run()
  }

  /// Marks a folder as one that the owner has scanned or watched; no answer changes by that.
  public func markScanned(_ root: RootID) throws {
    try connection.statement("UPDATE root SET scanned = 1 WHERE id = ?1 AND scanned = 0")
      .bind(root).run()
  }

  /// The folder of this path, added if the index does not have it.
  public func root(_ path: FilePath) throws -> RootID {
    let find = try connection.statement("SELECT id FROM root WHERE path = ?1")
    if let id = try find.bind(path).first({ $0.integer(0) }) { return RootID(rawValue: id) }
    noteChange()
    let make = try connection.statement("INSERT INTO root (path) VALUES (?1) RETURNING id")
    return RootID(rawValue: try make.bind(path).returnedID())
  }

  /// How many photos the index holds below a root.
  public func photoCount(in root: RootID) throws -> Int {
    let count = try connection.statement(
      """
      SELECT count(*) FROM directory JOIN photo ON photo.directory = directory.id
      WHERE directory.root = ?1
      """)
    return Int(try count.bind(root).first { $0.integer(0) } ?? 0)
  }

  /// Whether the index holds photos in a directory or in one below it.
  public func hasPhotos(below path: FilePath, in root: RootID) throws -> Bool {
    if path.bytes.isEmpty { return try photoCount(in: root) > 0 }
    // What lies below `a` lies between `a/` and `a0`, the next string after all that begin so.
    let find = try connection.statement(
      """
      SELECT 1 FROM directory JOIN photo ON photo.directory = directory.id
      WHERE directory.root = ?1 AND directory.path >= ?2 AND directory.path < ?2 || '0'
        AND (directory.path = ?2 OR directory.path > ?2 || '/')
      LIMIT 1
      """)
    return try find.bind(root, path).hasRow()
  }

  /// Makes one folder of two: what was scanned as `inner` becomes part of `outer`, above it.
  public func absorb(_ inner: FilePath, into outer: RootID, at path: FilePath) throws {
    let absorb = try connection.statement(
      """
      UPDATE directory SET root = ?1, path = CASE path WHEN '' THEN ?2 ELSE ?2 || '/' || path END
      WHERE root = (SELECT id FROM root WHERE path = ?3)
      """)
    try absorb.bind(outer, path, inner).run()
    try connection.statement("DELETE FROM root WHERE path = ?1").bind(inner).run()
    try noteAllBlocks()
    noteChange()
  }

  /// The opposite of `absorb`: what an import has put into `outer` at a path becomes part of `inner`, the
  /// folder there, and `outer` goes if nothing is left in it.
  public func divide(_ outer: FilePath, at path: FilePath, into inner: RootID) throws {
    // What lies below `a` lies between `a/` and `a0`. Paths need not be UTF-8, so they are cut as bytes.
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
    try noteAllBlocks()
    noteChange()
  }

  /// The directory of this path, marked as listed by a scan.
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

  /// Adds a directory; `scan` is the one that has listed it, 0 if none has.
  func makeDirectory(_ path: FilePath, in root: RootID, scan: Int64) throws -> DirectoryID {
    let make = try connection.statement(
      "INSERT INTO directory (root, path, listed_in_scan) VALUES (?1, ?2, ?3) RETURNING id")
    return DirectoryID(rawValue: try make.bind(root, path, scan).returnedID())
  }

  /// The file system of a row, in four columns from `column` on.
  private static func fileSystem(_ row: Statement, from column: Int32) -> KnownFileSystem? {
    guard let id = row.optionalInteger(column), let key = row.text(column + 1),
      let mounted = row.text(column + 2), let name = row.text(column + 3)
    else { return nil }
    return KnownFileSystem(
      id: id, identity: FileSystemIdentity(key: key, mounted: mounted, name: name))
  }

  /// The files the index holds in a directory, in the order of their names' bytes.
  public func files(in directory: DirectoryID) throws -> [KnownFile] {
    let rows = try connection.statement(
      """
      SELECT \(KnownFile.columns) FROM photo INDEXED BY photo_by_file
      WHERE directory = ?1 ORDER BY name
      """)
    return try rows.bind(directory).map(KnownFile.init)
  }

  /// The directories at a path of a root, and below it, that a scan has not listed; the empty path
  /// is that of the root.
  public func unlistedDirectories(in root: RootID, below path: FilePath, scan: Int64) throws
    -> [UnlistedDirectory]
  {
    let rows =
      if path.bytes.isEmpty {
        try connection.statement(
          "\(Self.unlisted) WHERE root = ?1 AND listed_in_scan < ?2 ORDER BY path"
        ).bind(root, scan)
      } else {
        // What lies below `a` lies between `a/` and `a0`, the next string after all that begin so.
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

  /// Forgets a directory that holds no photo any more.
  public func removeDirectory(_ directory: DirectoryID) throws {
    try connection.statement("DELETE FROM directory WHERE id = ?1").bind(directory).run()
  }

  /// The other directories that have a file of this number on the same file system, and know it as it
  /// was before.
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
      WHERE photo.inode = ?2 AND other.id <> here.id
        AND (photo.size <> ?3 OR photo.modified <> ?4 OR photo.changed IS NOT ?5)
      """)
    return try rows.bind(
      directory, Int64(bitPattern: stamp.inode), stamp.size, stamp.modified, stamp.changed
    ).map { row in FilePath(bytes: row.bytes(0)).appending(row.bytes(1)) }
  }

  /// Files the index knows that have the same inode, size and modification time on the same file system,
  /// and so may be this one before it moved.
  ///
  /// Renaming a file changes its ctime, so that is not compared.
  public func moveCandidates(for stamp: FileStamp, on fileSystem: FileSystemIdentity?) throws
    -> [MoveCandidate]
  {
    let rows = try connection.statement(
      """
      SELECT \(KnownFile.columns), root.path, directory.path, photo.fingerprint
      FROM photo
      JOIN directory ON directory.id = photo.directory
      JOIN root ON root.id = directory.root
      LEFT JOIN file_system ON file_system.id = directory.file_system
      WHERE photo.inode = ?1 AND photo.size = ?2 AND photo.modified = ?3
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
        fingerprint: row.optionalInteger(KnownFile.column(behind: 2))
          .map { UInt64(bitPattern: $0) })
    }
  }
}
