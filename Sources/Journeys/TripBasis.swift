/// What the trips of a version of a library were made of.
struct TripBasis: Sendable {
  private let states: [DayState]

  /// The trips by their first days, and the stamps of their days.
  private var trips: [LocalDay: (trip: Trip, stamps: [UInt64])] = [:]

  init(log: SightingLog, states: [DayState], trips: [Trip]) {
    self.states = states
    for trip in trips { self.trips[trip.days.lowerBound] = (trip, log.stamps(trip.days)) }
  }

  /// The trip of the same days, if they have the same sightings and visits in another version; its home may be another.
  func trip(_ days: DaySpan, _ part: ArraySlice<DayState>, _ log: SightingLog) -> Trip? {
    guard let known = trips[days.lowerBound], known.trip.days == days,
      known.stamps == log.stamps(days),
      states.of(days).elementsEqual(part, by: { $0.hasSameVisits(as: $1) })
    else { return nil }
    return known.trip
  }
}

extension [DayState] {
  /// The states of some days.
  func of(_ days: DaySpan) -> ArraySlice<DayState> {
    let first = partitioningIndex { $0.day >= days.lowerBound }
    return self[first..<partitioningIndex { $0.day > days.upperBound }]
  }
}
