import Foundation
import HTTPServer
import MapService
import PhotoFacts
import TestSupport
import Testing

/// Each property of `PhotoProperty.all` is in every document of the API that lists properties.
@Suite struct EveryPropertyRouteTests {
  @Test(arguments: ["queryables", "schema"])
  func isInTheSchemas(name: String) throws {
    let json = try Service.shared().get("/collections/photos/\(name)").json()
    let properties = try #require(json["properties"] as? [String: Any])
    for property in PhotoProperty.queryable {
      #expect(properties[property.name] != nil, "\(property.name)")
    }
  }

  @Test(arguments: ["photoProperties", "sentProperties", "report"])
  func isInTheDescriptionOfTheAPI(name: String) throws {
    let json = try Service.shared().get("/api").json()
    let components = try #require(json["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: Any])
    var schema = try #require(schemas[name] as? [String: Any])
    if name == "report" {
      let members = try #require(schema["properties"] as? [String: Any])
      let files = try #require(members["files"] as? [String: Any])
      schema = try #require(files["items"] as? [String: Any])
    }
    let properties = try #require(schema["properties"] as? [String: Any])
    let isSent = name == "sentProperties"
    for property in PhotoProperty.ofFeatures where !isSent || property.group != .library {
      #expect(properties[property.name] != nil, "\(property.name)")
    }
  }

  @Test func canBeChosen() throws {
    for property in PhotoProperty.ofFeatures {
      let answer = try Service.shared().get(
        "/collections/photos/items?limit=1&properties=\(property.name)")
      #expect(answer.status == 200, "\(property.name)")
    }
  }

  /// A photo with all tags has every property.
  @Test func isReportedForAnUploadedPhoto() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("all.jpg")
    try TaggedPhoto.make(at: path)
    let service = try Service([])
    try PolygonPackage.draw(
      "World", [[(-180, -90), (180, -90), (180, 90), (-180, 90)]],
      besideIndex: service.library.database)
    let answer = try service.post(
      "/locate", Array(try Data(contentsOf: URL(fileURLWithPath: path))),
      ["Content-Type": "image/jpeg"])
    let features = try #require(try answer.json()["features"] as? [[String: Any]])
    let properties = try #require(features.first?["properties"] as? [String: Any])
    // Photos that are uploaded alone have no name, no flight and no doubt, and favourites are known only from files beside
    // photos.
    let others: [PhotoProperty] = [.filename, .favourite, .flight, .doubt]
    for property in PhotoProperty.ofFeatures
    where property.group != .library && !others.contains(property) {
      #expect(properties[property.name] != nil, "\(property.name)")
    }
  }
}
