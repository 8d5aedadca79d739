public import PhotoFacts
public import PhotoIndex
public import Places
internal import SQLite

/// Opens the replica of a record.
extension Record {
  /// Opens the local index that follows this record; creates it if it does not exist.
  public func replica(
    at path: FilePath, questionLimit: Duration? = nil, places: Places? = nil
  ) throws -> PhotoIndex {
    try PhotoIndex(
      path: path, access: .writing, questionLimit: questionLimit, places: places, record: self)
  }
}

extension PhotoIndex {
  /// Updates a replica from its record; returns whether something changed.
  @discardableResult
  public func followRecord() throws -> Bool { try follow() }

  /// Whether another index is a replica of the same record.
  public func isOfSameRecord(as other: FilePath) throws -> Bool {
    guard let history = try recordHistory() else { return false }
    return try PhotoIndex(path: other, access: .reading).recordHistory() == history
  }

  /// The random number of the history of the record that this is a replica of; nil for other indexes.
  private func recordHistory() throws -> Int64? { try state("record_history") }

  /// Whether a replica was completed at least once.
  public func isCompleteReplica() throws -> Bool {
    try state("record_revision") != nil
  }

  private func state(_ key: String) throws -> Int64? {
    try read { reader in
      try reader.connection.statement("SELECT value FROM state WHERE key = ?1").bind(key)
        .first { $0.integer(0) }
    }
  }
}

extension PhotoIndex {
  /// Writes a snapshot of a replica to a new file, from which other machines can start.
  public func writeSnapshot(to path: FilePath) throws {
    try copy(to: path)
    try Self.markAsSnapshot(path)
  }
}
