internal import Synchronization

/// The sightings of a library by day, with what each camera saw of each place on each day.
///
/// It serves one version of a library after the other: only the days that have changed are sorted and grouped again.
public struct SightingLog: Sendable {
  private(set) var sorted: SortedSightings

  /// One for each day of `sorted`.
  private var days: [Day] = []

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
    group(sorted.days) { _ in nil }
  }

  /// Removes the sightings with some ids of a span and adds others.
  ///
  /// Takes time for the changed days only, and compares the ids of the days that have some in the span.
  public mutating func replace(
    _ ids: Range<Int64>, where isGone: (Int64) -> Bool, with sightings: Sightings
  ) {
    replace(ids, where: { isGone($0.id) }, with: sightings)
  }

  /// The memory that it takes.
  public var bytes: Int {
    sorted.count * MemoryLayout<SortedSighting>.stride
      + days.reduce(0) { $0 + $1.visits.count * MemoryLayout<Visit>.stride + 64 }
  }

  /// The visits in order of days, cameras and times.
  var visitList: VisitList {
    var list = VisitList(capacity: days.reduce(0) { $0 + $1.visits.count })
    for day in days { list.append(day.visits) }
    return list
  }

  /// The stamps of some days: a day has the same one as in an earlier log if its sightings are the same ones.
  func stamps(_ span: DaySpan) -> [UInt64] {
    let first = sorted.days.firstIndex(atLeast: Int32(clamping: span.lowerBound.number))
    let after = sorted.days.firstIndex(atLeast: Int32(clamping: span.upperBound.number + 1))
    return days[first..<after].map(\.stamp)
  }

  /// The same by clocks that are right; `lags` are the milliseconds by which those of cameras are ahead.
  func corrected(by lags: [Int32: Int64]) -> SightingLog {
    var log = self
    log.replace(
      .min..<(.max), where: { lags[$0.device] != nil }, with: sorted.shifted(by: lags))
    return log
  }

  private mutating func replace(
    _ ids: Range<Int64>, where isGone: (SortedSighting) -> Bool, with sightings: Sightings
  ) {
    let former = zip(sorted.days, days)
    let changed = sorted.replace(ids, where: isGone, with: sightings)
    guard !changed.isEmpty else { return }
    var rest = former.makeIterator()
    group(sorted.days) { day in
      guard !changed.contains(day) else { return nil }
      // Each of these days was there before.
      while let (number, group) = rest.next() { if number == day { return group } }
      return nil
    }
  }

  /// Groups the sightings of each day, except those that are grouped already.
  private mutating func group(_ numbers: [Int32], _ grouped: (Int32) -> Day?) {
    var builder = VisitBuilder()
    let stamp = Self.nextStamp()
    days = zip(numbers, sorted.records).map { day, records in
      grouped(day) ?? Day(visits: builder.visits(of: records, on: day), stamp: stamp)
    }
  }
}
