internal import PhotoFacts
internal import Query
internal import SQLite

/// A condition on columns of the tables, as one SQL query for the ids of the photos that pass, or for those of
/// their cameras.
///
/// Values from outside are always parameters.
struct ConditionSQL: Hashable {
  /// The query.
  private(set) var text = ""

  /// The same query for the photos in a range of ids only.
  private(set) var textOfRange = ""

  /// Its parameters, in order.
  private(set) var parameters: [PhotoValue] = []

  /// Whether the query finds cameras; their photos are found in the blocks.
  private(set) var findsCameras = false

  /// Whether photos of no known camera pass too.
  private(set) var includesUnknownCameras = false

  private var usesDirectories = false
  private var usesRoots = false

  /// Makes the query of a condition, all of whose questions need the tables.
  init(_ tree: ConditionTree) {
    setTexts(test: expression(tree))
  }

  /// Makes both texts.
  ///
  /// The query may also find unlocated photos. They have no point in the grid, so no result includes them.
  private mutating func setTexts(test: String) {
    // Directories come first, so that SQLite finds their photos in the index on names, which is a fraction of
    // the table.
    let roots = usesRoots ? "CROSS JOIN root ON root.id = directory.root " : ""
    let tables =
      usesDirectories
      ? "directory \(roots)CROSS JOIN photo ON photo.directory = directory.id" : "photo"
    text = "SELECT photo.id FROM \(tables) WHERE \(test)"
    // Ids come first here, as a range of the table's own B-tree.
    let directories =
      usesDirectories
      ? "CROSS JOIN directory ON directory.id = photo.directory \(roots)" : ""
    textOfRange = """
      SELECT photo.id FROM photo NOT INDEXED \(directories)
      WHERE (\(test)) AND photo.id BETWEEN ? AND ?
      """
  }

  /// Binds the parameters to a statement of one of the texts.
  func bound(to statement: Statement, _ range: Range<Int64>? = nil) throws -> Statement {
    for (offset, value) in parameters.enumerated() {
      let index = Int32(offset + 1)
      switch value {
      case .text(let text): try statement.bind(text: Array(text.utf8), at: index)
      case .integer(let number): try statement.bind(number, at: index)
      case .number(let number): try statement.bind(number, at: index)
      }
    }
    guard let range else { return statement }
    // SQLite numbers a bare `?` one higher than the greatest number before it.
    let next = Int32(parameters.count + 1)
    try statement.bind(range.lowerBound, at: next)
    try statement.bind(range.upperBound - 1, at: next + 1)
    return statement
  }

  /// Makes the query for cameras whose maker, model or lens contains a text.
  init(camera: String) {
    parameters = [.text(camera)]
    findsCameras = true
    text = """
      SELECT id FROM camera
      WHERE instr(lower(coalesce(make, '') || ' ' || coalesce(model, '') || ' '
        || coalesce(lens, '')), lower(?1)) > 0
      """
  }

  /// Makes the query of a condition, all of whose questions are about cameras.
  init(ofCameras tree: ConditionTree) {
    findsCameras = true
    includesUnknownCameras = tree.holdsWhereNothingIsKnown
    text = "SELECT id FROM camera WHERE \(expression(tree))"
  }

  /// Makes the query for photos whose path below the root matches a GLOB pattern.
  ///
  /// Skips directories whose path contradicts the literal beginning of the pattern.
  init(path: String) {
    let start = String(path.prefix { !"*?[".contains($0) })
    parameters = [.text(path), .text(start + "*"), .text(start)]
    usesDirectories = true
    setTexts(
      test: """
        (directory.path = '' OR directory.path || '/' GLOB ?2
            OR instr(?3, directory.path || '/') = 1)
          AND \(Self.path) GLOB ?1
        """)
  }

  private static let path = """
    CASE directory.path WHEN '' THEN photo.name ELSE directory.path || '/' || photo.name END
    """

  /// The time on the camera's clock, as responses write it: with milliseconds only if they are not 0.
  private static let clockText = """
    strftime(
      CASE photo.local_time % 1000 WHEN 0 THEN '%Y-%m-%dT%H:%M:%S' ELSE '%Y-%m-%dT%H:%M:%f' END,
      photo.local_time / 1000.0, 'unixepoch')
    """

