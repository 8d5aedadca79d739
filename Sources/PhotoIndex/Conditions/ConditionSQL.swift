internal import PhotoFacts

/// A condition on what the tables know, as one SQL query for the numbers of the photos that pass.
///
/// Everything that came from outside is a parameter.
struct ConditionSQL: Hashable {
  /// The query.
  private(set) var text = ""

  /// Its parameters, in order.
  private(set) var parameters: [PhotoValue] = []

  private var usesDirectories = false
  private var usesRoots = false

  /// Makes the query of a condition, all of whose questions need the tables.
  init(_ tree: ConditionTree) {
    let test = expression(tree)
    // Directories come first, so that their photos are found in the index on names, which is a
    // fraction of the table.
    let tables =
      if usesDirectories {
        "directory \(usesRoots ? "CROSS JOIN root ON root.id = directory.root " : "")CROSS JOIN photo ON photo.directory = directory.id"
      } else { "photo" }
    // Also photos without a place may be found: what is asked in the end is the grid, which has none.
    text = "SELECT photo.id FROM \(tables) WHERE \(test)"
  }

  /// Makes the query for photos whose maker, model or lens contains a text.
  init(camera: String) {
    text = """
      SELECT id FROM photo WHERE camera IN (
        SELECT id FROM camera
        WHERE instr(lower(coalesce(make, '') || ' ' || coalesce(model, '') || ' '
          || coalesce(lens, '')), lower(?1)) > 0)
      """
    parameters = [.text(camera)]
  }

  /// Makes the query for photos whose path below the root matches a pattern of GLOB.
  ///
  /// A directory is passed over whose path and what the pattern begins with contradict each other.
  init(path: String) {
    let start = String(path.prefix { !"*?[".contains($0) })
    text = """
      SELECT photo.id FROM directory CROSS JOIN photo ON photo.directory = directory.id
      WHERE (directory.path = '' OR directory.path || '/' GLOB ?2
          OR instr(?3, directory.path || '/') = 1)
        AND \(Self.path) GLOB ?1
      """
    parameters = [.text(path), .text(start + "*"), .text(start)]
  }

  private static let path = """
    CASE directory.path WHEN '' THEN photo.name ELSE directory.path || '/' || photo.name END
    """

  /// What the clock showed as answers write it: milliseconds only where there are any.
  private static let clockText = """
    strftime(
      CASE photo.local_time % 1000 WHEN 0 THEN '%Y-%m-%dT%H:%M:%S' ELSE '%Y-%m-%dT%H:%M:%f' END,
      photo.local_time / 1000.0, 'unixepoch')
    """

  private mutating func expression(_ tree: ConditionTree, inCamera: Bool = false) -> String {
    if !inCamera, tree.asksOnlyAboutCameras { return cameraExpression(tree) }
    switch tree {
    case .all(let parts): return joined(parts, "AND", empty: "1", inCamera)
    case .any(let parts): return joined(parts, "OR", empty: "0", inCamera)
    case .question(let question, let isNegated):
      return self.question(question, isNegated: isNegated)
    }
  }

  private mutating func joined(
    _ parts: [ConditionTree], _ word: String, empty: String, _ inCamera: Bool
  ) -> String {
    guard !parts.isEmpty else { return empty }
    return "(" + parts.map { expression($0, inCamera: inCamera) }.joined(separator: " \(word) ")
      + ")"
  }

  /// A library has few cameras, and an index that leads from each to its photos.
  private mutating func cameraExpression(_ tree: ConditionTree) -> String {
    let test = expression(tree, inCamera: true)
    let cameras = "photo.camera IN (SELECT id FROM camera WHERE \(test))"
    return tree.holdsWhereNothingIsKnown ? "(\(cameras) OR photo.camera IS NULL)" : cameras
  }

  private mutating func question(_ question: PhotoCondition, isNegated: Bool) -> String {
    guard let property = question.property else { return "0" }
    if property.kind == .word { return word(property, question, isNegated) }
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
    default: return "0"
    }
    return isNegated ? "NOT (\(test))" : "(\(test))"
  }

  /// The few values there can be are tried here, and their codes are what SQL is asked for.
  private func word(
    _ property: PhotoProperty, _ question: PhotoCondition, _ isNegated: Bool
  ) -> String {
    let (column, names) = Self.words(property)
    func list(_ codes: [UInt8]) -> String { codes.map { "\($0)" }.joined(separator: ", ") }
    if case .isKnown = question, isNegated {
      return "coalesce(\(column), -1) NOT IN (\(list(names.map(\.code))))"
    }
    let passing = names.filter { question.holds(forWord: $0.name) != isNegated }
    return "\(column) IN (\(list(passing.map(\.code))))"
  }

  private static func words(_ property: PhotoProperty) -> (String, [(code: UInt8, name: String)]) {
    switch property {
    case .media: ("photo.format", MediaFormat.allCases.map { ($0.rawValue, $0.mimeType) })
    case .timeSource: ("photo.time_source", TimeSource.allCases.map { ($0.rawValue, $0.name) })
    default: ("photo.source", LocationSource.allCases.map { ($0.rawValue, $0.name) })
    }
  }

  private mutating func column(_ property: PhotoProperty) -> String {
    switch property {
    case .path:
      usesDirectories = true
      return Self.path
    case .root:
      usesDirectories = true
      usesRoots = true
      return "root.path"
    case .filename: return "photo.name"
    case .takenAtLocal: return "photo.local_time"
    case .cameraMake: return "make"
    case .cameraModel: return "model"
    case .lens: return "lens"
    case .id: return "photo.id"
    default: return "photo.\(property.name)"
    }
  }

  private mutating func parameter(_ value: PhotoValue) -> String {
    parameters.append(value)
    return "?"
  }
}

extension ConditionTree {
  fileprivate var asksOnlyAboutCameras: Bool {
    var count = 0
    var others = 0
    forEachQuestion { question, _ in
      switch question.property {
      case .cameraMake, .cameraModel, .lens: count += 1
      default: others += 1
      }
    }
    return count > 0 && others == 0
  }

  /// The answer for a photo of which nothing is known that is asked about.
  fileprivate var holdsWhereNothingIsKnown: Bool {
    switch self {
    case .all(let parts): parts.allSatisfy(\.holdsWhereNothingIsKnown)
    case .any(let parts): parts.contains(where: \.holdsWhereNothingIsKnown)
    case .question(.isKnown, let isNegated): isNegated
    case .question: false
    }
  }
}
