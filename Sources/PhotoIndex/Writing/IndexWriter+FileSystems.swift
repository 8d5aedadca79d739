public import Files
internal import SQLite

extension IndexWriter {
  /// The row of a file system; adds it if it is new.
  public func fileSystem(_ identity: FileSystemIdentity) throws -> KnownFileSystem {
    let find = try connection.statement(
      "SELECT id FROM file_system WHERE identity = ?1 AND mounted = ?2 AND name = ?3")
    // Most are known; storing them again would send them to the record with every change.
    let known = try find.bind(identity.key, identity.mounted, identity.name).first { $0.integer(0) }
    let id = try known ?? store(identity)
    return KnownFileSystem(id: id, identity: identity)
  }

  private func store(_ identity: FileSystemIdentity) throws -> Int64 {
    let store = try connection.statement(
      """
      INSERT INTO file_system (identity, mounted, name) VALUES (?1, ?2, ?3)
      ON CONFLICT (identity, mounted) DO UPDATE SET name = ?3 RETURNING id
      """)
    return try store.bind(identity.key, identity.mounted, identity.name).returnedID()
  }

  /// Records the file system that the photos of a directory are on.
  public func setFileSystem(_ fileSystem: KnownFileSystem, of directory: DirectoryID) throws {
    try connection.statement("UPDATE directory SET file_system = ?2 WHERE id = ?1")
      .bind(directory, fileSystem.id).run()
  }

  /// Assigns all directories of one file system to another, because both are the same.
  public func replace(_ old: KnownFileSystem, with new: KnownFileSystem) throws {
    try connection.statement("UPDATE directory SET file_system = ?2 WHERE file_system = ?1")
      .bind(old.id, new.id).run()
    try connection.statement("DELETE FROM file_system WHERE id = ?1").bind(old.id).run()
  }
}
