import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// Homes and trips over HTTP, and their corrections.
@Suite struct TripRouteTests {
  private let service: Service

  init() throws {
    service = try Service([])
    try TravelledLibrary.store(in: service.index)
  }

  private func trips(_ target: String = "/trips", _ list: String = "trips") throws -> [[String:
    Any]]
  {
    try #require(try service.json(target)[list] as? [[String: Any]])
  }

  private func post(_ json: String) throws -> Answer {
    try service.post("/trips", Array(json.utf8), ["Content-Type": "application/json"])
  }

  @Test func tripsAreListedWithWhatTheContractNames() throws {
    let trips = try trips()
    #expect(trips.map { $0["id"] as? String } == ["2021-06-14", "2021-09-10"])
    let rome = try #require(trips.first)
    #expect(rome["from"] as? String == "2021-06-14")
    #expect(rome["to"] as? String == "2021-06-18")
    #expect(rome["days"] as? Int == 5)
    #expect(rome["nights"] as? Int == 4)
    #expect(rome["photos"] as? Int == 15)
    #expect(rome["bbox"] as? [Double] == [12.5, 41.9, 12.5, 41.9])
    #expect(try #require(rome["distance"] as? Int) == 0)
    #expect(abs(try #require(rome["farthest"] as? Int) - 697_000) < 5_000)
    #expect((rome["reason"] as? String)?.hasPrefix("4 nights away, 697 km from ") == true)
    let cover = try #require(rome["cover"] as? Int)
    #expect(try service.json("/collections/photos/items/\(cover)").isEmpty == false)
    #expect(try self.trips("/trips", "dayTrips").map { $0["id"] as? String } == ["2021-04-11"])
  }

