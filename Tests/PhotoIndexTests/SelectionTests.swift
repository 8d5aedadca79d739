import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import TestSupport
import Testing
import Query

/// Selection by columns equals a test of each point.
@Suite struct SelectionTests {
  @Test func aFilterAgreesWithTestingEachPoint() throws {
    var random = SeededRandom(seed: 91)
    for count in 1...GridRun.capacity {
      let points = (0..<count).map { Self.point($0, &random) }
      let low = Int.random(in: 0...count, using: &random)
      let range = low..<Int.random(in: low...count, using: &random)
      let filter = Self.filter(&random)
      var ids = PhotoSet()
      for point in points where Bool.random(using: &random) { ids.insert(point.id) }
      let set = Bool.random(using: &random) ? ids : nil
      let chosen = try Self.withRun(points) { run in
        Array(GridFilter(filter, test: set.map(PhotoTest.set)).selection(of: run, in: range))
      }
      let expected = range.filter { index in
        Self.passes(points[index], filter) && set?.contains(points[index].id) ?? true
      }
      #expect(chosen == expected, "\(filter) of \(count)")
    }
  }

  @Test func sumsOfASelectionAreThoseOfItsPoints() throws {
    var random = SeededRandom(seed: 92)
    for count in [1, 63, 64, 65, 128, GridRun.capacity] {
      let points = (0..<count).map { Self.point($0, &random) }
      try Self.withRun(points) { run in
        var chosen = PointSelection(0..<count)
        chosen.narrowChosen { $0 % 3 > 0 }
        var summary = PointSummary()
        summary.add(run, chosen)
        var expected = PointSummary()
        for index in 0..<count where index % 3 > 0 { expected.add(points[index]) }
        #expect(summary == expected)
        #expect(chosen.count == expected.count)
      }
    }
  }

  @Test func aRunOfMorePointsThanThereCanBeIsRefused() {
    let tooLong = [UInt8](repeating: 0, count: (GridRun.capacity + 1) * GridRun.stride)
    let isRefused = unsafe tooLong.withUnsafeBytes { bytes in
      switch unsafe GridRun(bytes) {
      case .some: false
      case .none: true
      }
    }
    #expect(isRefused)
  }

  private static func withRun<Result>(
    _ points: [IndexedPoint], _ body: (GridRun) throws -> Result
  ) throws -> Result {
    try unsafe GridRun.encode(points[...]).withUnsafeBytes { bytes in
      guard let run = unsafe GridRun(bytes) else { throw IndexError(.damaged, "no run") }
      return try body(run)
    }
  }

  private static let steps: [Int32] = [-1_800_000_000, -5, 0, 5, 1_799_999_999, 1_800_000_000]

  /// Few values, so that many points lie exactly on the edges of queries; also ids that were never assigned.
  private static func point(_ number: Int, _ random: inout SeededRandom) -> IndexedPoint {
    IndexedPoint(
      id: [Int64(number), -1 - Int64(number), 1 << 40].randomElement(using: &random) ?? 0,
      longitudeE7: steps.randomElement(using: &random) ?? 0,
      latitudeE7: [-900_000_000, -5, 0, 5, 900_000_000].randomElement(using: &random) ?? 0,
      time: [IndexedPoint.undated, .min + 1, -7, 0, 7, .max].randomElement(using: &random) ?? 0,
      traits: .random(in: 0...3, using: &random) << 4 | .random(in: 0...3, using: &random),
      offset: [-1_440, -1, 0, 0, 540, 1_440].randomElement(using: &random) ?? 0)
  }

  private static func filter(_ random: inout SeededRandom) -> PhotoFilter {
    var filter = PhotoFilter()
    func edge(_ values: [Double]) -> Double { values.randomElement(using: &random) ?? 0 }
    if Bool.random(using: &random) {
      let longitudes = [-180, -0.000_000_5, 0, 0.000_000_2, 0.000_000_5, 179.999_999_9, 180]
      filter.box = BoundingBox(
        west: edge(longitudes), south: edge([-90, -0.000_000_5, 0]), east: edge(longitudes),
        north: edge([0, 0.000_000_5, 90]))
    }
    if Bool.random(using: &random) {
      filter.time = TimeSpan(
        from: [nil, .min, -7, 0, 7].randomElement(using: &random) ?? nil,
        through: [nil, .min, -7, 0, .max].randomElement(using: &random) ?? nil)
    }
    if Bool.random(using: &random) {
      filter.localTime = TimeSpan(
        from: [nil, .min, -60_007, 0, 7].randomElement(using: &random) ?? nil,
        through: [nil, .min, -7, 60_000 * 540, .max].randomElement(using: &random) ?? nil)
    }
    if Bool.random(using: &random) { filter.media = .allCases.randomElement(using: &random) }
    if Bool.random(using: &random) { filter.source = .allCases.randomElement(using: &random) }
    return filter
  }

  private static func passes(_ point: IndexedPoint, _ filter: PhotoFilter) -> Bool {
    if let box = filter.box,
      !box.contains(longitudeE7: point.longitudeE7, latitudeE7: point.latitudeE7)
    {
      return false
    }
    if let span = filter.localTime {
      let shown = point.time.addingReportingOverflow(Int64(point.offset) * 60_000)
      let local = shown.overflow ? point.time : shown.partialValue
      guard point.time != IndexedPoint.undated, local >= span.from ?? .min,
        local <= span.through ?? .max
      else { return false }
    }
    if let span = filter.time {
      guard point.time != IndexedPoint.undated, point.time >= span.from ?? .min,
        point.time <= span.through ?? .max
      else { return false }
    }
    if let media = filter.media, point.traits & 0x0F != media.rawValue { return false }
    if let source = filter.source, point.traits >> 4 != source.rawValue { return false }
    return true
  }
}
