public import PhotoFacts
public import PhotoIndex
public import Places

/// Opens the replica of a record.
extension Record {
  /// Opens the local index that follows this record, and makes it if it is not there.
  public func replica(
    at path: FilePath, questionLimit: Duration? = nil, places: Places? = nil
  ) throws -> PhotoIndex {
    try PhotoIndex(
      path: path, access: .writing, questionLimit: questionLimit, places: places, record: self)
  }
}

extension PhotoIndex {
  /// Brings a replica up to date with its record; returns whether something changed.
  @discardableResult
  public func followRecord() throws -> Bool { try follow() }

  /// Whether a replica has been made completely at least once.
  public func isCompleteReplica() throws -> Bool {
    try read { try $0.isCompleteReplica() }
  }
}

extension PhotoIndex {
  /// Writes one state of a replica to a new file, from which other machines may begin.
  public func writeSnapshot(to path: FilePath) throws {
    try copy(to: path)
    try Self.markAsSnapshot(path)
  }
}
