import Foundation
import HTTPServer
import TestSupport
import Testing

/// The diary over HTTP.
@Suite struct DiaryRouteTests {
  private let service: Service

  init() throws {
    service = try Service([])
    try TravelledLibrary.store(in: service.index)
  }

  private func post(_ json: String) throws -> Answer {
    try service.post("/diary", Array(json.utf8), ["Content-Type": "application/json"])
  }

  private func entries(_ target: String = "/diary") throws -> [[String: Any]] {
    try #require(try service.json(target)["entries"] as? [[String: Any]])
  }

  @Test func textsAboutDaysTripsAndPlacesAreListedAndReplaced() throws {
    #expect(try post(#"{"day":"2021-06-15","text":"One\nline"}"#).status == 201)
    let trip = try post(#"{"trip":"2021-06-16","text":"South"}"#)
    #expect(trip.status == 201)
    #expect(trip.headers["Location"]?.hasSuffix("/diary/2") == true)
    #expect(try post(#"{"longitude":12.5,"latitude":41.9,"text":"Bridge"}"#).status == 201)
    #expect(try post(#"{"day":"2021-06-15","text":"Two"}"#).status == 201)
    let all = try entries()
    #expect(all.count == 3)
    #expect(all.map { $0["text"] as? String } == ["South", "Bridge", "Two"])
    #expect((all[0]["html"] as? String)?.contains("<p>South</p>") ?? false)
    #expect(all[0]["trip"] as? String == "2021-06-14")
    #expect(all[0]["to"] as? String == "2021-06-18")
    #expect(all[1]["longitude"] as? Double == 12.5)
    #expect(all[2]["day"] as? String == "2021-06-15")
    #expect(try entries("/diary?trip=2021-06-18").count == 2)
    #expect(try entries("/diary?trip=2021-09-10").isEmpty)
  }

  @Test func anActIsUndoneAndThenTheFormerTextIsBack() throws {
    _ = try post(#"{"day":"2021-06-15","text":"One"}"#)
    _ = try post(#"{"day":"2021-06-15","text":"Two"}"#)
    #expect(try service.ask(.delete, "/diary/2").status == 200)
    #expect(try entries().map { $0["text"] as? String } == ["One"])
    #expect(try service.ask(.delete, "/diary/2").status == 404)
    #expect(try post(#"{"day":"2021-06-15","text":""}"#).status == 201)
    #expect(try entries().isEmpty)
    let acts = try #require(try service.json("/diary")["acts"] as? [[String: Any]])
    #expect(acts.count == 4)
  }

  @Test func theDiaryChangesNoTrip() throws {
    let before = try service.json("/trips")["trips"] as? [[String: Any]]
    _ = try post(#"{"trip":"2021-06-16","text":"South"}"#)
    let after = try service.json("/trips")
    #expect(
      NSArray(array: after["trips"] as? [[String: Any]] ?? []) == NSArray(array: before ?? []))
    #expect((after["acts"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: [
    #"{"day":"2021-13-01","text":"x"}"#, #"{"day":"2021-06-15"}"#, #"{"text":"x"}"#,
    #"{"day":"2021-06-15","trip":"2021-06-15","text":"x"}"#, #"{"trip":"2020-01-01","text":"x"}"#,
    #"{"longitude":181,"latitude":0,"text":"x"}"#, #"{"day":"2021-06-15","text":"\u0000"}"#,
    #"{"day":"2021-06-15","text":7}"#, #"{"day":"2021-06-15","text":"x","day":"2021-06-16"}"#, "[]",
  ])
  func whatIsNoTextForTheDiaryIsRefused(json: String) throws {
    #expect(try post(json).status == 400)
    #expect(try entries().isEmpty)
  }

  @Test func aTextOfTheGreatestLengthIsStored() throws {
    let text = String(repeating: "\\u00e9", count: 32_768)
    #expect(try post(#"{"day":"2021-06-15","text":"\#(text)"}"#).status == 201)
    #expect((try entries().first?["text"] as? String)?.utf8.count == 65_536)
    #expect(try post(#"{"day":"2021-06-15","text":"\#(text)x"}"#).status == 400)
  }
}
