internal import Geography
internal import PhotoFacts
internal import Query

/// A condition in which only single questions are negated.
///
/// So the three values of SQL become two. If nothing above a question is negated, an unknown answer has the
/// same effect as a negative one.
indirect enum ConditionTree: Hashable {
  case all([ConditionTree])
  case any([ConditionTree])
  case question(PhotoCondition, isNegated: Bool)

  init(_ condition: PhotoCondition, isNegated: Bool = false) {
    switch condition {
    case .not(let part): self.init(part, isNegated: !isNegated)
    case .all(let parts):
      let parts = parts.map { ConditionTree($0, isNegated: isNegated) }
      self = isNegated ? .any(parts) : .all(parts)
    case .any(let parts):
      let parts = parts.map { ConditionTree($0, isNegated: isNegated) }
      self = isNegated ? .all(parts) : .any(parts)
    default: self = .question(condition, isNegated: isNegated)
    }
  }

  /// Visits the questions.
  func forEachQuestion(_ body: (PhotoCondition, Bool) -> Void) {
    switch self {
    case .all(let parts), .any(let parts): for part in parts { part.forEachQuestion(body) }
    case .question(let question, let isNegated): body(question, isNegated)
    }
  }

  /// What answers the questions.
  var sources: Set<ConditionSource> {
    var sources: Set<ConditionSource> = []
    forEachQuestion { question, _ in sources.insert(question.source) }
    return sources
  }
}

/// What answers a question about a photo.
enum ConditionSource: Hashable {
  /// The points of the grid.
  case grid
  /// A query of the tables.
  case tables
  /// A query of the table of cameras, and the blocks.
  case cameras
  /// The names of localities, which are in memory.
  case localities
  /// The blocks of words.
  case words
  /// The names of folders, cameras and localities.
  case groups
  /// The trips.
  case journeys
  /// The doubts about positions, and the flights.
  case doubts
  /// What pictures show.
  case views
}

extension PhotoCondition {
  /// The property that a single question asks about.
  var property: PhotoProperty? {
    switch self {
    case .isKnown(let property), .compare(let property, _, _), .oneOf(let property, _),
      .like(let property, _), .list(let property, _, _), .named(let property, _):
      property
    case .mentions(let properties, _): properties.first
    // The grid has the local time too.
    case .taken, .takenLocally, .onClock: .takenAt
    case .inBox, .inArea, .inCorridor: .geometry
    case .onTrip, .doubted, .flown, .shows, .all, .any, .not: nil
    }
  }

  /// What answers a single question.
  var source: ConditionSource {
    switch self {
    case .named: return .words
    case .onTrip: return .journeys
    case .doubted, .flown: return .doubts
    case .shows: return .views
    case .mentions(let properties, _):
      guard let first = properties.first else { return .grid }
      return PhotoProperty.searchedWords.contains(first) ? .words : .groups
    case .list(_, .equals, _), .list(_, .containedBy, _), .list(_, _, []): return .tables
    default: if property.flatMap(WordBlock.Kind.init(of:)) != nil { return .words }
    }
    return switch property?.column {
    case .grid, nil: .grid
    case .locality: .localities
    case .camera: .cameras
    case .photo, .path, .root: .tables
    }
  }
}
