public import PhotoFacts

/// A directory that the index holds and a scan has not listed.
public struct UnlistedDirectory: Hashable, Sendable {
  /// The directory.
  public var id: DirectoryID

  /// Its path below its root.
  public var path: FilePath
}

/// A file that may be one the index knows under another name.
public struct MoveCandidate: Hashable, Sendable {
  /// The photo.
  public var id: Int64 { known.id }

  /// Where the index believes it to be.
  public var file: FilePath

  /// What the index knows of it.
  public var known: KnownFile
}

extension IndexWriter {
  /// Begins a scan: gives it its number.
  public func beginScan() throws -> Int64 {
    let number = try state("next_scan")
    try setState("next_scan", number + 1)
    return number
  }

  /// The folder of this path, which becomes one that is scanned if it was not.
  public func root(_ path: FilePath) throws -> RootID {
    let find = try connection.statement("SELECT id FROM root WHERE path = ?1")
    var id: Int64?
    try find.bind(path.bytes).forEachRow { id = $0.integer(0) }
    if id == nil {
      let make = try connection.statement("INSERT INTO root (path) VALUES (?1) RETURNING id")
      try make.bind(path.bytes).forEachRow { id = $0.integer(0) }
      noteChange()
    }
    return RootID(rawValue: id ?? 0)
  }

  /// How many photos the index holds below a root.
  public func photoCount(in root: RootID) throws -> Int {
    let count = try connection.statement(
      """
      SELECT count(*) FROM directory JOIN photo ON photo.directory = directory.id
      WHERE directory.root = ?1
      """)
    var number = 0
    try count.bind(root.rawValue).forEachRow { number = Int($0.integer(0)) }
    return number
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
    defer { find.reset() }
    return try find.bind(root.rawValue, path.bytes).step()
  }

  /// Makes one folder of two: what was scanned as `inner` becomes part of `outer`, above it.
  public func absorb(_ inner: FilePath, into outer: RootID, at path: FilePath) throws {
    let absorb = try connection.statement(
      """
      UPDATE directory SET root = ?1, path = CASE path WHEN '' THEN ?2 ELSE ?2 || '/' || path END
      WHERE root = (SELECT id FROM root WHERE path = ?3)
      """)
    try absorb.bind(outer.rawValue, path.bytes, inner.bytes).run()
    try connection.statement("DELETE FROM root WHERE path = ?1").bind(inner.bytes).run()
    noteChange()
  }

  /// The directory of this path, marked as listed by a scan.
  public func list(_ path: FilePath, in root: RootID, device: UInt64 = 0, scan: Int64) throws
    -> KnownDirectory
  {
    let find = try connection.statement(
      "SELECT id, device FROM directory WHERE root = ?1 AND path = ?2")
    var known: KnownDirectory?
    try find.bind(root.rawValue, path.bytes).forEachRow { row in
      known = KnownDirectory(
        id: DirectoryID(rawValue: row.integer(0)),
        previousDevice: UInt64(bitPattern: row.integer(1)))
    }
    if let known {
      try connection.statement("UPDATE directory SET listed_in_scan = ?2 WHERE id = ?1")
        .bind(known.id.rawValue, scan).run()
      return known
    }
    let make = try connection.statement(
      """
      INSERT INTO directory (root, path, device, listed_in_scan) VALUES (?1, ?2, ?3, ?4)
      RETURNING id
      """)
    var id: Int64 = 0
    try make.bind(root.rawValue, path.bytes, Int64(bitPattern: device), scan)
      .forEachRow { id = $0.integer(0) }
    return KnownDirectory(id: DirectoryID(rawValue: id), previousDevice: nil)
  }

  /// Remembers the file system a directory is on.
  public func setDevice(_ device: UInt64, of directory: DirectoryID) throws {
    try connection.statement("UPDATE directory SET device = ?2 WHERE id = ?1")
      .bind(directory.rawValue, Int64(bitPattern: device)).run()
  }

