import Foundation
import HTTPServer
import TestSupport
import Testing

/// A photo of the Eiffel Tower, 277 m away from it, and perhaps elevations of the ground between.
@Suite struct SeeingRouteTests {
  private let maps: TemporaryDirectory
  private let service: Service

  init() throws {
    maps = try TemporaryDirectory()
    service = try Service(["2023-paris/eiffel-tower.jpg"], maps: maps.path)
  }

  private static let target = "/collections/photos/seeing?lat=48.8584&lon=2.2945"

  private func buildWall(_ metres: Double) throws {
    try ReliefWriter(wall: metres).write(to: maps.file("wall.pmtiles"))
  }

  private func hidden(_ more: String = "") throws -> Bool? {
    let found = try service.features(Self.target + more)
    try #require(found.count == 1)
    return found[0].properties["hidden"] as? Bool
  }

  @Test func aHillBetweenHidesThePosition() throws {
    #expect(try hidden() == nil)
    try buildWall(300)
    #expect(try hidden() == true)
    #expect(try hidden("&height=900") == false)
    try buildWall(31)
    #expect(try hidden() == false)
    // Far away from all elevations.
    let away = try service.features("/collections/photos/seeing?lat=48.9&lon=2.36&within=50000")
    #expect(away.allSatisfy { $0.properties["hidden"] == nil })
  }

  @Test func aNewFileOfElevationsMakesFormerAnswersOld() throws {
    let first = try #require(try service.get(Self.target).headers["ETag"])
    #expect(try service.get(Self.target, ["If-None-Match": first]).status == 304)
    try buildWall(300)
    let second = try service.get(Self.target, ["If-None-Match": first])
    #expect(second.status == 200)
    let tag = try #require(second.headers["ETag"])
    #expect(try service.get(Self.target, ["If-None-Match": tag]).status == 304)
    // What does not depend on the ground is as it was.
    let list = "/collections/photos/items"
    let items = try #require(try service.get(list).headers["ETag"])
    try FileManager.default.removeItem(atPath: maps.file("wall.pmtiles"))
    #expect(try service.get(list, ["If-None-Match": items]).status == 304)
    #expect(try service.get(Self.target).headers["ETag"] == first)
  }

  @Test func allFormatsSayIt() throws {
    try buildWall(300)
    let table = try service.get(Self.target + "&f=csv").text.split(separator: "\r\n")
    #expect(table[0].hasSuffix(",offAxis,hidden"))
    #expect(table[1].hasSuffix(",-1.9,true"))
    #expect(try service.get(Self.target + "&f=kml").text.contains("hidden"))
    let chosen = try service.features(Self.target + "&properties=hidden")
    #expect(chosen[0].properties.keys.sorted() == ["hidden"])
    let other = try service.features(Self.target + "&properties=distance")
    #expect(other[0].properties.keys.sorted() == ["distance"])
  }
}
