public import PhotoFacts
internal import SQLite

/// What the last complete scan of a root found besides photos.
public struct LastScan: Hashable, Sendable {
  /// When it ended, in seconds since 1970 (UTC).
  public var end: Int64

  /// Files that ignore files or `--exclude` left out, without sidecars.
  public var excludedFiles: Int

  /// Folders that ignore files or `--exclude` left out; nothing in them was counted.
  public var excludedFolders: Int

  /// Makes a record.
  public init(end: Int64, excludedFiles: Int, excludedFolders: Int) {
    (self.end, self.excludedFiles, self.excludedFolders) = (end, excludedFiles, excludedFolders)
  }
}

extension LastScan {
  /// The names of its rows in `root_option`; no scan option has one of these names.
  static let names =
    "('last-scan-end', 'last-scan-excluded-files', 'last-scan-excluded-folders', 'hanging-since')"
}

extension IndexReader {
  /// The last complete scan, by any program, of each root that has had one; sorted by path.
  public func lastScans() throws -> [(root: FilePath, scan: LastScan)] {
    let rows = try connection.statement(
      """
      SELECT path, max(iif(name = 'last-scan-end', CAST(value AS INTEGER), 0)),
        max(iif(name = 'last-scan-excluded-files', CAST(value AS INTEGER), 0)),
        max(iif(name = 'last-scan-excluded-folders', CAST(value AS INTEGER), 0))
      FROM root JOIN root_option ON root_option.root = root.id
      WHERE name IN \(LastScan.names) GROUP BY root.id
      HAVING max(name = 'last-scan-end') ORDER BY path
      """)
    return try rows.map { row in
      (
        FilePath(bytes: row.bytes(0)),
        LastScan(
          end: row.integer(1), excludedFiles: Int(row.integer(2)),
          excludedFolders: Int(row.integer(3)))
      )
    }
  }
}

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
}

extension IndexReader {
  /// When a scan of whole folders last ended, in seconds since 1970, whichever program made it; nil if none is
  /// recorded.
  public func lastScanEnd() throws -> Int64? {
    try connection.integer("SELECT value FROM state WHERE key = 'last_scan_end'")
  }
}

extension IndexWriter {
  /// Notes when a scan of whole folders ended, in seconds since 1970; this is not a new version of the index.
  public func noteScanEnd(at seconds: Int64) throws {
    try setState("last_scan_end", seconds)
  }
}
