internal import SQLite

extension IndexReader {
  /// The photos whose files had this inode number when they were read, whatever their names.
  ///
  /// Files on different disks can have the same number.
  public func photos(ofInode inode: UInt64) throws -> [PhotoRecord] {
    let find = try connection.statement(
      "SELECT id FROM photo WHERE inode = ?1 AND inode <> 0 AND format IS NOT NULL")
    let ids = try find.bind(Int64(bitPattern: inode)).map { $0.integer(0) }
    return try ids.compactMap { try photo($0, withNames: false) }
  }
}
