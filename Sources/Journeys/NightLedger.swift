/// Consecutive nights, each named by the day before it.
struct NightSpan: Comparable {
  var first, last: Int32

  var count: Int { Int(last - first) + 1 }

  static func < (one: NightSpan, other: NightSpan) -> Bool {
    (one.first, one.last) < (other.first, other.last)
  }
}

/// At which site the owner slept, as far as the visits show it.
///
/// A night belongs to a site if a camera saw it last before the night and first after it. The nights between two
/// such visits count too, so that a photo a week is enough. A day between other places counts as one night, if the
/// site is one where nights were seen; elsewhere it may have been a lunch.
struct NightLedger {
  /// The nights of each site, in order and without overlap.
  private(set) var nights: [[NightSpan]]

  /// The number of nights before each day that are known, from `firstDay`.
  private var knownBefore: [Int32] = []
  private var firstDay: Int32 = 0

  /// The days on which a camera saw a site last, and something else next.
  private var alone: [[Int32]]

  /// Longer silences prove nothing about where the nights were spent.
  private static let longestSilence: Int32 = 60

  init(_ list: VisitList, sites: [Site]) {
    nights = [[NightSpan]](repeating: [], count: sites.count)
    alone = [[Int32]](repeating: [], count: sites.count)
    guard let first = list.days.first, let last = list.days.last else { return }
    firstDay = first
    var changes = [Int32](repeating: 0, count: Int(last - first) + 2)
    var days: [Int32: CameraDayEnds] = [:]
    for number in list.days.indices {
      for (device, ends) in Self.ends(list.visits(ofDay: number)) {
        if let before = days.updateValue(ends, forKey: device) {
          add(from: before, to: ends, sites, &changes)
        }
      }
    }
    for site in nights.indices { nights[site] = Self.merged(nights[site]) }
    addDaysAlone(sites, &changes)
    var open: Int32 = 0
    knownBefore = [0]
    for change in changes {
      open += change
      knownBefore.append((knownBefore.last ?? 0) + (open > 0 ? 1 : 0))
    }
  }

  /// Counts a night for each day alone at the sites where enough of the visits show nights.
  private mutating func addDaysAlone(_ sites: [Site], _ changes: inout [Int32]) {
    for site in nights.indices where !alone[site].isEmpty && !sites[site].isWorkplace {
      let seen = nights[site]
      let single = Set(alone[site]).filter { day in
        let next = seen.partitioningIndex { $0.first > day }
        return next == 0 || seen[next - 1].last + 1 < day
      }
      guard seen.count * 5 >= seen.count + single.count else { continue }
      let spans = single.sorted().map { NightSpan(first: $0, last: $0) }
      for span in spans { Self.count(span, from: firstDay, &changes) }
      nights[site] = Self.merged(seen + spans)
    }
  }

  private static func count(_ span: NightSpan, from firstDay: Int32, _ changes: inout [Int32]) {
    changes[Int(span.first - firstDay)] += 1
    changes[Int(span.last - firstDay) + 1] -= 1
  }

  /// The first and the last visit of a camera's day.
  private struct CameraDayEnds {
    var first, last: Visit
  }

  private static func ends(_ visits: ArraySlice<Visit>) -> [(Int32, CameraDayEnds)] {
    var found: [(Int32, CameraDayEnds)] = []
    for visit in visits {
      if let last = found.last, last.0 == visit.device {
        if visit.first < last.1.first.first { found[found.count - 1].1.first = visit }
        if visit.last > last.1.last.last { found[found.count - 1].1.last = visit }
      } else {
        found.append((visit.device, CameraDayEnds(first: visit, last: visit)))
      }
    }
    return found
  }

  private mutating func add(
    from before: CameraDayEnds, to after: CameraDayEnds, _ sites: [Site],
    _ changes: inout [Int32]
  ) {
    let (evening, morning) = (before.last, after.first)
    if let site = evening.site, site != morning.site { alone[site].append(evening.day) }
    guard morning.day - evening.day <= Self.longestSilence else { return }
    let span = NightSpan(first: evening.day, last: morning.day - 1)
    if let site = evening.site, site == morning.site {
      guard !sites[site].isWorkplace else { return }
      nights[site].append(span)
    } else if evening.site != nil || morning.site != nil {
      // The way from one site to another: either may have had the night.
      return
    }
    Self.count(span, from: firstDay, &changes)
  }

  private static func merged(_ spans: [NightSpan]) -> [NightSpan] {
    var merged: [NightSpan] = []
    for span in spans.sorted() {
      if let last = merged.last, span.first <= last.last + 1 {
        merged[merged.count - 1].last = max(last.last, span.last)
      } else {
        merged.append(span)
      }
    }
    return merged
  }

  /// How many nights in a span are known.
  func known(from first: Int32, through last: Int32) -> Int {
    guard first <= last, !knownBefore.isEmpty else { return 0 }
    return known(before: last + 1) - known(before: first)
  }

  private func known(before day: Int32) -> Int {
    Int(knownBefore[min(max(Int(day) - Int(firstDay), 0), knownBefore.count - 1)])
  }

  /// How many nights are known in all.
  var known: Int { Int(knownBefore.last ?? 0) }
}
