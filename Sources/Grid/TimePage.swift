internal import Geography

/// A position in the total order by time: the rank of the moment, then the id of the photo.
public struct TimePosition: Hashable, Comparable, Sendable {
  /// Smaller ranks come earlier in the listing; undated photos have the largest.
  public var rank: UInt64

  /// The photo.
  public var id: Int64

  /// Makes a position.
  public init(rank: UInt64, id: Int64) { (self.rank, self.id) = (rank, id) }

  /// Whether `left` comes first.
  public static func < (left: TimePosition, right: TimePosition) -> Bool {
    left.rank == right.rank ? left.id < right.id : left.rank < right.rank
  }

  static let undatedRank = UInt64.max

  /// The rank of a moment in an order.
  @inline(__always)
  static func rank(of time: Int64, newestFirst: Bool) -> UInt64 {
    guard time != IndexedPoint.undated else { return undatedRank }
    // With the sign bit flipped, the unsigned number grows as the signed one does.
    let ascending = UInt64(bitPattern: time) ^ 1 << 63
    return newestFirst ? ~ascending : ascending
  }

  /// The moment of a rank; nil for undated photos.
  func time(newestFirst: Bool) -> Int64? {
    guard rank != Self.undatedRank else { return nil }
    return Int64(bitPattern: (newestFirst ? ~rank : rank) ^ 1 << 63)
  }
}

/// A page in the order of time that is being filled; keeps the first k photos that it gets.
///
/// Takes O(log k) per photo on average, and memory for 2 k photos.
struct TimePage: Mergeable {
  private struct Entry {
    var position: TimePosition
    var longitudeE7: Int32
    var latitudeE7: Int32
  }

  private var entries: [Entry] = []
  private var isSorted = true
  private let capacity: Int
  private let newestFirst: Bool
  private let after: TimePosition?
  /// A photo must come before this position to be on the page.
  private var end: TimePosition?

  init(capacity: Int, newestFirst: Bool, after: TimePosition?) {
    self.capacity = capacity
    self.newestFirst = newestFirst
    self.after = after
  }

  /// Whether no photo that comes later in the order can be on the page.
  mutating func isFull() -> Bool {
    if entries.count > capacity { shorten() }
    return entries.count >= capacity
  }

  var emptied: TimePage {
    var empty = self
    empty.entries = []
    return empty
  }

  mutating func merge(_ other: TimePage) {
    entries += other.entries
    isSorted = false
    shorten()
  }

  /// Adds the chosen points of a run that can be on the page.
  mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    var chosen = chosen
    // In a pass, nearly all photos come after those on the page.
    if let last = end?.rank {
      let newestFirst = newestFirst
      chosen.narrow(run.count) {
        TimePosition.rank(of: run.time($0), newestFirst: newestFirst) <= last
      }
    }
    for index in chosen { add(run, index) }
  }

  private mutating func add(_ run: GridRun, _ index: Int) {
    let position = TimePosition(
      rank: TimePosition.rank(of: run.time(index), newestFirst: newestFirst), id: run.id(index))
    if let after, position <= after { return }
    if let end, position >= end { return }
    entries.append(
      Entry(
        position: position, longitudeE7: run.longitudeE7(index), latitudeE7: run.latitudeE7(index)))
    isSorted = false
    if entries.count >= 2 * capacity { shorten() }
  }

  /// The page after `offset` photos; a photo beyond the limit only shows that there is a next page.
  mutating func finished(skipping offset: Int, limit: Int) -> PinPage<TimePosition> {
    shorten()
    let rest = entries.dropFirst(offset)
    let shown = rest.prefix(limit)
    let pins = shown.compactMap { entry in
      Coordinate(latitudeE7: entry.latitudeE7, longitudeE7: entry.longitudeE7)
        .map { Pin(id: entry.position.id, coordinate: $0) }
    }
    return PinPage(pins: pins, last: rest.count > limit ? shown.last?.position : nil)
  }

  private mutating func shorten() {
    guard !isSorted else { return }
    entries.sort { $0.position < $1.position }
    if entries.count > capacity { entries.removeLast(entries.count - capacity) }
    if entries.count == capacity { end = entries.last?.position }
    isSorted = true
  }
}
