internal import Geography

/// Collects places and sightings of the days of a trip.
struct TripBuilder {
  private let sorted: SortedSightings
  private let states: [DayState]
  private let days: [Int32]
  private let homes: [KnownHome]

  init(_ sorted: SortedSightings, _ states: [DayState], _ homes: [KnownHome]) {
    (self.sorted, self.states, self.homes) = (sorted, states, homes)
    days = states.map { Int32(clamping: $0.day.number) }
  }

  func trip(_ draft: TripDraft) -> Trip {
    let first = days.firstIndex(atLeast: Int32(clamping: draft.days.lowerBound.number))
    let end = days.firstIndex(atLeast: Int32(clamping: draft.days.upperBound.number + 1))
    let part = states[first..<end]
    let isAway = part.contains(where: \.isAway)
    // A trip that the owner made at home has the visits at home.
    let visits = part.map { isAway ? $0.away.map(\.visit) : $0.atHome }
    let merged = visits.map { DayPlace.merged($0) }
    let home = homeNumber(draft, part)
    let farthest = home.flatMap { number in
      visits.joined().map { $0.point.kilometres(to: homes[number].point) }.max()
    }
    let places = places(merged, draft)
    let (ids, days, box) = sightings(part, isAway: isAway)
    return Trip(
      days: draft.days, name: draft.name, home: home, farthestKilometres: farthest ?? 0,
      travelledKilometres: Self.travelled(merged), box: box, places: places, sightings: ids,
      sightingDays: days,
      reason: TripReason(
        nights: draft.days.nights, kilometres: farthest ?? 0,
        homeSince: home.map { homes[$0].home.from }, isMade: draft.isMade),
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

  private func places(_ merged: [[DayPlace]], _ draft: TripDraft) -> [TripPlace] {
    merged.flatMap { places in
      let night = places.indices.max { places[$0].last < places[$1].last }
      return places.indices.compactMap { number in
        let place = places[number]
        let day = LocalDay(number: Int(place.day))
        return place.point.coordinate.map {
          TripPlace(
            day: day, coordinate: $0, sightings: place.count,
            isNight: number == night && day < draft.days.upperBound)
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
      let known =
        state.away.map { FlatVisit($0.visit, isWanted: true) }
        + state.atHome.map { FlatVisit($0, isWanted: !isAway) }
      for record in sorted.records(of: state.day)
      where FlatVisit.isWanted(record, among: known) {
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

/// A visit on a plane, to assign sightings to it quickly.
private struct FlatVisit {
  private let visit: Visit
  private let cosine: Double
  private let isWanted: Bool

  /// A sighting farther away than this, about 12 km, was dropped as an outlier.
  private static let farthest = 1_100_000.0

  init(_ visit: Visit, isWanted: Bool) {
    (self.visit, self.isWanted) = (visit, isWanted)
    let up = visit.point.vector.z
    cosine = max(0, 1 - up * up).squareRoot()
  }

  static func isWanted(_ record: SortedSighting, among visits: [FlatVisit]) -> Bool {
    var best: (square: Double, isWanted: Bool) = (farthest * farthest, false)
    for flat in visits where flat.visit.device == record.device {
      var run = Double(record.longitudeE7) - Double(flat.visit.place.longitudeE7)
      if abs(run) > 1.8e9 { run = 3.6e9 - abs(run) }
      let rise = Double(record.latitudeE7) - Double(flat.visit.place.latitudeE7)
      let square = run * run * flat.cosine * flat.cosine + rise * rise
      if square < best.square { best = (square, flat.isWanted) }
    }
    return best.isWanted
  }
}
