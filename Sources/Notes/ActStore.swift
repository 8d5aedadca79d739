internal import Files
internal import Geography
internal import Journeys
public import PhotoFacts
public import PhotoIndex
internal import SQLite

/// What people have entered about photos: an append-only list of acts.
///
/// The list is in a file beside the index. With a record it is in the record, and each replica has a copy in
/// tables of the same form. Unlike the index, it cannot be made again from the photos. One thread uses an
/// object at a time; any number of programs may have the file open.
public final class ActStore {
  /// The ending of its name, after that of the index.
  public static let ending = ".notes"

  /// The path of the file, or of the replica.
  public let path: FilePath

  let connection: Connection

  /// Whether the list is that of a record.
  let isShared: Bool

  /// Opens the notes of an index without a record; creates the file if it does not exist.
  ///
  /// Throws if the file has lost its content, unless a backup is to be restored to it.
  public init(of index: FilePath, restoring: Bool = false) throws {
    path = IndexLocation(index).beside(Self.ending)
    isShared = false
    if try Self.isPresent(path), !restoring { try Self.refuseEmptied(of: index) }
    try PhotoIndex.createPrivately(path)
    connection = try Connection(ofIndex: path, access: .readWrite)
    // With a rollback journal, the file is complete whenever no change is being made, which suits backups.
    // `FULL` survives a power failure; acts are rare, so its cost does not matter.
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA foreign_keys = ON")
    try NotesSchema.migrations.migrate(connection)
  }

  /// The acts in a replica, as its transaction sees them; they are added by a transaction of the index.
  init(in reader: IndexReader) throws {
    connection = try reader.connection
    path = connection.path
    isShared = true
  }

  /// Opens the notes of an index without a record; nil if it has none.
  public static func existing(of index: FilePath) throws -> ActStore? {
    let path = IndexLocation(index).beside(ending)
    return try isPresent(path) ? ActStore(of: index) : nil
  }

  /// Whether there is a file of notes; throws if there is one that cannot be reached.
  private static func isPresent(_ path: FilePath) throws -> Bool {
    do throws(SystemError) {
      return try FileStatus.ifPresent(path.bytes) != nil
    } catch {
      throw IndexError(.cannotOpen, "cannot read \(path): \(error)")
    }
  }

  /// Throws if the notes file is empty, but the index shows acts: the file has lost its content.
  ///
  /// With an index that shows none, the program that was creating the file was ended.
  public static func refuseEmptied(of index: FilePath) throws {
    let path = IndexLocation(index).beside(ending)
    guard FileStatus(path: path.bytes)?.size == 0,
      let shown = try? PhotoIndex(path: index, access: .reading).read({ try $0.shownAct() }),
      shown > 0
    else { return }
    throw IndexError(
      .damaged,
      """
      \(path) is empty, but the index shows \(shown) acts of it; bring them back with: \
      geoindex restore --replace <backup>, or delete the empty file to forget them, and scan with --full
      """)
  }

  /// The number of the newest act; 0 if there is none.
  public func lastAct() throws -> Int64 {
    try connection.integer("SELECT coalesce(max(id), 0) FROM act") ?? 0
  }

  /// The acts with these numbers, in the order in which they were added to this file.
  public func acts(_ numbers: ClosedRange<Int64> = 0...Int64.max) throws -> [Act] {
    let rows = try connection.statement(
      """
      SELECT id, uuid, made, author,
        (SELECT count(*) FROM placement WHERE placement.act = act.id),
        (SELECT count(*) FROM placement WHERE placement.act = act.id
          AND EXISTS (SELECT 1 FROM undo WHERE undo.placement = placement.id)),
        (SELECT count(*) FROM undo WHERE undo.act = act.id),
        coalesce(
          (SELECT \(Self.kind) FROM placement WHERE placement.act = act.id LIMIT 1),
          (SELECT \(Self.kind) FROM placement
            WHERE id = (SELECT placement FROM undo WHERE undo.act = act.id LIMIT 1)))
      FROM act WHERE id BETWEEN ?1 AND ?2 ORDER BY id
      """)
    return try rows.bind(numbers.lowerBound, numbers.upperBound).map { row in
      Act(
        number: row.integer(0), uuid: row.text(1) ?? "", time: row.integer(2),
        author: row.text(3) ?? "", kind: Self.kinds[Int(row.integer(7))] ?? .place,
        photos: Int(row.integer(4)), undone: Int(row.integer(5)), undoes: Int(row.integer(6)))
    }
  }

  /// The kind of a row of placements, as a number of `kinds`.
  private static let kind = """
    (words IS NOT NULL) + 2 * (journey IS NOT NULL) + coalesce(journey GLOB '\(DiaryEntry.mark) *', 0)
      + 2 * coalesce(journey GLOB '\(Note.acceptance) *', 0)
    """

  private static let kinds: [Int: Note.Kind] = [
    0: .place, 1: .words, 2: .journey, 3: .diary, 4: .accepted,
  ]

  /// The corrections of homes and trips that are not undone, in the order in which they were made on all machines.
  func journeyCorrections() throws -> [String] {
    try connection.statement(ActTables.journeyCorrections).map { $0.text(0) ?? "" }
  }

  /// Runs `body` in a transaction: that of the replica, or one of the file.
  func atomically<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
    try connection.isInTransaction ? body() : connection.transaction(begin, body)
  }

  /// Checks the whole file and returns the problems that it finds.
  public func integrityProblems() throws -> [String] { try connection.integrityProblems() }

  /// Writes a snapshot of the notes to a new file that only its owner can read.
  public func copy(to path: FilePath) throws {
    try PhotoIndex.createPrivately(path)
    let copy = try connection.passingStatement("VACUUM INTO ?1").bind(path)
    _ = try copy.step()
  }
}

extension ActStore {
  /// The acts that a scan merges with files; nil if there are none.
  ///
  /// - Parameter file: The notes file of an index without a record.
  package static func merged(
    into index: PhotoIndex, _ writer: IndexWriter, file: ActStore?
  ) throws -> ActStore? {
    guard index.isReplica else { return file }
    let acts = try ActStore(in: writer.reader)
    return try acts.hasPlacements() ? acts : nil
  }

  private func hasPlacements() throws -> Bool {
    try connection.statement("SELECT 1 FROM placement LIMIT 1").bind().hasRow()
  }
}

extension PhotoIndex {
  /// Reads acts and photos; returns nil if the index has no notes file.
  public func readActs<Result>(
    _ body: (ActStore, IndexReader) throws -> Result
  ) throws -> Result? {
    guard !isReplica else { return try read { try body(ActStore(in: $0), $0) } }
    guard let file = try ActStore.existing(of: path) else { return nil }
    return try read { try body(file, $0) }
  }
}
