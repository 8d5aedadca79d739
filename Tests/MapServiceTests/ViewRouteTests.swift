import Foundation
import HTTPServer
import PhotoFacts
import PhotoIndex
import Query
import Sharing
import TestSupport
import Testing

@testable import MapService

/// Saved views over HTTP, and as a filter.
@Suite struct ViewRouteTests {
  private let service: Service
  private let door: GuestDoor

  init() throws {
    service = try Service()
    door = try GuestDoor(service.index, [:])
  }

  @discardableResult
  private func put(_ name: String, _ filters: String, _ fields: Headers = [:]) throws -> Answer {
    var fields = fields
    fields.set("Content-Type", to: "application/json")
    return try door.askAsOwner(
      "/views/" + name, fields, method: .put, body: #"{"filters":\#(filters)}"#)
  }

  /// The ids of the photos that filters select, as an owner sees them.
  private func ids(_ query: String) throws -> Set<Int> {
    let answer = try door.askAsOwner(
      "/collections/photos/items?properties=&\(query.replacing(" ", with: "%20"))")
    try #require(answer.status == 200, "\(query): \(answer.text)")
    let features = try #require(try answer.json()["features"] as? [[String: Any]])
    return Set(features.compactMap { $0["id"] as? Int })
  }

  @Test func aViewIsSavedListedReplacedAndRemoved() throws {
    let made = try put("Am%20Meer%20%2F%20%E6%B5%B7", #"{"rating":"4+","keyword":"Sea"}"#)
    #expect(made.status == 201, "\(made.text)")
    #expect(
      made.headers["Location"] == "http://localhost/views/Am%20Meer%20%2F%20%E6%B5%B7")
    #expect(made.headers["Cache-Control"]?.contains("no-store") ?? false)
    let view: NSDictionary = [
      "name": "Am Meer / 海", "filters": ["keyword": "Sea", "rating": "4+"],
    ]
    #expect(try made.json() as NSDictionary == view)
    #expect(try door.askAsOwner("/views").json() as NSDictionary == ["views": [view]])
    let target = "/views/Am%20Meer%20%2F%20%E6%B5%B7"
    #expect(try door.askAsOwner(target).json() as NSDictionary == view)

    let taken = try put(
      "Am%20Meer%20%2F%20%E6%B5%B7", #"{"media":"image"}"#, ["If-None-Match": "*"])
    #expect(taken.status == 412)
    #expect(try door.askAsOwner(target).json() as NSDictionary == view)
    let replaced = try put("Am%20Meer%20%2F%20%E6%B5%B7", #"{"favourite":true}"#)
    #expect(replaced.status == 200)
    #expect(replaced.headers["Location"] == nil)
    #expect(
      try replaced.json() as NSDictionary
        == ["name": "Am Meer / 海", "filters": ["favourite": "true"]])
    #expect(try put("new", #"{"media":"image"}"#, ["If-None-Match": "*"]).status == 201)
    #expect(try door.askAsOwner(target, method: .delete).status == 204)
    #expect(try door.askAsOwner(target, method: .delete).status == 404)
    #expect(try door.askAsOwner(target).status == 404)
  }

  @Test(arguments: [
    (#"{"keyword":""}"#, "keyword"), (#"{"datetime":"soon"}"#, "datetime"),
    (#"{"bbox":"1,2"}"#, "bbox"), (#"{"view":"other"}"#, "view"), (#"{"limit":"3"}"#, "limit"),
    (#"{"filter":"altitude >"}"#, "filter"), (#"{"keyword":"a\tb"}"#, "keyword"),
    ("{}", "no filter"), (#"{"keyword":["a"]}"#, "not a text"), (#"["keyword"]"#, "filters"),
    (#"{"keyword":"a","keyword":"b"}"#, "twice"),
  ])
  func filtersThatAreNotValidAreRefusedByName(filters: String, names: String) throws {
    let answer = try put("sea", filters)
    #expect(answer.status == 400)
    #expect(answer.text.contains(names), "\(answer.text)")
    #expect(try ViewRegister(index: service.index.path).entries().isEmpty)
  }

  @Test func theAddressOfThePageIsKeptBesideTheFilters() throws {
    let body = #"{"filters":{"country":"FR"},"address":"country=FR&keyword=%E6%B5%B7"}"#
    let made = try door.askAsOwner(
      "/views/a", ["Content-Type": "application/json"], method: .put, body: body)
    #expect(made.status == 201, "\(made.text)")
    let view: NSDictionary = [
      "name": "a", "filters": ["country": "FR"], "address": "country=FR&keyword=%E6%B5%B7",
    ]
    #expect(try door.askAsOwner("/views/a").json() as NSDictionary == view)
    #expect(try ids("view=a") == ids("country=FR"))
    let control = #"{"filters":{"country":"FR"},"address":"a\nb"}"#
    let refused = try door.askAsOwner(
      "/views/b", ["Content-Type": "application/json"], method: .put, body: control)
    #expect(refused.status == 400)
  }

  @Test func namesAndSizesAreBounded() throws {
    let valid = #"{"media":"image"}"#
    for name in [
      String(repeating: "a", count: 201), "%09", "a%0Ab", "%C2%85", "%2E%2E", "%2E",
    ] { #expect(try put(name, valid).status == 400, "\(name)") }
    #expect(try put(String(repeating: "a", count: 200), valid).status == 201)
    let long = String(repeating: "k", count: 8_192)
    #expect(try put("long", #"{"keyword":"\#(long)"}"#).status == 400)
    #expect(try put("short", #"{"keyword":"\#(long.dropLast(100))"}"#).status == 201)
    let other = try door.askAsOwner(
      "/views/a", ["Content-Type": "application/json"], method: .put,
      body: #"{"name":"b","filters":{"media":"image"}}"#)
    #expect(other.status == 400)
  }

  @Test func thereAreAtMostAThousandViews() throws {
    let lines = (0..<SavedView.mostViews).map { "view \($0)\tmedia=image\n" }
    try Data(("1\n" + lines.joined()).utf8).write(
      to: URL(fileURLWithPath: service.library.database + ".views"))
    let answer = try put("one%20more", #"{"media":"image"}"#)
    #expect(answer.status == 400)
    #expect(answer.text.contains("1000"), "\(answer.text)")
    #expect(try put("view%20999", #"{"media":"video"}"#).status == 200)
    #expect(try door.askAsOwner("/views/view%20999").text.contains("video"))
  }

  /// Each pair of filters, one of them in a view, selects what both select alone.
  @Test func aViewAndOtherFiltersSelectWhatBothSelect() throws {
    try service.addTrip()
    let filters: [(String, String)] = [
      ("bbox", "-10,35,30,60"), ("bbox", "2,48,3,49"), ("bbox", "170,-60,-70,60"),
      ("datetime", "2021-01-01/2023-12-31"), ("datetime", "2022"), ("datetime", "2016/2018"),
      ("datetime-local", "2021-01-01/2022-12-31"), ("datetime-local", "2022-01-01/.."),
      ("camera", "a"), ("camera", "o"), ("media", "image"), ("media", "video"),
      ("media", "image/jpeg"), ("source", "exif"), ("source", "xmp"), ("path", "2*"),
      ("path", "*tower*"), ("country", "FR"), ("country", "DE"), ("place", "Paris"),
      ("keyword", "tower"), ("rating", "4+"), ("q", "paris"), ("trip", "2024-04-04"),
      ("filter", "altitude > 10 OR cameraMake IS NULL"), ("weekday", "6,7"),
    ]
    var selected: [Set<Int>] = []
    for (number, (name, value)) in filters.enumerated() {
      #expect(try put("v\(number)", #"{"\#(name)":"\#(value)"}"#).status == 201)
      let found = try ids(
        "\(name)=\(value)".replacing(">", with: "%3E").replacing("+", with: "%2B"))
      #expect(try ids("view=v\(number)") == found, "\(name)=\(value)")
      selected.append(found)
    }
    #expect(selected.count { !$0.isEmpty } > 15)
    for (number, (name, value)) in filters.enumerated() {
      let other = "\(name)=\(value)".replacing(">", with: "%3E").replacing("+", with: "%2B")
      for view in filters.indices where name == filters[view].0 || (number + view) % 5 == 0 {
        let both = selected[number].intersection(selected[view])
        #expect(try ids("view=v\(view)&\(other)") == both, "\(filters[view]) and \(other)")
        #expect(try ids("\(other)&view=v\(view)") == both, "\(other) and \(filters[view])")
      }
    }
  }

  @Test func anAnswerIsNewWhenTheViewOfItIsChanged() throws {
    try put("mine", #"{"path":"2023-*"}"#)
    for target in [
      "/collections/photos/items?view=mine&", "/collections/photos/clusters?zoom=3&view=mine&",
      "/collections/photos/timeline?view=mine&", "/collections/photos/facets?view=mine&",
      "/collections/photos/export?view=mine&", "/tiles/photos/0/0/0.mvt?view=mine&",
      "/collections/photos/nearest?lon=2&lat=48&view=mine&",
    ].map({ String($0.dropLast()) }) {
      try put("mine", #"{"path":"2023-*"}"#)
      let first = try door.askAsOwner(target)
      #expect(first.status == 200, "\(target): \(first.text)")
      let tag = try #require(first.headers["ETag"])
      #expect(try door.askAsOwner(target, ["If-None-Match": tag]).status == 304)
      // By another program.
      let register = ViewRegister(index: service.index.path)
      #expect(try register.store(SavedView("mine", ["path": "*e*"]), replacing: true) == .replaced)
      let second = try door.askAsOwner(target, ["If-None-Match": tag])
      #expect(second.status == 200, "\(target)")
      #expect(second.bytes != first.bytes, "\(target)")
      let plain = target.replacing("view=mine", with: "path=*e*")
      if target.contains("nearest") || target.contains("timeline") {
        #expect(try door.askAsOwner(plain).bytes == second.bytes, "\(target)")
      }
    }
  }

  @Test func anUnknownViewIsAnErrorThatNamesTheList() throws {
    for name in ["none", "", "Mine"] {
      try put("mine", #"{"path":"2023-*"}"#)
      let answer = try door.askAsOwner("/collections/photos/items?view=\(name)")
      #expect(answer.status == 400)
      #expect(answer.text.contains("/views"), "\(answer.text)")
    }
  }

  @Test func aViewWithAFilterOfALaterVersionIsListedAndSelectsNothingByMistake() throws {
    try Data("1\nlater\tsharpness=high\nmine\tpath=2023-*\n".utf8).write(
      to: URL(fileURLWithPath: service.library.database + ".views"))
    #expect(try door.askAsOwner("/views").text.contains("sharpness"))
    let answer = try door.askAsOwner("/collections/photos/items?view=later")
    #expect(answer.status == 400)
    #expect(answer.text.contains("sharpness"), "\(answer.text)")
    #expect(try !ids("view=mine").isEmpty)
    #expect(try put("another", #"{"media":"image"}"#).status == 201)
    #expect(try door.askAsOwner("/views/later").text.contains("sharpness"))
  }

  @Test func aFileThatIsNoListIsReportedAndNotReplaced() throws {
    let file = URL(fileURLWithPath: service.library.database + ".views")
    for text in ["", "1", "mine\tpath=*\n", "1\nmine\tpath"] {
      try Data(text.utf8).write(to: file)
      #expect(try put("mine", #"{"media":"image"}"#).status == 409)
      #expect(try door.askAsOwner("/views").status == 409)
      #expect(try door.askAsOwner("/collections/photos/items?view=mine").status == 503)
      #expect(try Data(contentsOf: file) == Data(text.utf8))
      #expect(try door.ask("/collections/photos/items").status == 200)
    }
  }

  @Test func guestsLearnNothingOfViews() throws {
    try put("mine", #"{"media":"image"}"#)
    #expect(try ids("view=mine").count > 1)
    let nothing = try door.ask("/collections/photos/items?view=mine")
    #expect(nothing.status == 200)
    #expect(nothing.text.contains("\"numberMatched\":0"), "\(nothing.text)")
    let unknown = try door.ask("/collections/photos/items?view=none")
    #expect(unknown.text == nothing.text.replacing("view=mine", with: "view=none"))
    for (method, target) in [
      (Method.get, "/views"), (.get, "/views/mine"), (.put, "/views/mine"),
      (.delete, "/views/mine"),
    ] { #expect(try door.ask(target, method: method).status == 403, "\(method) \(target)") }
    #expect(try ids("view=mine").count > 1)
  }

  @Test func pagesOfOtherSitesCannotChangeViews() throws {
    let answer = try put("mine", #"{"media":"image"}"#, ["Origin": "https://elsewhere.example"])
    #expect(answer.status == 403)
    #expect(try put("mine", #"{"media":"image"}"#, ["Content-Type": "text/plain"]).status == 201)
    let plain = try door.askAsOwner(
      "/views/b", ["Content-Type": "text/plain"], method: .put,
      body: #"{"filters":{"media":"image"}}"#)
    #expect(plain.status == 415)
  }
}
