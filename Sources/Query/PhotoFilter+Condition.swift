internal import Geography
internal import PhotoFacts

extension PhotoFilter {
  /// The same filter with those parts of its condition that are a box or a span of time as its own
  /// box and span, for which there are summaries.
  package var simplified: PhotoFilter {
    guard let condition else { return self }
    var simple = self
    var rest: [PhotoCondition] = []
    for part in condition.parts {
      switch part {
      case .taken(let span): simple.time = simple.time?.intersection(span) ?? span
      case .inBox(let box) where simple.box == nil: simple.box = box
      case .inArea(let area):
        // The box around it narrows what is read; the area itself still has to be asked.
        if simple.box == nil { simple.box = area.bounds }
        rest.append(part)
      default: rest.append(part)
      }
    }
    simple.condition = rest.isEmpty ? nil : .all(rest)
    return simple
  }
}

extension PhotoCondition {
  /// The conditions that all have to hold.
  fileprivate var parts: [PhotoCondition] {
    guard case .all(let parts) = self else { return [self] }
    return parts.flatMap(\.parts)
  }
}
