internal import Geography
internal import Grid
internal import PhotoFacts
internal import SQLite

/// Collects what follows from the rows that a transaction changes.
///
/// That is: the points of the grid, the groups of photos, whether readers see the change, and with a record, the keys
/// of its rows. Statements that change rows need not know about any of that.
final class DerivedChanges: RowObserver {
  /// What a change of a table means for readers.
  private enum Role {
    case photo
    case root(path: Int32)
    case directory(root: Int32, path: Int32)
    case track
    case act
    case other
  }

  /// Changes to the grid, in the order in which they were made.
  var points: [GridChange] = []

  /// Changes to the views of photos, in the order in which they were made.
  var views: [GridChange] = []

  /// Photos with their new groups, in the order in which they were changed.
  var photos: [ChangedPhoto] = []

  /// The numbers of the blocks of words that change, some of them more than once.
  private(set) var wordBlocks: [Int64] = []

  /// The lines of added photos for blocks of words.
  var freshLines = FreshLines()

  /// Whether readers see a change.
  var isVisible = false

  /// Whether acts in a replica of a record were added or undone.
  private(set) var hasOtherActs = false

  /// Whether all photos have other paths.
  private(set) var hasOtherPaths = false

  /// The keys of changed rows of the record's tables; nil without a record.
  var keys: ChangedKeys?

  private var isPaused = false

  /// Whether the caller `add`s what follows from inserted photos, so that their rows need not be read.
  ///
  /// Reading a row takes 5,000 instructions, a seventh of storing it.
  private var knowsInsertedPhotos = false

  private var photo: PhotoValues?
  private var roles: [Role] = []

  /// Begins to collect the changes that a connection makes; `tables` are those of the record.
  func observe(_ connection: Connection, _ tables: [ReplicatedTable]?) throws {
    let names = tables?.map(\.name) ?? ["photo", "root", "directory", "track"]
    photo = try PhotoValues(TableColumns("photo", connection))
    roles = try names.map { name in
      let columns = try TableColumns(name, connection)
      return switch name {
      case "photo": .photo
      case "root": .root(path: try columns.index(of: "path"))
      case "directory":
        .directory(root: try columns.index(of: "root"), path: try columns.index(of: "path"))
      case "track": .track
      case "placement", "undo": .act
      default: .other
      }
    }
    keys = try tables.map { try ChangedKeys($0, connection) }
    try connection.observe(names, self)
  }

  /// Drops what was collected.
  func removeAll() {
    points.removeAll(keepingCapacity: true)
    views.removeAll(keepingCapacity: true)
    photos.removeAll(keepingCapacity: true)
    wordBlocks.removeAll()
    freshLines = FreshLines()
    (isVisible, hasOtherPaths, hasOtherActs) = (false, false, false)
    keys?.removeAll()
  }

  /// Runs `body`, from whose changes nothing follows.
  func pausing(_ body: () throws -> Void) rethrows {
    isPaused = true
    defer { isPaused = false }
    try body()
  }

  /// Runs `body`, which inserts photos that are `add`ed.
  func knowingInsertedPhotos<Result>(_ body: () throws -> Result) rethrows -> Result {
    knowsInsertedPhotos = true
    defer { knowsInsertedPhotos = false }
    return try body()
  }

  /// Adds what follows from an inserted photo; `name` is that of its file if nothing else is known in words.
  func add(
    _ point: IndexedPoint?, view: IndexedPoint?, _ group: PhotoGroup, of id: Int64,
    name: [UInt8]? = nil
  ) {
    if let point { points.append(.insert(point)) }
    if let view { views.append(.insert(view)) }
    photos.append(ChangedPhoto(id: id, group: group))
    if let name, id >= 0 { freshLines.add(id, name: name) } else { addWords(of: id) }
    isVisible = true
  }

  /// Notes that the block of a photo changes.
  func addWords(of id: Int64) {
    guard id >= 0, wordBlocks.last != WordBlock.number(of: id) else { return }
    wordBlocks.append(WordBlock.number(of: id))
  }

