public import Files
internal import Geography
internal import Grid
public import PhotoFacts
internal import Places
package import SQLite

/// Changes the index.
///
/// There is one writer at a time, and each `PhotoIndex.write` is one transaction.
///
/// Changes to the grid are collected. At the end they are merged into its runs in one pass, in the order of the
/// grid. So a batch of photos of one place rewrites a run once.
public final class IndexWriter {
  /// A reader of the same transaction, for look-ups.
  public let reader: IndexReader

  package let connection: Connection

  /// Stored here, to save looking up their long text for each photo.
  private(set) lazy var adding = Result {
    try connection.statement(PhotoColumn.storing("IGNORE"))
  }
  private(set) lazy var replacing = Result {
    try connection.statement(PhotoColumn.storing("REPLACE"))
  }
  private(set) lazy var naming = Result {
    try connection.statement(
      "SELECT id FROM photo INDEXED BY photo_by_file WHERE directory = ?1 AND name = ?2 LIMIT 1")
  }
  /// What follows from the rows that the transaction has changed; a writer that migrates the tables collects nothing.
  let derived = DerivedChanges()

  var freshDirectory: FreshDirectory?

  /// The files of the rows that wait in a bulk load.
  var waitingFiles: [WaitingFile] = []

  private var cameras = CameraNumbers()
  var localities = LocalityNumbers()
  var terms = TermNumbers()
  private(set) var nextPhoto: Int64 = 0
  /// How many rows the connection had changed when the transaction began.
  private var rowsChangedBefore = 0

  /// Whether the transaction has given the index another identity.
  var hasNewIdentity = false

  /// Changes when another connection commits.
  private var dataVersion: Int64?

  /// What a replica has cached of its tables, see `IndexWriter+Replica.swift`.
  var replicated: [ReplicatedTable]?
  var hasListedMarks = false
  var insertingReplicated = [Statement?](repeating: nil, count: ReplicatedTable.names.count)

  /// Whether there are tombstones; nil until the first file is added.
  var hasTombstones: Bool?

  /// Whether notes and files give photos other places or words, by table; empty until a photo is stored or removed.
  var tablesWithOwnFacts: [String: Bool] = [:]

  /// Changes the grid.
  var grid: GridWriter { GridWriter(reader.file, reader.grid) }

  /// The names of positions; if nil, photos are stored without names.
  var places: Places?

  let currentPlaces: CurrentPlaces?

  /// The identity of the files from which names are being renewed, step by step.
  var renewing: Int64?

  /// Whether a position was stored without a places file.
  var hasUnnamed = false

  init(_ connection: Connection, _ places: CurrentPlaces? = nil) {
    self.connection = connection
    currentPlaces = places
    self.places = places?.current
    reader = IndexReader(connection, .none)
  }

  /// Collects from now on what follows from changes of rows; with a record, also which rows change.
  func collectChanges(ofRecord: Bool) throws {
    try derived.observe(connection, ofRecord ? replicatedTables() : nil)
  }

  /// Prepares for a transaction that has just begun.
  func begin() throws {
    derived.removeAll()
    freshDirectory = nil
    hasNewIdentity = false
    rowsChangedBefore = connection.allChangedRows
    hasTombstones = nil
    tablesWithOwnFacts = [:]
    hasUnnamed = false
    hasListedMarks = false
    usePlaces()
    let version = try connection.integer("PRAGMA data_version")
    // Another program may have removed the rows that were looked up.
    if version != dataVersion { abandonLookups() }
    dataVersion = version
    nextPhoto = try state("next_photo")
    reader.begin()
  }

  /// Writes what was collected; the transaction can then be committed.
  func finish() throws {
    try applyDerivedChanges()
    try applyWordChanges()
    if derived.hasOtherActs { try showJourneyCorrections() }
    if derived.isVisible {
      try setState("next_photo", nextPhoto)
      if hasUnnamed { try setState("places", 0) }
      try setState("version", try state("version") + 1)
    }
    if connection.allChangedRows != rowsChangedBefore { try countTransaction() }
  }

  /// Counts the transaction; `LogOwner` compares the counts of a log and a file.
  private func countTransaction() throws {
    try connection.statement(
      """
      INSERT INTO state VALUES ('transactions', 1)
      ON CONFLICT (key) DO UPDATE SET value = value + 1
      """
    ).run()
  }

