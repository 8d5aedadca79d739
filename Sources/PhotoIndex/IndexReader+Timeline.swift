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
    guard let extent = try datedExtent(filter) else {
      return Timeline(buckets: [], undated: try count(filter))
    }
    let scale = TimeScale(extent, pieces: min(max(buckets, 1), 10_000))
    var counts = [Int](repeating: 0, count: scale.count)
    var undated = 0
    if scale.isInDays && filter.isOnlyABoxAndTime {
      var dated = filter
      dated.time = filter.time ?? TimeSpan(from: nil, through: nil)
      try forEachDayPart(of: dated) { part in
        counts[scale.piece(of: part.summary.earliest)] += part.summary.count
      } point: { run, index in
        counts[scale.piece(of: run.time(index))] += 1
      }
      undated = filter.time == nil ? try count(filter) - counts.reduce(0, +) : 0
    } else {
      try forEachTime(filter) { time in
        if time == IndexedPoint.undated { undated += 1 } else { counts[scale.piece(of: time)] += 1 }
      }
    }
    return Timeline(buckets: scale.buckets(counts), undated: undated)
  }

  /// The first and the last moment of the photos that pass a filter.
  private func datedExtent(_ filter: PhotoFilter) throws -> ClosedRange<Int64>? {
    var extent = PointSummary()
    if filter.isOnlyABoxAndTime {
      var dated = filter
      dated.time = filter.time ?? TimeSpan(from: nil, through: nil)
      try forEachDayPart(of: dated) {
        extent.merge($0.summary)
      } point: {
        extent.add($0, $1)
      }
      return extent.time
    }
    var (first, last) = (Int64.max, Int64.min)
    try forEachTime(filter) { time in
      guard time != IndexedPoint.undated else { return }
      (first, last) = (min(first, time), max(last, time))
    }
    return first <= last ? first...last : nil
  }

  private func forEachTime(_ filter: PhotoFilter, _ body: (Int64) -> Void) throws {
    let points = try prepared(filter)
    try forEachRun(in: GridRegion(filter.box ?? .world)) { extent in
      try withRun(extent) { run in
        for index in 0..<run.count where points.matches(run, index) { body(run.time(index)) }
      }
      return .on
    }
  }
}
