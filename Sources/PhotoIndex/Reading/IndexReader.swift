package import Grid
internal import PhotoFacts
public import Places
internal import Query
package import SQLite

/// Answers queries from one version of the index.
///
/// `PhotoIndex.read` lends a reader for one transaction: all its answers come from the same snapshot. It
/// is not `Sendable` and must not escape.
public final class IndexReader {
  private let opened: Connection

  /// What queries are answered from.
  private(set) var state = ReaderState.unknown

  /// The newest state of the database whose version this reader has looked up, for later queries.
  private var newest: KnownState?

  /// The statement that reads one photo, after its first use.
  var record: Statement?

  /// The statement that reads the version, after its first use.
  private var stampStatement: Statement?

  /// The language of names, while this reader is lent.
  public var language = Language.english

  /// The index that lends this reader, while it is lent.
  var lender: PhotoIndex?

  /// The grid in the file, or as a privacy filter shows it.
  private(set) lazy var file = FileGrid(self)

  /// Answers queries about points.
  private(set) lazy var grid = GridReader(file)

  /// Answers queries about the views of photos.
  private(set) lazy var views = GridReader(storedViews)

  /// The views of photos in the file.
  private(set) lazy var storedViews = FileGrid(self, .views)

  /// Rows of photos that were read for a set.
  var photosRead = 0

  /// Rows of `photo_block` that were read.
  var blocksRead = 0

  /// What this reader has read since it was opened.
  package var cost: ReadCost {
    ReadCost(grid: grid.cost, photos: photosRead, blocks: blocksRead)
  }

  /// Cached answers, shared with the other readers of the same index.
  let caches: SharedCaches

  init(_ connection: Connection, _ caches: SharedCaches) {
    opened = connection
    self.caches = caches
  }

  /// The connection, in the transaction of the current queries, which begins now if they were answered from
  /// memory so far.
  package var connection: Connection {
    get throws {
      if case .memory(let known, let deadline) = state { try beginLate(known, deadline) }
      return opened
    }
  }

  /// The runs in memory; nil if the index was not queried often enough.
  func cachedRuns() throws -> CachedRuns? {
    guard let known = state.known else { return nil }
    return try caches.runs.runs(of: known, file.storedExtents)
  }

  /// The file of the index.
  var path: FilePath { opened.path }

  /// Whether the file is still the one that was opened.
  func isCurrent() -> Bool { opened.isCurrent() }

  /// Which index this is, and which version of it.
  public func stamp() throws -> IndexStamp {
    if let stamp = state.stamp { return stamp }
    let row = try connection.statement(
      """
      SELECT (SELECT value FROM state WHERE key = 'identity'),
        (SELECT value FROM state WHERE key = 'version')
      """, cachedIn: &stampStatement)
    defer { row.reset() }
    guard try row.step(), let identity = row.optionalInteger(0),
      let version = row.optionalInteger(1)
    else {
      throw IndexError(.damaged, "\(opened.path) is damaged: its version is missing")
    }
    caches.localities.belong(to: identity)
    caches.terms.belong(to: identity)
    var stamp = IndexStamp(identity: identity, version: version)
    // Answers through a privacy filter must not be mistaken for those of the whole index.
    if let privacy = caches.privacy { stamp.identity ^= privacy.revision }
    if case .transaction(var snapshot, let deadline) = state {
      snapshot.stamp = stamp
      state = .transaction(snapshot, deadline)
    }
    return stamp
  }

  /// A number that grows with every change to the index.
  public func version() throws -> Int64 { try stamp().version }

  /// A number that distinguishes this index from every other, so that no validator stays valid when another
  /// file replaces it.
  public func identity() throws -> Int64 { try stamp().identity }

  /// Forgets the version, because a transaction begins.
  func begin() { state = .transaction(.init(), state.deadline) }

  /// Runs queries in a read transaction.
  func inTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    begin()
    return try opened.transaction("BEGIN", body)
  }

  /// Ends `body` with `tookTooLong` once the limit has passed, in SQLite or between its steps.
  func limited<Result>(to limit: Duration?, _ body: () throws -> Result) throws -> Result {
    guard let limit else { return try body() }
    let deadline = Deadline(after: limit)
    state.deadline = deadline
    defer { state.deadline = nil }
    return try opened.interrupting(at: deadline, body)
  }

  /// Throws `tookTooLong` if the deadline has passed; to call in work between the steps of SQLite.
  package func checkDeadline() throws {
    if let deadline = state.deadline, deadline.isOver { throw opened.interrupted() }
  }
}

