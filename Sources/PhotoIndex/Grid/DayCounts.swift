/// Photos counted by the day (UTC) they were taken, for a timeline whose ends show only when all
/// photos have been seen.
struct DayCounts {
  /// The days from 1901 to 2050, in which about all photos are, have a row; others are looked up.
  private static let common: Range<Int64> = -25_202..<29_585

  private var counts = [UInt32](repeating: 0, count: common.count)
  private var others: [Int64: Int] = [:]
  private var earliest = Int64.max
  private var latest = Int64.min

  /// How many photos without a date there were.
  private(set) var undated = 0

  /// The first and the last moment.
  var extent: ClosedRange<Int64>? { earliest <= latest ? earliest...latest : nil }

  /// How many dated photos there were.
  var count: Int { counts.reduce(others.values.reduce(0, +)) { $0 + Int($1) } }

  /// Adds the chosen points of a run.
  mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    var (first, last) = (earliest, latest)
    chosen.forEachChosen { index in
      let time = run.time(index)
      guard time != IndexedPoint.undated else {
        undated += 1
        return
      }
      (first, last) = (min(first, time), max(last, time))
      add(1, on: GridDay.day(of: time))
    }
    (earliest, latest) = (first, last)
  }

  /// Adds photos of one day that have been summed up before.
  mutating func add(_ photos: PointSummary) {
    earliest = min(earliest, photos.earliest)
    latest = max(latest, photos.latest)
    add(photos.count, on: GridDay.day(of: photos.earliest))
  }

  @inline(__always)
  private mutating func add(_ photos: Int, on day: Int64) {
    let row = Int(day &- Self.common.lowerBound)
    if counts.indices.contains(row) {
      counts[row] &+= UInt32(truncatingIfNeeded: photos)
    } else {
      others[day, default: 0] += photos
    }
  }

  /// The counts of the pieces of a scale that is in days.
  func pieces(of scale: TimeScale) -> [Int] {
    var pieces = [Int](repeating: 0, count: scale.count)
    for (row, count) in counts.enumerated() where count > 0 {
      pieces[scale.piece(of: GridDay.start(of: Self.common.lowerBound + Int64(row)))] += Int(count)
    }
    for (day, count) in others { pieces[scale.piece(of: GridDay.start(of: day))] += count }
    return pieces
  }

  /// A piece for each day that has photos, in order.
  func wholeDays() -> [Timeline.Bucket] {
    var days = others.map { (day: $0.key, count: $0.value) }
    for (row, count) in counts.enumerated() where count > 0 {
      days.append((Self.common.lowerBound + Int64(row), Int(count)))
    }
    return days.sorted { $0.day < $1.day }.map { day, count in
      let span = GridDay.span(of: day)
      return Timeline.Bucket(from: span.from ?? .min, through: span.through ?? .max, count: count)
    }
  }
}
