extension IndexReader {
  /// Makes a condition ready: each part of it that asks about nothing but what the tables know is
  /// one query.
  func test(_ condition: PhotoCondition) throws -> PointTest {
    try test(ConditionTree(condition))
  }

  func test(_ tree: ConditionTree) throws -> PointTest {
    guard tree.needsTables else { return Self.gridTest(tree) }
    if let veiled = try veiledGrid, tree.asksAboutVeiled {
      return try veiledTest(tree, veiled)
    }
    guard tree.needsGrid else { return .set(try photos(passing: ConditionSQL(tree))) }
    switch tree {
    case .all(let parts): return .all(try tests(parts) { .all($0) })
    case .any(let parts): return .any(try tests(parts) { .any($0) })
    case .question(let question, let isNegated):
      return PointTest(question, isNegated: isNegated)
    }
  }

  /// The tests of parts, of which those for the tables alone are put together by `join`; what is
  /// quick to ask comes first.
  private func tests(_ parts: [ConditionTree], _ join: ([ConditionTree]) -> ConditionTree) throws
    -> [PointTest]
  {
    let forTables = parts.filter { $0.needsTables && !$0.needsGrid }
    let others = parts.filter { !$0.needsTables } + parts.filter { $0.needsTables && $0.needsGrid }
    var tests = try others.map { try test($0) }
    if !forTables.isEmpty { tests.append(try test(join(forTables))) }
    return tests
  }

  private static func gridTest(_ tree: ConditionTree) -> PointTest {
    switch tree {
    case .all(let parts): .all(parts.map(gridTest))
    case .any(let parts): .any(parts.map(gridTest))
    case .question(let question, let isNegated): PointTest(question, isNegated: isNegated)
    }
  }

  /// The photos that a query finds, from the sets that are kept where they are there.
  func photos(passing query: ConditionSQL) throws -> PhotoSet {
    try kept.sets.set(for: query, of: try state()) {
      let rows = try connection.passingStatement(query.text)
      for (offset, value) in query.parameters.enumerated() {
        let index = Int32(offset + 1)
        switch value {
        case .text(let text): try rows.bind(text: Array(text.utf8), at: index)
        case .integer(let number): try rows.bind(number, at: index)
        case .number(let number): try rows.bind(number, at: index)
        }
      }
      var ids = PhotoSet()
      try rows.forEachRow { ids.insert($0.integer(0)) }
      return ids
    }
  }

  /// What tells this state of the index from every other.
  private func state() throws -> IndexState {
    IndexState(identity: try identity(), version: try version())
  }
}
