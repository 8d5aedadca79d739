internal import Grid
public import PhotoFacts
public import Query
internal import SQLite

/// A page of a listing of files that are not on the map.
public struct UnlocatedPage: Sendable {
  /// The files of the page.
  public var files: [PhotoRecord]

  /// Where the next page begins; nil on the last.
  public var next: UnlocatedCursor?
}

/// The ids of photos without a position, by reason.
public struct UnlocatedPhotos: Sendable {
  fileprivate var ids: [UnlocatedReason: [Int64]] = [:]

  /// How many there are, by reason; it has every reason.
  public var counts: [UnlocatedReason: Int] {
    Dictionary(uniqueKeysWithValues: UnlocatedReason.allCases.map { ($0, ids[$0]?.count ?? 0) })
  }

  /// All of them, in no order.
  var all: some Sequence<Int64> { ids.values.joined() }

  /// The memory that they take.
  var bytes: Int { ids.values.reduce(256) { $0 + 8 * $1.capacity } }
}

/// Where a listing of the files that are not on the map continues: after this one.
///
/// The order, by reason and then by id, is total. It has an index of its own in the file, so every page takes
/// the same time.
public struct UnlocatedCursor: Hashable, Sendable {
  /// The reason of the file.
  public let reason: UnlocatedReason

  fileprivate let id: Int64

  fileprivate init(_ reason: UnlocatedReason, _ id: Int64) {
    self.reason = reason
    self.id = id
  }

  /// Parses the text of a cursor; returns nil if it is invalid.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts.contains(where: { $0.hasPrefix("+") }),
      let code = Int64(parts[0], radix: 36), let reason = UnlocatedReason(code: code),
      let id = Int64(parts[1], radix: 36)
    else { return nil }
    self.init(reason, id)
  }

  /// The cursor as text that needs no escaping in a URL.
  public var text: String { "\(String(reason.rawValue, radix: 36))-\(String(id, radix: 36))" }
}

extension IndexReader {
  /// Visits the located photos that pass a filter, in the order of their ids, however many they are.
  ///
  /// Photos lie in the file in that order, and an index that is filled from such a listing grows at its end.
  /// For pages in the order of the grid, use `pins`.
  public func forEachPhoto(
    _ filter: PhotoFilter, limit: Int = .max, _ body: (PhotoRecord) throws -> Void
  ) throws {
    let filter = filter.simplified
    let wanted = try needsSearch(filter) ? matches(filter) : nil
    if let wanted, wanted.isSparse {
      var rest = limit
      try wanted.ids.forEach { id in
        guard rest > 0, let photo = try photo(id) else { return }
        rest -= 1
        try body(photo)
      }
    } else {
      try walkTable(wanted?.ids, limit: limit, body)
    }
  }

  /// The located photos that pass a filter and were added last, newest first.
  ///
  /// Reads every point that the filter may select.
  public func newest(_ filter: PhotoFilter, limit: Int) throws -> [PhotoRecord] {
    var newest: [Int64] = []
    try matches(filter.simplified).ids.forEach { id in
      newest.append(id)
      if newest.count >= 2 * limit { newest.removeFirst(newest.count - limit) }
    }
    return try newest.suffix(limit).reversed().compactMap { try photo($0) }
  }

  /// The files that are not on the map, for one reason or for any, after a cursor.
  public func unlocated(
    _ reason: UnlocatedReason? = nil, after cursor: UnlocatedCursor? = nil, limit: Int
  ) throws -> UnlocatedPage {
    var files: [PhotoRecord] = []
    var last = cursor
    for next in UnlocatedReason.allCases where reason == nil || reason == next {
      if let cursor, next.rawValue < cursor.reason.rawValue { continue }
      let start = cursor?.reason == next ? cursor?.id : nil
      try forEachUnlocated(next, after: start ?? 0, limit: limit + 1 - files.count) { file in
        // One file more than fits shows that there is another page.
        if files.count < limit { last = UnlocatedCursor(next, file.id) }
        files.append(file)
      }
      guard files.count <= limit else {
        return UnlocatedPage(files: files.dropLast(), next: last)
      }
    }
    return UnlocatedPage(files: files)
  }

