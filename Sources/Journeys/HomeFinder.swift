/// A site and the nights during which it may have been a home.
struct HomeCandidate {
  var site: Int
  var stays: [NightSpan]

  /// Whether the owner lived in another home at the same time.
  var isAmongOthers = false

  var nights: Int { stays.reduce(0) { $0 + $1.count } }
  var first: Int32 { stays.first?.first ?? 0 }
  var last: Int32 { stays.last?.last ?? 0 }
}

/// Finds the sites that were homes, and when.
///
/// Each night at a site counts for it, each known night elsewhere counts a little against it. A home is a span in
/// which the sum grows: one ends when the owner returns too rarely.
struct HomeFinder {
  private let ledger: NightLedger

  /// What a night elsewhere counts: a home has at least 20 nights a year.
  private static let weightElsewhere = 0.055

  /// A home can be left for two years and remain one.
  private static let longestAbsence = 40.0

  /// The nights that make a home without other evidence: the people who stay for three months are guests.
  private static let settledNights = 100

  /// The nights that make a home of the place of a young library.
  private static let leastNights = 28

  static func find(_ ledger: NightLedger) -> [HomeCandidate] {
    let finder = HomeFinder(ledger: ledger)
    let candidates = ledger.nights.indices.flatMap { finder.candidates(site: $0) }
      .filter(finder.isHome)
    return candidates.map { finder.withoutVisits($0, others: candidates) }.filter(finder.isHome)
  }

  /// The spans of a site in which the sum grows to a maximum.
  private func candidates(site: Int) -> [HomeCandidate] {
    let stays = ledger.nights[site]
    var found: [HomeCandidate] = []
    var start = 0
    while start < stays.count {
      var sum = 0.0
      var best = (sum: 0.0, end: start)
      for index in start..<stays.count {
        if index > start {
          sum -= Self.weightElsewhere * Double(elsewhere(stays[index - 1], stays[index]))
          guard sum > 0, sum > best.sum - Self.longestAbsence else { break }
        }
        sum += Double(stays[index].count)
        if sum > best.sum { best = (sum, index) }
      }
      found.append(HomeCandidate(site: site, stays: Array(stays[start...best.end])))
      start = best.end + 1
    }
    return found
  }

  private func elsewhere(_ before: NightSpan, _ after: NightSpan) -> Int {
    ledger.known(from: before.last + 1, through: after.first - 1)
  }

  private func isHome(_ candidate: HomeCandidate) -> Bool {
    isSettled(candidate) || isVisitedOften(candidate)
  }

  /// Whether the owner lived there: for months, or for most of a young library.
  private func isSettled(_ candidate: HomeCandidate) -> Bool {
    let nights = candidate.nights
    return nights >= Self.settledNights
      || nights >= Self.leastNights && nights * 5 >= ledger.known * 2
  }

  /// Whether the owner came back at least three times a year, for most of a year.
  private func isVisitedOften(_ candidate: HomeCandidate) -> Bool {
    let days = Int(candidate.last - candidate.first) + 1
    return days >= 270 && candidate.nights >= 12 && visits(candidate.stays) > Self.leastVisits
      && Self.isOften(visits: visits(candidate.stays), days: days)
  }

  private static func isOften(visits: Int, days: Int) -> Bool {
    visits >= leastVisits && visits * 365 >= 3 * days
  }

  /// Fewer visits are no habit.
  private static let leastVisits = 4

  private func visits(_ stays: [NightSpan]) -> Int {
    zip(stays, stays.dropFirst()).reduce(min(1, stays.count)) { count, pair in
      count + (elsewhere(pair.0, pair.1) > 0 ? 1 : 0)
    }
  }

  /// Cuts off the visits to a place before the owner moved there and after the owner moved away.
  private func withoutVisits(_ candidate: HomeCandidate, others: [HomeCandidate]) -> HomeCandidate {
    let other = NightSet(others.filter { $0.site != candidate.site }.flatMap(\.stays))
    let forward = keptBlocks(blocks(candidate.stays, other))
    let backward = keptBlocks(forward.reversed())
    var kept = HomeCandidate(site: candidate.site, stays: backward.reversed().flatMap { $0 })
    let elsewhere = other.count(from: kept.first, through: kept.last)
    kept.isAmongOthers = elsewhere * 5 >= ledger.known(from: kept.first, through: kept.last)
    return kept
  }

  /// The stays in blocks, between which the owner lived in another home for two weeks.
  private func blocks(_ stays: [NightSpan], _ other: NightSet) -> [[NightSpan]] {
    var blocks: [[NightSpan]] = []
    for stay in stays {
      if let last = blocks.last?.last,
        other.count(from: last.last + 1, through: stay.first - 1) < 14
      {
        blocks[blocks.count - 1].append(stay)
      } else {
        blocks.append([stay])
      }
    }
    return blocks
  }

  /// The blocks up to the last long one after which the owner came rarely.
  private func keptBlocks(_ blocks: [[NightSpan]]) -> [[NightSpan]] {
    func nights(_ blocks: some Sequence<[NightSpan]>) -> Int {
      blocks.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    }
    for end in blocks.indices.dropFirst() where nights([blocks[end - 1]]) >= 60 {
      let tail = blocks[end...]
      let days = tail.flatMap { $0 }.map { ($0.first, $0.last) }
      let from = min(days.map(\.0).min() ?? 0, blocks[end - 1].map(\.last).max() ?? 0)
      let length = Int((days.map(\.1).max() ?? 0) - from)
      if nights(tail) < 60,
        !Self.isOften(visits: visits(tail.flatMap { $0 }.sorted()), days: abs(length))
      {
        return Array(blocks[..<end])
      }
    }
    return blocks
  }
}

/// Nights that can be counted by span.
private struct NightSet {
  private var firsts: [Int32] = []
  private var lasts: [Int32] = []
  private var before: [Int] = [0]

  init(_ spans: [NightSpan]) {
    for span in spans.sorted() {
      if let last = lasts.last, span.first <= last + 1 {
        let longer = max(last, span.last)
        before[before.count - 1] += Int(longer - last)
        lasts[lasts.count - 1] = longer
      } else {
        firsts.append(span.first)
        lasts.append(span.last)
        before.append((before.last ?? 0) + span.count)
      }
    }
  }

  func count(from first: Int32, through last: Int32) -> Int {
    first <= last ? count(before: last + 1) - count(before: first) : 0
  }

  private func count(before day: Int32) -> Int {
    let next = firsts.firstIndex(atLeast: day)
    guard next > 0 else { return 0 }
    return before[next] - Int(max(0, lasts[next - 1] - day + 1))
  }
}
