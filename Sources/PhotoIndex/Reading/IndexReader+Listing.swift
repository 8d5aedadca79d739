internal import Grid
internal import PhotoFacts
public import Query
internal import SQLite

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