  /// Drops what a failed transaction has collected and cached.
  func abandon() {
    derived.removeAll()
    abandonLookups()
  }

  /// Drops the ids of rows that were looked up.
  func abandonLookups() {
    cameras = CameraNumbers()
    localities = LocalityNumbers()
    terms = TermNumbers()
    // Rows that were added are gone, and others will get their ids.
    reader.caches.localities.removeAll()
    reader.caches.terms.removeAll()
  }

  /// A number of the table `state`.
  package func state(_ key: String) throws -> Int64 {
    let row = try connection.statement("SELECT value FROM state WHERE key = ?1").bind(key)
    defer { row.reset() }
    // All of them count upwards from 1, and none can come near this limit.
    guard try row.step(), let value = row.integer(0, within: 0...1 << 62) else {
      throw IndexError(.damaged, "\(connection.path) is damaged: its '\(key)' is missing")
    }
    return value
  }

  /// Sets a number of the table `state`.
  package func setState(_ key: String, _ value: Int64) throws {
    try connection.statement("INSERT OR REPLACE INTO state (key, value) VALUES (?1, ?2)")
      .bind(key, value).run()
  }

  /// Notes that this transaction changes something for readers besides rows of photos, folders and tracks.
  func noteChange() { derived.isVisible = true }
}

extension IndexWriter {
  /// Adds a file and returns its id, which is that of a removed photo if the file is back.
  @discardableResult
  public func add(_ file: ReadFile, in directory: DirectoryID) throws -> Int64 {
    freshDirectory = nil
    let returning = try returning(file)
    let id = returning?.id ?? allotID()
    let imported = file.facts.place.location == nil ? returning?.imported : nil
    guard let imported else {
      // Avoids a copy of the facts, which takes 900 instructions.
      try insert(file, in: directory, as: id)
      return id
    }
    var located = file
    located.facts.place = .located(imported)
    try insert(located, in: directory, as: id, isImported: true)
    return id
  }

  /// Replaces the facts of a file that has been read again; an imported position stays if the file has none.
  ///
  /// Returns why the photo is not on the map; nil if it is.
  @discardableResult
  public func update(_ id: Int64, with file: ReadFile, in directory: DirectoryID) throws
    -> UnlocatedReason?
  {
    freshDirectory = nil
    var file = file
    let imported = file.facts.place.location == nil ? try importedLocation(of: id) : nil
    if let imported { file.facts.place = .located(imported) }
    let names = try positionNames(file.facts.place, file.facts.time)
    try update(file, names, in: directory, as: id, isImported: imported != nil)
    return file.facts.place.reason
  }

  /// Inserts a file under an id that no photo has.
  func insert(
    _ file: ReadFile, in directory: DirectoryID, as id: Int64, isImported: Bool = false,
    at locality: FoundLocality? = nil
  ) throws {
    let names = try positionNames(file.facts.place, file.facts.time, locality)
    try store(file, names, in: directory, as: id, isImported: isImported)
  }

  /// The id of the next photo, which is never assigned again.
  func allotID() -> Int64 {
    defer { nextPhoto += 1 }
    return nextPhoto
  }

  /// Makes sure that no id up to this one is assigned.
  func reserve(through id: Int64) { nextPhoto = max(nextPhoto, id + 1) }

  /// Assigns ids from 1 on again, because no row is left.
  func resetNumbers() { nextPhoto = 1 }

  /// Records that a file has another directory or another name; the photo keeps its id.
  public func move(_ id: Int64, to directory: DirectoryID, name: [UInt8], stamp: FileStamp) throws {
    freshDirectory = nil
    let move = try connection.statement(
      """
      UPDATE photo
      SET directory = ?2, name = ?3, size = ?4, modified = ?5, inode = ?6, changed = ?7
      WHERE id = ?1
      """)
    try move.bind(
      id, directory, name, stamp.size, stamp.modified, Int64(bitPattern: stamp.inode),
      stamp.changed)
    try move.run()
  }

