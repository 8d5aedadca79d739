public import PhotoFacts
internal import SQLite

extension IndexReader {
  /// The roots whose disk or share did not answer the last scan, and since when, in seconds since 1970.
  public func hangingRoots() throws -> [(root: FilePath, since: Int64)] {
    try connection.statement(
      """
      SELECT path, CAST(value AS INTEGER) FROM root JOIN root_option ON root_option.root = root.id
      WHERE name = 'hanging-since' ORDER BY path
      """
    ).map { (FilePath(bytes: $0.bytes(0)), $0.integer(1)) }
  }
}

extension IndexWriter {
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
}
