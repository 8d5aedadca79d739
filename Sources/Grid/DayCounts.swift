internal import PhotoFacts

/// Photos counted by the day they were taken, for a timeline whose ends are known only after the last photo.
///
/// Pieces shorter than a day need the moments themselves. They are collected as long as such pieces are
/// possible.
struct DayCounts: Mergeable {
  /// The days of nearly all photos, from 1901 to 2050, are counted in an array, others in a dictionary.
  private static let common: Range<Int64> = -25_202..<29_585

  private var counts = [UInt32](repeating: 0, count: common.count)
  private var others: [Int64: Int] = [:]
  private var earliest = Int64.max
  private var latest = Int64.min

  /// The moments of the points that were added; nil once they are useless or too many.
  private(set) var moments: [Int64]?

  /// The longest extent, in days, whose pieces can be shorter than a day.
  private var mostDays: Int64

  /// The most moments that are collected: 16 MB.
  private static let mostMoments = 2_000_000

  /// How many photos without a date were added.
  var undated = 0

  /// The clock that the days and moments are read from.
  private let clock: PhotoClock

  /// Makes counts for a timeline of this many pieces; nil stands for whole days only.
  init(pieces: Int? = nil, on clock: PhotoClock = .utc) {
    self.clock = clock
    mostDays = Int64(pieces ?? 0)
    moments = pieces.map { _ in [] }
  }

  /// The first and the last moment.
  ///
  /// By the cameras' clocks it is the beginning of the first day and the end of the last. The calendar has no
  /// local times within a day.
  var extent: ClosedRange<Int64>? {
    guard earliest <= latest else { return nil }
    guard clock == .local else { return earliest...latest }
    let (first, last) = (GridDay.day(of: earliest), GridDay.day(of: latest))
    return GridDay.start(of: first)...(GridDay.span(of: last).through ?? .max)
  }

  var emptied: DayCounts {
    var empty = DayCounts(on: clock)
    (empty.mostDays, empty.moments) = (mostDays, moments.map { _ in [] })
    return empty
  }

  mutating func merge(_ other: DayCounts) {
    for row in counts.indices { counts[row] &+= other.counts[row] }
    others.merge(other.others, uniquingKeysWith: +)
    (earliest, latest) = (min(earliest, other.earliest), max(latest, other.latest))
    undated += other.undated
    moments = other.moments.flatMap { theirs in moments.map { $0 + theirs } }
    dropUselessMoments()
  }

  /// How many dated photos were added.
  var count: Int { counts.reduce(others.values.reduce(0, +)) { $0 + Int($1) } }

  /// Adds the chosen points of a run.
  mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    // Each clock has its own loop, so that the loop does not test the clock.
    switch clock {
    case .utc: add(run, chosen) { run.time($0) }
    case .local: add(run, chosen) { run.localTime($0) }
    }
  }

  @inline(__always)
  private mutating func add(
    _ run: GridRun, _ chosen: PointSelection, _ time: (Int) -> Int64
  ) {
    var (first, last) = (earliest, latest)
    chosen.forEachChosen { index in
      let time = time(index)
      guard time != IndexedPoint.undated else {
        undated += 1
        return
      }
      (first, last) = (min(first, time), max(last, time))
      add(1, on: GridDay.day(of: time))
    }
    (earliest, latest) = (first, last)
    if moments != nil { collectMoments(chosen, time) }
  }

  /// Adds the photos of a cell of the calendar, whose moments are unknown.
  mutating func add(_ cell: CalendarCell) {
    switch clock {
    case .utc:
      earliest = min(earliest, cell.summary.earliest)
      latest = max(latest, cell.summary.latest)
      add(cell.summary.count, on: cell.day)
    case .local:
      let span = GridDay.span(of: cell.localDay)
      earliest = min(earliest, span.from ?? .min)
      latest = max(latest, span.through ?? .max)
      add(cell.summary.count, on: cell.localDay)
    }
  }

  /// Adds the photos of a day that lies between others whose moments are added.
  mutating func add(_ photos: DayCount) {
    guard clock == .local else { return add(photos.count, on: photos.day) }
    let span = GridDay.span(of: photos.localDay)
    earliest = min(earliest, span.from ?? .min)
    latest = max(latest, span.through ?? .max)
    add(photos.count, on: photos.localDay)
  }

  private mutating func collectMoments(_ chosen: PointSelection, _ time: (Int) -> Int64) {
    dropUselessMoments()
    guard extent != nil, moments != nil else { return }
    chosen.forEachChosen { index in
      let time = time(index)
      if time != IndexedPoint.undated { moments?.append(time) }
    }
  }

  private mutating func dropUselessMoments() {
    guard let extent else { return }
    // Subtracting days never overflows.
    let days = GridDay.day(of: extent.upperBound) - GridDay.day(of: extent.lowerBound) + 1
    if days > mostDays || (moments?.count ?? 0) > Self.mostMoments { moments = nil }
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
