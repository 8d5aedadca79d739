internal import Geography

extension Home {
  /// Describes the homes that were found, by the first day of each.
  static func found(_ list: VisitList, _ sites: [Site]) -> [Home] {
    let ledger = NightLedger(list, sites: sites)
    let candidates = HomeFinder.find(ledger)
    var isWanted = [Bool](repeating: false, count: sites.count)
    for candidate in candidates { isWanted[candidate.site] = true }
    var visits = [[HomeVisit]](repeating: [], count: sites.count)
    for visit in list.visits {
      guard let site = visit.site, isWanted[site] else { continue }
      visits[site].append(HomeVisit(day: visit.day, point: visit.point))
    }
    return candidates.compactMap { candidate in
      Home(candidate, visits[candidate.site], sites[candidate.site], ledger)
    }.sorted {
      ($0.from, $0.coordinate.longitudeE7, $0.coordinate.latitudeE7)
        < ($1.from, $1.coordinate.longitudeE7, $1.coordinate.latitudeE7)
    }
  }

  /// The days from the first to the last night.
  ///
  /// A home among others also has the visits before and after that come as often, though their photos show no nights.
  private static func span(_ candidate: HomeCandidate, _ visited: [Int32]) -> ClosedRange<Int32> {
    var (first, last) = (candidate.first, candidate.last + 1)
    guard candidate.isAmongOthers, candidate.nights * 4 < Int(last - first) * 3 else {
      return first...last
    }
    let interval = (last - first) / Int32(max(1, candidate.stays.count))
    let longest = min(120, max(60, 3 * interval))
    for day in visited.reversed() where day < first && first - day <= longest { first = day }
    for day in visited where day > last && day - last <= longest { last = day }
    return first...last
  }

  /// The nights elsewhere after which a home is given up: twice as many as the owner was away before.
  private static func absence(
    _ candidate: HomeCandidate, _ isSettled: Bool, _ ledger: NightLedger
  ) -> Int {
    let absences = zip(candidate.stays, candidate.stays.dropFirst()).suffix(20).map {
      ledger.known(from: $0.last + 1, through: $1.first - 1)
    }
    return max(isSettled ? 60 : 150, min(200, 2 * (absences.max() ?? 0)))
  }

  /// A visit of a home.
  private struct HomeVisit {
    var day: Int32
    var point: SpherePoint
  }

  private init?(
    _ candidate: HomeCandidate, _ visits: [HomeVisit], _ site: Site, _ ledger: NightLedger
  ) {
    let days = Self.span(candidate, visits.map(\.day))
    let inside = visits.filter { days.contains($0.day) }
    let middle = SpherePoint.mean(inside.lazy.map { ($0.point, 1) }) ?? site.point
    let core = inside.filter { $0.point.isWithin(6, of: middle) }
    let centre = SpherePoint.mean(core.lazy.map { ($0.point, 1) }) ?? middle
    guard let coordinate = centre.coordinate else { return nil }
    let chords = inside.map { $0.point.squaredChord(to: centre) }.sorted()
    let radius =
      chords.isEmpty ? 1 : SpherePoint.kilometres(squaredChord: chords[chords.count * 9 / 10])
    let elsewhere = ledger.known(from: days.upperBound, through: .max - 1)
    let times = candidate.stays.count
    let isSettled = candidate.nights * 4 >= days.count
    let isLeft = elsewhere >= Self.absence(candidate, isSettled, ledger)
    self.init(
      coordinate: coordinate,
      radius: max(1, radius),
      from: LocalDay(number: Int(days.lowerBound)),
      to: isLeft ? LocalDay(number: Int(days.upperBound)) : nil, nights: candidate.nights,
      photographedDays: zip(inside, inside.dropFirst()).reduce(min(1, inside.count)) {
        $0 + ($1.0.day == $1.1.day ? 0 : 1)
      },
      reason: isSettled
        ? .settled(nights: candidate.nights) : .visited(times: times, nights: candidate.nights))
  }
}
