import Foundation
import TestSupport
import Testing

@testable import Geography

/// Ground whose elevations are computed.
private struct MadeGround: Ground {
  let version = ""
  var metres: @Sendable (Coordinate) -> Double?

  func elevation(at position: Coordinate, every _: Double) -> Double? { metres(position) }
}

@Suite struct SightLineTests {
  private let camera: Coordinate

  init() throws { camera = try #require(Coordinate(latitude: 36.6, longitude: -118.3)) }

  private func point(_ metres: Double, _ bearing: Double = 90) -> Coordinate {
    camera.moved(along: GeodesicLine(distance: metres, bearing: bearing))
  }

  /// A wall half-way to a point 10 km east.
  private func wall(_ height: Double) -> MadeGround {
    let (west, east) = (point(4_900).longitude, point(5_100).longitude)
    return MadeGround { (west...east).contains($0.longitude) ? height : 0 }
  }

  private func isHidden(_ ground: MadeGround, _ camera: Double, _ point: Double) -> Bool? {
    SightLine(from: self.camera, height: camera, to: self.point(10_000), height: point)
      .isHidden(by: ground)
  }

  @Test func aWallHidesWhatIsBelowTheLineOverItsTop() {
    // The middle of ten kilometres is 5000² / (2 · 6371009 / 0.87) = 1.707 m above the straight line, and 5 m are tolerated.
    #expect(isHidden(wall(103.2), 100, 100) == false)
    #expect(isHidden(wall(103.4), 100, 100) == true)
    #expect(isHidden(wall(103.4), 100, 101) == false)
    #expect(isHidden(wall(103.4), 101, 100) == false)
    // At the western edge of the wall, a rising line is a metre lower than in the middle.
    #expect(isHidden(wall(52.5), 0, 100) == true)
    #expect(isHidden(wall(52.1), 0, 100) == false)
  }

  @Test func theEarthHidesWhatIsFarAway() {
    let sea = MadeGround { _ in 0 }
    func isHidden(_ metres: Double) -> Bool? {
      SightLine(from: camera, height: 2, to: point(metres), height: 0).isHidden(by: sea)
    }
    // The line is lowest at 8.9 km, where the sea is 5 m above it for a line of 19.1 km.
    #expect(isHidden(18_000) == false)
    #expect(isHidden(20_000) == true)
  }

  @Test func unknownGroundIsUnknownUnlessKnownGroundHides() {
    let middle = point(5_500).longitude
    let half = MadeGround { $0.longitude < middle ? 0 : nil }
    #expect(isHidden(half, 10, 10) == nil)
    let (west, east) = (point(4_900).longitude, point(5_100).longitude)
    let wallAndNothing = MadeGround {
      $0.longitude >= middle ? nil : (west...east).contains($0.longitude) ? 500 : 0
    }
    #expect(isHidden(wallAndNothing, 10, 10) == true)
    #expect(isHidden(MadeGround { _ in nil }, 10, 10) == nil)
  }

  @Test func theLineFollowsTheGeodesicOverPolesAndTheAntimeridian() throws {
    var random = SeededRandom(seed: 7)
    for (latitude, longitude) in [(89.99, 10.0), (-60, 179.99), (0, -179.999), (48, 11)] {
      let camera = try #require(Coordinate(latitude: latitude, longitude: longitude))
      for _ in 0..<20 {
        let line = GeodesicLine(
          distance: .random(in: 5_000...50_000, using: &random),
          bearing: .random(in: 0..<360, using: &random))
        let end = camera.moved(along: line)
        let share = Double.random(in: 0.1...0.9, using: &random)
        let peak = camera.interpolated(to: end, fraction: share)
        func isHidden(by peak: Coordinate) -> Bool? {
          let hill = MadeGround { $0.geodesic(to: peak).distance < line.distance / 900 ? 900 : 0 }
          return SightLine(from: camera, height: 100, to: end, height: 100).isHidden(by: hill)
        }
        #expect(isHidden(by: peak) == true)
        let aside = peak.moved(
          along: GeodesicLine(distance: 300, bearing: peak.geodesic(to: end).bearing + 90))
        #expect(isHidden(by: aside) == false)
      }
    }
  }

  @Test func aCameraIsAsHighAsItSaysButNeverInTheGround() {
    let cone = ViewCone(origin: camera, direction: 90, fieldOfView: 60)
    let edge = point(2_000).longitude
    // A plateau on which the photographer stands, two kilometres wide, with a wall of nine metres at its edge.
    let (near, far) = (point(1_900).longitude, point(2_000).longitude)
    let plateau = MadeGround { place in
      place.longitude > edge ? 0 : (near...far).contains(place.longitude) ? 1_009 : 1_000
    }
    func isHidden(_ metresAboveSea: Double?, height: Double = 995, _ cone: ViewCone) -> Bool? {
      cone.isHidden(point(2_500), height: height, metresAboveSea: metresAboveSea, by: plateau)
    }
    #expect(isHidden(nil, cone) == true)
    // An error of the receiver, which would be below the ground.
    #expect(isHidden(900, height: 1_020, cone) == isHidden(nil, height: 1_020, cone))
    #expect(isHidden(1_100, cone) == false)
    var drone = cone
    drone.pose = CameraPose(pitch: -10, roll: 0, height: 100, heightOfPicture: 0.75)
    #expect(isHidden(nil, drone) == false)
    #expect(isHidden(1_001, drone) == true)
    #expect(
      cone.isHidden(
        point(2_500), height: 0, metresAboveSea: 5_000, by: MadeGround { _ in nil }) == nil)
  }
}
