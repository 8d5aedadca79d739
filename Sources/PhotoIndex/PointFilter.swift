internal import Geography
internal import PhotoFacts
internal import Query

/// A filter prepared for tests of millions of points.
struct PointFilter: Sendable {
  private let box: PointWindow?
  private let time: TimeWindow?
  private let localTime: TimeWindow?
  private let traitsMask: UInt8
  private let traitsValue: UInt8
  private let ids: PhotoSet?
  private let test: PointTest?

  /// Whether no point can pass.
  private let passesNone: Bool

  /// Whether every point passes, so that none needs to be tested.
  let passesAll: Bool

  /// `ids` holds the photos that pass what the grid does not know, and `test` is the rest that has to
  /// hold.
  init(_ filter: PhotoFilter, ids: PhotoSet?, test: PointTest?) {
    box = filter.box.flatMap(PointWindow.init)
    time = filter.time.flatMap(TimeWindow.init)
    localTime = filter.localTime.flatMap(TimeWindow.init)
    var mask: UInt8 = 0
    var value: UInt8 = 0
    if let media = filter.media {
      mask |= 0x0F
      value |= media.rawValue
    }
    if let source = filter.source {
      mask |= 0xF0
      value |= source.rawValue << 4
    }
    traitsMask = mask
    traitsValue = value
    self.ids = ids
    self.test = test
    passesNone =
      filter.box != nil && box == nil || filter.time != nil && time == nil
      || filter.localTime != nil && localTime == nil
    passesAll = filter.box == nil && filter.isOnlyABox && ids == nil && test == nil
  }

  /// The same filter, for points that are known to lie in its box.
  func withoutBox(of filter: PhotoFilter) -> PointFilter {
    var wider = filter
    wider.box = nil
    return PointFilter(wider, ids: ids, test: test)
  }

  /// The points that pass in a part of a run.
  func selection(of run: GridRun, in range: Range<Int>) -> PointSelection {
    guard !passesNone else { return PointSelection() }
    var chosen = PointSelection(range)
    if passesAll { return chosen }
    if traitsMask != 0 {
      chosen.narrow(run, toTraits: traitsValue, under: traitsMask)
    }
    if let time { chosen.narrow(run.count) { time.contains(run.time($0)) } }
    if let localTime { chosen.narrow(run.count) { localTime.contains(run.localTime($0)) } }
    if let box {
      chosen.narrow(run.count) {
        box.contains(longitudeE7: run.longitudeE7($0), latitudeE7: run.latitudeE7($0))
      }
    }
    if ids == nil && test == nil || chosen.isEmpty { return chosen }
    if let ids { chosen.narrow(run, to: ids) }
    test?.narrow(&chosen, run)
    return chosen
  }
}

/// A time span prepared for a loop.
private struct TimeWindow {
  private let from: Int64
  private let duration: UInt64

  /// Returns nil if no time can lie in the span.
  init?(_ span: TimeSpan) {
    // The time of undated photos is the lowest number; every span begins after it.
    from = max(span.from ?? .min, IndexedPoint.undated + 1)
    let last = span.through ?? .max
    guard from <= last else { return nil }
    duration = UInt64(bitPattern: last &- from)
  }

  @inline(__always)
  func contains(_ time: Int64) -> Bool {
    // One comparison for both ends: a time before the start wraps to a large number.
    UInt64(bitPattern: time &- from) <= duration
  }
}

/// A box prepared for a loop.
private struct PointWindow {
  private let west: Int32
  private let south: Int32
  private let width: UInt32
  private let height: UInt32

  /// Returns nil if no point can lie in the box.
  init?(_ box: BoundingBox) {
    guard !box.parts.isEmpty else { return nil }
    west = box.westE7
    south = box.southE7
    // Across the antimeridian the difference wraps, as it does for the points.
    width = UInt32(bitPattern: box.eastE7 &- box.westE7)
    height = UInt32(bitPattern: box.northE7 &- box.southE7)
  }

  @inline(__always)
  func contains(longitudeE7: Int32, latitudeE7: Int32) -> Bool {
    (UInt32(bitPattern: longitudeE7 &- west) <= width)
      && (UInt32(bitPattern: latitudeE7 &- south) <= height)
  }
}

extension PointSelection {
  /// Keeps the points whose masked traits equal a value.
  mutating func narrow(_ run: GridRun, toTraits value: UInt8, under mask: UInt8) {
    let everyByte: UInt64 = 0x0101_0101_0101_0101
    let (masks, values) = (UInt64(mask) &* everyByte, UInt64(value) &* everyByte)
    narrow(
      run.count,
      eight: { index in
        // A byte of `difference` is 0 where the traits are equal; `isEqual` has a 1 in each such byte. The
        // product collects these eight bits in one byte.
        let difference = run.eightTraits(from: index) & masks ^ values
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let isEqual = ~((difference & low) &+ low | difference) >> 7 & everyByte
        return (isEqual &* 0x0102_0408_1020_4080) >> 56
      }, where: { run.traits($0) & mask == value })
  }

  /// Keeps the photos of a set.
  mutating func narrow(_ run: GridRun, to ids: PhotoSet) {
    ids.withMembership { isMember in narrowChosen { isMember(run.id($0)) } }
  }
}
