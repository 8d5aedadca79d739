import Geography
import TestSupport
import Testing

/// Coarse positions.
@Suite struct CoarseGridTests {
  private func places(_ seed: UInt64, _ count: Int) -> [Coordinate] {
    var random = SeededRandom(seed: seed)
    let drawn = (0..<count).compactMap { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
    }
    let edges = [(90.0, 0.0), (-90, 180), (0, 180), (0, -180), (89.999, -180), (0, 0)]
    return drawn + edges.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  @Test(arguments: [10.0, 50, 1_000, 25_000, 333_333, 1_000_000])
  func everyPositionMovesToTheMiddleOfItsCellAndStaysThere(metres: Double) throws {
    let grid = try #require(CoarseGrid(metres: metres))
    for place in places(UInt64(metres), 3_000) {
      let shown = grid.middle(around: place)
      // Half of the diagonal of a cell, which near a pole may be up to twice as wide as high.
      #expect(place.geodesic(to: shown).distance <= metres * 1.2, "\(place)")
      #expect(grid.middle(around: shown) == shown, "\(place)")
    }
  }

  @Test func positionsInOneCellAreShownAtOnePosition() throws {
    let grid = try #require(CoarseGrid(metres: 10_000))
    var random = SeededRandom(seed: 4)
    let drawn = (0..<5_000).compactMap { _ in
      Coordinate(
        latitude: .random(in: 48...49, using: &random),
        longitude: .random(in: 2...3, using: &random))
    }
    let shown = Set(drawn.map(grid.middle))
    // A degree by a degree there is 111 km by 73 km.
    #expect((60...130).contains(shown.count))
  }

  @Test func invalidWidthsAreRefused() {
    for metres in [0, -5, 9.9, 1_000_001, .nan, .infinity] {
      #expect(CoarseGrid(metres: metres) == nil)
    }
  }

  @Test(arguments: [10.0, 400, 20_000, 500_000])
  func theBoxAroundACircleHoldsAllOfIt(metres: Double) {
    var random = SeededRandom(seed: UInt64(metres))
    for centre in places(9, 200) {
      let box = BoundingBox(around: centre, metres: metres)
      for _ in 0..<40 {
        let reach = metres / 100_000
        let longitude =
          abs(centre.latitude) > 80
          ? Double.random(in: -180...180, using: &random)
          : centre.longitude + .random(in: -6 * reach...6 * reach, using: &random)
        guard
          let place = Coordinate(
            latitude: centre.latitude + .random(in: -reach...reach, using: &random),
            longitude: longitude > 180
              ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude),
          centre.geodesic(to: place).distance <= metres
        else { continue }
        #expect(box.contains(place), "\(centre) \(place)")
      }
    }
  }
}
