internal import Geography
internal import Grid
internal import PhotoFacts
internal import Query

/// A condition prepared for tests of the grid's points.
indirect enum PhotoTest: PointTest {
  case all([PhotoTest])
  case any([PhotoTest])
  case dated(Bool)
  case taken(from: Int64, through: Int64, isNegated: Bool)
  case takenLocally(from: Int64, through: Int64, isNegated: Bool)
  case onClock(ClockSet, isNegated: Bool)
  case inBox(BoundingBox, isNegated: Bool)
  case inArea(GeoPolygon, isNegated: Bool)
  case inCorridor(GeoCorridor, isNegated: Bool)
  /// The codes of location sources that pass, one bit for each.
  case sources(UInt16)
  case id([IDTest], isNegated: Bool)
  /// The id is one of these, which a client has chosen; a bitmap of a great number would not fit in memory.
  case ids(Set<Int64>, isNegated: Bool)
  case set(PhotoSet)
  case outside(PhotoSet)

  /// A comparison with a photo's id; of several, at least one must hold.
  struct IDTest: Sendable {
    var comparison: PhotoCondition.Comparison
    var value: PhotoValue

    func holds(_ id: Int64) -> Bool {
      switch value {
      case .integer(let number): comparison.holds(id, number)
      case .number(let number): comparison.holds(Double(id), number)
      case .text: false
      }
    }
  }

  /// Keeps the chosen points of a run for which the test holds.
  func narrow(_ chosen: inout PointSelection, _ run: GridRun) {
    switch self {
    case .all(let parts):
      for part in parts where !chosen.isEmpty { part.narrow(&chosen, run) }
    case .any(let parts):
      var passing = PointSelection()
      for part in parts where !chosen.isEmpty {
        var more = chosen
        part.narrow(&more, run)
        passing.formUnion(more)
        chosen.subtract(more)
      }
      chosen = passing
    case .dated(let isDated):
      chosen.narrow(run.count) { (run.time($0) != IndexedPoint.undated) == isDated }
    case .taken(let from, let through, let isNegated):
      chosen.narrow(run.count) {
        let time = run.time($0)
        return time != IndexedPoint.undated && (time >= from && time <= through) != isNegated
      }
    case .takenLocally(let from, let through, let isNegated):
      chosen.narrow(run.count) {
        guard run.time($0) != IndexedPoint.undated else { return false }
        let time = run.localTime($0)
        return (time >= from && time <= through) != isNegated
      }
    case .onClock(let set, let isNegated):
      chosen.narrow(run.count) {
        guard run.time($0) != IndexedPoint.undated else { return false }
        return set.contains(local: run.localTime($0)) != isNegated
      }
    case .inBox(let box, let isNegated):
      chosen.narrowChosen {
        box.contains(longitudeE7: run.longitudeE7($0), latitudeE7: run.latitudeE7($0)) != isNegated
      }
    case .inArea(let area, let isNegated):
      chosen.narrowChosen {
        area.contains(longitudeE7: run.longitudeE7($0), latitudeE7: run.latitudeE7($0)) != isNegated
      }
    case .inCorridor(let corridor, let isNegated):
      chosen.narrowChosen {
        corridor.contains(longitudeE7: run.longitudeE7($0), latitudeE7: run.latitudeE7($0))
          != isNegated
      }
    case .sources(let codes):
      chosen.narrow(run.count) { codes >> UInt16(run.traits($0) >> 4) & 1 != 0 }
    case .id(let tests, let isNegated):
      chosen.narrowChosen { index in
        let id = run.id(index)
        return tests.contains { $0.holds(id) } != isNegated
      }
    case .ids(let ids, let isNegated):
      chosen.narrowChosen { ids.contains(run.id($0)) != isNegated }
    case .set(let ids): chosen.narrow(run, to: ids)
    case .outside(let ids):
      var inside = chosen
      inside.narrow(run, to: ids)
      chosen.subtract(inside)
    }
  }
}