  /// Whether the index has exactly these facts about a photo, so that storing them would change nothing for
  /// readers.
  ///
  /// An imported position is not compared, because the position in the file is unknown.
  public func holds(_ facts: PhotoFacts, of id: Int64) throws -> Bool {
    guard var known = try reader.photo(id)?.facts else { return false }
    if try importedLocation(of: id) != nil { known.place = facts.place }
    // These belong to the reading or to the position, not to the photo.
    (known.remarks, known.readingFailure) = (facts.remarks, facts.readingFailure)
    known.mayHaveTrack = facts.mayHaveTrack
    known.names = facts.names
    known.time = known.time?.withoutPlace
    return known == facts
  }

  /// Lets the next scan read the file of a photo again, even if it has not changed.
  public func markOutdated(_ id: Int64) throws {
    try connection.statement(
      "UPDATE photo SET companions = -1 WHERE id = ?1 AND inode <> 0 AND format IS NOT NULL"
    ).bind(id).run()
  }

  /// Reverts `markOutdated`; `companions` is that of the `ReadFile`.
  public func markCurrent(_ id: Int64, companions: Int64?) throws {
    try connection.statement("UPDATE photo SET companions = ?2 WHERE id = ?1 AND companions < 0")
      .bind(id, companions).run()
  }

  /// Records the ctime of a file, and the hash of its companion files; this is not a new version of the
  /// index.
  public func complete(_ id: Int64, changed: Int64?, companions: Int64?) throws {
    try connection.statement("UPDATE photo SET changed = ?2, companions = ?3 WHERE id = ?1")
      .bind(id, changed, companions).run()
  }

  /// Removes a photo.
  public func remove(_ id: Int64) throws {
    try removeOwnFacts(of: id)
    try connection.statement("DELETE FROM photo WHERE id = ?1").bind(id).run()
  }

  /// The row of `camera` for a photo; nil if nothing is known of its camera.
  func cameraID(_ facts: PhotoFacts) throws -> Int64? {
    if let known = cameras.recentNumber(of: facts) { return known }
    let texts = PhotoProperty.ofCameras.map { $0.text.get(facts) }
    guard texts.contains(where: { $0 != nil }) else { return nil }
    if let known = cameras.number(of: texts) { return known }
    let id = try cameraID(Self.findingCamera, texts) ?? cameraID(Self.addingCamera, texts)
    if let id { cameras.remember(texts, id) }
    return id
  }

  private func cameraID(_ query: String, _ texts: [String?]) throws -> Int64? {
    let row = try connection.statement(query)
    for (offset, text) in texts.enumerated() {
      try row.bind(text: text.map { Array($0.utf8) }, at: Int32(offset + 1))
    }
    var id: Int64?
    try row.forEachRow { id = $0.integer(0) }
    return id
  }

  private static let findingCamera: String = {
    let tests = PhotoProperty.ofCameras.enumerated().map { "\($1.name) IS ?\($0 + 1)" }
    return "SELECT id FROM camera WHERE \(tests.joined(separator: " AND "))"
  }()

  private static let addingCamera: String = {
    let columns = PhotoProperty.ofCameras.map(\.name)
    let parameters = columns.indices.map { "?\($0 + 1)" }
    return """
      INSERT INTO camera (\(columns.joined(separator: ", ")))
      VALUES (\(parameters.joined(separator: ", "))) RETURNING id
      """
  }()
}

extension IndexedPoint {
  /// What the grid stores of a photo; nil if it is not located.
  init?(id: Int64, _ place: Place, _ time: CaptureTime?, _ format: MediaFormat?) {
    guard let location = place.location else { return nil }
    self.init(
      id: id, longitudeE7: location.coordinate.longitudeE7,
      latitudeE7: location.coordinate.latitudeE7, time, format, location.source)
  }

  /// What the grid stores of a photo at a position.
  init(
    id: Int64, longitudeE7: Int32, latitudeE7: Int32, _ time: CaptureTime?, _ format: MediaFormat?,
    _ source: LocationSource
  ) {
    self.init(
      id: id, longitudeE7: longitudeE7, latitudeE7: latitudeE7,
      time: time?.timelineMilliseconds ?? Self.undated,
      traits: (format?.kind ?? .image).rawValue | source.rawValue << 4,
      offset: Self.offset(minutes: time?.utcOffsetMinutes.map(Int64.init)))
  }
}
