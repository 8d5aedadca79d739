internal import Geography
internal import Grid
internal import PhotoFacts
internal import Places
package import Query

/// The groups of all photos and the names of their localities.
struct NamedGroups: Sendable {
  var groups: PhotoGroups
  var localities: LocalityTable
}

extension IndexReader {
  /// The groups of all photos; with a privacy filter, the localities are those of the shown positions.
  func namedGroups() throws -> NamedGroups {
    try caches.groups.answer(to: EntireIndex(), at: stamp()) { older in
      let isRedacted = caches.privacy != nil
      let renewed = isRedacted ? nil : try older?.answer.groups.renewed(self)
      var named = NamedGroups(
        groups: try renewed ?? PhotoGroups(self),
        localities: try caches.localities.table(connection))
      if isRedacted { try showLocalities(of: &named) }
      return named
    }
  }

  /// Gives the photos that a privacy filter moves the localities of their shown positions.
  private func showLocalities(of named: inout NamedGroups) throws {
    guard let redacted = try redactedGrid else { return }
    // The numbers of areas are those of one boundaries file.
    guard let places = caches.places else { return }
    var numbers: [Locality: UInt32] = [:]
    var recent: (coordinate: Coordinate, number: UInt32)?
    for extent in redacted.runs.extents where extent.row == nil {
      try grid.withRun(extent) { run in
        for index in 0..<run.count where redacted.moved.contains(run.id(index)) {
          let shown = Coordinate(
            latitudeE7: run.latitudeE7(index), longitudeE7: run.longitudeE7(index))
          guard let shown else { continue }
          if recent?.coordinate != shown {
            recent = (shown, number(of: shown, places, &numbers, &named.localities))
          }
          named.groups.setLocality(recent?.number ?? 0, of: run.id(index))
        }
      }
    }
  }

  /// The number of the locality of a shown position; 0 if it has no name.
  private func number(
    of shown: Coordinate, _ places: Places, _ numbers: inout [Locality: UInt32],
    _ table: inout LocalityTable
  ) -> UInt32 {
    guard let locality = try? places.locate(shown),
      let names = try? places.describe(locality)
    else { return 0 }
    if let known = numbers[locality] { return known }
    let number = table.add(
      LocalityTable.Named(names: names, centre: try? places.centre(of: locality)))
    numbers[locality] = number
    return number
  }

  /// The photos whose localities pass a condition, which must ask only about localities.
  ///
  /// Tests each locality once.
  func photos(inLocalitiesPassing tree: ConditionTree) throws -> PhotoSet {
    try caches.localitySets.answer(to: tree, at: stamp()) {
      let named = try namedGroups()
      return named.groups.photos { tree.holds(for: named.localities.rows[$0]?.names) }
    }
  }

  /// The condition of the filters by country, region, place and area; nil if there are none.
  func localityCondition(_ filter: PhotoFilter) throws -> PhotoCondition? {
    let names = LocalityNames(caches.places)
    let parts = [
      filter.country.map(names.country), filter.region.map(names.region),
      filter.place.map(names.place), filter.area.map(names.area),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : .all(parts)
  }
}

extension PhotoIndex {
  /// The condition that a position is in the country, the region, the place or the area of this name or code.
  package func condition(ofArea name: String) -> PhotoCondition {
    let names = LocalityNames(places)
    return .any([names.country(name), names.region(name), names.place(name), names.area(name)])
  }
}

/// Conditions on localities by their names in any language.
private struct LocalityNames {
  private let places: Places?

  init(_ places: Places?) { self.places = places }

  func country(_ text: String) -> PhotoCondition {
    let known = places?.identifiers(named: text).countries ?? []
    return Self.isNamed(text, .country, .countryCode, known.map(PhotoValue.text))
  }

  func region(_ text: String) -> PhotoCondition {
    let known = places?.identifiers(named: text).regions ?? []
    return Self.isNamed(text, .region, .regionCode, known.map(PhotoValue.text))
  }

  func place(_ text: String) -> PhotoCondition {
    let known = places?.identifiers(named: text).settlements ?? []
    let numbers = (known + [Int(text)].compactMap { $0 }).map { PhotoValue.integer(Int64($0)) }
    return Self.isNamed(text, .place, .placeId, numbers)
  }

  func area(_ text: String) -> PhotoCondition {
    let known = places?.areas(named: text) ?? []
    return Self.isNamed(text, .area, .area, known.map(PhotoValue.text))
  }

  /// The condition that a name equals a text, ignoring case, or that the code equals the text or is one of
  /// `codes`.
  private static func isNamed(
    _ text: String, _ name: PhotoProperty, _ code: PhotoProperty, _ codes: [PhotoValue]
  ) -> PhotoCondition {
    let pattern = LikePattern(
      text.unicodeScalars.map(LikePattern.Piece.character), ignoresCase: true)
    let own = code.kind.isText ? [PhotoValue.text(text.uppercased())] : []
    return .any([.like(name, pattern), .oneOf(code, codes + own)])
  }
}

extension ConditionTree {
  /// Whether the names of a position pass; all questions must be about names.
  fileprivate func holds(for names: PlaceDescription?) -> Bool {
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.holds(for: names) }
    case .any(let parts): return parts.contains { $0.holds(for: names) }
    case .question(let question, let isNegated):
      var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil))
      facts.names = names
      let value = question.property?.value(of: FileFacts(), facts)
      if case .isKnown = question { return (value != nil) != isNegated }
      guard let value else { return false }
      return question.holds(for: value) != isNegated
    }
  }
}

extension PhotoCondition {
  /// Whether a single question holds for a property that has this value.
  func holds(for value: PropertyValue) -> Bool {
    if let text = value.text { return holds(forWord: text) }
    guard let number = value.number else { return false }
    switch self {
    case .compare(_, let comparison, let other):
      return other.number.map { comparison.holds(number, $0) } ?? false
    case .oneOf(_, let values): return values.contains { $0.number == number }
    default: return false
    }
  }
}

extension PhotoValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .text: nil
    }
  }
}
