/// Sorts the sightings of one day after another, in memory that stays in the cache.
struct DaySorter {
  private let empty: SortedSighting
  private var scratch: [SortedSighting] = []
  private var ends: [UInt32] = []

  /// The sightings for which comparing all is fastest.
  private static let few = 20

  init(_ empty: SortedSighting) { self.empty = empty }

  /// Sorts by distributing the sightings to equal parts of the time between the first and the last, about four each.
  mutating func sort(_ records: inout [SortedSighting], _ day: Range<Int>) {
    guard day.count > Self.few else { return Self.sortPart(&records, day) }
    var (earliest, latest) = (Int32.max, Int32.min)
    for index in day {
      earliest = min(earliest, records[index].milliseconds)
      latest = max(latest, records[index].milliseconds)
    }
    let parts = day.count / 4
    let scale = Float(parts) / (Float(latest - earliest) + 1)
    @inline(__always) func part(_ record: SortedSighting) -> Int {
      min(Int(Float(record.milliseconds - earliest) * scale), parts - 1)
    }
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(0, count: parts + 1))
    for index in day { ends[part(records[index]) + 1] += 1 }
    for part in 1...parts { ends[part] += ends[part - 1] }
    if scratch.count < day.count {
      scratch = [SortedSighting](repeating: empty, count: 2 * day.count)
    }
    for index in day {
      let part = part(records[index])
      scratch[Int(ends[part])] = records[index]
      ends[part] += 1
    }
    var first = 0
    for part in 0..<parts {
      Self.sortPart(&scratch, first..<Int(ends[part]))
      first = Int(ends[part])
    }
    for index in 0..<day.count { records[day.lowerBound + index] = scratch[index] }
  }

  /// Sorts a part by insertion, or if it is long, because many sightings share a time, by comparison.
  @inline(__always)
  private static func sortPart(_ records: inout [SortedSighting], _ part: Range<Int>) {
    guard part.count > 1 else { return }
    guard part.count <= few else {
      records[part].sort(by: SortedSighting.isBefore)
      return
    }
    for index in part.dropFirst() {
      let moving = records[index]
      var place = index
      while place > part.lowerBound, SortedSighting.isBefore(moving, records[place - 1]) {
        records[place] = records[place - 1]
        place -= 1
      }
      records[place] = moving
    }
  }
}
