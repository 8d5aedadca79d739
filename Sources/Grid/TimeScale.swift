/// A section of the time line, divided into pieces of equal length.
struct TimeScale {
  /// Whether every piece begins and ends with a day.
  let isInDays: Bool

  /// How many pieces there are.
  let count: Int

  // Unsigned and relative to the start, because the time line of a damaged file may be longer than
  // the largest signed number.
  private let start: Int64
  private let end: Int64
  private let width: UInt64

  init(_ extent: ClosedRange<Int64>, pieces: Int) {
    let days = GridDay.day(of: extent.lowerBound)...GridDay.day(of: extent.upperBound)
    let dayCount = UInt64(days.upperBound - days.lowerBound) + 1
    let (firstMoment, overflow) =
      days.lowerBound.multipliedReportingOverflow(by: GridDay.milliseconds)
    isInDays = dayCount > UInt64(pieces) && !overflow
    start = isInDays ? firstMoment : extent.lowerBound
    end = extent.upperBound
    let length = UInt64(bitPattern: end &- start)
    let unit = isInDays ? UInt64(GridDay.milliseconds) : 1
    width = (length / unit / UInt64(pieces) + 1) * unit
    count = Int(length / width) + 1
  }

  /// The piece that contains a moment; the first or the last one if the moment is outside.
  func piece(of time: Int64) -> Int {
    guard time > start else { return 0 }
    return min(Int(UInt64(bitPattern: time &- start) / width), count - 1)
  }

  func buckets(_ counts: [Int]) -> [Timeline.Bucket] {
    counts.enumerated().map { number, count in
      let from = start &+ Int64(bitPattern: UInt64(number) * width)
      let isLast = number == self.count - 1
      return Timeline.Bucket(
        from: from, through: isLast ? end : from &+ Int64(bitPattern: width - 1), count: count)
    }
  }
}