  /// The numbers of the blocks of words that change, in order; they are forgotten.
  func takeWordBlocks() -> [Int64] {
    defer { wordBlocks.removeAll() }
    return Set(wordBlocks).sorted()
  }

  func willChange(_ row: RowChange) {
    guard !isPaused else { return }
    keys?.note(row)
    switch roles[row.table] {
    case .photo: if let photo { willChange(row, photo) }
    case .root(let path):
      if row.kind != .update || row.differs(path) { isVisible = true }
    case .directory(let root, let path):
      guard row.kind == .update, row.differs(root) || row.differs(path) else { return }
      (isVisible, hasOtherPaths) = (true, true)
    case .track: isVisible = true
    case .act: hasOtherActs = true
    case .other: break
    }
  }

  private func willChange(_ row: RowChange, _ photo: PhotoValues) {
    switch row.kind {
    case .insert:
      guard !knowsInsertedPhotos else { return }
      add(
        photo.point(row.newKey, row.newInteger),
        view: photo.view(row.newKey, row.newNumber), photo.group(row.newInteger),
        of: row.newKey)
    case .delete:
      if let point = photo.point(row.oldKey, row.oldInteger) { points.append(.remove(point)) }
      if let view = photo.view(row.oldKey, row.oldNumber) {
        views.append(.remove(view))
      }
      photos.append(ChangedPhoto(id: row.oldKey, group: .none))
      addWords(of: row.oldKey)
    case .update:
      guard row.oldKey != row.newKey || photo.isVisible(row) else { return }
      let old = photo.point(row.oldKey, row.oldInteger)
      let new = photo.point(row.newKey, row.newInteger)
      if old != new {
        if let old { points.append(.remove(old)) }
        if let new { points.append(.insert(new)) }
      }
      let oldView = photo.view(row.oldKey, row.oldNumber)
      let newView = photo.view(row.newKey, row.newNumber)
      if oldView != newView {
        if let oldView { views.append(.remove(oldView)) }
        if let newView { views.append(.insert(newView)) }
      }
      if row.oldKey != row.newKey { photos.append(ChangedPhoto(id: row.oldKey, group: .none)) }
      photos.append(ChangedPhoto(id: row.newKey, group: photo.group(row.newInteger)))
      if row.oldKey != row.newKey { addWords(of: row.oldKey) }
      if row.oldKey != row.newKey || photo.hasOtherWords(row) { addWords(of: row.newKey) }
    }
    isVisible = true
  }
}

/// The keys of the rows that a transaction has changed.
struct ChangedKeys {
  private struct Change {
    var key: Int64
    var wasThere: Bool
  }

  /// The tables, each with its column that says in which scan a directory was listed.
  private let listed: [Int32?]
  private var changes: [[Change]]

  /// Whether changes are noted.
  var isNoting = true

  init(_ tables: [ReplicatedTable], _ connection: Connection) throws {
    listed = try tables.map { table in
      table.name == "directory"
        ? try TableColumns("directory", connection).index(of: "listed_in_scan") : nil
    }
    changes = tables.map { _ in [] }
  }

  mutating func removeAll() { for table in changes.indices { changes[table].removeAll() } }

  mutating func note(_ row: RowChange) {
    guard isNoting else { return }
    if row.kind == .update {
      guard row.oldKey != row.newKey || hasChange(row) else { return }
    }
    if row.kind != .insert { changes[row.table].append(Change(key: row.oldKey, wasThere: true)) }
    if row.kind == .insert || row.oldKey != row.newKey {
      changes[row.table].append(Change(key: row.newKey, wasThere: false))
    }
  }

  /// Whether other machines need to know of an update.
  ///
  /// They need to know whether a scan has listed a directory, not which scan.
  private func hasChange(_ row: RowChange) -> Bool {
    (0..<row.columnCount).contains { column in
      guard row.differs(column) else { return false }
      guard column == listed[row.table] else { return true }
      return min(row.oldInteger(column) ?? 0, 1) != min(row.newInteger(column) ?? 0, 1)
    }
  }

