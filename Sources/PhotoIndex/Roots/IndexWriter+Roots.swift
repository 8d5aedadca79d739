public import PhotoFacts
internal import SQLite

// What is kept of a root besides its photos: none of it is a new version of the index.
extension IndexWriter {
  /// Records a complete scan of a root; this is not a new version of the index.
  public func setLastScan(_ scan: LastScan, of root: RootID) throws {
    try connection.statement(
      "DELETE FROM root_option WHERE root = ?1 AND name IN \(LastScan.names)"
    ).bind(root).run()
    let insert = try connection.statement(
      "INSERT INTO root_option (root, name, value) VALUES (?1, ?2, ?3)")
    try insert.bind(root, "last-scan-end", String(scan.end)).run()
    try insert.bind(root, "last-scan-excluded-files", String(scan.excludedFiles)).run()
    try insert.bind(root, "last-scan-excluded-folders", String(scan.excludedFolders)).run()
  }

  /// Notes when a scan of whole folders ended, in seconds since 1970; this is not a new version of the index.
  public func noteScanEnd(at seconds: Int64) throws {
    try setState("last_scan_end", seconds)
  }

  /// Whether the disk of a root did not answer the last scan.
  public func isHanging(_ root: RootID) throws -> Bool {
    let find = try connection.statement(
      "SELECT 1 FROM root_option WHERE root = ?1 AND name = 'hanging-since'")
    return try find.bind(root).first { $0.integer(0) } != nil
  }

  /// Records since when the disk of a root does not answer; nil if it answers.
  public func setHanging(since seconds: Int64?, _ root: RootID) throws {
    guard let seconds else {
      return try connection.statement(
        "DELETE FROM root_option WHERE root = ?1 AND name = 'hanging-since'"
      ).bind(root).run()
    }
    guard try !isHanging(root) else { return }
    try connection.statement(
      "INSERT INTO root_option (root, name, value) VALUES (?1, 'hanging-since', ?2)"
    ).bind(root, String(seconds)).run()
  }

  /// Records the roots around folders that do not answer; this is not a new version of the index.
  public func noteHanging(_ folders: [FilePath], at seconds: Int64) throws {
    for path in try reader.roots() where folders.contains(where: { $0.isInside(path) }) {
      try setHanging(since: seconds, root(path))
    }
  }

  /// The options for scans of a folder, as they were last given.
  public func options(of root: RootID) throws -> [RootOption] {
    try RootOption.list(
      connection.statement(
        """
        SELECT name, value FROM root_option WHERE root = ?1 AND name NOT IN \(LastScan.names)
        ORDER BY rowid
        """
      ).bind(root))
  }

  /// Stores the options for scans of a folder; this is not a new version of the index.
  public func setOptions(_ options: [RootOption], of root: RootID) throws {
    guard try self.options(of: root) != options else { return }
    try connection.statement(
      "DELETE FROM root_option WHERE root = ?1 AND name NOT IN \(LastScan.names)"
    ).bind(root).run()
    let insert = try connection.statement(
      "INSERT INTO root_option (root, name, value) VALUES (?1, ?2, ?3)")
    for option in options { try insert.bind(root, option.name, option.value).run() }
  }
}