extension PhotoTest {
  /// Whether it holds for a photo that has no position, and so no point; tests of points never do.
  func holds(forUnlocated id: Int64) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(forUnlocated: id) }
    case .any(let parts): parts.contains { $0.holds(forUnlocated: id) }
    case .id(let tests, let isNegated): tests.contains { $0.holds(id) } != isNegated
    case .ids(let ids, let isNegated): ids.contains(id) != isNegated
    case .set(let ids): ids.contains(id)
    case .outside(let ids): !ids.contains(id)
    case .dated, .taken, .takenLocally, .onClock, .inBox, .inArea, .inCorridor, .sources: false
    }
  }
}

// Sets are combined once, so that points are tested against one of them.
extension PhotoTest {
  /// All tests hold.
  init(all parts: [PhotoTest]) {
    var common: PhotoSet?
    var excluded: [PhotoSet] = []
    var rest: [PhotoTest] = []
    for part in parts {
      switch part {
      case .set(let ids) where common != nil: common?.formIntersection(ids)
      case .set(let ids): common = ids
      case .outside(let ids): excluded.append(ids)
      default: rest.append(part)
      }
    }
    if common == nil {
      rest += excluded.map { .outside($0) }
    } else {
      for ids in excluded { common?.subtract(ids) }
    }
    if let common { rest.append(.set(common)) }
    self = rest.count == 1 ? rest[0] : .all(rest)
  }

  /// At least one test holds.
  init(any parts: [PhotoTest]) {
    var union: PhotoSet?
    var rest: [PhotoTest] = []
    for part in parts {
      switch part {
      case .set(let ids) where union != nil: union?.formUnion(ids)
      case .set(let ids): union = ids
      default: rest.append(part)
      }
    }
    if let union { rest.append(.set(union)) }
    self = rest.count == 1 ? rest[0] : .any(rest)
  }
}

extension PhotoTest {
  /// The test of a single question that the grid can answer.
  init(_ question: PhotoCondition, isNegated: Bool) {
    switch question {
    case .taken(let span):
      self = .taken(
        from: span.from ?? .min, through: span.through ?? .max, isNegated: isNegated)
    case .takenLocally(let span):
      self = .takenLocally(
        from: span.from ?? .min, through: span.through ?? .max, isNegated: isNegated)
    case .onClock(let set): self = .onClock(set, isNegated: isNegated)
    case .inBox(let box): self = .inBox(box, isNegated: isNegated)
    case .inArea(let area): self = .inArea(area, isNegated: isNegated)
    case .inCorridor(let corridor): self = .inCorridor(corridor, isNegated: isNegated)
    case .isKnown(.takenAt): self = .dated(!isNegated)
    // Any other property of the grid is known for each of its photos.
    case .isKnown: self = isNegated ? .any([]) : .all([])
    case .compare(.id, let comparison, let value):
      self = .id([IDTest(comparison: comparison, value: value)], isNegated: isNegated)
    case .oneOf(.id, let values):
      let ids = values.compactMap { if case .integer(let id) = $0 { id } else { nil } }
      self =
        ids.count == values.count
        ? .ids(Set(ids), isNegated: isNegated)
        : .id(values.map { IDTest(comparison: .equal, value: $0) }, isNegated: isNegated)
    default:
      let passing = LocationSource.allCases.filter { question.holds(forWord: $0.name) != isNegated }
      self = .sources(passing.reduce(0) { $0 | 1 << UInt16($1.rawValue) })
    }
  }
}

extension PhotoCondition {
  /// Whether a single question holds for a property whose value is this word.
  func holds(forWord word: String) -> Bool {
    switch self {
    case .isKnown: true
    case .compare(_, let comparison, .text(let text)):
      comparison.holds(BytewiseText(text: word), BytewiseText(text: text))
    case .oneOf(_, let values): values.contains(.text(word))
    case .like(_, let pattern): pattern.matches(word)
    default: false
    }
  }
}

/// Text compared byte by byte, as SQLite does; Swift compares Unicode's canonical forms.
private struct BytewiseText: Comparable {
  var text: String

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
