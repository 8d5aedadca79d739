public import PhotoFacts

/// The number of photos by time.
public struct Timeline: Hashable, Sendable {
  /// A piece of the time line.
  public struct Bucket: Hashable, Sendable {
    /// The first moment, in milliseconds since 1970.
    public var from: Int64

    /// The last moment.
    public var through: Int64

    /// How many photos.
    public var count: Int
  }

  /// Consecutive pieces of equal length, from the first photo to the last; the last piece may be shorter.
  ///
  /// For a count by days, the days that have photos.
  public var buckets: [Bucket]

  /// How many photos pass the rest of the filter and have no date; 0 if the filter has a time span.
  public var undated: Int
}

extension GridReader {
  /// Counts the points that pass a filter over time, in at most `pieces` pieces.
  ///
  /// With the undated photos, the counts add up to `count` of the same filter, and cost as much. If there are more
  /// days than pieces, the pieces are whole days. By the cameras' clocks, the first piece begins with a day and the
  /// last one ends with a day.
  public func timeline(_ filter: GridFilter, pieces: Int, on clock: PhotoClock) throws -> Timeline {
    // Pieces shorter than a day need the points anyway.
    let plan =
      try hasMoreDays(than: pieces, filter) ? calendarPlan(for: filter, reading: .counts) : nil
    let days = try days(of: filter, plan, pieces: pieces, on: clock)
    guard let extent = days.extent else { return Timeline(buckets: [], undated: days.undated) }
    let scale = TimeScale(extent, pieces: pieces)
    let counts =
      scale.isInDays
      ? days.pieces(of: scale) : try partsOfDays(of: scale, filter, plan, days, on: clock)
    return Timeline(buckets: scale.buckets(counts), undated: days.undated)
  }

  /// Counts the photos that pass a filter by day, however many days there are.
  ///
  /// Omits days without photos.
  public func days(_ filter: GridFilter, on clock: PhotoClock) throws -> Timeline {
    let plan = try calendarPlan(for: filter, reading: .counts)
    let days = try days(of: filter, plan, pieces: nil, on: clock)
    return Timeline(buckets: days.wholeDays(), undated: days.undated)
  }

  /// Counts by day, from the calendar if there is a plan.
  private func days(
    of filter: GridFilter, _ plan: CalendarPlan?, pieces: Int?, on clock: PhotoClock
  ) throws -> DayCounts {
    var days = DayCounts(pieces: pieces, on: clock)
    guard let plan else {
      try addChosen(filter, to: &days) { $0.add($1, $2) }
      return days
    }
    var dated = 0
    try addCounts(of: filter, plan, to: &days) {
      $0.add($1)
      dated += $1.summary.count
    } counted: {
      $0.add($1)
      dated += $1.count
    } points: {
      $0.add($1, $2)
    }
    if filter.time == nil, filter.localTime == nil {
      days.undated += max(plan.wholeCount - dated, 0)
    }
    return days
  }

  /// Whether the days of the calendar within a filter's span extend over more than this many days.
  private func hasMoreDays(than pieces: Int, _ filter: GridFilter) throws -> Bool {
    guard try hasCalendar, let asked = filter.daysOfSpan,
      let known = try source.extentOfDays(), asked.overlaps(known)
    else { return false }
    let days = asked.clamped(to: known)
    return days.upperBound - days.lowerBound >= Int64(pieces)
  }

  /// Counts in pieces shorter than a day, from the moments that were collected.
  ///
  /// Reads the points again if some of them came from the calendar, or if they were too many to collect.
  private func partsOfDays(
    of scale: TimeScale, _ filter: GridFilter, _ plan: CalendarPlan?, _ days: DayCounts,
    on clock: PhotoClock
  ) throws -> [Int] {
    var counts = [Int](repeating: 0, count: scale.count)
    guard plan == nil, let moments = days.moments else {
      try addChosen(filter, to: &counts) { counts, run, chosen in
        for index in chosen {
          let time = clock == .utc ? run.time(index) : run.localTime(index)
          if time != IndexedPoint.undated { counts[scale.piece(of: time)] += 1 }
        }
      }
      return counts
    }
    for moment in moments { counts[scale.piece(of: moment)] += 1 }
    return counts
  }
}
