internal import Geography
internal import PhotoFacts

extension PhotoFilter {
  /// The filter with boxes and time spans of its condition moved to `box` and `time`, which summaries speed up.
  package var simplified: PhotoFilter {
    guard let condition else { return self }
    var simple = self
    var rest: [PhotoCondition] = []
    for part in condition.parts {
      switch part {
      case .taken(let span): simple.time = simple.time?.intersection(span) ?? span
      case .inBox(let box) where simple.box == nil: simple.box = box
      case .inArea(let area):
        // The bounding box narrows the search; the area itself must still be tested.
        if simple.box == nil { simple.box = area.bounds }
        rest.append(part)
      case .inCorridor(let corridor):
        if simple.box == nil { simple.box = corridor.bounds }
        rest.append(part)
      default: rest.append(part)
      }
    }
    simple.condition = rest.isEmpty ? nil : .all(rest)
    return simple
  }
}

extension PhotoCondition {
  /// The parts that are combined with AND.
  fileprivate var parts: [PhotoCondition] {
    guard case .all(let parts) = self else { return [self] }
    return parts.flatMap(\.parts)
  }
}
