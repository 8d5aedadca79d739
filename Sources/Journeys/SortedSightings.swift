/// A sighting among those of its day: 24 bytes.
struct SortedSighting: Sendable {
  /// Milliseconds of the day.
  var milliseconds: Int32
  var device: Int32
  var longitudeE7: Int32
  var latitudeE7: Int32
  var id: Int64

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
struct SortedSightings: Sendable {
  /// The days with sightings, in order.
  private(set) var days: [Int32] = []

  /// The records of each day, by time; days that were not replaced share one buffer.
  private(set) var records: [ArraySlice<SortedSighting>] = []

  /// The least and the greatest id of each day.
  private var idSpans: [ClosedRange<Int64>] = []

  /// The days of 1826, the year of the first photograph, to 2199; others are errors of clocks.
  private static let possibleDays: Range<Int64> = -52_595..<84_006

  private static let empty = SortedSighting(
    milliseconds: 0, device: 0, longitudeE7: 0, latitudeE7: 0, id: 0)

  /// Sorts by counting days, then parts of each day; O(n) unless many sightings share a time of a day.
  init(_ sightings: Sightings) {
    let counts = Self.counts(sightings)
    var next = [UInt32](repeating: 0, count: counts.count)
    var starts = [0]
    var total = 0
    for (row, count) in counts.enumerated() where count > 0 {
      next[row] = UInt32(total)
      total += Int(count)
      days.append(Int32(row) + Int32(Self.possibleDays.lowerBound))
      starts.append(total)
    }
    var sorted = [SortedSighting](repeating: Self.empty, count: total)
    for index in 0..<sightings.count {
      guard let row = Self.row(sightings, index) else { continue }
      sorted[Int(next[row])] = SortedSighting(
        milliseconds: Int32(truncatingIfNeeded: sightings.times[index] - Self.start(ofRow: row)),
        device: sightings.devices[index], longitudeE7: sightings.longitudesE7[index],
        latitudeE7: sightings.latitudesE7[index], id: sightings.ids[index])
      next[row] += 1
    }
    var sorter = DaySorter(Self.empty)
    for (first, end) in zip(starts, starts.dropFirst()) { sorter.sort(&sorted, first..<end) }
    records = zip(starts, starts.dropFirst()).map { sorted[$0..<$1] }
    idSpans = records.map(Self.idSpan)
  }

  private static func idSpan(_ records: ArraySlice<SortedSighting>) -> ClosedRange<Int64> {
    var (least, greatest) = (records[records.startIndex].id, records[records.startIndex].id)
    for record in records {
      least = min(least, record.id)
      greatest = max(greatest, record.id)
    }
    return least...greatest
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

  /// The records of a day.
  func records(of day: LocalDay) -> ArraySlice<SortedSighting> {
    let number = days.firstIndex(atLeast: Int32(clamping: day.number))
    return number < days.count && Int(days[number]) == day.number ? records[number] : []
  }

  /// How many sightings there are; O(d) for days.
  var count: Int { records.reduce(0) { $0 + $1.count } }

  /// Removes sightings with ids in a span and adds others, and returns the days that have changed; sorts these days only.
  mutating func replace(
    _ ids: Range<Int64>, where isGone: (SortedSighting) -> Bool, with sightings: Sightings
  ) -> Set<Int32> {
    let added = SortedSightings(sightings)
    var changed = Set(added.days)
    for (number, day) in days.enumerated() where ids.overlaps(idSpans[number]) {
      if records[number].contains(where: isGone) { changed.insert(day) }
    }
    guard !changed.isEmpty else { return changed }
    let old = self
    let all = changed.subtracting(days)
    (days, records, idSpans) = ([], [], [])
    var sorter = DaySorter(Self.empty)
    let order = all.isEmpty ? old.days : (old.days + all).sorted()
    var (next, nextAdded) = (0, 0)
    for day in order {
      var part: ArraySlice<SortedSighting> = []
      var idSpan: ClosedRange<Int64>?
      if next < old.days.count, old.days[next] == day {
        part = old.records[next]
        idSpan = old.idSpans[next]
        next += 1
      }
      if changed.contains(day) {
        var merged = part.filter { !isGone($0) }
        if nextAdded < added.days.count, added.days[nextAdded] == day {
          merged += added.records[nextAdded]
          nextAdded += 1
        }
        sorter.sort(&merged, 0..<merged.count)
        part = merged[...]
        idSpan = nil
      }
      guard !part.isEmpty else { continue }
      days.append(day)
      records.append(part)
      idSpans.append(idSpan ?? Self.idSpan(part))
    }
    return changed
  }

  /// The sightings of cameras with wrong clocks, as right ones date them; `lags` are the milliseconds by which they are ahead.
  func shifted(by lags: [Int32: Int64]) -> Sightings {
    var shifted = Sightings()
    for (day, part) in zip(days, records) {
      let start = Int64(day) * LocalDay.milliseconds
      for record in part {
        guard let lag = lags[record.device] else { continue }
        shifted.append(
          localMilliseconds: start + Int64(record.milliseconds) - lag,
          longitudeE7: record.longitudeE7, latitudeE7: record.latitudeE7, device: record.device,
          id: record.id)
      }
    }
    return shifted
  }
}
