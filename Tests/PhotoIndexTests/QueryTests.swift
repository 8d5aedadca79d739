import Geography
import Grid
import PhotoFacts
import PhotoIndex
import Testing
import Query

@Suite struct QueryTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func everyQueryAgreesWithALinearSearch(seed: UInt64) throws {
    let world = try World(seed: seed, count: 6_000)
    for _ in 0..<250 {
      let filter = world.randomFilter()
      let expected = Set(world.matching(filter).map(\.id))
      let (count, pins) = try world.index.read { reader in
        (try reader.count(filter), try reader.pins(filter, limit: 100_000).elements)
      }
      #expect(count == expected.count, "\(filter)")
      #expect(Set(pins.map(\.id)) == expected, "\(filter)")
      #expect(pins.count == expected.count, "\(filter)")
    }
  }

  @Test func pagesOfAnySizeShowEveryPhotoOnce() throws {
    let world = try World(seed: 4, count: 3_000)
    for size in [1, 7, 160, 161, 1_000] {
      let filter = size == 1 ? smallFilter(world) : world.randomFilter()
      var seen: [Int64] = []
      var cursor: PageCursor?
      repeat {
        let page = try world.index.read { try $0.pins(filter, after: cursor, limit: size) }
        #expect(page.next == nil || page.elements.count == size)
        seen += page.elements.map(\.id)
        cursor = try page.next.map { try #require(PageCursor($0.text)) }
      } while cursor != nil
      #expect(seen.count == Set(seen).count)
      #expect(Set(seen) == Set(world.matching(filter).map(\.id)))
    }
  }

  @Test func aCursorSurvivesAChangeOfThePageSize() throws {
    let world = try World(seed: 5, count: 2_000)
    let all = try world.index.read { try $0.pins(PhotoFilter(), limit: 5_000) }.elements
    let first = try world.index.read { try $0.pins(PhotoFilter(), limit: 13) }
    let rest = try world.index.read {
      try $0.pins(PhotoFilter(), after: first.next, limit: 5_000)
    }
    #expect(first.elements + rest.elements == all)
    let skipped = try world.index.read { try $0.pins(PhotoFilter(), skipping: 13, limit: 5_000) }
    #expect(skipped.elements == rest.elements)
  }

  @Test(arguments: ["", "-", "zz", "1-", "-1", "1-0", "1--1", "zzzzzzzzzzzzz-1", "+1-1", "1-1-1"])
  func anInvalidCursorIsRefused(text: String) {
    #expect(PageCursor(text) == nil)
  }

  @Test func aPhotoExactlyOnTheEdgeOfABoxIsInIt() throws {
    let world = try World(seed: 6)
    let corner = try #require(Coordinate(latitude: 12.3456789, longitude: 98.7654321))
    try world.place([corner])
    for box in [
      BoundingBox(west: 98.7654321, south: 12.3456789, east: 99, north: 13),
      BoundingBox(west: 98, south: 12, east: 98.7654321, north: 12.3456789),
      BoundingBox(west: 98.7654321, south: 12.3456789, east: 98.7654321, north: 12.3456789),
    ] {
      var filter = PhotoFilter()
      filter.box = box
      #expect(box != nil)
      #expect(try world.index.read { try $0.count(filter) } == 1)
    }
  }

  @Test func theNearestAgreeWithMeasuringAll() throws {
    for seed in UInt64(10)..<14 {
      let world = try World(seed: seed, count: seed == 10 ? 9 : 2_500)
      for turn in 0..<60 {
        let place =
          turn % 3 == 0 ? world.photos[turn % world.photos.count].coordinate : world.randomPlace()
        let filter = turn % 4 == 0 ? world.randomFilter() : PhotoFilter()
        let found = try world.index.read { try $0.nearest(to: place, count: 12, filter) }
        let expected = world.matching(filter)
          .map { (metres: place.geodesic(to: $0.coordinate).distance, id: $0.id) }
          .sorted { ($0.metres, $0.id) < ($1.metres, $1.id) }.prefix(12)
        #expect(found.map(\.pin.id) == expected.map(\.id))
        #expect(found.map(\.line.distance) == expected.map(\.metres))
      }
    }
  }

  @Test func nothingBeyondTheRadiusIsNear() throws {
    let world = try World(seed: 15, count: 1_500)
    for _ in 0..<40 {
      let place = world.randomPlace()
      let found = try world.index.read {
        try $0.nearest(to: place, count: 10_000, within: 400_000)
      }
      let expected = world.photos.filter {
        place.geodesic(to: $0.coordinate).distance <= 400_000
      }
      #expect(Set(found.map(\.pin.id)) == Set(expected.map(\.id)))
    }
  }

  private func smallFilter(_ world: World) -> PhotoFilter {
    var filter = PhotoFilter()
    filter.box = BoundingBox(around: world.photos[0].coordinate)
    return filter
  }
}
