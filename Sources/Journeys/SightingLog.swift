internal import Synchronization

/// The sightings of a library by day, with what each camera saw of each place on each day.
///
/// It serves one version of a library after the other: only the days that have changed are sorted and grouped again.
public struct SightingLog: Sendable {
  private(set) var sorted: SortedSightings
  private var days: [Int32: Day] = [:]

  private struct Day {
    var visits: [Visit]
    var stamp: UInt64
  }

  /// A number that no other change has had.
  private static func nextStamp() -> UInt64 {
    lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
  }

  private static let lastStamp = Atomic<UInt64>(0)

  /// Sorts and groups sightings; O(n) for n sightings.
  public init(_ sightings: Sightings) {
    sorted = SortedSightings(sightings)
    days.reserveCapacity(sorted.days.count)
    group(0..<sorted.days.count)
  }

  /// Removes the sightings with some ids and adds others; apart from comparing ids, takes time for the changed days only.
  public mutating func replace(ids isGone: (Int64) -> Bool, with sightings: Sightings) {
    replace({ isGone($0.id) }, with: sightings)
  }

  /// The memory that it takes.
  public var bytes: Int {
    sorted.count * MemoryLayout<SortedSighting>.stride
      + days.values.reduce(0) { $0 + $1.visits.count * MemoryLayout<Visit>.stride + 64 }
  }

  /// The visits in order of days, cameras and times.
  var visitList: VisitList {
    var list = VisitList(capacity: days.values.reduce(0) { $0 + $1.visits.count })
    for day in sorted.days { list.append(days[day]?.visits ?? []) }
    return list
  }

  /// The stamps of some days: a day has the same one as in an earlier log if its sightings are the same ones.
  func stamps(_ span: DaySpan) -> [UInt64] {
    let first = sorted.days.firstIndex(atLeast: Int32(clamping: span.lowerBound.number))
    return sorted.days[first...].prefix { Int($0) <= span.upperBound.number }
      .map { days[$0]?.stamp ?? 0 }
  }

  /// The same by clocks that are right; `lags` are the milliseconds by which those of cameras are ahead.
  func corrected(by lags: [Int32: Int64]) -> SightingLog {
    var log = self
    log.replace({ lags[$0.device] != nil }, with: sorted.shifted(by: lags))
    return log
  }

  private mutating func replace(_ isGone: (SortedSighting) -> Bool, with sightings: Sightings) {
    let changed = sorted.replace(isGone, with: sightings)
    for day in changed { days[day] = nil }
    group(sorted.days.indices.filter { changed.contains(sorted.days[$0]) })
  }

  private mutating func group(_ numbers: some Sequence<Int>) {
    var builder = VisitBuilder()
    let stamp = Self.nextStamp()
    for number in numbers {
      let day = sorted.days[number]
      days[day] = Day(visits: builder.visits(of: sorted.records[number], on: day), stamp: stamp)
    }
  }
}
