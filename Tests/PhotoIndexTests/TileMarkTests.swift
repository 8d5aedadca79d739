import Geography
import Grid
import PhotoFacts
import PhotoIndex
import Testing
import Query

@Suite struct TileMarkTests {
  @Test func theTilesOfAZoomHaveEachMatchingPhotoOnceWithItsProperties() throws {
    let world = try World(seed: 91, count: 1_200)
    for turn in 0..<50 {
      var filter = world.randomFilter()
      filter.box = nil
      let zoom = turn % 25
      let expected = world.matching(filter)
      let tiles = Dictionary(grouping: expected) {
        TileCoordinate(zoom: zoom, holding: GridKey($0.coordinate))
      }
      for (tile, photos) in tiles {
        let marks = try world.index.read { try $0.marks(of: tile, filter) }
        #expect(marks.reduce(0) { $0 + $1.count } == photos.count, "\(tile)")
        #expect(marks.count <= 64)
        for mark in marks { try check(mark, tile, photos) }
      }
    }
  }

  private func check(_ mark: TileMark, _ tile: TileCoordinate, _ photos: [World.Photo]) throws {
    switch mark {
    case .photo(let photo):
      let own = try #require(photos.first { $0.id == photo.id })
      #expect(photo.coordinate == own.coordinate)
      #expect(photo.time == own.time)
      #expect(photo.media == own.media)
    case .cluster(let cluster):
      let own = photos.filter { cluster.cell.keys.contains(GridKey($0.coordinate)) }
      #expect(own.count == cluster.count)
      #expect(own.count > 1)
      #expect(cluster.cell.zoom == tile.zoom + 3)
      #expect(own.contains { $0.id == cluster.representative })
      #expect(tile.keys.contains(GridKey(cluster.centre)))
    }
  }

  @Test func aTileWithoutPhotosHasNoMarks() throws {
    let world = try World(seed: 92)
    let spot = try #require(Coordinate(latitude: 48.85, longitude: 2.29))
    try world.place([spot])
    let marks = try world.index.read { try $0.marks(of: .world, PhotoFilter()) }
    #expect(marks.count == 1)
    for x in [0, 1, 3] {
      let tile = try #require(TileCoordinate(zoom: 2, x: x, y: 1))
      #expect(try world.index.read { try $0.marks(of: tile, PhotoFilter()) }.isEmpty)
    }
  }

  @Test func photosOnTheEdgeOfTilesAreInOneOfThem() throws {
    let world = try World(seed: 93)
    let places = [
      (0.0, 0.0), (0, 90), (0, -90), (0, 180), (0, -180), (90, 0), (-90, 0), (66.51326, 0),
    ]
    try world.place(places.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) })
    for zoom in 0...6 {
      var count = 0
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom {
          guard let tile = TileCoordinate(zoom: zoom, x: x, y: y) else { continue }
          let marks = try world.index.read { try $0.marks(of: tile, PhotoFilter()) }
          count += marks.reduce(0) { $0 + $1.count }
        }
      }
      #expect(count == places.count)
    }
  }
}

extension TileMark {
  fileprivate var count: Int {
    switch self {
    case .photo: 1
    case .cluster(let cluster): cluster.count
    }
  }
}
