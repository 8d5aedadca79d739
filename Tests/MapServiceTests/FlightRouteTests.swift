import Foundation
import HTTPServer
import MapService
import People
import PhotoFacts
import PhotoIndex
import Query
import TestSupport
import Testing

/// A photo over southern France, from the morning's flight from Munich to Lisbon.
@Suite struct FlightRouteTests {
  private static let photos =
    TravelledLibrary.photos
    + [(9, 48.353_8, 11.786_1), (10, 43.612_3, 1.412_3), (12, 38.774_2, -9.134_2)].map {
      hour, latitude, longitude in
      TravelledLibrary.Photo(
        day: TravelledLibrary.firstDay + 300, hour: hour, latitude: latitude, longitude: longitude)
    }

  private let service: Service

  /// The id of the photo, which is the last but one.
  private let flown = photos.count - 1

  init() throws {
    service = try Service([])
    try TravelledLibrary.store(Self.photos, in: service.index)
  }

  private let items = "/collections/photos/items"

  @Test func theFlightIsAPropertyInTheLanguageOfTheReader() throws {
    let names = try ["", "&lang=de", "&lang=xx"].map { query in
      try service.json("\(items)/\(flown)?properties=flight\(query)")["properties"]
        as? [String: Any]
    }.map { $0?["flight"] as? String }
    #expect(names[0]?.wholeMatch(of: /flight .+ – .+/) != nil, "\(names)")
    #expect(names[1]?.wholeMatch(of: /Flug .+ – .+/) != nil, "\(names)")
    #expect(names[2] == names[0])
    let listed = try service.features("\(items)?limit=1000&properties=flight")
      .filter { $0.properties["flight"] != nil }
    #expect(listed.map(\.id) == [flown])
    for route in ["export?f=csv", "items?f=csv&limit=1000"] {
      let table = try service.get("/collections/photos/\(route)&properties=flight").text
      #expect(table.contains(try #require(names[0])), "\(route)")
    }
  }

  /// To find flights, the server judges all photos; other requests do not wait for that.
  @Test func onlyRequestsThatNameTheFlightHaveIt() throws {
    for target in ["\(items)/\(flown)", "\(items)?limit=1000", "/collections/photos/export"] {
      #expect(!(try service.get(target).text.contains("flight ")), "\(target)")
    }
  }

  @Test func theFilterSelectsPhotosFromAeroplanesOrAllOthers() throws {
    let counts = try ["true", "false"].map {
      try service.json("\(items)?flight=\($0)")["numberMatched"] as? Int
    }
    #expect(counts == [1, flown])
    let conditions = try ["ON_FLIGHT()", "NOT%20ON_FLIGHT()"].map {
      try service.json("\(items)?filter=\($0)")["numberMatched"] as? Int
    }
    #expect(conditions == counts)
    #expect(try service.get("\(items)?flight=yes").status == 400)
  }

  @Test func noOneHasBeenBelow() throws {
    let photo = try #require(
      try service.json("\(items)/\(flown)")["properties"] as? [String: Any])
    #expect(photo["countryCode"] as? String == "FR")
    let places = try #require(
      try service.json("/places?flight=false")["places"] as? [[String: Any]])
    #expect(!places.contains { $0["id"] as? String == "FR" })
    #expect(places.contains { $0["id"] as? String == "PT" })
    let visits = try service.index.read { try $0.visits(PhotoFilter()) }.map(\.area.id)
    #expect(!visits.contains("FR"))
    #expect(visits.contains("PT"))
    let trips = try service.get("/trips").text
    #expect(trips.contains("Portugal"))
    #expect(!trips.contains("France"))
  }

  @Test func viewersLearnNothingOfFlights() throws {
    let house = try House([House.user("bob", .viewer)], names: [])
    try TravelledLibrary.store(Self.photos, in: house.service.index)
    for (name, password, matched) in [("ada", "swordfish", [1, flown]), ("bob", "bob", [0, 0])] {
      let proof = House.basic(name, password)
      let found = try ["true", "false"].map {
        try house.send(.get, "\(items)?flight=\($0)", proof).json()["numberMatched"] as? Int
      }
      #expect(found == matched, "\(name)")
      let photo = try house.send(.get, "\(items)/\(flown)?properties=flight", proof).json()
      let properties = try #require(photo["properties"] as? [String: Any])
      #expect((properties["flight"] == nil) == (name == "bob"))
      let table = try house.send(
        .get, "/collections/photos/export?f=csv&properties=flight", proof
      ).text
      #expect(table.contains("flight ") == (name == "ada"))
    }
  }
}
