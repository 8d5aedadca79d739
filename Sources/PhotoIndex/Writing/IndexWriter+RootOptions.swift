public import PhotoFacts
internal import SQLite

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
  fileprivate static func list(_ rows: Statement) throws -> [RootOption] {
    try rows.map { RootOption(name: $0.text(0) ?? "", value: $0.bytes(1)) }
  }
}

extension IndexReader {
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

extension IndexWriter {
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