  private mutating func expression(_ tree: ConditionTree) -> String {
    switch tree {
    case .all(let parts): return joined(parts, "AND", empty: "1")
    case .any(let parts): return joined(parts, "OR", empty: "0")
    case .question(let question, let isNegated):
      return self.question(question, isNegated: isNegated)
    }
  }

  private mutating func joined(
    _ parts: [ConditionTree], _ word: String, empty: String
  ) -> String {
    guard !parts.isEmpty else { return empty }
    return "(" + parts.map { expression($0) }.joined(separator: " \(word) ") + ")"
  }

  private mutating func question(_ question: PhotoCondition, isNegated: Bool) -> String {
    guard let property = question.property else { return "0" }
    if case .word(let words) = property.kind {
      return word(words, column(property), question, isNegated)
    }
    let column = column(property)
    let test: String
    switch question {
    case .isKnown: return "\(column) IS \(isNegated ? "" : "NOT ")NULL"
    case .compare(_, let comparison, let value):
      test = "\(column) \(comparison.rawValue) \(parameter(value))"
    case .oneOf(_, let values):
      test = "\(column) IN (\(values.map { parameter($0) }.joined(separator: ", ")))"
    case .like(_, let pattern):
      let text = property == .takenAtLocal ? Self.clockText : column
      let glob = parameter(.text(pattern.glob))
      test = pattern.ignoresCase ? "lower(\(text)) GLOB lower(\(glob))" : "\(text) GLOB \(glob)"
    case .list(_, let comparison, let texts): test = list(column, comparison, texts)
    default: return "0"
    }
    return isNegated ? "NOT (\(test))" : "(\(test))"
  }

  /// Compares a column of lists with texts; unknown where there is no list.
  private mutating func list(
    _ column: String, _ comparison: PhotoCondition.ListComparison, _ texts: [String]
  ) -> String {
    var seen: Set<String> = []
    let texts = texts.filter { seen.insert($0).inserted }
    func has(_ text: String) -> String {
      "instr(\(column), \(parameter(.text(StoredList.text([text]))))) > 0"
    }
    // A list has each text once. So it has no others if the lengths of those in it add up to its own.
    func hasNoOthers() -> String {
      let lengths = texts.map { "iif(\(has($0)), \(StoredList.length(ofItem: $0)), 0)" }
      return "length(\(column)) = " + (["1"] + lengths).joined(separator: " + ")
    }
    switch comparison {
    case .overlaps where texts.isEmpty: return "\(column) IS NULL AND NULL"
    case .overlaps: return texts.map { has($0) }.joined(separator: " OR ")
    case .contains where texts.isEmpty: return "\(column) IS NOT NULL OR NULL"
    case .contains: return texts.map { has($0) }.joined(separator: " AND ")
    case .containedBy: return hasNoOthers()
    case .equals: return (texts.map { has($0) } + [hasNoOthers()]).joined(separator: " AND ")
    }
  }

  /// Tests the few possible values here, and asks SQL for the codes of those that pass.
  private func word(
    _ words: [PhotoProperty.Word], _ column: String, _ question: PhotoCondition, _ isNegated: Bool
  ) -> String {
    func list(_ words: [PhotoProperty.Word]) -> String {
      words.map { "\($0.code)" }.joined(separator: ", ")
    }
    if case .isKnown = question, isNegated {
      return "coalesce(\(column), -1) NOT IN (\(list(words)))"
    }
    return "\(column) IN (\(list(words.filter { question.holds(forWord: $0.name) != isNegated })))"
  }

  private mutating func column(_ property: PhotoProperty) -> String {
    switch property.column {
    case .path:
      usesDirectories = true
      return Self.path
    case .root:
      usesDirectories = true
      usesRoots = true
      return "root.path"
    case .photo(let column): return "photo.\(column)"
    case .camera(let column): return column
    // The grid and the localities answer these without a query.
    case .grid, .locality, nil: return "NULL"
    }
  }

  private mutating func parameter(_ value: PhotoValue) -> String {
    parameters.append(value)
    return "?"
  }
}

extension ConditionTree {
  /// Whether the condition holds for a photo that has none of the properties it asks about.
  fileprivate var holdsWhereNothingIsKnown: Bool {
    switch self {
    case .all(let parts): parts.allSatisfy(\.holdsWhereNothingIsKnown)
    case .any(let parts): parts.contains(where: \.holdsWhereNothingIsKnown)
    case .question(.isKnown, let isNegated): isNegated
    case .question: false
    }
  }
}
