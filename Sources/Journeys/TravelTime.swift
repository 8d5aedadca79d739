/// How long a journey from or to home takes.
package enum TravelTime {
  /// Kilometres an hour that only aeroplanes fly.
  package static let flying = 300.0...1_300

  /// Hours by road, or beyond 400 km by aeroplane with the ways to the airports.
  static func hours(_ kilometres: Double) -> Double {
    kilometres < 400 ? kilometres / 75 : 4 + (kilometres - 400) / 700
  }

  /// Few people leave and come back on one day beyond this distance.
  static let longestDayTrip = 450.0

  /// People leave home after four in the morning, and are back by half past midnight.
  static let (earliestStart, latestReturn) = (4.0, 24.5)
}

extension AwayRun {
  /// The days of the journey: those from the first to the last photo away.
  ///
  /// A single day is a trip if there was no time to come and go on it: the night before or after was away.
  var journeyDays: DaySpan {
    guard states.count == 1, let first = firstVisit, let last = lastVisit, let start = states.first,
      let end = states.last
    else { return days }
    let early = Double(first.visit.first) / 3_600_000 - TravelTime.hours(first.fromHome)
    let late = Double(last.visit.last) / 3_600_000 + TravelTime.hours(last.fromHome)
    var leavesBefore = !start.startsHome && early < TravelTime.earliestStart
    var returnsAfter = !end.endsHome && late > TravelTime.latestReturn
    if !leavesBefore, !returnsAfter, farthest > TravelTime.longestDayTrip {
      // The photos do not show whether the night before or after was away.
      returnsAfter = !end.endsHome
      leavesBefore = end.endsHome && !start.startsHome
    }
    let from = LocalDay(number: days.lowerBound.number - (leavesBefore ? 1 : 0))
    return from...LocalDay(number: days.upperBound.number + (returnsAfter ? 1 : 0))
  }
}
