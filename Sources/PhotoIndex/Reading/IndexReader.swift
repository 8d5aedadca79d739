internal import Geography

/// Answers from one version of the index.
///
/// A reader is lent out by `PhotoIndex.read` for the length of one transaction: whatever is asked of
/// it in that time is answered from the same state. It is not `Sendable` and must not be kept.
public final class IndexReader {
  let connection: Connection

  /// What this transaction has been told of the version it reads.
  private var known: IndexStamp?

  /// The statement that reads one photo, once it has been asked for.
  var record: Statement?

  /// The statement that reads the quarters of a tile, once it has been asked for.
  var quarters: Statement?

  /// How many photos are walked past for a page in the order of time before it pays to ask the
  /// calendar: that takes as long for a small box as for the whole world.
  var mostWalked = 250_000

  /// What was found out for questions before, by this reader or another of the same index.
  let kept: KeptAnswers

  init(_ connection: Connection, _ kept: KeptAnswers) {
    self.connection = connection
    self.kept = kept
  }

  /// Which index this is, and which version of it.
  public func stamp() throws -> IndexStamp {
    if let known { return known }
    let row = try connection.statement(
      """
      SELECT (SELECT value FROM state WHERE key = 'identity'),
        (SELECT value FROM state WHERE key = 'version')
      """)
    defer { row.reset() }
    guard try row.step(), let identity = row.optionalInteger(0),
      let version = row.optionalInteger(1)
    else {
      throw IndexError(.damaged, "\(connection.path) is damaged: it does not say its version")
    }
    let stamp = IndexStamp(identity: identity, version: version)
    known = stamp
    return stamp
  }

  /// A number that grows with every change to the index.
  public func version() throws -> Int64 { try stamp().version }

  /// A number that tells this index from every other, so that a validator made for one is not taken
  /// for another's when the file is replaced.
  public func identity() throws -> Int64 { try stamp().identity }

  /// Forgets what was known of the version before: a transaction begins.
  func begin() { known = nil }
}

/// Which index, and which version of it, an answer was made from.
public struct IndexStamp: Hashable, Sendable {
  /// A number that tells the index from every other.
  public var identity: Int64

  /// A number that grows with every change to the index.
  public var version: Int64

  /// Whether this is a later version of the same index.
  public func isNewer(than other: IndexStamp) -> Bool {
    identity == other.identity && version > other.version
  }
}

/// What all readers of an index share.
struct KeptAnswers {
  var sets = PhotoSetCache()
  var counts = CountCache()
}

/// Whether a walk goes on.
enum Walk {
  case on
  case stop
}

/// What the index knows of a run without reading its points.
struct RunExtent {
  var row: Int64
  var first: GridPosition
  var last: GridPosition
  var count: Int

  /// The smallest tile that holds the whole run.
  var tile: TileCoordinate { TileCoordinate(holding: first.key, and: last.key) }
}

extension IndexReader {
  /// Reads an entry of the index on the runs' ends, or refuses one that no run can have: what is
  /// counted and searched with it relies on keys being on the map and counts being small.
  func extent(_ row: Statement) throws -> RunExtent {
    let keys = 0...Int64(GridKey.last.rawValue)
    let (last, first, count) = (row.integer(0), row.integer(2), row.integer(4))
    guard keys.contains(first), (first...keys.upperBound).contains(last),
      (1...Int64(GridRun.capacity)).contains(count)
    else { throw damaged() }
    return RunExtent(
      row: row.integer(5),
      first: GridPosition(key: GridKey(rawValue: UInt64(first)), id: row.integer(3)),
      last: GridPosition(key: GridKey(rawValue: UInt64(last)), id: row.integer(1)),
      count: Int(count))
  }

  func damaged() -> IndexError {
    IndexError(
      .damaged, "\(connection.path) is damaged: a run of the grid does not match its entry")
  }

  /// Makes a filter ready: what the grid does not know is looked up first, as sets of photos.
  func prepared(_ filter: PhotoFilter) throws -> PointFilter {
    var sets: [PhotoSet] = []
    if let camera = filter.camera { sets.append(try photos(passing: ConditionSQL(camera: camera))) }
    if let path = filter.path { sets.append(try photos(passing: ConditionSQL(path: path))) }
    var tests = sets.dropFirst().map { PointTest.set($0) }
    if let condition = filter.condition { tests.append(try test(condition)) }
    return PointFilter(filter, ids: sets.first, test: tests.isEmpty ? nil : .all(tests))
  }
}
