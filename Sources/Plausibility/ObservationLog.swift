internal import Synchronization

/// The photos that are on the map, by day, for one version of a library after the other.
public struct ObservationLog: Sendable {
  /// The photos of a day by camera and time, and a number that no other change of the day has had.
  struct Day: Sendable {
    var photos: [Observation]
    var stamp: UInt64
  }

  /// The dated photos, by the number of the day.
  private(set) var days: [Int: Day] = [:]

  /// The numbers of the days, in order.
  private(set) var order: [Int] = []

  /// The photos without a time, or with one that no camera has shown.
  private(set) var undated: [Observation] = []

  /// What stands for the tracks where those for cameras are expected.
  static let track: Int32 = -1

  /// The days of 1826, the year of the first photograph, to 2199; others are errors of clocks.
  private static let possibleDays = -52_595..<84_006

  private static let lastStamp = Atomic<UInt64>(0)

  private static func nextStamp() -> UInt64 {
    lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Sorts photos; O(n log m) for n photos, of which m are of one day.
  public init(_ photos: [Observation]) { insert(photos) }

  /// Removes the photos with some ids and adds others; apart from comparing ids, takes time for the changed days only.
  public mutating func replace(ids isGone: (Int64) -> Bool, with photos: [Observation]) {
    undated.removeAll { isGone($0.id) }
    for day in order {
      guard let old = days[day], old.photos.contains(where: { isGone($0.id) }) else { continue }
      let left = old.photos.filter { !isGone($0.id) }
      days[day] = left.isEmpty ? nil : Day(photos: left, stamp: Self.nextStamp())
    }
    insert(photos)
  }

  /// The number of photos; O(d) for days.
  public var count: Int { days.values.reduce(undated.count) { $0 + $1.photos.count } }

  /// The memory that it takes.
  public var bytes: Int { count * MemoryLayout<Observation>.stride + days.count * 64 }

  private mutating func insert(_ photos: [Observation]) {
    var added: [Int: [Observation]] = [:]
    var start = 0
    while start < photos.count {
      // Photos of one day mostly follow each other.
      let day = Self.day(of: photos[start])
      var end = start + 1
      while end < photos.count, Self.day(of: photos[end]) == day { end += 1 }
      if let day {
        added[day, default: []] += photos[start..<end]
      } else {
        undated += photos[start..<end]
      }
      start = end
    }
    for (day, photos) in added {
      var all = days[day].map { $0.photos + photos } ?? photos
      all.sort(by: Self.isBefore)
      days[day] = Day(photos: all, stamp: Self.nextStamp())
    }
    order = days.keys.sorted()
  }

  private static func day(of photo: Observation) -> Int? {
    guard let time = photo.time else { return nil }
    let (day, rest) = time.quotientAndRemainder(dividingBy: 86_400_000)
    let number = Int(day) - (rest < 0 ? 1 : 0)
    return possibleDays.contains(number) ? number : nil
  }

  /// Orders by camera, time and id, so that the result does not depend on the order of the photos.
  private static func isBefore(_ one: Observation, _ other: Observation) -> Bool {
    if one.device != other.device { return one.device ?? .min < other.device ?? .min }
    if one.time != other.time { return one.time ?? .min < other.time ?? .min }
    return one.id < other.id
  }
}