  /// The changed keys of a table, and those among them whose rows existed before the transaction.
  func keys(of table: Int) -> (all: [KeyRange], known: [KeyRange]) {
    var (all, known): ([Int64], [Int64]) = ([], [])
    let order = changes[table].indices.sorted {
      (changes[table][$0].key, $0) < (changes[table][$1].key, $1)
    }
    // The first change of a key says whether it was there.
    for index in order where all.last != changes[table][index].key {
      all.append(changes[table][index].key)
      if changes[table][index].wasThere { known.append(changes[table][index].key) }
    }
    return (KeyRange.ranges(all), KeyRange.ranges(known))
  }
}

/// The columns of a table in the order of the file.
struct TableColumns {
  let names: [String]
  private let table: String
  private let path: FilePath

  init(_ table: String, _ connection: Connection) throws {
    (self.table, path) = (table, connection.path)
    names = try connection.statement("SELECT name FROM pragma_table_info(?1)").bind(table)
      .map { $0.text(0) ?? "" }
  }

  func index(of name: String) throws -> Int32 {
    guard let index = names.firstIndex(of: name) else {
      throw IndexError(.damaged, "\(path) is damaged: its table \(table) has no column \(name)")
    }
    return Int32(index)
  }
}

/// Where the row of a photo has what grid and groups are made of.
private struct PhotoValues {
  private let directory, camera, locality: Int32
  private let latitude, longitude, source, format: Int32
  private let localTime, utcOffset, instant, timeSource: Int32

  /// The columns of which views are made, in the order of `ViewColumn`.
  private let views: [Int32]

  /// The columns that readers see; those that change most often come first.
  private let visible: [Int32]

  /// The columns of which blocks of words are made.
  private let words: [Int32]

  init(_ columns: TableColumns) throws {
    func index(_ column: PhotoColumn) throws -> Int32 { try columns.index(of: column.name) }
    (directory, camera, locality) = try (index(.directory), index(.camera), index(.locality))
    (latitude, longitude) = try (index(.latitude), index(.longitude))
    (source, format) = try (index(.source), index(.format))
    (localTime, utcOffset) = try (index(.localTime), index(.utcOffset))
    (instant, timeSource) = try (index(.instant), index(.timeSource))
    views = try ViewColumn.allCases.map { try index($0.stored) }
    let hidden: [PhotoColumn] = [.id, .changed, .companions]
    visible = try PhotoColumn.allCases.reversed().filter { !hidden.contains($0) }.map(index)
    words = try WordRow.allCases.dropFirst().map { try columns.index(of: $0.expression) }
  }

  func hasOtherWords(_ row: RowChange) -> Bool { words.contains(where: row.differs) }

  func isVisible(_ row: RowChange) -> Bool { visible.contains(where: row.differs) }

  func group(_ value: (Int32) -> Int64?) -> PhotoGroup {
    PhotoGroup(
      directory: value(directory) ?? 0, camera: value(camera), locality: value(locality))
  }

  /// The view of a photo; nil if it is unknown.
  func view(_ id: Int64, _ number: (Int32) -> Double?) -> IndexedPoint? {
    IndexedPoint(id: id, view: ViewCone { number(views[Int($0.rawValue)]) })
  }

  /// The point of a photo; nil if it is not on the map.
  func point(_ id: Int64, _ value: (Int32) -> Int64?) -> IndexedPoint? {
    guard let latitude = value(latitude), let longitude = value(longitude),
      let source = value(source).flatMap(LocationSource.init(code:))
    else { return nil }
    let time = CaptureTime(
      local: value(localTime), offset: value(utcOffset), instant: value(instant),
      source: value(timeSource))
    let format = value(format).flatMap(MediaFormat.init(code:))
    return IndexedPoint(
      id: id, longitudeE7: Int32(clamping: longitude), latitudeE7: Int32(clamping: latitude), time,
      format, source)
  }
}
