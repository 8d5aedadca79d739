public import PhotoFacts

/// Something that was said of how a folder is to be scanned.
public struct RootOption: Hashable, Sendable {
  /// What it is about.
  public var name: String

  /// What was said, which need not be UTF-8.
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
  /// How a folder was to be scanned when that was said last.
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
  /// How a folder was to be scanned when that was said last.
  public func options(of root: RootID) throws -> [RootOption] {
    try RootOption.list(
      connection.statement(
        """
        SELECT name, value FROM root_option WHERE root = ?1 AND name NOT IN \(LastScan.names)
        ORDER BY rowid
        """
      ).bind(root))
  }

  /// Remembers how a folder is to be scanned; no answer changes by that.
  public func setOptions(_ options: [RootOption], of root: RootID) throws {
    guard try self.options(of: root) != options else { return }
    try connection.statement(
      "DELETE FROM root_option WHERE root = ?1 AND name NOT IN \(LastScan.names)"
    ).bind(root).run()
    let insert = try connection.statement("INSERT INTO root_option VALUES (?1, ?2, ?3)")
    for option in options { try insert.bind(root, option.name, option.value).run() }
  }
}
