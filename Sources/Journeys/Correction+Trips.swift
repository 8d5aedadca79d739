extension Correction {
  /// Applies the corrections of trips to drafts, which stay in order and never overlap.
  static func apply(_ corrections: [Correction], to drafts: inout [TripDraft]) {
    for correction in corrections {
      switch correction {
      case .rename(let span, let name):
        if let number = best(drafts, span) { drafts[number].name = name }
      case .merge(let span): merge(span, &drafts)
      case .split(let day): split(at: day, &drafts)
      case .dismiss(let span):
        if let number = best(drafts, span) { drafts.remove(at: number) }
      case .made(let span, let name): make(span, name: name, &drafts)
      case .home, .notHome: continue
      }
    }
  }

  /// The draft that has most days in common with a span, of several the earliest.
  private static func best(_ drafts: [TripDraft], _ span: DaySpan) -> Int? {
    var best: (shared: Int, number: Int?) = (0, nil)
    for (number, draft) in drafts.enumerated() {
      let shared = draft.days.sharedDays(with: span)
      if shared > best.shared { best = (shared, number) }
    }
    return best.number
  }

  private static func merge(_ span: DaySpan, _ drafts: inout [TripDraft]) {
    let touched = drafts.filter { $0.days.overlaps(span) }
    guard touched.count > 1, var joined = touched.first, let last = touched.last else { return }
    joined.days = joined.days.lowerBound...last.days.upperBound
    joined.name = touched.lazy.compactMap(\.name).first
    joined.isMade = touched.contains(where: \.isMade)
    drafts.removeAll { $0.days.overlaps(joined.days) }
    insert(joined, &drafts)
  }

  private static func split(at day: LocalDay, _ drafts: inout [TripDraft]) {
    guard
      let number = drafts.firstIndex(where: { $0.days.contains(day) && $0.days.lowerBound < day })
    else { return }
    var second = drafts[number]
    second.days = day...second.days.upperBound
    second.name = nil
    drafts[number].days = drafts[number].days.lowerBound...LocalDay(number: day.number - 1)
    drafts.insert(second, at: number + 1)
  }

  private static func make(_ span: DaySpan, name: String?, _ drafts: inout [TripDraft]) {
    drafts = drafts.flatMap { draft -> [TripDraft] in
      guard draft.days.overlaps(span) else { return [draft] }
      var parts: [TripDraft] = []
      if draft.days.lowerBound < span.lowerBound {
        var before = draft
        before.days = draft.days.lowerBound...LocalDay(number: span.lowerBound.number - 1)
        parts.append(before)
      }
      if draft.days.upperBound > span.upperBound {
        var after = draft
        after.days = LocalDay(number: span.upperBound.number + 1)...draft.days.upperBound
        if !parts.isEmpty { after.name = nil }
        parts.append(after)
      }
      return parts
    }
    insert(TripDraft(days: span, name: name, isMade: true), &drafts)
  }

  private static func insert(_ draft: TripDraft, _ drafts: inout [TripDraft]) {
    let number = drafts.firstIndex { $0.days.lowerBound > draft.days.lowerBound }
    drafts.insert(draft, at: number ?? drafts.count)
  }
}