  /// The files the index holds in a directory, in the order of their names' bytes.
  public func files(in directory: DirectoryID) throws -> [KnownFile] {
    let rows = try connection.statement(
      """
      SELECT id, name, size, modified, inode, reason, companions
      FROM photo INDEXED BY photo_by_file
      WHERE directory = ?1 ORDER BY name
      """)
    var files: [KnownFile] = []
    try rows.bind(directory.rawValue).forEachRow { row in
      files.append(
        KnownFile(
          id: row.integer(0), name: row.bytes(1),
          stamp: FileStamp(
            size: row.integer(2), modified: row.integer(3),
            inode: UInt64(bitPattern: row.integer(4))),
          reason: row.optionalInteger(5).flatMap(UnlocatedReason.init(code:)),
          companions: row.optionalInteger(6)))
    }
    return files
  }

  /// The directories at a path of a root, and below it, that a scan has not listed; the empty path
  /// is that of the root.
  public func unlistedDirectories(in root: RootID, below path: FilePath, scan: Int64) throws
    -> [UnlistedDirectory]
  {
    let rows =
      if path.bytes.isEmpty {
        try connection.statement(
          "SELECT id, path FROM directory WHERE root = ?1 AND listed_in_scan < ?2 ORDER BY path"
        ).bind(root.rawValue, scan)
      } else {
        // What lies below `a` lies between `a/` and `a0`, the next string after all that begin so.
        try connection.statement(
          """
          SELECT id, path FROM directory
          WHERE root = ?1 AND listed_in_scan < ?2 AND path >= ?3 AND path < ?3 || '0'
            AND (path = ?3 OR path > ?3 || '/')
          ORDER BY path
          """
        ).bind(root.rawValue, scan, path.bytes)
      }
    var directories: [UnlistedDirectory] = []
    try rows.forEachRow { row in
      directories.append(
        UnlistedDirectory(
          id: DirectoryID(rawValue: row.integer(0)), path: FilePath(bytes: row.bytes(1))))
    }
    return directories
  }

  /// Forgets a directory that holds no photo any more.
  public func removeDirectory(_ directory: DirectoryID) throws {
    try connection.statement("DELETE FROM directory WHERE id = ?1").bind(directory.rawValue).run()
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
      JOIN directory AS here ON here.id = ?1 AND here.device = other.device
      JOIN root ON root.id = other.root
      WHERE photo.inode = ?2 AND other.id <> here.id
        AND (photo.size <> ?3 OR photo.modified <> ?4)
      """)
    var found: [FilePath] = []
    try rows.bind(
      directory.rawValue, Int64(bitPattern: stamp.inode), stamp.size, stamp.modified
    ).forEachRow { row in found.append(FilePath(bytes: row.bytes(0)).appending(row.bytes(1))) }
    return found
  }

  /// Files the index knows that have the same stamp, and so may be this one before it moved.
  public func moveCandidates(for stamp: FileStamp) throws -> [MoveCandidate] {
    let rows = try connection.statement(
      """
      SELECT photo.id, root.path, directory.path, photo.name, photo.reason, photo.companions
      FROM photo
      JOIN directory ON directory.id = photo.directory
      JOIN root ON root.id = directory.root
      WHERE photo.inode = ?1 AND photo.size = ?2 AND photo.modified = ?3
      """)
    var found: [MoveCandidate] = []
    try rows.bind(Int64(bitPattern: stamp.inode), stamp.size, stamp.modified).forEachRow { row in
      let path = FilePath(bytes: row.bytes(2)).appending(row.bytes(3))
      found.append(
        MoveCandidate(
          file: FilePath(bytes: row.bytes(1)).appending(path.bytes),
          known: KnownFile(
            id: row.integer(0), name: row.bytes(3), stamp: stamp,
            reason: row.optionalInteger(4).flatMap(UnlocatedReason.init(code:)),
            companions: row.optionalInteger(5))))
    }
    return found
  }
}
