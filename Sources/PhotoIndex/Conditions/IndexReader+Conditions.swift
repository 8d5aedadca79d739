internal import Geography
internal import Grid
internal import PhotoFacts
package import Query
internal import SQLite

extension IndexReader {
  /// Prepares a condition; each part of it that asks only about the tables is one query.
  func test(_ condition: PhotoCondition) throws -> PhotoTest {
    let tree = ConditionTree(condition)
    try findWords(of: tree)
    return try test(tree)
  }

  /// Those of some photos without a position for which a condition holds.
  package func unlocated(_ ids: [Int64], passing condition: PhotoCondition) throws -> [Int64] {
    let test = try test(condition)
    return try ids.filter { id in
      guard test.holds(forUnlocated: id), let photo = try photo(id) else { return false }
      return photo.place.location == nil
    }
  }

  func test(_ tree: ConditionTree) throws -> PhotoTest {
    switch tree.sources {
    case [], [.grid]: return Self.gridTest(tree)
    case [.localities]: return .set(try photos(inLocalitiesPassing: tree))
    case [.cameras]: return .set(try photos(passing: ConditionSQL(ofCameras: tree)))
    case [.words]: return .set(try photos(withWordsPassing: tree))
    case [.groups]:
      if case .question(.mentions(_, let word), let isNegated) = tree {
        let ids = try photos(inGroupsThatMention: word, tree)
        return isNegated ? .outside(ids) : .set(ids)
      }
    case [.journeys], [.doubts], [.views]:
      if case .question(let question, let isNegated) = tree, let ids = try found(question) {
        return isNegated ? .outside(ids) : .set(ids)
      }
    case [.tables]:
      if let redacted = try redactedGrid, tree.asksAboutRedacted {
        return try redactedTest(tree, redacted)
      }
      return .set(try photos(passing: ConditionSQL(tree)))
    default: break
    }
    switch tree {
    case .all(let parts): return PhotoTest(all: try tests(parts) { .all($0) })
    case .any(let parts): return PhotoTest(any: try tests(parts) { .any($0) })
    case .question(let question, let isNegated):
      return PhotoTest(question, isNegated: isNegated)
    }
  }

  /// The photos that answer a question about trips, doubts or views; nil for others.
  private func found(_ question: PhotoCondition) throws -> PhotoSet? {
    switch question {
    case .onTrip(let day): try journeys().photos(onDay: day)
    case .doubted(let reason): try doubts().photos(doubtedFor: reason)
    case .flown: try doubts().photosOnFlights
    case .shows(let point, let metres): try photos(showing: point, within: metres)
    default: nil
    }
  }

  /// The tests of the parts, quick ones first.
  ///
  /// Parts that all need the same source, other than the grid, are combined by `join` into one test.
  private func tests(_ parts: [ConditionTree], _ join: ([ConditionTree]) -> ConditionTree) throws
    -> [PhotoTest]
  {
    var parts = parts
    var tests: [PhotoTest] = []
    for sources in [[], [.grid], [.localities], [.cameras], [.words], [.tables]]
      as [Set<ConditionSource>]
    {
      let same = parts.filter { $0.sources == sources }
      parts.removeAll { $0.sources == sources }
      if sources.isSubset(of: [.grid]) {
        tests += same.map(Self.gridTest)
      } else if !same.isEmpty {
        tests.append(try test(same.count > 1 ? join(same) : same[0]))
      }
    }
    return tests + (try parts.map { try test($0) })
  }

  private static func gridTest(_ tree: ConditionTree) -> PhotoTest {
    switch tree {
    case .all(let parts): .all(parts.map(gridTest))
    case .any(let parts): .any(parts.map(gridTest))
    case .question(let question, let isNegated): PhotoTest(question, isNegated: isNegated)
    }
  }

  /// The photos that a query finds; cached.
  ///
  /// After a change, queries only the photos of changed blocks again, unless there are too many.
  func photos(passing query: ConditionSQL) throws -> PhotoSet {
    try caches.sets.answer(to: query, at: stamp()) { older in
      if query.findsCameras { return try photos(ofCameras: query, older) }
      if let older, let renewed = try renewed(older, query) { return renewed }
      var ids = PhotoSet()
      try query.bound(to: connection.passingStatement(query.text)).forEachRow { row in
        photosRead &+= 1
        ids.insert(row.integer(0))
      }
      return ids
    }
  }

  private func renewed(_ older: PhotoSets.Entry, _ query: ConditionSQL) throws -> PhotoSet? {
    guard let blocks = try blocks(changedSince: older.version) else { return nil }
    var ids = older.answer
    var rows: Statement?
    for block in blocks {
      let photos = PhotoBlock.photos(of: block)
      for id in photos { ids.remove(id) }
      let statement = try query.bound(
        to: connection.statement(query.textOfRange, cachedIn: &rows), photos)
      try statement.forEachRow { ids.insert($0.integer(0)) }
      photosRead &+= photos.count
    }
    return ids
  }

  /// The photos of the cameras that a query finds, from all blocks or from those that have changed.
  private func photos(
    ofCameras query: ConditionSQL, _ older: PhotoSets.Entry?
  ) throws -> PhotoSet {
    var cameras = PhotoSet()
    try query.bound(to: connection.passingStatement(query.text)).forEachRow { row in
      cameras.insert(row.integer(0))
    }
    var ids = PhotoSet()
    func add(_ id: Int64, _ group: PhotoGroup) {
      let passes = group.camera.map(cameras.contains) ?? query.includesUnknownCameras
      if passes, group != .none { ids.insert(id) }
    }
    guard let older, let changed = try blocks(changedSince: older.version) else {
      try forEachPhoto(ofBlock: nil, add)
      return ids
    }
    ids = older.answer
    for block in changed {
      for id in PhotoBlock.photos(of: block) { ids.remove(id) }
      try forEachPhoto(ofBlock: block, add)
    }
    return ids
  }
}
