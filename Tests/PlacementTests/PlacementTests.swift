import Geography
import PhotoFacts
import Placement
import TestSupport
import Testing

/// Photos are placed between fixes, and only where fixes are near.
@Suite struct PlacementTests {
  private func fix(_ second: Int64, _ longitude: Double, altitude: Double? = nil) throws -> Fix {
    let coordinate = try #require(Coordinate(latitude: 0, longitude: longitude))
    return Fix(coordinate, at: second * 1_000, altitude: altitude)
  }

  @Test func aPhotoBetweenTwoFixesIsAtTheShareOfTheirTime() throws {
    let timeline = FixTimeline([
      try fix(0, 10, altitude: 100), try fix(100, 10.01, altitude: 200),
    ])
    let found = try #require(timeline.candidate(at: 25_000, by: PlacementRules()))
    #expect(abs(found.coordinate.longitude - 10.0025) < 1e-6)
    #expect(found.altitude == 125)
    #expect(found.gap == 100)
    // The speed is 1,113 m in 100 s. The error is half the way at that speed in 25 s, and the error of the fix.
    #expect(abs(found.accuracy - (5 + 25 * 11.13195 / 2)) < 0.1)
    #expect((found.before.instant, found.after.instant) == (0, 100_000))
  }

  @Test func fixesTooFarApartPlaceOnlyWhatIsNearOneOfThem() throws {
    let timeline = FixTimeline([try fix(0, 10), try fix(1_000, 11)])
    let rules = PlacementRules()
    #expect(timeline.candidate(at: 500_000, by: rules) == nil)
    let near = try #require(timeline.candidate(at: 40_000, by: rules))
    #expect(near.coordinate.longitude == 10)
    #expect(near.gap == 40)
    #expect(timeline.candidate(at: -60_000, by: rules) != nil)
    #expect(timeline.candidate(at: -60_001, by: rules) == nil)
    #expect(timeline.candidate(at: 1_061_000, by: rules) == nil)
    var wide = rules
    wide.maxGap = 1_000
    #expect(timeline.candidate(at: 500_000, by: wide) != nil)
    wide.maxDistance = 50_000
    #expect(timeline.candidate(at: 500_000, by: wide) == nil)
  }

  @Test func aDeviceIsNoNeighbourOfItself() throws {
    let timeline = FixTimeline(photos: [
      (try fix(0, 10), 1), (try fix(10, 20), 2), (try fix(20, 10.02), 1),
    ])
    let rules = PlacementRules()
    let other = try #require(timeline.candidate(at: 10_000, besides: 2, by: rules))
    #expect(abs(other.coordinate.longitude - 10.01) < 1e-6)
    #expect(timeline.candidate(at: 10_000, besides: 1, by: rules)?.coordinate.longitude == 20)
  }

  @Test func searchesAgreeWithALinearSearch() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      let fixes = try (0..<Int.random(in: 1...20, using: &random)).map { _ in
        (
          try fix(.random(in: 0...3_000, using: &random), .random(in: 0...1, using: &random)),
          Int.random(in: 0...2, using: &random)
        )
      }
      let instant = Int64.random(in: -100...3_100, using: &random) * 1_000
      let rules = PlacementRules()
      let others = fixes.filter { $0.1 != 0 }.map(\.0)
      let never: Int64 = 1 << 60
      let before: Int64 = others.map(\.instant).filter { $0 <= instant }.max() ?? -never
      let after: Int64 = others.map(\.instant).filter { $0 >= instant }.min() ?? never
      let isBetween = after - before <= 600_000
      let isNear = instant - before <= 60_000 || after - instant <= 60_000
      let found = FixTimeline(photos: fixes.map { (fix: $0.0, device: $0.1) })
        .candidate(at: instant, besides: 0, by: rules)
      #expect((found != nil) == (isBetween || isNear))
    }
  }
}

/// The clock of a camera follows from evidence, or is unknown.
@Suite struct CameraClockTests {
  private let summer = CaptureTime(
    localMilliseconds: 7_200_000, utcOffsetMinutes: 120, source: .offsetTag)
  private let bare = CaptureTime(localMilliseconds: 7_300_000)

  @Test func aGivenClockWins() {
    var clocks = CameraClocks()
    clocks.enter(7_620_000, for: 1)
    clocks.learn(summer, of: 2)
    clocks.sort()
    let found = clocks.instant(of: bare, device: 1)
    #expect(found?.instant == 7_300_000 - 7_620_000)
    #expect(found?.clock?.evidence == .given)
    #expect(clocks.instant(of: summer, device: 1)?.instant == 7_200_000 - 7_620_000)
  }

