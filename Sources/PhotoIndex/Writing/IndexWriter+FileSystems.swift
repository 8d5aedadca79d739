extension IndexWriter {
  /// The row of a file system; adds it if it is new.
  public func fileSystem(_ identity: FileSystemIdentity) throws -> KnownFileSystem {
    let find = try connection.statement(
      """
      INSERT INTO file_system (identity, mounted, name) VALUES (?1, ?2, ?3)
      ON CONFLICT (identity, mounted) DO UPDATE SET name = ?3 RETURNING id
      """)
    let id = try find.bind(identity.key, identity.mounted, identity.name).returnedID()
    return KnownFileSystem(id: id, identity: identity)
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
