/// The days of a trip before its places are collected.
struct TripDraft: Equatable {
  var days: DaySpan
  var name: String?
  var home: Int?
  var isMade = false

  /// The drafts of runs: those with a night, and the unusual days.
  ///
  /// They are in order and never overlap: a day belongs to the earlier one.
  static func found(_ runs: [AwayRun], _ sites: [Site]) -> [TripDraft] {
    var drafts: [TripDraft] = []
    for run in runs {
      var days = run.journeyDays
      if let last = drafts.last?.days.upperBound, days.lowerBound <= last {
        // A day too far away for a day trip, right after a trip, is the end of the way home.
        guard run.days.upperBound > last, run.states.count > 1 || days.nights == 0 else { continue }
        days = LocalDay(number: last.number + 1)...days.upperBound
      }
      if days.nights > 0 || isUnusual(run, sites) {
        drafts.append(TripDraft(days: days, home: run.home))
      }
    }
    return drafts
  }

  /// A place that is visited this often within a year is part of daily life.
  private static let usualVisits = 5

  private static func isUnusual(_ run: AwayRun, _ sites: [Site]) -> Bool {
    run.visits.contains { away in
      guard let site = away.visit.site else { return true }
      return sites[site].visits(around: away.visit.day) < usualVisits
    }
  }
}
