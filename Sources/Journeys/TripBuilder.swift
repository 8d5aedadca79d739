internal import Geography

/// Collects places and sightings of the days of a trip.
struct TripBuilder {
  private let log: SightingLog
  private let states: [DayState]
  private let homes: [KnownHome]
  private let former: TripBasis?

  init(_ log: SightingLog, _ states: [DayState], _ homes: [KnownHome], former: TripBasis?) {
    (self.log, self.states, self.homes, self.former) = (log, states, homes, former)
  }

  func trip(_ draft: TripDraft) -> Trip {
    let part = states.of(draft.days)
    var trip = former?.trip(draft.days, part, log) ?? collected(draft.days, part)
    let home = homeNumber(draft, part)
    let farthest = home.flatMap { number in
      Self.visits(part).joined().map { $0.point.kilometres(to: homes[number].point) }.max()
    }
    (trip.name, trip.home, trip.farthestKilometres) = (draft.name, home, farthest ?? 0)
    trip.reason = TripReason(
      nights: draft.days.nights, kilometres: farthest ?? 0,
      homeSince: home.map { homes[$0].home.from }, isMade: draft.isMade)
    return trip
  }

  /// The visits of each day of a trip.
  private static func visits(_ part: ArraySlice<DayState>) -> [[Visit]] {
    let isAway = part.contains(where: \.isAway)
    // A trip that the owner made at home has the visits at home.
    return part.map { isAway ? $0.away.map(\.visit) : $0.atHome }
  }

  /// A trip without what depends on homes and corrections.
  private func collected(_ days: DaySpan, _ part: ArraySlice<DayState>) -> Trip {
    let merged = Self.visits(part).map { DayPlace.merged($0) }
    let places = Self.places(merged, days)
    let (ids, counts, box) = sightings(part, isAway: part.contains(where: \.isAway))
    return Trip(
      days: days, farthestKilometres: 0, travelledKilometres: Self.travelled(merged), box: box,
      places: places, sightings: ids, sightingDays: counts,
      reason: TripReason(nights: days.nights, kilometres: 0, isMade: false),
      mainPlace: Self.mainPlace(places))
  }

  /// The home seen last before the trip, or else the nearest of the day, or else the next one.
  private func homeNumber(_ draft: TripDraft, _ part: ArraySlice<DayState>) -> Int? {
    if let home = draft.home { return home }
    let day = draft.days.lowerBound
    let current = homes.indices.filter { homes[$0].home.isHome(on: day) }
    guard let visit = part.lazy.flatMap(\.away).first?.visit, !current.isEmpty else {
      return current.first ?? homes.indices.first { day < homes[$0].home.from }
    }
    return current.min {
      homes[$0].point.kilometres(to: visit.point)
        < homes[$1].point.kilometres(to: visit.point)
    }
  }

  private static func places(_ merged: [[DayPlace]], _ days: DaySpan) -> [TripPlace] {
    merged.flatMap { places in
      let night = places.indices.max { places[$0].last < places[$1].last }
      return places.indices.compactMap { number in
        let place = places[number]
        let day = LocalDay(number: Int(place.day))
        return place.point.coordinate.map {
          TripPlace(
            day: day, coordinate: $0, sightings: place.count,
            isNight: number == night && day < days.upperBound)
        }
      }
    }
  }

  private static func travelled(_ merged: [[DayPlace]]) -> Double {
    let places = merged.joined().map(\.point)
    return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.kilometres(to: $1.1) }
  }

  private static func mainPlace(_ places: [TripPlace]) -> Coordinate? {
    let points = places.map { SpherePoint($0.coordinate) }
    func weight(_ number: Int) -> (Int, Int, Int) {
      let near = places.indices.filter { points[$0].isWithin(10, of: points[number]) }
      return (
        near.count { places[$0].isNight }, Set(near.map { places[$0].day }).count,
        near.reduce(0) { $0 + places[$1].sightings }
      )
    }
    // Many places make no difference to the answer, but their comparison takes quadratic time.
    let candidates = places.indices.prefix(1_000).map { ($0, weight($0)) }
    return candidates.max { $0.1 < $1.1 }.map { places[$0.0].coordinate }
  }

  private func sightings(
    _ part: ArraySlice<DayState>, isAway: Bool
  ) -> ([Int64], [SightingDay], BoundingBox?) {
    var found: [Int64] = []
    var days: [SightingDay] = []
    var extent = Extent()
    for state in part {
      let before = found.count
      let known = KnownVisits(state, areAwayWanted: isAway)
      for record in log.sorted.records(of: state.day) where known.isWanted(record) {
        found.append(record.id)
        extent.add(record)
      }
      if found.count > before {
        days.append(SightingDay(day: state.day, count: found.count - before))
      }
    }
    return (found, days, extent.box)
  }
}

/// The visits of a day on a plane, to assign sightings to them quickly.
private struct KnownVisits {
  private struct FlatVisit {
    let device: Int32
    let longitudeE7, latitudeE7: Int32
    let cosine: Double
    let isWanted: Bool

    init(_ visit: Visit, isWanted: Bool) {
      (device, self.isWanted) = (visit.device, isWanted)
      (longitudeE7, latitudeE7) = (visit.place.longitudeE7, visit.place.latitudeE7)
      let up = visit.point.vector.z
      cosine = max(0, 1 - up * up).squareRoot()
    }

    @inline(__always)
    func square(to record: SortedSighting) -> Double {
      var run = Double(record.longitudeE7) - Double(longitudeE7)
      if abs(run) > 1.8e9 { run = 3.6e9 - abs(run) }
      let rise = Double(record.latitudeE7) - Double(latitudeE7)
      return run * run * cosine * cosine + rise * rise
    }
  }

  private let visits: [FlatVisit]

  /// Whether all visits of the day are wanted, as on most days of a trip.
  private let areAllWanted: Bool

  /// A sighting farther away than this, about 12 km, was dropped as an outlier.
  private static let farthest = 1_100_000.0

  init(_ state: DayState, areAwayWanted: Bool) {
    visits =
      state.away.map { FlatVisit($0.visit, isWanted: true) }
      + state.atHome.map { FlatVisit($0, isWanted: !areAwayWanted) }
    areAllWanted = visits.allSatisfy(\.isWanted)
  }

  /// Whether the nearest visit of its camera is wanted.
  @inline(__always)
  func isWanted(_ record: SortedSighting) -> Bool {
    var best: (square: Double, isWanted: Bool) = (Self.farthest * Self.farthest, false)
    for visit in visits where visit.device == record.device {
      let square = visit.square(to: record)
      guard square < best.square else { continue }
      if areAllWanted { return true }
      best = (square, visit.isWanted)
    }
    return best.isWanted
  }
}
