/// A sighting among those of its day.
struct SortedSighting {
  /// Milliseconds of the day.
  var milliseconds: Int32
  var device: Int32
  var longitudeE7: Int32
  var latitudeE7: Int32
  var index: UInt32

  /// Orders by time, camera and position; equal sightings are interchangeable.
  @inline(__always)
  static func isBefore(_ one: SortedSighting, _ other: SortedSighting) -> Bool {
    if one.milliseconds != other.milliseconds { return one.milliseconds < other.milliseconds }
    if one.device != other.device { return one.device < other.device }
    if one.latitudeE7 != other.latitudeE7 { return one.latitudeE7 < other.latitudeE7 }
    return one.longitudeE7 < other.longitudeE7
  }
}

/// The sightings by day and time.
struct SortedSightings {
  private(set) var records: [SortedSighting]

  /// The days with sightings, in order.
  private(set) var days: [Int32] = []

  /// The index of the first record of each day, and of the end.
  private(set) var starts: [Int] = [0]

  /// The days of 1826, the year of the first photograph, to 2199; others are errors of clocks.
  private static let possibleDays: Range<Int64> = -52_595..<84_006

  /// Sorts by counting days, then parts of each day; O(n) unless many sightings share a time of a day.
  init(_ sightings: Sightings) {
    let counts = Self.counts(sightings)
    var next = [UInt32](repeating: 0, count: counts.count)
    var total = 0
    for (row, count) in counts.enumerated() where count > 0 {
      next[row] = UInt32(total)
      total += Int(count)
      days.append(Int32(row) + Int32(Self.possibleDays.lowerBound))
      starts.append(total)
    }
    let empty = SortedSighting(
      milliseconds: 0, device: 0, longitudeE7: 0, latitudeE7: 0, index: 0)
    records = [SortedSighting](repeating: empty, count: total)
    for index in 0..<sightings.count {
      guard let row = Self.row(sightings, index) else { continue }
      records[Int(next[row])] = SortedSighting(
        milliseconds: Int32(truncatingIfNeeded: sightings.times[index] - Self.start(ofRow: row)),
        device: sightings.devices[index], longitudeE7: sightings.longitudesE7[index],
        latitudeE7: sightings.latitudesE7[index], index: UInt32(truncatingIfNeeded: index))
      next[row] += 1
    }
    var sorter = DaySorter(empty)
    for (first, end) in zip(starts, starts.dropFirst()) { sorter.sort(&records, first..<end) }
  }

  private static func counts(_ sightings: Sightings) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: possibleDays.count)
    for index in 0..<sightings.count {
      if let row = row(sightings, index) { counts[row] += 1 }
    }
    return counts
  }

  @inline(__always)
  private static func start(ofRow row: Int) -> Int64 {
    (Int64(row) + possibleDays.lowerBound) * LocalDay.milliseconds
  }

  /// The row of the day; nil for impossible days and positions, and for 0° 0°, which cameras write for no position.
  @inline(__always)
  private static func row(_ sightings: Sightings, _ index: Int) -> Int? {
    let time = sightings.times[index]
    let (longitude, latitude) = (sightings.longitudesE7[index], sightings.latitudesE7[index])
    guard time >= possibleDays.lowerBound * LocalDay.milliseconds,
      time < possibleDays.upperBound * LocalDay.milliseconds,
      longitude >= -1_800_000_000, longitude <= 1_800_000_000,
      latitude >= -900_000_000, latitude <= 900_000_000, longitude != 0 || latitude != 0
    else { return nil }
    let passed = UInt64(time - possibleDays.lowerBound * LocalDay.milliseconds)
    return Int(passed / UInt64(LocalDay.milliseconds))
  }

  /// The records of consecutive days.
  func records(of span: DaySpan) -> ArraySlice<SortedSighting> {
    let first = days.firstIndex(atLeast: Int32(clamping: span.lowerBound.number))
    let end = days.firstIndex(atLeast: Int32(clamping: span.upperBound.number + 1))
    return records[starts[first]..<starts[end]]
  }
}
