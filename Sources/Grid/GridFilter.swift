public import Geography
public import PhotoFacts

/// Selects points by position, time and traits; all criteria that are set are combined with AND.
///
/// It is prepared for tests of millions of points.
public struct GridFilter: Sendable {
  /// The position is in this box.
  public let box: BoundingBox?

  /// The time is in this span; undated points never are.
  public let time: TimeSpan?

  /// The local time is in this span; undated points never are.
  public let localTime: TimeSpan?

  private let traits: Traits?
  private let test: any PointTest
  private let hasTest: Bool
  private let isUndated: Bool

  private let boxWindow: PointWindow?
  private let timeWindow: TimeWindow?
  private let localTimeWindow: TimeWindow?

  /// Whether no point can pass.
  private let passesNone: Bool

  /// Whether every point passes, so that none needs to be tested.
  let passesAll: Bool

  /// Traits that a point must have.
  public struct Traits: Sendable {
    /// The bits that must be those of `value`.
    public var mask: UInt8

    /// What they must be.
    public var value: UInt8

    /// Makes traits.
    public init(mask: UInt8, value: UInt8) { (self.mask, self.value) = (mask, value) }
  }

  /// Makes a filter; `test` is the rest that has to hold.
  public init(
    box: BoundingBox? = nil, time: TimeSpan? = nil, localTime: TimeSpan? = nil,
    traits: Traits? = nil, test: (any PointTest)? = nil
  ) {
    self.init(
      box: box, time: time, localTime: localTime, traits: traits, test: test, isUndated: false)
  }

  private init(
    box: BoundingBox?, time: TimeSpan?, localTime: TimeSpan?, traits: Traits?,
    test: (any PointTest)?, isUndated: Bool
  ) {
    (self.box, self.time, self.localTime) = (box, time, localTime)
    (self.traits, self.isUndated, hasTest) = (traits, isUndated, test != nil)
    // Not an optional, which would be copied for each run.
    self.test = test ?? PassingTest()
    boxWindow = box.flatMap(PointWindow.init)
    timeWindow = time.flatMap(TimeWindow.init)
    localTimeWindow = localTime.flatMap(TimeWindow.init)
    passesNone =
      box != nil && boxWindow == nil || time != nil && timeWindow == nil
      || localTime != nil && localTimeWindow == nil
    passesAll =
      box == nil && time == nil && localTime == nil && traits == nil && test == nil && !isUndated
  }

  /// Whether it depends only on positions.
  var isOnlyABox: Bool { isOnlyABoxAndTime && time == nil && localTime == nil }

  /// Whether it depends only on positions and times.
  var isOnlyABoxAndTime: Bool { traits == nil && !hasTest && !isUndated }

  /// The region that it covers.
  public var region: GridRegion { GridRegion(box ?? .world) }

  /// The same filter, for points that are known to lie in its box.
  var withoutBox: GridFilter {
    GridFilter(
      box: nil, time: time, localTime: localTime, traits: traits, test: hasTest ? test : nil,
      isUndated: isUndated)
  }

  /// The same filter, with another time span.
  func with(time: TimeSpan?) -> GridFilter {
    GridFilter(
      box: box, time: time, localTime: localTime, traits: traits, test: hasTest ? test : nil,
      isUndated: isUndated)
  }

  /// The same filter, for undated points alone.
  var undated: GridFilter {
    GridFilter(
      box: box, time: time, localTime: localTime, traits: traits, test: hasTest ? test : nil,
      isUndated: true)
  }

  /// The points that pass in a part of a run.
  public func selection(of run: GridRun, in range: Range<Int>) -> PointSelection {
    guard !passesNone else { return PointSelection() }
    var chosen = PointSelection(range)
    if passesAll { return chosen }
    if let traits { chosen.narrow(run, to: traits) }
    if let timeWindow { chosen.narrow(run.count) { timeWindow.contains(run.time($0)) } }
    if let localTimeWindow {
      chosen.narrow(run.count) { localTimeWindow.contains(run.localTime($0)) }
    }
    if isUndated { chosen.narrow(run.count) { run.time($0) == IndexedPoint.undated } }
    if let boxWindow {
      chosen.narrow(run.count) {
        boxWindow.contains(longitudeE7: run.longitudeE7($0), latitudeE7: run.latitudeE7($0))
      }
    }
    if hasTest, !chosen.isEmpty { test.narrow(&chosen, run) }
    return chosen
  }

  /// How many points pass in a part of a run.
  func count(in run: GridRun, _ range: Range<Int>) -> Int {
    passesAll ? range.count : selection(of: run, in: range).count
  }
}

/// A test of points that knows more of them than the grid does.
public protocol PointTest: Sendable {
  /// Keeps the chosen points of a run for which the test holds.
  func narrow(_ chosen: inout PointSelection, _ run: GridRun)
}

/// The test of a filter that needs none.
private struct PassingTest: PointTest {
  func narrow(_ chosen: inout PointSelection, _ run: GridRun) {}
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
  fileprivate mutating func narrow(_ run: GridRun, to traits: GridFilter.Traits) {
    let (mask, value) = (traits.mask, traits.value)
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
  public mutating func narrow(_ run: GridRun, to ids: PhotoSet) {
    ids.withMembership { isMember in narrowChosen { isMember(run.id($0)) } }
  }
}
