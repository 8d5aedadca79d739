import Foundation
import Testing
import TestSupport

@testable import Geography

@Suite struct ViewConeTests {
  private let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)

  @Test func aPointIsSeenBetweenTheEdgesAndWithinTheDistance() throws {
    var random = SeededRandom(seed: 43)
    for _ in 0..<2_000 {
      let origin = try #require(
        Coordinate(
          latitude: Double.random(in: -89...89, using: &random),
          longitude: Double.random(in: -180...180, using: &random)))
      let cone = ViewCone(
        origin: origin, direction: Double.random(in: 0..<360, using: &random),
        fieldOfView: Double.random(in: 1...360, using: &random))
      let line = GeodesicLine(
        distance: Double.random(in: 1...20_000, using: &random),
        bearing: Double.random(in: 0..<360, using: &random))
      let point = origin.moved(along: line)
      let found = cone.sighting(of: point, within: 10_000)
      let bearing = origin.geodesic(to: point).bearing
      // The angle between two directions by their scalar product.
      let angle =
        acos(
          min(max(cos((bearing - cone.direction) * .pi / 180), -1), 1)) * 180 / .pi
      guard abs(angle - cone.fieldOfView / 2) > 1e-6, abs(line.distance - 10_000) > 0.01 else {
        continue
      }
      #expect((found != nil) == (angle < cone.fieldOfView / 2 && line.distance < 10_000))
      if let found {
        #expect(abs(abs(found.line.offAxis ?? -1) - angle) < 1e-4)
      }
    }
  }

  @Test func nearerAndMoreCentralIsBetter() throws {
    let origin = try #require(tower)
    let cone = ViewCone(origin: origin, direction: 90, fieldOfView: 60)
    func rank(_ metres: Double, _ bearing: Double) throws -> Double {
      let point = origin.moved(along: GeodesicLine(distance: metres, bearing: bearing))
      return try #require(cone.sighting(of: point)).rank
    }
    let middle = try rank(100, 90)
    let edge = try rank(100, 119)
    let farther = try rank(150, 90)
    let zoomed = try #require(
      ViewCone(origin: origin, direction: 90, fieldOfView: 10)
        .sighting(of: origin.moved(along: GeodesicLine(distance: 150, bearing: 90)))
    ).rank
    #expect(middle < farther)
    #expect(farther < edge)
    #expect(zoomed < middle)
  }

  @Test func straightDownTheFootprintIsTheGroundBelow() throws {
    let origin = try #require(tower)
    let pose = CameraPose(pitch: -90, roll: 0, height: 100, heightOfPicture: 0.75)
    let cone = ViewCone(origin: origin, direction: 30, fieldOfView: 90, pose: pose)
    let corners = try #require(cone.footprint)
    // Half of the picture is 100 m wide and 75 m high, and its top points to 30°.
    for corner in corners {
      #expect(abs(origin.geodesic(to: corner).distance - 125) < 0.01)
    }
    let bearings = corners.map { origin.geodesic(to: $0).bearing }
    let half = atan(100.0 / 75) * 180 / .pi
    for (found, expected) in zip(bearings, [30 - half, 30 + half, 210 - half, 210 + half]) {
      #expect(abs(ViewCone.turn(from: found, to: expected)) < 0.01)
    }
    #expect(cone.halfWidth == 180)
    #expect(cone.sighting(of: origin) != nil)
  }

  /// A point of the ground is in the picture exactly if it is on the inner side of each edge of the footprint.
  @Test(arguments: [(-90.0, 0.0), (-60, 0), (-45, 10), (-75, -25), (-35, 3)])
  func theFootprintAndThePictureAgree(pitch: Double, roll: Double) throws {
    var random = SeededRandom(seed: 7)
    let origin = try #require(tower)
    let pose = CameraPose(pitch: pitch, roll: roll, height: 80, heightOfPicture: 2 / 3.0)
    let cone = ViewCone(origin: origin, direction: 200, fieldOfView: 50, pose: pose)
    let corners = try #require(cone.footprint).map { plane($0, origin) }
    for _ in 0..<3_000 {
      let line = GeodesicLine(
        distance: Double.random(in: 0...300, using: &random),
        bearing: Double.random(in: 0..<360, using: &random))
      let point = origin.moved(along: line)
      let place = plane(point, origin)
      let sides = corners.indices.map { index in
        let (a, b) = (corners[index], corners[(index + 1) % 4])
        let cross = (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)
        return cross / hypot(b.x - a.x, b.y - a.y)
      }
      // The order of the corners is clockwise; nearer than a decimetre to an edge, positions are too rough.
      guard sides.allSatisfy({ abs($0) > 0.1 }) else { continue }
      #expect((cone.sighting(of: point) != nil) == sides.allSatisfy { $0 < 0 })
      if cone.sighting(of: point) != nil, line.distance > 1 {
        #expect(
          abs(ViewCone.turn(from: cone.direction, to: line.bearing)) <= cone.halfWidth + 0.01)
        #expect(try line.distance <= #require(cone.reach) + 0.01)
      }
    }
  }

  @Test func aPictureWithTheHorizonHasNoFootprint() throws {
    let origin = try #require(tower)
    let pose = CameraPose(pitch: -10, roll: 0, height: 100, heightOfPicture: 0.75)
    let cone = ViewCone(origin: origin, direction: 0, fieldOfView: 70, pose: pose)
    #expect(cone.footprint == nil)
    #expect(cone.reach == nil)
    let far = origin.moved(along: GeodesicLine(distance: 3_000, bearing: 2))
    #expect(cone.sighting(of: far) != nil)
    // The ground at the feet is below the picture; the top of a mast there is in it.
    let near = origin.moved(along: GeodesicLine(distance: 30, bearing: 2))
    #expect(cone.sighting(of: near) == nil)
    #expect(cone.sighting(of: near, height: 95) != nil)
  }

  private func plane(_ point: Coordinate, _ origin: Coordinate) -> (x: Double, y: Double) {
    let line = origin.geodesic(to: point)
    return (
      line.distance * sin(line.bearing * .pi / 180), line.distance * cos(line.bearing * .pi / 180)
    )
  }
}
