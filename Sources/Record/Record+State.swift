public import PhotoIndex
internal import SQLite

/// What `geoindex doctor` shows of a record.
public struct RecordState: Hashable, Sendable {
  /// The name and version of the database.
  public var server: String

  /// Whether there is a pooler between this machine and the database.
  public var isPooled: Bool

  /// The newest revision.
  public var revision: Int64

  /// How many files the record has.
  public var photos: Int64

  /// How many changes of files wait until they are flushed to the partitions.
  public var buffered: Int64

  /// Whether the replica has the same files, compared by number and by the sums of ids, sizes and times.
  public var isEqual: Bool
}

extension Record {
  /// The same sums of the replica as those of the record below.
  private static func sums(_ replica: Connection) throws -> [String] {
    let row = try replica.statement(
      """
      SELECT count(*), coalesce(sum(id), 0), coalesce(sum(size), 0),
        coalesce(sum(modified % 1000003), 0), coalesce(sum(latitude), 0)
      FROM photo
      """)
    return try row.first { row in (0..<5).map { String(row.integer($0)) } } ?? []
  }

  /// Compares a replica with the record; both must not change meanwhile.
  public func state(of index: PhotoIndex) throws -> RecordState {
    let connection = try RecordConnection(address)
    let isPooled = try connection.isPooled()
    try connection.beginReading()
    let version = try connection.run("SHOW server_version").first?.first ?? nil
    let head = try RecordHead(connection)
    let sums = try connection.run(
      """
      SELECT count(*), coalesce(sum(id), 0), coalesce(sum(size), 0),
        coalesce(sum(modified % 1000003), 0), coalesce(sum(latitude), 0)
      FROM geoindex.photo_merged
      """)
    let buffered = try connection.run("SELECT count(*) FROM geoindex.photo_buffer")
    try connection.run("COMMIT")
    let theirs = sums.first?.map { $0 ?? "" } ?? []
    let ours = try index.read { try Self.sums($0.connection) }
    return RecordState(
      server: "PostgreSQL " + (version?.split(separator: " ").first.map(String.init) ?? ""),
      isPooled: isPooled, revision: head.revision, photos: theirs.first.flatMap { Int64($0) } ?? 0,
      buffered: buffered.first?.first?.flatMap { Int64($0) } ?? 0,
      isEqual: theirs == ours)
  }
}
