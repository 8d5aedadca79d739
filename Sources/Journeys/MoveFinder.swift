/// Recognises moves within a town: of two places a few kilometres apart, first one and then the other was lived in.
///
/// A day costs a house if it began and ended elsewhere. The cheapest sequence of houses is the answer, where each move
/// costs as much as several days, so that weekends and visits make no move.
struct MoveFinder {
  /// The days that began or ended at a house, in order.
  private var days: [(day: Int32, houses: UInt32)] = []

  /// The middle of each house, and on how many days it was seen.
  private var houses: [(point: SpherePoint, days: Int)] = []

  /// A house has its surroundings, in kilometres.
  private static let radius = 3.5

  /// Houses nearer than this are one home: moving about is no move.
  private static let leastKilometres = 7.0

  /// A house on fewer days is none.
  static let leastDays = 12

  /// More houses in a town are no homes.
  private static let mostHouses = 8

  /// The days that a move costs.
  private static let moveCost = 8

  /// A home that was left is seen on at most this share of its days afterwards or before.
  private static let leastShare = 0.85

  /// The first days of the second and later homes; empty if there was no move.
  ///
  /// The visits are those of a town, in order of days.
  static func moves(_ visits: some Collection<Visit>) -> [Int32] {
    guard visits.count >= 2 * leastDays else { return [] }
    let ends = dayEnds(visits)
    var finder = MoveFinder()
    finder.addHouses(ends)
    guard finder.houses.count > 1 else { return [] }
    finder.addDays(ends)
    return finder.moves()
  }

  /// Where a day began and ended.
  private struct DayEnds {
    var day: Int32

    /// Milliseconds of the day.
    var first, last: Int32
    var start, end: SpherePoint
  }

  private static func dayEnds(_ visits: some Collection<Visit>) -> [DayEnds] {
    var ends: [DayEnds] = []
    for visit in visits {
      let last = ends.count - 1
      guard last >= 0, ends[last].day == visit.day else {
        ends.append(
          DayEnds(
            day: visit.day, first: visit.first, last: visit.last, start: visit.point,
            end: visit.point))
        continue
      }
      if visit.first < ends[last].first {
        (ends[last].first, ends[last].start) = (visit.first, visit.point)
      }
      if visit.last > ends[last].last {
        (ends[last].last, ends[last].end) = (visit.last, visit.point)
      }
    }
    return ends
  }

  /// The number of a cell of about 2 km.
  private static func cell(_ point: SpherePoint) -> Int {
    let corner = (point.vector * 3_200).rounded(.down)
    return (Int(corner.x) << 13 + Int(corner.y)) << 13 + Int(corner.z)
  }

  private mutating func addHouses(_ ends: [DayEnds]) {
    var cells: [Int: Int] = [:]
    var found: [(days: Int, sum: SIMD3<Double>)] = []
    for day in ends {
      let number = cells[Self.cell(day.end)] ?? found.count
      if number == found.count {
        cells[Self.cell(day.end)] = number
        found.append((0, .zero))
      }
      found[number].days += 1
      found[number].sum += day.end.vector
    }
    guard found.count > 1 else { return }
    let seeds = found.filter { $0.days >= Self.leastDays / 2 }.sorted {
      $0.days != $1.days
        ? $0.days > $1.days : ($0.sum.x, $0.sum.y, $0.sum.z) < ($1.sum.x, $1.sum.y, $1.sum.z)
    }
    for seed in seeds where houses.count < Self.mostHouses {
      let start = SpherePoint(sum: seed.sum)
      guard !houses.contains(where: { $0.point.isWithin(Self.radius, of: start) }) else {
        continue
      }
      houses.append((start, 0))
    }
  }

  private mutating func addDays(_ ends: [DayEnds]) {
    for day in ends {
      let seen = house(at: day.start) | house(at: day.end)
      guard seen != 0 else { continue }
      days.append((day.day, seen))
      for house in houses.indices where seen & 1 << UInt32(house) != 0 { houses[house].days += 1 }
    }
  }

  /// The nearest house as a bit; 0 if none is near.
  private func house(at point: SpherePoint) -> UInt32 {
    var nearest: (house: UInt32, squaredChord: Double) = (0, .infinity)
    for (number, house) in houses.enumerated() where house.point.isWithin(Self.radius, of: point) {
      let squaredChord = house.point.squaredChord(to: point)
      if squaredChord < nearest.squaredChord { nearest = (1 << UInt32(number), squaredChord) }
    }
    return nearest.house
  }

  private func isSeen(_ house: Int, _ day: Int) -> Bool {
    days[day].houses & 1 << UInt32(house) != 0
  }

  /// Leaves out houses that were visited all the time until each of the others was left for the next.
  private func moves() -> [Int32] {
    var candidates = houses.indices.filter { houses[$0].days >= Self.leastDays }
    while candidates.count > 1 {
      let sequence = cheapest(candidates)
      let periods = periods(sequence)
      guard periods.count > 1 else { return [] }
      if let wrong = mostShared(periods) {
        candidates.removeAll { $0 == wrong }
        continue
      }
      guard periods.allSatisfy(isLivedIn) else { return [] }
      return periods.dropFirst().map { days[$0.days.lowerBound].day }
    }
    return []
  }

  private struct Period {
    var house: Int
    var days: ClosedRange<Int>
  }

  /// The house of each day in the cheapest sequence.
  private func cheapest(_ candidates: [Int]) -> [Int] {
    var costs = [Int](repeating: 0, count: candidates.count)
    // For each day and house, the house before that day.
    var origins: [UInt8] = []
    origins.reserveCapacity(days.count * costs.count)
    for day in days.indices {
      let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
      let moved = costs[best] + Self.moveCost
      let hasHouse = candidates.contains { isSeen($0, day) }
      for number in costs.indices {
        let isMove = moved < costs[number]
        if isMove { costs[number] = moved }
        origins.append(UInt8(isMove ? best : number))
        if hasHouse, !isSeen(candidates[number], day) { costs[number] += 1 }
      }
    }
    var current = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    var sequence = [Int](repeating: 0, count: days.count)
    for day in days.indices.reversed() {
      sequence[day] = candidates[current]
      current = Int(origins[day * costs.count + current])
    }
    return sequence
  }

  /// The periods between moves; houses near each other are one home.
  private func periods(_ sequence: [Int]) -> [Period] {
    var periods: [Period] = []
    for (day, house) in sequence.enumerated() {
      if let last = periods.last,
        last.house == house
          || houses[last.house].point.isWithin(
            Self.leastKilometres, of: houses[house].point)
      {
        periods[periods.count - 1].days = last.days.lowerBound...day
      } else {
        periods.append(Period(house: house, days: day...day))
      }
    }
    return periods
  }

  /// The house that was seen most outside its periods, if that was often.
  private func mostShared(_ periods: [Period]) -> Int? {
    var shares: [(house: Int, share: Double)] = []
    for house in Set(periods.map(\.house)).sorted() {
      let inside = periods.lazy.filter { $0.house == house }
        .reduce(0) { $0 + $1.days.count { isSeen(house, $0) } }
      shares.append((house, Double(inside) / Double(max(1, houses[house].days))))
    }
    let worst = shares.min { $0.share < $1.share }
    return worst.flatMap { $0.share < Self.leastShare ? $0.house : nil }
  }

  /// Whether a house was that of most days in its period.
  private func isLivedIn(_ period: Period) -> Bool {
    let seen = period.days.count { isSeen(period.house, $0) }
    return seen >= Self.leastDays
      && houses.indices.allSatisfy { house in
        house == period.house || period.days.count { isSeen(house, $0) } <= seen
      }
  }
}
