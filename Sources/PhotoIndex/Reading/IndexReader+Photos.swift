internal import Files
internal import Grid
internal import PhotoFacts
internal import SQLite

// Rows of photos.
extension IndexReader {
  /// One photo by its id, on request without the names of its position.
  public func photo(_ id: Int64, withNames: Bool = true) throws -> PhotoRecord? {
    let row = try recordStatement()
    defer { row.reset() }
    try row.bind(id, at: 1)
    guard try row.step() else { return nil }
    return try shown(record(row, withNames: withNames), withNames: withNames)
  }

  /// The photos of these ids, in the same order; ids that are not in the index are left out.
  public func photos(_ ids: some Sequence<Int64>) throws -> [PhotoRecord] {
    try ids.compactMap { try photo($0) }
  }

  /// The photos whose files had this inode number when they were read, whatever their names.
  ///
  /// Files on different disks can have the same number.
  public func photos(ofInode inode: UInt64) throws -> [PhotoRecord] {
    let find = try connection.statement(
      "SELECT id FROM photo WHERE inode = ?1 AND inode <> 0 AND format IS NOT NULL")
    let ids = try find.bind(Int64(bitPattern: inode)).map { $0.integer(0) }
    return try ids.compactMap { try photo($0, withNames: false) }
  }

  private func recordStatement() throws -> Statement {
    try connection.statement(Self.recordQuery, cachedIn: &record)
  }

  private static let recordQuery = """
    \(recordColumns)
    FROM photo
    JOIN directory ON directory.id = photo.directory
    JOIN root ON root.id = directory.root
    LEFT JOIN camera ON camera.id = photo.camera
    WHERE photo.id = ?1
    """

  /// All located photos; CROSS JOIN makes SQLite read the tables in this order.
  static let listingQuery = """
    \(located)
    ORDER BY photo.id
    """

  /// A limited number of located photos, from an id on.
  static let continuingQuery = """
    \(located) AND photo.id >= ?1
    ORDER BY photo.id LIMIT ?2
    """

  /// A limited number of files that are unlocated for one reason, after an id; `photo_by_reason` has them in
  /// that order.
  static let unlocatedQuery = """
    \(recordColumns)
    FROM photo INDEXED BY photo_by_reason
    CROSS JOIN directory ON directory.id = photo.directory
    CROSS JOIN root ON root.id = directory.root
    LEFT JOIN camera ON camera.id = photo.camera
    WHERE photo.reason = ?1 AND photo.id > ?2
    ORDER BY photo.id LIMIT ?3
    """

  /// The ids and reasons of all photos without a position, in the order of a listing.
  static let unlocatedIDs = """
    SELECT id, reason FROM photo INDEXED BY photo_by_reason
    WHERE reason IS NOT NULL AND format IS NOT NULL
    ORDER BY reason, id
    """

  private static let located = """
    \(recordColumns)
    FROM photo
    CROSS JOIN directory ON directory.id = photo.directory
    CROSS JOIN root ON root.id = directory.root
    LEFT JOIN camera ON camera.id = photo.camera
    WHERE photo.latitude IS NOT NULL
    """

  private static let recordColumns = "SELECT \(PhotoColumn.record)"

  func record(_ row: Statement, withNames: Bool = true) throws -> PhotoRecord {
    let directory = FilePath(bytes: row.bytes(PhotoColumn.directoryPath))
    let size = row.integer(.size)
    var photo = PhotoRecord(
      id: row.integer(.id),
      root: FilePath(bytes: row.bytes(PhotoColumn.root)),
      path: directory.appending(row.bytes(.name)),
      // A size of 0 means that the size is unknown.
      size: size > 0 ? size : nil,
      stamp: FileStamp(row),
      facts: PhotoFacts(row))
    if withNames, let coordinate = photo.place.location?.coordinate,
      let locality = row.optionalInteger(.locality)
    {
      photo.names = try caches.localities.row(locality, self)?.names(at: coordinate)
    }
    return photo
  }
}