  @Test func theSamplePhotosHaveTwoTripsAndADayTripWithCoversAndDays() throws {
    let samples = try Service(SamplePhotos.allNames())
    for (list, journeys) in [("trips", SamplePhotos.trips), ("dayTrips", SamplePhotos.dayTrips)] {
      let trips = try #require(try samples.json("/trips?lang=en")[list] as? [[String: Any]])
      #expect(trips.map { $0["id"] as? String } == journeys.map(\.from))
      #expect(trips.map { $0["name"] as? String } == journeys.map(\.name))
      #expect(trips.map { $0["reason"] as? String } == journeys.map(\.reason))
      for (trip, journey) in zip(trips, journeys) {
        let target = "/collections/photos/items?trip=\(journey.from)"
        #expect(try samples.json(target)["numberMatched"] as? Int == journey.photos)
        let stays = try #require(
          try samples.json("/trips/\(journey.from)")["stays"] as? [[String: Any]])
        #expect(stays.first?["date"] as? String == journey.from)
        #expect(stays.last?["date"] as? String == journey.to)
        let cover = try #require(trip["cover"] as? Int)
        #expect(try samples.get("/photos/\(cover)/thumbnail").status == 200)
      }
    }
    let homes = try #require(try samples.json("/homes?lang=en")["homes"] as? [[String: Any]])
    #expect(homes.map { $0["place"] as? String } == ["Lisbon"])
  }

  @Test func aTripHasItsPlacesDayByDay() throws {
    let trip = try service.json("/trips/2021-06-16")
    #expect(trip["id"] as? String == "2021-06-14")
    let stays = try #require(trip["stays"] as? [[String: Any]])
    #expect(stays.map { $0["date"] as? String } == (14...18).map { "2021-06-\($0)" })
    #expect(stays.map { $0["isNight"] as? Bool } == [true, true, true, true, false])
    #expect(stays.map { $0["photos"] as? Int } == [3, 3, 3, 3, 3])
    #expect(try service.get("/trips/2021-05-01").status == 404)
    #expect(try service.get("/trips/1").status == 404)
  }

  @Test func theDiaryAndCorrectionsAreUndoneByTheirOwnRoutes() throws {
    #expect(try post(#"{"rename":"2021-06-16","name":"Rome with Ada"}"#).status == 201)
    let written = try service.post(
      "/diary", Array(#"{"day":"2021-06-14","text":"Figs"}"#.utf8),
      ["Content-Type": "application/json"])
    #expect(written.status == 201, "\(written.text)")
    #expect(try service.ask(.delete, "/diary/1").status == 404)
    #expect(try service.ask(.delete, "/trips/2").status == 404)
    #expect(try service.ask(.delete, "/trips/1").status == 200)
    #expect(try trips("/diary", "entries").map { $0["text"] as? String } == ["Figs"])
    #expect(try service.ask(.delete, "/diary/2").status == 200)
    #expect(try trips("/diary", "entries").isEmpty)
    #expect(try trips("/trips", "acts").count == 2)
    #expect(try trips("/diary", "acts").count == 2)
  }

  @Test func aTripIsNamedInTheLanguageOfTheReader() throws {
    func name(_ language: String) throws -> String? {
      let list = try service.json("/trips?lang=\(language)")["trips"] as? [[String: Any]]
      return list?.first?["name"] as? String
    }
    for _ in 1...2 {
      #expect(try name("en") == "Rome")
      #expect(try name("de") == "Rom")
    }
  }

  @Test func thePhotosOfATripAreSelectedOnOtherRoutes() throws {
    for (route, member) in [
      ("/collections/photos/items?limit=1&", "numberMatched"),
      ("/collections/photos/facets?", "numberMatched"),
    ] {
      #expect(try service.json("\(route)trip=2021-06-14")[member] as? Int == 15, "\(route)")
    }
    #expect(try service.get("/collections/photos/items?trip=summer").status == 400)
  }

  @Test func homesAreListed() throws {
    let homes = try #require(try service.json("/homes")["homes"] as? [[String: Any]])
    #expect(homes.count == 1)
    let home = try #require(homes.first)
    #expect(home["from"] as? String == "2021-01-01")
    #expect(home["to"] is NSNull)
    #expect(abs(try #require(home["longitude"] as? Double) - 11.575) < 0.01)
  }

  @Test func correctionsAreActsWithUndo() throws {
    let renamed = try post(#"{"rename":"2021-06-16","name":"  Rome\n with   Ada "}"#)
    #expect(renamed.status == 201, "\(renamed.text)")
    #expect(renamed.headers["Location"] == "http://photos.test:8080/trips/1")
    #expect(try trips().first?["name"] as? String == "Rome with Ada")
    #expect(try post(#"{"merge":["2021-06-14","2021-09-11"]}"#).status == 201)
    #expect(try trips().map { $0["id"] as? String } == ["2021-06-14"])
    #expect(try trips().first?["to"] as? String == "2021-09-12")
    #expect(try service.ask(.delete, "/trips/2").status == 200)
    #expect(try post(#"{"split":"2021-06-14","at":"2021-06-16"}"#).status == 201)
    #expect(try trips().map { $0["id"] as? String } == ["2021-06-14", "2021-06-16", "2021-09-10"])
    #expect(try post(#"{"dismiss":"2021-06-16"}"#).status == 201)
    #expect(try trips().map { $0["id"] as? String } == ["2021-06-14", "2021-09-10"])
    #expect(
      try post(#"{"make":{"from":"2021-03-01","to":"2021-03-05","name":"At home"}}"#).status == 201)
    #expect(try trips().first?["name"] as? String == "At home")
    let home = #"{"longitude":12.5,"latitude":41.9,"from":"2021-06-01","to":"2021-06-30"}"#
    #expect(try post(#"{"home":\#(home)}"#).status == 201)
    #expect(try #require(try service.json("/homes")["homes"] as? [Any]).count == 2)
    for act in [1, 4, 5, 6, 7] where try service.ask(.delete, "/trips/\(act)").status != 200 {
      Issue.record("act \(act) is not undone")
    }
    #expect(try trips().map { $0["id"] as? String } == ["2021-06-14", "2021-09-10"])
    #expect(try trips().first?["name"] as? String != "Rome with Ada")
    let acts = try trips("/trips", "acts")
    #expect(acts.count == 12)
    #expect(
      acts.last?["corrections"] as? [String] == ["rename 2021-06-14 2021-06-18 Rome with Ada"])
    #expect(acts.last?["undone"] as? Int == 1)
    #expect(try service.ask(.delete, "/trips/1").status == 404)
    #expect(try service.ask(.delete, "/words/1").status == 404)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"rename":"2021-05-01","name":"a"}"#, #"{"rename":7,"name":"a"}"#,
    #"{"rename":"2021-06-14","name":7}"#, #"{"rename":"2021-06-14","at":"2021-06-15"}"#,
    #"{"rename":"2021-06-14","name":"a\u0007"}"#, #"{"rename":"2021-06-14","rename":"2021-06-14"}"#,
    #"{"merge":["2021-06-14"]}"#, #"{"merge":["2021-06-14","2021-06-15"]}"#,
    #"{"merge":"2021-06-14"}"#,
    #"{"merge":["2021-06-14","2020-01-01"]}"#, #"{"split":"2021-06-14","at":"2021-06-14"}"#,
    #"{"split":"2021-06-14","at":"2021-06-19"}"#, #"{"split":"2021-06-14"}"#,
    #"{"dismiss":"2021-05-01"}"#, #"{"dismiss":"2021-06-14","merge":[]}"#,
    #"{"make":{"from":"2021-03-05","to":"2021-03-01"}}"#, #"{"make":{"to":"2021-03-01"}}"#,
    #"{"make":{"from":"2021-03-05","place":"x"}}"#,
    #"{"home":{"longitude":200,"latitude":0,"from":"2021-01-01"}}"#,
    #"{"home":{"latitude":0,"from":"2021-01-01"}}"#, #"{"home":[]}"#,
    #"{"home":{"longitude":2,"latitude":0,"from":"2021-01-01","radius":-1}}"#,
    #"{"notHome":{"longitude":2,"latitude":0}}"#, #"{"teleport":"2021-06-14"}"#,
  ])
  func brokenCorrectionsAreRefused(_ json: String) throws {
    #expect(try post(json).status == 400)
    #expect(try trips().count == 2)
  }

  @Test func aPlaceThatWasNeverHomeIsNoneLaterEither() throws {
    let place = #"{"longitude":11.575,"latitude":48.137,"from":"1900-01-01"}"#
    #expect(try post(#"{"notHome":\#(place)}"#).status == 201)
    #expect(try service.json("/homes")["homes"] as? [[String: String]] == [])
  }

  @Test func aNameOfTooManyBytesIsRefused() throws {
    let name = String(repeating: "é", count: 101)
    #expect(try post(#"{"rename":"2021-06-14","name":"\#(name)"}"#).status == 400)
  }
}
