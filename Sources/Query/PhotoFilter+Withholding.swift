package import PhotoFacts

extension PhotoFilter {
  /// The filter as it selects photos of which these properties and the trips are unknown.
  package func withholding(_ properties: Set<PhotoProperty>) -> PhotoFilter {
    var filter = self
    filter.condition = condition?.withholding(properties)
    if path != nil, properties.contains(.path) {
      filter.path = nil
      filter.condition = .any([])
    }
    filter.others = others.map { $0.withholding(properties) }
    return filter
  }
}

extension PhotoCondition {
  /// The condition as it holds for photos of which these properties and the trips are unknown.
  ///
  /// Only single questions are negated in the result, so an unknown answer has the effect of a negative one.
  fileprivate func withholding(
    _ properties: Set<PhotoProperty>, isNegated: Bool = false
  ) -> PhotoCondition {
    switch self {
    case .not(let part): return part.withholding(properties, isNegated: !isNegated)
    case .all(let parts):
      let parts = parts.map { $0.withholding(properties, isNegated: isNegated) }
      return isNegated ? .any(parts) : .all(parts)
    case .any(let parts):
      let parts = parts.map { $0.withholding(properties, isNegated: isNegated) }
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
    case .onTrip: return isNegated ? .all([]) : .any([])
    case .mentions(let searched, let word):
      let known = PhotoCondition.mentions(searched.filter { !properties.contains($0) }, word)
      return isNegated ? .not(known) : known
    default: return isNegated ? .not(self) : self
    }
  }
}