/// The cost of queries, in counts that are the same on every machine.
@dynamicMemberLookup
package struct ReadCost: Hashable, Sendable {
  /// What was read of the grid.
  package var grid = GridCost()

  /// Rows of photos that were read for a set.
  package var photos = 0

  /// Rows of `photo_block`.
  package var blocks = 0

  /// Makes a cost.
  package init(grid: GridCost = GridCost(), photos: Int = 0, blocks: Int = 0) {
    (self.grid, self.photos, self.blocks) = (grid, photos, blocks)
  }

  /// A cost of the grid.
  package subscript(dynamicMember count: KeyPath<GridCost, Int>) -> Int { grid[keyPath: count] }

  /// The cost since an earlier moment.
  package func since(_ before: ReadCost) -> ReadCost {
    ReadCost(
      grid: grid.since(before.grid), photos: photos - before.photos,
      blocks: blocks - before.blocks)
  }
}

extension IndexReader {
  /// Begins to answer from the caches, without a transaction, if the version that this reader knows is still
  /// the newest.
  func beginFromMemory() -> Bool {
    guard let newest, opened.newestState() == newest.database else { return false }
    state = .memory(newest, state.deadline)
    return true
  }

  /// Begins the postponed transaction, which must read the version of the answers so far.
  private func beginLate(_ known: KnownState, _ deadline: Deadline?) throws {
    state = .transaction(.init(), deadline)
    try opened.execute("BEGIN")
    let stamp = try stamp()
    // The transaction reads a state that was the newest at some moment between the two calls of `newestState`.
    guard known.stamp == stamp, opened.newestState() == known.database else {
      throw OvertakenReader()
    }
    state = .transaction(.init(stamp: stamp, state: known), deadline)
  }

  /// Ends what `beginFromMemory` began.
  func end() throws {
    begin()
    if opened.isInTransaction { try opened.execute("COMMIT") }
  }

  /// Remembers the version of the newest state, for later queries.
  ///
  /// The transaction has just begun. It reads the newest state if that is the same before and after the version
  /// is read.
  func learn() throws {
    guard let before = opened.newestState() else { return }
    let stamp = try stamp()
    newest = opened.newestState() == before ? KnownState(database: before, stamp: stamp) : nil
    state = .transaction(.init(stamp: stamp, state: newest), state.deadline)
  }
}

/// The index, and its version, from which an answer was made.
public struct IndexStamp: Hashable, Sendable {
  /// A number that distinguishes the index from every other.
  public var identity: Int64

  /// A number that grows with every change to the index.
  public var version: Int64

  /// Whether this is a later version of the same index.
  public func isNewer(than other: IndexStamp) -> Bool {
    identity == other.identity && version > other.version
  }
}

/// The sets of photos that queries have found.
typealias PhotoSets = AnswerCache<ConditionSQL, PhotoSet>

/// The caches that all readers of an index share.
struct SharedCaches {
  /// Caches only names; for a writer, whose answers are valid until its next write.
  static var none: SharedCaches {
    SharedCaches(
      sets: AnswerCache(limit: 0), counts: AnswerCache(limit: 0), summaries: AnswerCache(limit: 0),
      facets: AnswerCache(limit: 0), groupNames: AnswerCache(limit: 0),
      groups: AnswerCache(limit: 0), marks: AnswerCache(limit: 0),
      timelines: AnswerCache(limit: 0), areas: AnswerCache(limit: 0), names: AnswerCache(limit: 0),
      keywordTrees: AnswerCache(limit: 0),
      journeys: AnswerCache(limit: 0), chosenJourneys: AnswerCache(limit: 0),
      sightings: AnswerCache(limit: 0), judged: AnswerCache(limit: 0),
      doubts: AnswerCache(limit: 0),
      unlocated: AnswerCache(limit: 0), localitySets: AnswerCache(limit: 0),
      wordSets: AnswerCache(limit: 0), tiles: nil)
  }

