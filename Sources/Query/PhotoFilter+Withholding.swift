package import PhotoFacts

extension PhotoFilter {
  /// The filter as it selects photos of which these properties are unknown.
  ///
  /// - Parameter trip: The condition of the photos of a trip, by one of its days.
  package func withholding(
    _ properties: Set<PhotoProperty>, trip: (Int) throws -> PhotoCondition
  ) rethrows -> PhotoFilter {
    var filter = self
    filter.condition = try condition?.withholding(properties, trip)
    if path != nil, properties.contains(.path) {
      filter.path = nil
      filter.condition = .any([])
    }
    filter.others = try others.map { try $0.withholding(properties, trip: trip) }
    return filter
  }
}

extension PhotoCondition {
  /// The condition as it holds for photos of which these properties are unknown.
  ///
  /// Only single questions are negated in the result, so an unknown answer has the effect of a negative one.
  fileprivate func withholding(
    _ properties: Set<PhotoProperty>, _ trip: (Int) throws -> PhotoCondition,
    isNegated: Bool = false
  ) rethrows -> PhotoCondition {
    switch self {
    case .not(let part): return try part.withholding(properties, trip, isNegated: !isNegated)
    case .all(let parts):
      let parts = try parts.map { try $0.withholding(properties, trip, isNegated: isNegated) }
      return isNegated ? .any(parts) : .all(parts)
    case .any(let parts):
      let parts = try parts.map { try $0.withholding(properties, trip, isNegated: isNegated) }
      return isNegated ? .all(parts) : .any(parts)
    case .isKnown(let property) where properties.contains(property):
      return isNegated ? .all([]) : .any([])
    case .compare(let property, _, _) where properties.contains(property),
      .oneOf(let property, _) where properties.contains(property),
      .like(let property, _) where properties.contains(property),
      .list(let property, _, _) where properties.contains(property):
      return .any([])
    case .named(let property, _) where properties.contains(property):
      return isNegated ? .all([]) : .any([])
    // The evidence is in photos that the visitor may not see, and directions tell where a coarse position is.
    case .doubted, .flown, .shows: return .any([])
    case .onTrip(let day): return isNegated ? .not(try trip(day)) : try trip(day)
    case .mentions(let searched, let word):
      let known = PhotoCondition.mentions(searched.filter { !properties.contains($0) }, word)
      return isNegated ? .not(known) : known
    default: return isNegated ? .not(self) : self
    }
  }
}
