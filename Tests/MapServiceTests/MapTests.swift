import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing

@Suite struct MapTests {
  @Test(arguments: [0, 1, 3, 6, 12, 22, 30])
  func theCountsOfAMapAddUpToWhatItemsMatch(zoom: Int) throws {
    let service = try Service.shared()
    for box in ["-180,-90,180,90", "-10,35,30,60", "170,-50,-170,0"] {
      let answer = try service.json("/collections/photos/clusters?bbox=\(box)&zoom=\(zoom)")
      let features = try #require(answer["features"] as? [[String: Any]]).map(Feature.init)
      let sum = features.reduce(0) { $0 + ($1.properties["point_count"] as? Int ?? 1) }
      let items = try service.json("/collections/photos/items?bbox=\(box)&limit=1")
      #expect(sum == items["numberMatched"] as? Int)
      #expect(answer["numberMatched"] as? Int == sum)
    }
  }

  @Test func aClusterOpensExactlyItsPhotos() throws {
    let service = try Service.shared()
    let clusters = try service.features("/collections/photos/clusters?zoom=5")
      .filter { $0.properties["cluster"] as? Bool == true }
    #expect(!clusters.isEmpty)
    for cluster in clusters {
      let id = try #require(cluster.properties["cluster_id"] as? String)
      let photos = try service.features("/collections/photos/clusters/\(id)/items")
      #expect(photos.count == cluster.properties["point_count"] as? Int)
      let box = try #require(cluster.properties["bbox"] as? [Double])
      #expect(
        photos.allSatisfy {
          $0.coordinates[0] >= box[0] && $0.coordinates[0] <= box[2]
            && $0.coordinates[1] >= box[1] && $0.coordinates[1] <= box[3]
        })
      #expect(photos.contains { $0.id == cluster.properties["photo"] as? Int })
    }
  }

  @Test func twentyAtOneSpotAreOneClusterHoweverDeepAndOpenAsAList() throws {
    let service = try Service.shared()
    let deep = try service.features(
      "/collections/photos/clusters?bbox=98.99,18.79,99,18.8&zoom=22")
    try #require(deep.count == 1)
    #expect(deep[0].properties["point_count"] as? Int == 20)
    let id = try #require(deep[0].properties["cluster_id"] as? String)
    let page = try service.json("/collections/photos/clusters/\(id)/items?limit=8")
    #expect(page["numberMatched"] as? Int == 20)
    #expect((page["features"] as? [Any])?.count == 8)
  }

  @Test(arguments: ["zoom=-1", "zoom=31", "zoom=x", "zoom=", "bbox=0,0,1,1", "zoom=1&zoom=2"])
  func aMapWithoutASensibleZoomIsRefused(query: String) throws {
    let service = try Service.shared()
    #expect(try service.get("/collections/photos/clusters?\(query)").status == 400)
  }

  @Test(arguments: ["99-0-0", "2-9-9", "x", "1-0"])
  func anInvalidClusterIsNotFound(id: String) throws {
    let service = try Service.shared()
    #expect(try service.get("/collections/photos/clusters/\(id)/items").status == 404)
  }

  @Test func theNearestComeInOrderWithDistanceAndBearing() throws {
    let service = try Service.shared()
    let found = try service.features("/collections/photos/nearest?lat=48.8584&lon=2.2945&k=5")
    try #require(found.count == 5)
    #expect(found[0].filename == "eiffel-tower.jpg")
    let distances = found.compactMap { $0.properties["distance"] as? Double }
    #expect(distances.count == 5)
    #expect(distances == distances.sorted())
    // GeographicLib 2.0 gives 277.389 m at 230.1010° for the first.
    #expect(abs(distances[0] - 277.389) < 0.001)
    #expect(abs((found[0].properties["bearing"] as? Double ?? 0) - 230.101) < 0.001)
    let near = try service.features(
      "/collections/photos/nearest?lat=48.8584&lon=2.2945&k=5&within=1000")
    #expect(near.count == 1)
    let fiji = try service.features("/collections/photos/nearest?lat=-16.7&lon=180&k=2")
    #expect(Set(fiji.map(\.filename)) == ["taveuni-beach.jpg", "rainbow-reef.jpg"])
  }

  @Test func photosThatShowAPositionComeWithTheAngleOffTheirMiddle() throws {
    let service = try Service.shared()
    let found = try service.features("/collections/photos/seeing?lat=48.8584&lon=2.2945")
    try #require(found.map(\.filename) == ["eiffel-tower.jpg"])
    #expect(abs((found[0].properties["distance"] as? Double ?? 0) - 277.389) < 0.001)
    // From the photo to the tower; it looks to 52°.
    #expect(abs((found[0].properties["bearing"] as? Double ?? 0) - 50.099) < 0.001)
    #expect(found[0].properties["offAxis"] as? Double == -1.9)
    #expect(found[0].properties["fieldOfView"] as? Double == 53.06)
    let table = try service.get("/collections/photos/seeing?lat=48.8584&lon=2.2945&f=csv").text
    #expect(table.split(separator: "\r\n")[0].contains(",offAxis"))
    let behind = try service.features("/collections/photos/seeing?lat=48.8550&lon=2.2885")
    #expect(behind.isEmpty)
    let near = try service.features("/collections/photos/seeing?lat=48.8584&lon=2.2945&within=270")
    #expect(near.isEmpty)
  }

  @Test(arguments: [
    "seeing?lat=1", "seeing?lat=0&lon=0&within=50001", "seeing?lat=0&lon=0&within=-1",
    "seeing?lat=0&lon=0&height=high", "seeing?lat=0&lon=0&height=inf", "seeing?lat=0&lon=0&k=0",
  ])
  func anInvalidPointIsRefused(query: String) throws {
    let service = try Service.shared()
    #expect(try service.get("/collections/photos/\(query)").status == 400)
  }

  @Test func aPhotoThatIsNotThereHasNoPhotosOfItsSpot() throws {
    let service = try Service.shared()
    #expect(try service.get("/photos/4711/again").status == 404)
    let answer = try service.json("/photos/1/again")
    #expect(answer["numberMatched"] as? Int == 0)
  }

  @Test(arguments: [
    "lat=1", "lon=1", "lat=91&lon=0", "lat=0&lon=180.1", "lat=x&lon=0", "lat=0&lon=0&k=0",
    "lat=0&lon=0&k=1001", "lat=0&lon=0&within=-1", "lat=nan&lon=0", "lat=0&lon=0&x=1",
  ])
  func anInvalidPositionIsRefused(query: String) throws {
    let service = try Service.shared()
    #expect(try service.get("/collections/photos/nearest?\(query)").status == 400)
  }
}