  /// The photos without a position for which a condition holds; cached.
  ///
  /// Files that are not photos are not among them.
  package func unlocatedPhotos(passing condition: PhotoCondition) throws -> UnlocatedPhotos {
    try caches.unlocated.answer(to: condition, at: stamp()) {
      let test = try test(condition)
      var photos = UnlocatedPhotos()
      let rows = try connection.statement(Self.unlocatedIDs)
      try rows.forEachRow { row in
        guard let reason = UnlocatedReason(code: row.integer(1)),
          test.holds(forUnlocated: row.integer(0))
        else { return }
        photos.ids[reason, default: []].append(row.integer(0))
      }
      return photos
    }
  }

  /// Those of some photos without a position that have one reason or any, after a cursor.
  package func page(
    of photos: UnlocatedPhotos, _ reason: UnlocatedReason?, after cursor: UnlocatedCursor?,
    limit: Int
  ) throws -> UnlocatedPage {
    var files: [PhotoRecord] = []
    for next in UnlocatedReason.allCases where reason == nil || reason == next {
      if let cursor, next.rawValue < cursor.reason.rawValue { continue }
      let ids = photos.ids[next] ?? []
      let after = cursor?.reason == next ? cursor?.id : nil
      for id in ids[ids.partitioningIndex { $0 > after ?? .min }...] {
        guard files.count < limit else {
          let last = files.last.flatMap { file in
            file.place.reason.map { UnlocatedCursor($0, file.id) }
          }
          return UnlocatedPage(files: files, next: last)
        }
        if let photo = try photo(id, withNames: false) { files.append(photo) }
      }
    }
    return UnlocatedPage(files: files)
  }

  private func forEachUnlocated(
    _ reason: UnlocatedReason, after id: Int64, limit: Int, _ body: (PhotoRecord) -> Void
  ) throws {
    let rows = try connection.statement(Self.unlocatedQuery)
    try rows.bind(Int64(reason.rawValue), id, Int64(limit))
    try rows.forEachRow { body(try record($0)) }
  }

  private func walkTable(
    _ wanted: PhotoSet?, limit: Int, _ body: (PhotoRecord) throws -> Void
  ) throws {
    var rest = limit
    let rows = try connection.statement(Self.listingQuery)
    defer { rows.reset() }
    while rest > 0, try rows.step() {
      if let wanted, !wanted.contains(rows.integer(0)) { continue }
      guard let photo = try shown(record(rows)) else { continue }
      rest -= 1
      try body(photo)
    }
  }

  /// Whether a search must find out which photos of the table a filter selects.
  func needsSearch(_ filter: PhotoFilter) -> Bool {
    caches.privacy != nil || filter.box != nil || !filter.isOnlyABox
  }

  func matches(_ filter: PhotoFilter) throws -> (ids: PhotoSet, isSparse: Bool) {
    let wanted = try prepared(filter)
    var ids = PhotoSet()
    var count = 0
    try grid.readRuns(in: wanted.region) { run, _ in
      let chosen = wanted.selection(of: run, in: 0..<run.count)
      for index in chosen { ids.insert(run.id(index)) }
      count += chosen.count
      return .on
    }
    let located = Int(try connection.integer("SELECT coalesce(sum(count), 0) FROM grid_run") ?? 0)
    // Looking up a photo costs about as much as skipping ten in the table.
    return (ids, count < located / 10)
  }
}

extension PhotoSet {
  /// Visits the ids in ascending order.
  func forEach(_ body: (Int64) throws -> Void) rethrows {
    for id in others.filter({ $0 < 0 }).sorted() { try body(id) }
    for (position, word) in words.enumerated() where word != 0 {
      var bits = word
      while bits != 0 {
        let id = Int64(position << 6 + bits.trailingZeroBitCount)
        try body(id)
        bits &= bits - 1
      }
    }
    for id in others.filter({ $0 > 0 }).sorted() { try body(id) }
  }
}