  @Test func thePhotosOfACameraDetermineItsClock() {
    var clocks = CameraClocks()
    clocks.learn(summer, of: 1)
    clocks.sort()
    let found = clocks.instant(of: bare, device: 1)
    #expect(found?.instant == 100_000)
    #expect(found?.clock?.evidence == .ownPhotos(1))
  }

  @Test func otherDevicesOfTheSameDayDetermineTheTimeZone() {
    var clocks = CameraClocks()
    clocks.learn(summer, of: 2)
    clocks.sort()
    #expect(clocks.instant(of: bare, device: 1)?.clock?.evidence == .otherDevices(1))
    let monthLater = CaptureTime(localMilliseconds: 30 * 86_400_000)
    #expect(clocks.instant(of: monthLater, device: 1) == nil)
  }

  @Test func contradictingEvidenceIsNotEnough() {
    let winter = CaptureTime(
      localMilliseconds: 7_200_000, utcOffsetMinutes: 60, source: .offsetTag)
    var clocks = CameraClocks()
    clocks.learn(summer, of: 2)
    clocks.learn(winter, of: 3)
    clocks.sort()
    #expect(clocks.instant(of: bare, device: 1) == nil)
    // Nor from photos of the same camera that contradict each other.
    clocks.learn(winter, of: 2)
    clocks.sort()
    #expect(clocks.instant(of: bare, device: 2) == nil)
  }

  @Test func aClockDriftsEvenlyBetweenTwoPhotosOfAnExactOne() {
    var clocks = CameraClocks()
    clocks.enter(1_000_000, shownAt: 1_010_000, for: 1)
    clocks.enter(0, shownAt: 0, for: 1)
    for (local, error) in [(-5_000, 0), (505_000, 5_000), (1_010_000, 10_000), (9_000_000, 10_000)]
    {
      let found = clocks.instant(of: CaptureTime(localMilliseconds: Int64(local)), device: 1)
      #expect(found?.instant == Int64(local - error))
    }
  }

  @Test func photosNearInTimeDetermineAClockThatDrifts() {
    var clocks = CameraClocks()
    // A minute a day, so that the first and the last photo differ by more than an hour.
    for day in 0..<100 {
      let local = Int64(day) * 86_400_000
      clocks.learn(
        CaptureTime(localMilliseconds: local, utcOffsetMinutes: day, source: .gps), of: 1)
    }
    clocks.sort()
    let found = clocks.instant(
      of: CaptureTime(localMilliseconds: 50 * 86_400_000 + 1), device: 1)
    let offset = found?.clock?.offset ?? -1
    #expect(offset == 50 * 60_000)
  }

  @Test func aClockFoundOnATrackHoldsForTheDaysAround() {
    var clocks = CameraClocks()
    let day: Int64 = 86_400_000
    clocks.learn(
      CameraClock(offset: 5_000, evidence: .track(agreeing: 9, of: 9)), of: 1, at: day...day)
    clocks.learn(CameraClock(offset: 7_000, evidence: .zoneOfTrack), of: 2, at: day...day)
    clocks.sort()
    func offset(_ local: Int64, of device: Int) -> Int64? {
      clocks.instant(of: CaptureTime(localMilliseconds: local), device: device)?.clock?.offset
    }
    #expect(offset(2 * day, of: 1) == 5_000)
    #expect(offset(3 * day, of: 1) == nil)
    #expect(offset(day, of: 2) == 7_000)
    #expect(offset(day + 1, of: 2) == nil)
  }

  @Test func entriesNameACameraOrAPhoto() {
    #expect(GivenClock("Aster F2=+01:02:03")?.reading == .offset(3_723_000))
    #expect(GivenClock("Aster F2=-1:02")?.reading == .offset(-3_720_000))
    let photo = GivenClock("a=b/IMG_1.JPG=2024-05-01T09:00:05Z")
    #expect(photo?.name == "a=b/IMG_1.JPG")
    #expect(photo?.reading == .shown(1_714_554_005_000))
    for text in ["", "=1:00", "Aster", "Aster=", "Aster=1", "A=2024-05-01T09:00:05", "A=1:60"] {
      #expect(GivenClock(text) == nil, "\(text)")
    }
  }
}
