/// The sightings of a library by day, with what each camera saw of each place on each day.
///
/// It serves one version of a library after the other: only the days that have changed are sorted and grouped again.
public struct SightingLog: Sendable {
  private(set) var sorted: SortedSightings

  /// The visits of each day.
  private var visits: [Int32: [Visit]]

  /// Sorts and groups sightings; O(n) for n sightings.
  public init(_ sightings: Sightings) {
    sorted = SortedSightings(sightings)
    visits = [:]
    visits.reserveCapacity(sorted.days.count)
    group(0..<sorted.days.count)
  }

  /// Removes the sightings with some ids and adds others; apart from comparing ids, takes time for the changed days only.
  public mutating func replace(ids isGone: (Int64) -> Bool, with sightings: Sightings) {
    let changed = sorted.replace({ isGone($0.id) }, with: sightings)
    for day in changed { visits[day] = nil }
    group(sorted.days.indices.filter { changed.contains(sorted.days[$0]) })
  }

  /// The memory that it takes.
  public var bytes: Int {
    sorted.count * MemoryLayout<SortedSighting>.stride
      + visits.values.reduce(0) { $0 + $1.count * MemoryLayout<Visit>.stride + 64 }
  }

  /// The visits in order of days, cameras and times.
  var visitList: VisitList { VisitList(sorted.days.lazy.flatMap { visits[$0] ?? [] }) }

  /// The same by clocks that are right.
  func corrected(by lags: [Int32: Int64]) -> SightingLog {
    SightingLog(sorted.corrected(by: lags))
  }

  private init(_ sorted: SortedSightings) {
    (self.sorted, visits) = (sorted, [:])
    group(0..<sorted.days.count)
  }

  private mutating func group(_ days: some Sequence<Int>) {
    var builder = VisitBuilder()
    for number in days {
      let day = sorted.days[number]
      visits[day] = builder.visits(of: sorted.records[number], on: day)
    }
  }
}
