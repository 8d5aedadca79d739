import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite("GET /locate") struct PositionTests {
  private func names(_ query: String, _ headers: Headers = [:]) throws -> [String: Any] {
    let answer = try Service.shared().get("/locate?" + query, headers)
    #expect(answer.status == 200)
    return try answer.json()
  }

  @Test func namesAPosition() throws {
    let found = try names("lat=47.5552&lon=10.748")
    #expect(found["place"] as? String == "Schwangau")
    #expect(found["region"] as? String == "Bavaria")
    #expect(found["countryCode"] as? String == "DE")
    #expect(found["timeZone"] as? String == "Europe/Berlin")
    let sea = try names("lat=40&lon=-40")
    #expect(sea["countryCode"] == nil)
    #expect(sea["timeZone"] as? String == "Etc/GMT+3")
  }

  @Test func usesTheLanguageOfTheParameterBeforeThatOfTheField() throws {
    let german: Headers = ["Accept-Language": "tlh;q=0.2, de-AT, fr;q=0.8"]
    #expect(try names("lat=47.5552&lon=10.748", german)["region"] as? String == "Bayern")
    let french = try names("lat=47.5552&lon=10.748&lang=fr", german)
    #expect(french["country"] as? String == "Allemagne")
    let answer = try Service.shared().get("/locate?lat=1&lon=1", german)
    #expect(answer.headers.list(of: "Vary")?.contains("Accept-Language") ?? false)
  }

  @Test(arguments: [
    "lat=1", "lon=1", "lat=91&lon=1", "lat=1&lon=181", "lat=a&lon=1", "lat=1&lon=1&lang=a_b",
  ])
  func refusesAnInvalidPosition(query: String) throws {
    #expect(try Service.shared().get("/locate?" + query).status == 400)
  }
}

@Suite("GET /places") struct PlacesRouteTests {
  private func places(_ target: String) throws -> [[String: Any]] {
    try #require(try Service.shared().json(target)["places"] as? [[String: Any]])
  }

  /// Walks the whole tree, and compares each count with that of the filter.
  @Test func countsAreThoseOfTheFilters() throws {
    let service = try Service.shared()
    let all = try service.json("/collections/photos/items?limit=1")["numberMatched"] as? Int
    let countries = try places("/places")
    let elsewhere = try service.json("/places")["elsewhere"] as? Int ?? 0
    #expect(countries.reduce(elsewhere) { $0 + ($1["count"] as? Int ?? 0) } == all)
    #expect(countries.count > 10)
    for country in countries {
      let code = try #require(country["id"] as? String)
      let parts = try places("/places?parent=\(code)")
      let rest = try service.json("/places?parent=\(code)")["elsewhere"] as? Int ?? 0
      let sum = parts.reduce(rest) { $0 + ($1["count"] as? Int ?? 0) }
      #expect(sum == country["count"] as? Int, "\(code)")
      for part in parts {
        let id = try #require(part["id"] as? String)
        let filter = part["kind"] as? String ?? ""
        let found = try service.json("/collections/photos/items?\(filter)=\(id)&limit=1")
        #expect(found["numberMatched"] as? Int == part["count"] as? Int, "\(id)")
      }
    }
  }

  @Test func aSearchPutsPlacesWithPhotosFirst() throws {
    let found = try places("/places?q=par")
    #expect(found.first?["id"] as? String == "2988507")
    #expect((found.first?["count"] as? Int ?? 0) > 0)
    #expect(found.contains { $0["count"] as? Int == 0 })
    #expect(try places("/places?q=par&limit=2").count == 2)
    #expect(try places("/places?q=qqqqqqqqqq").isEmpty)
  }

  @Test func anAreaHasItsCoverAndItsTimes() throws {
    let france = try Service.shared().json("/places/FR?lang=de")
    #expect(france["name"] as? String == "Frankreich")
    let cover = try #require(france["cover"] as? Int)
    let photo = try Service.shared().json("/collections/photos/items/\(cover)?lang=de")
    let properties = photo["properties"] as? [String: Any]
    #expect(properties?["country"] as? String == "Frankreich")
    #expect((france["bbox"] as? [Double])?.count == 4)
    #expect(try Service.shared().json("/places/PY")["count"] as? Int == 0)
    #expect(try Service.shared().get("/places/XX").status == 404)
    #expect(try Service.shared().get("/places?q=a&parent=FR").status == 400)
  }

  @Test func answersInTwoLanguagesDiffer() throws {
    let service = try Service.shared()
    let english = try service.get("/collections/photos/items?limit=5")
    let german = try service.get(
      "/collections/photos/items?limit=5", ["Accept-Language": "de-DE,de;q=0.9"])
    #expect(english.headers["ETag"] != german.headers["ETag"])
    let again = try service.get("/collections/photos/items?limit=5")
    #expect(again.bytes == english.bytes)
    let tag = try #require(german.headers["ETag"])
    let same = try service.get(
      "/collections/photos/items?limit=5", ["Accept-Language": "de", "If-None-Match": tag])
    #expect(same.status == 200)
  }
}
