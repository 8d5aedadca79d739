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

/// An option for scans of a folder.
public struct RootOption: Hashable, Sendable {
  /// Its name.
  public var name: String

  /// Its value, which need not be UTF-8.
  public var value: [UInt8]

  /// Makes an option.
  public init(name: String, value: [UInt8]) { (self.name, self.value) = (name, value) }
}

extension RootOption {
  static func list(_ rows: Statement) throws -> [RootOption] {
    try rows.map { RootOption(name: $0.text(0) ?? "", value: $0.bytes(1)) }
  }
}

extension IndexReader {
  /// The folders of the index: those that were scanned and those that imports named.
  public func roots() throws -> [FilePath] {
    try paths("SELECT path FROM root ORDER BY path")
  }

  /// The folders that the owner scanned or watched.
  ///
  /// A server may scan no others, because an import may name any folder of the machine. In a replica, the paths
  /// of other machines' folders begin with the name of the machine.
  public func scannedRoots() throws -> [FilePath] {
    try paths(
      "SELECT path FROM root WHERE scanned = 1 AND path >= '/' AND path < '0' ORDER BY path")
  }

  private func paths(_ sql: String) throws -> [FilePath] {
    var paths: [FilePath] = []
    try connection.statement(sql).forEachRow { paths.append(FilePath(bytes: $0.bytes(0))) }
    return paths
  }

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

  /// When a scan of whole folders last ended, in seconds since 1970, whichever program made it; nil if none is
  /// recorded.
  public func lastScanEnd() throws -> Int64? {
    try connection.integer("SELECT value FROM state WHERE key = 'last_scan_end'")
  }

  /// The roots whose disk or share did not answer the last scan, and since when, in seconds since 1970.
  public func hangingRoots() throws -> [(root: FilePath, since: Int64)] {
    try connection.statement(
      """
      SELECT path, CAST(value AS INTEGER) FROM root JOIN root_option ON root_option.root = root.id
      WHERE name = 'hanging-since' ORDER BY path
      """
    ).map { (FilePath(bytes: $0.bytes(0)), $0.integer(1)) }
  }

  /// The options for scans of a folder, as they were last given.
  public func options(of root: FilePath) throws -> [RootOption] {
    try RootOption.list(
      connection.statement(
        """
        SELECT name, value FROM root_option
        WHERE root = (SELECT id FROM root WHERE path = ?1) AND name NOT IN \(LastScan.names)
        ORDER BY rowid
        """
      ).bind(root))
  }
}
