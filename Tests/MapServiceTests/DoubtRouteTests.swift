import Foundation
import Geography
import HTTPServer
import MapService
import People
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// Doubts over HTTP: a year with a flipped sign, and places with few digits.
@Suite struct DoubtRouteTests {
  private let service: Service
  private let flipped: Int64 = 21

  init() throws {
    service = try Service([])
    var photos = TravelledLibrary.photos
    // Each day at home has two photos, so those before and after are at home too.
    photos[20].longitude = -photos[20].longitude
    try TravelledLibrary.store(photos, in: service.index)
  }

  private func doubts(_ query: String = "") throws -> [[String: Any]] {
    try #require(try service.json("/doubts" + query)["doubts"] as? [[String: Any]])
  }

  private func ids(_ query: String = "") throws -> [Int] {
    try doubts(query).compactMap { $0["id"] as? Int }
  }

  private func post(_ json: String) throws -> Answer {
    try service.post("/doubts", Array(json.utf8), ["Content-Type": "application/json"])
  }

  @Test func doubtsAreListedWithTheirEvidenceAndCounted() throws {
    let found = try #require(try doubts("?reason=sign").first)
    #expect(found["id"] as? Int == Int(flipped))
    #expect(found["reason"] as? String == "sign")
    #expect(found["suggestion"] as? [Double] == [11.575, 48.137])
    #expect(found["device"] as? String == "Aster One")
    #expect((found["evidence"] as? String)?.hasSuffix(".") == true)
    let list = try service.json("/doubts")
    let reasons = try #require(list["reasons"] as? [[String: Any]])
    #expect(reasons.contains { $0["reason"] as? String == "sign" && $0["count"] as? Int == 1 })
    let total = reasons.compactMap { $0["count"] as? Int }.reduce(0, +)
    #expect(list["numberMatched"] as? Int == total)
    #expect(try ids("?photo=\(flipped)") == [Int(flipped)])
    #expect(try ids("?device=Other").isEmpty)
    #expect(try ids("?datetime=1990").isEmpty)
    #expect(try service.get("/doubts?reason=wind").status == 400)
  }

  @Test func pagesFollowEachOther() throws {
    let all = try ids()
    #expect(all.count > 1)
    #expect(try all.indices.flatMap { try ids("?limit=1&offset=\($0)") } == all)
  }

  @Test func theFilterSelectsDoubtedPhotosOnTheMap() throws {
    let items = "/collections/photos/items"
    let signs = try service.json("\(items)?doubt=sign")
    #expect(signs["numberMatched"] as? Int == 1)
    let any = try service.json("\(items)?doubt=any")["numberMatched"] as? Int
    #expect(try any == ids().count)
    #expect(try service.get("\(items)?doubt=wind").status == 400)
    let condition = try service.json("\(items)?filter=DOUBTED('sign')%20AND%20id%20>%200")
    #expect(condition["numberMatched"] as? Int == 1)
    let others = try service.json("\(items)?filter=NOT%20DOUBTED('any')")
    let count = try service.json(items)["numberMatched"] as? Int
    #expect(others["numberMatched"] as? Int == count.flatMap { all in any.map { all - $0 } })
  }

  @Test func theReasonIsAPropertyForRequestsThatNameIt() throws {
    let items = "/collections/photos/items"
    func reasons(_ query: String) throws -> [Int: String] {
      try service.features("\(items)?limit=1000\(query)").reduce(into: [:]) {
        $0[$1.id] = $1.properties["doubt"] as? String
      }
    }
    let expected = try doubts("?limit=1000").reduce(into: [Int: String]()) {
      if let id = $1["id"] as? Int { $0[id] = $1["reason"] as? String }
    }
    #expect(expected[Int(flipped)] == "sign")
    // Its features are not those that are cached.
    _ = try service.get("/collections/photos/nearest?lon=11&lat=48&k=100&properties=doubt")
    #expect(try reasons("&properties=doubt") == expected)
    #expect(try reasons("").isEmpty)
    #expect(try reasons("&properties=filename,flight").isEmpty)
    let table = try service.get("/collections/photos/export?f=csv&properties=doubt").text
    #expect(table.contains(",sign"))
    _ = try post(#"{"photos":[\#(flipped)],"accept":true}"#)
    #expect(try reasons("&properties=doubt")[Int(flipped)] == nil)
  }

  @Test func viewersLearnNothingOfDoubts() throws {
    let house = try House([House.user("bob", .viewer)], names: [])
    var photos = TravelledLibrary.photos
    photos[20].longitude = -photos[20].longitude
    try TravelledLibrary.store(photos, in: house.service.index)
    for (name, password) in [("ada", "swordfish"), ("bob", "bob")] {
      for target in [
        "items?limit=1000&properties=doubt", "items/\(flipped)?properties=doubt",
        "export?f=csv&properties=doubt",
      ] {
        let text = try house.send(
          .get, "/collections/photos/\(target)", House.basic(name, password)
        ).text
        #expect(text.contains("sign") == (name == "ada"), "\(name), \(target)")
      }
    }
  }

  @Test func anAcceptedPositionIsNotDoubtedUntilThatIsUndone() throws {
    let answer = try post(#"{"photos":[\#(flipped)],"accept":true}"#)
    #expect(answer.status == 201)
    let act = try #require(try answer.json()["id"] as? Int)
    #expect(try ids("?reason=sign").isEmpty)
    #expect(try service.json("/collections/photos/items?doubt=sign")["numberMatched"] as? Int == 0)
    let acts = try #require(try service.json("/doubts")["acts"] as? [[String: Any]])
    #expect(acts.first?["act"] as? Int == act)
    #expect(try post(#"{"photos":[\#(flipped)],"accept":true}"#).status == 404)
    #expect(try service.ask(.delete, "/doubts/\(act)").status == 200)
    #expect(try ids("?reason=sign") == [Int(flipped)])
  }

  @Test func aCorrectionMovesThePhotoToTheSuggestion() throws {
    let answer = try post(#"{"photos":[\#(flipped)],"correct":"suggestion"}"#)
    #expect(answer.status == 201)
    let act = try #require(try answer.json()["id"] as? Int)
    let photo = try service.json("/collections/photos/items/\(flipped)")
    let place = (photo["geometry"] as? [String: Any])?["coordinates"] as? [Double]
    #expect(place == [11.575, 48.137])
    #expect((photo["properties"] as? [String: Any])?["locationSource"] as? String == "manual")
    #expect(try ids("?reason=sign").isEmpty)
    #expect(try service.ask(.delete, "/doubts/\(act)").status == 200)
    #expect(try ids("?reason=sign") == [Int(flipped)])
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"photos":[1]}"#, #"{"photos":[],"accept":true}"#,
    #"{"photos":[1],"accept":false}"#, #"{"photos":[1],"correct":"track"}"#,
    #"{"photos":[1],"accept":true,"correct":"suggestion"}"#, #"{"photos":[-1],"accept":true}"#,
    #"{"photos":[1],"accept":true,"other":1}"#, #"{"photos":[1],"photos":[1],"accept":true}"#,
  ])
  func wrongOrdersAreRefused(_ json: String) throws { #expect(try post(json).status == 400) }
}
