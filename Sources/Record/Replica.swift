public import PhotoFacts
public import PhotoIndex
public import Places

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
    guard let history = try read({ try $0.recordHistory() }) else { return false }
    return try PhotoIndex(path: other, access: .reading).read { try $0.recordHistory() } == history
  }

  /// Whether a replica was completed at least once.
  public func isCompleteReplica() throws -> Bool {
    try read { try $0.isCompleteReplica() }
  }
}

extension PhotoIndex {
  /// Writes a snapshot of a replica to a new file, from which other machines can start.
  public func writeSnapshot(to path: FilePath) throws {
    try copy(to: path)
    try Self.markAsSnapshot(path)
  }
}