  /// Enough for some fifty sets of ten million photos.
  var sets = PhotoSets(limit: 64 << 20) { $0.bytes }
  var counts = AnswerCache<PhotoFilter, Int>()
  var summaries = AnswerCache<EntireIndex, IndexSummary>()
  var facets = AnswerCache<FacetsQuestion, PhotoFacets>()

  /// Each scope has one of these and one of areas, so the limits are above the number of scopes in use.
  var groupNames = AnswerCache<PhotoFilter, GroupNames>(limit: 32)
  var groups = AnswerCache<EntireIndex, NamedGroups>()
  var marks = AnswerCache<MarksQuestion, MapMarks>(limit: 100_000) { $0.marks.count + 1 }
  var timelines = AnswerCache<TimelineQuestion, Timeline>(limit: 100_000) { $0.buckets.count + 1 }
  var areas = AnswerCache<PhotoFilter, AreaTree>(limit: 32)
  var names = AnswerCache<NamesQuestion, NameLists>(limit: 100_000) {
    $0.keywords.count + $0.people.count + 1
  }
  var keywordTrees = AnswerCache<NamesQuestion, [NameSummary]>(limit: 100_000) { $0.count + 1 }
  var journeys = AnswerCache<EntireIndex, FoundJourneys>(limit: 1)

  /// Those of users who see a part; users with the same scope share one.
  ///
  /// Enough for trips with 1.5 million photos, each of another place.
  var chosenJourneys = AnswerCache<PhotoFilter, FoundJourneys>(limit: 64 << 20) { $0.bytes }

  /// Enough for four million photos.
  var sightings = AnswerCache<EntireIndex, DatedPhotos>(limit: 128 << 20) { $0.bytes }

  /// Enough for two million photos.
  var judged = AnswerCache<EntireIndex, JudgedPhotos>(limit: 160 << 20) { $0.bytes }
  var doubts = AnswerCache<EntireIndex, FoundDoubts>(limit: 1)

  /// The photos without a position that users see; enough for ten scopes with a hundred thousand each.
  var unlocated = AnswerCache<PhotoCondition, UnlocatedPhotos>(limit: 8 << 20) { $0.bytes }
  var localitySets = AnswerCache<ConditionTree, PhotoSet>(limit: 32 << 20) { $0.bytes }
  var wordSets = AnswerCache<ConditionTree, PhotoSet>(limit: 64 << 20) { $0.bytes }
  let terms = TermCache()
  var runs = RunCache()

  /// Nil for a writer: what it has written is not a version yet.
  var tiles: TileCache? = TileCache()
  let localities = LocalityCache()

  /// The places file, for names that no row of the index has.
  ///
  /// These are names in other languages, and those of positions that only a privacy filter shows.
  var places: Places? { currentPlaces?.current }
  var currentPlaces: CurrentPlaces?

  /// The elevations with which altitudes are compared.
  let ground = GroundOfMaps()

  /// The privacy filter through which the index is read; nil for none.
  var privacy: PrivacyFilter?
  var redactedGrids = AnswerCache<EntireIndex, RedactedGrid>(limit: 1)

  /// Clears all caches, because another file has replaced the index, perhaps a restored one with an earlier
  /// version.
  func removeAll() {
    sets.removeAll()
    counts.removeAll()
    summaries.removeAll()
    facets.removeAll()
    groupNames.removeAll()
    groups.removeAll()
    marks.removeAll()
    timelines.removeAll()
    journeys.removeAll()
    chosenJourneys.removeAll()
    sightings.removeAll()
    judged.removeAll()
    doubts.removeAll()
    unlocated.removeAll()
    localitySets.removeAll()
    wordSets.removeAll()
    terms.removeAll()
    areas.removeAll()
    names.removeAll()
    keywordTrees.removeAll()
    tiles?.removeAll()
    redactedGrids.removeAll()
    localities.removeAll()
  }
}

/// The key of answers about the whole index.
struct EntireIndex: Hashable {}

extension IndexReader {
  func damaged() -> IndexError {
    IndexError(
      .damaged, "\(opened.path) is damaged: a run of the grid does not match its entry")
  }
}
