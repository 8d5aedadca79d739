import Geography
import Grid
import PhotoFacts
import PhotoIndex
import Testing
import Query

@Suite struct ClusterTests {
  @Test func theCountsOfAMapAddUpAndEachClusterOpensExactlyItsPhotos() throws {
    let world = try World(seed: 21, count: 5_000)
    for turn in 0..<120 {
      let filter = world.randomFilter()
      let zoom = turn % 20
      try world.index.read { reader in
        let marks = try reader.marks(filter, zoom: zoom)
        let total = marks.marks.reduce(0) { $0 + $1.photoCount }
        #expect(total == world.matching(filter).count)
        #expect(marks.photoCount == total)
        #expect(marks.zoom == zoom)
        for mark in marks.marks.prefix(40) { try check(mark, in: world, filter, reader) }
      }
    }
  }

  private func check(
    _ mark: MapMark, in world: World, _ filter: PhotoFilter, _ reader: IndexReader
  ) throws {
    guard case .cluster(let cluster) = mark else { return }
    let cell = try #require(Cluster.cell(id: cluster.id))
    let pins = try reader.pins(in: cell, filter, limit: 10_000).elements
    let expected = world.matching(filter).filter { cell.keys.contains(GridKey($0.coordinate)) }
    #expect(Set(pins.map(\.id)) == Set(expected.map(\.id)))
    #expect(pins.count == cluster.count)
    #expect(try reader.count(in: cell, filter) == cluster.count)
    #expect(pins.contains { $0.id == cluster.representative })
    #expect(pins.allSatisfy { cluster.extent.contains($0.coordinate) })
    #expect(cluster.extent.contains(cluster.centre))
    let times = expected.compactMap(\.time)
    #expect(cluster.time?.lowerBound == times.min())
    #expect(cluster.time?.upperBound == times.max())
  }

  @Test func aMapWithTooManyMarksIsAnsweredAtTheDeepestZoomThatFits() throws {
    let world = try World(seed: 22, count: 4_000)
    let deepest = try world.index.read { try $0.marks(PhotoFilter(), zoom: 22, limit: 300) }
    #expect(deepest.marks.count <= 300)
    #expect(deepest.photoCount == 4_000)
    let next = try world.index.read { try $0.marks(PhotoFilter(), zoom: deepest.zoom + 1) }
    #expect(next.marks.count > 300)
  }

  @Test func thousandsOfPhotosAtOneSpotAreOneClusterAtEveryZoom() throws {
    let world = try World(seed: 23)
    let spot = try #require(Coordinate(latitude: -33.8568, longitude: 151.2153))
    try world.place(Array(repeating: spot, count: 5_000))
    for zoom in 0...29 {
      let marks = try world.index.read { try $0.marks(PhotoFilter(), zoom: zoom) }
      #expect(marks.marks.count == 1)
      #expect(marks.photoCount == 5_000)
    }
    #expect(try world.index.integrityProblems().isEmpty)
    let nearest = try world.index.read { try $0.nearest(to: spot, count: 3) }
    #expect(nearest.map(\.pin.id) == [1, 2, 3])
  }

  @Test(arguments: ["", "1", "2-4-0", "2-0-4", "32-0-0", "-1-0-0", "a-b-c", "2-1-1-1"])
  func anInvalidClusterIsRefused(id: String) { #expect(Cluster.cell(id: id) == nil) }
}

extension MapMark {
  fileprivate var photoCount: Int {
    switch self {
    case .pin: 1
    case .cluster(let cluster): cluster.count
    }
  }
}
