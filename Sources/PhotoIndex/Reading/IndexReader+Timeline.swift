internal import Geography

/// How many photos were taken when.
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

  /// Pieces of equal length that follow one another, from the first photo to the last; the last
  /// piece may be shorter.
  ///
  /// Or, where days were asked for, the days that have photos.
  public var buckets: [Bucket]

  /// How many photos pass the rest of the filter and have no date; none where it has a span of time.
  public var undated: Int
}

extension IndexReader {
  /// Counts the photos that pass a filter over time, in at most so many pieces (and ten thousand).
  ///
  /// Together with the undated the counts are `count` of the same filter. Where there are more days
  /// than pieces, the pieces are whole days (UTC).
  public func timeline(_ filter: PhotoFilter, buckets: Int) throws -> Timeline {
    let filter = filter.simplified
    let days = try days(of: filter)
    let undated = try undatedCount(filter, days)
    guard let extent = days.extent else { return Timeline(buckets: [], undated: undated) }
    let scale = TimeScale(extent, pieces: min(max(buckets, 1), 10_000))
    let counts = scale.isInDays ? days.pieces(of: scale) : try pieces(of: scale, filter)
    return Timeline(buckets: scale.buckets(counts), undated: undated)
  }

  /// Counts the photos that pass a filter by day (UTC), however many days there are.
  ///
  /// Days without any are left out.
  public func days(_ filter: PhotoFilter) throws -> Timeline {
    let filter = filter.simplified
    let days = try days(of: filter)
    return Timeline(buckets: days.wholeDays(), undated: try undatedCount(filter, days))
  }

  /// Counts by day in one pass: from the calendar where it knows all that is asked.
  private func days(of filter: PhotoFilter) throws -> DayCounts {
    var days = DayCounts()
    if hasCalendar, filter.isOnlyABoxAndTime {
      var dated = filter
      dated.time = filter.time ?? TimeSpan(from: nil, through: nil)
      try forEachDayPart(of: dated) {
        days.add($0.summary)
      } points: {
        days.add($0, $1)
      }
    } else {
      try readChosen(filter) { days.add($0, $1) }
    }
    return days
  }

  /// How many photos pass that have no date.
  ///
  /// The calendar knows none of them: they are the rest.
  private func undatedCount(_ filter: PhotoFilter, _ days: DayCounts) throws -> Int {
    guard hasCalendar, filter.isOnlyABoxAndTime else { return days.undated }
    return filter.time == nil ? max(try count(filter) - days.count, 0) : 0
  }

  /// Counts in pieces that are parts of days: for that the photos have to be read once more.
  private func pieces(of scale: TimeScale, _ filter: PhotoFilter) throws -> [Int] {
    var counts = [Int](repeating: 0, count: scale.count)
    try readChosen(filter) { run, chosen in
      for index in chosen where run.time(index) != IndexedPoint.undated {
        counts[scale.piece(of: run.time(index))] += 1
      }
    }
    return counts
  }

  private func readChosen(
    _ filter: PhotoFilter, _ body: (GridRun, PointSelection) -> Void
  ) throws {
    let points = try prepared(filter)
    try readRuns(in: GridRegion(filter.box ?? .world)) { run, _ in
      body(run, points.selection(of: run, in: 0..<run.count))
      return .on
    }
  }
}
