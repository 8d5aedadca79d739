import Foundation
import HTTPServer
import People
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Sharing
import TestSupport
import Testing

@testable import MapService

/// What users with roles and scopes see and do.
@Suite struct UserTests {
  @Test func eachRoleMayUseItsOperationsAndNoOther() throws {
    let house = try House([
      House.user("bob", .viewer, House.paris()), House.user("cleo", .editor, House.paris()),
      House.user("dora", .owner),
    ])
    let audiences: [(String, Audience)] = [
      ("bob", .viewers), ("cleo", .editors), ("dora", .owners), ("ada", .owners),
    ]
    let operations = ServiceContext(index: house.service.index, options: .init()).operations
    var refused = 0
    for (name, audience) in audiences {
      let proof = House.basic(name, name == "ada" ? "swordfish" : name)
      #expect(try house.send(.get, "/me", proof).json()["name"] as? String == name)
      // Events have no end, and only owners list rooms.
      for operation in operations
      where operation.method == .get && !["getEvents", "getRooms"].contains(operation.id) {
        let target = operation.path.replacing("{id}", with: "1").replacing("{name}", with: "a")
          .replacing("{z}", with: "0").replacing("{x}", with: "0").replacing("{y}", with: "0")
        let status = try house.send(.get, target, proof).status
        #expect((status == 403) == (operation.audience > audience), "\(name) \(target): \(status)")
        if status == 403 { refused += 1 }
      }
      for operation in operations where operation.method != .get && operation.path != "/session" {
        let target = operation.path.replacing("{id}", with: "x").replacing("{name}", with: "x")
          .replacing("{act}", with: "x")
        if operation.audience > audience {
          #expect(
            try house.send(operation.method, target, proof).status == 403, "\(name) \(target)")
          refused += 1
        }
      }
    }
    #expect(refused > 20)
  }

  @Test func aViewerSeesTheScopeAndNothingElse() throws {
    let house = try House([House.user("bob", .viewer, House.paris())])
    let bob = House.basic("bob", "bob")
    let items = try house.send(.get, "/collections/photos/items", bob).json()
    #expect(items["numberMatched"] as? Int == 1)
    let me = try house.send(.get, "/me", bob).json()
    #expect(me["role"] as? String == "viewer")
    #expect((me["scope"] as? [String: [String]]) == ["path": ["2023-paris"]])
    let all = try house.send(.get, "/collections/photos/items", House.basic("ada", "swordfish"))
      .json()
    let features = try #require(all["features"] as? [[String: Any]])
    for id in features.compactMap({ $0["id"] as? Int }) {
      let statuses =
        try ["items/\(id)", "items/\(id)"].map {
          try house.send(.get, "/collections/photos/\($0)", bob).status
        }
        + ["thumbnail", "original"].map { try house.send(.get, "/photos/\(id)/\($0)", bob).status }
      let isParis =
        (features.first { $0["id"] as? Int == id }?["properties"] as? [String: Any])
        .map { ($0["path"] as? String)?.hasPrefix("2023-paris") ?? false } ?? false
      #expect(statuses.allSatisfy { $0 == (isParis ? 200 : 404) }, "\(id): \(statuses)")
    }
  }

  @Test func anEditorChangesPhotosOfTheScopeAlone() throws {
    let parts = try House.paris() + [UserScope.Part(.path, "2024-helsinki")]
    let house = try House([House.user("cleo", .editor, parts)])
    let (cleo, ada) = (House.basic("cleo", "cleo"), House.basic("ada", "swordfish"))
    let photos = try house.service.index.read { try $0.photos(1...20) }
    func id(_ path: String) throws -> Int64 {
      try #require(photos.first { $0.path.description.hasPrefix(path) }).id
    }
    let (paris, egypt, library) = try (id("2023-paris"), id("2021-egypt"), id("2024-helsinki"))
    func write(_ ids: [Int64], _ who: Headers) throws -> Answer {
      try house.send(
        .post, "/words", House.sending(who),
        body: #"{"photos":\#(ids),"set":{"title":"Evening"},"add":{"keywords":["walk"]}}"#)
    }
    // Others are as if they did not exist.
    let both = try write([paris, egypt], cleo)
    #expect(both.status == 201)
    #expect(try both.json()["photos"] as? Int == 1)
    let act = try #require(try both.json()["id"] as? Int)
    #expect(try write([egypt], cleo).status == 404)
    #expect(try write([egypt], ada).status == 201)
    let renaming = try house.send(
      .post, "/words", House.sending(cleo),
      body: #"{"rename":{"keywords":{"walk":"stroll"}}}"#)
    #expect(try renaming.json()["photos"] as? Int == 1, "\(renaming.text)")
    let egyptian = try house.send(.get, "/collections/photos/items/\(egypt)", ada).json()
    #expect(
      ((egyptian["properties"] as? [String: Any])?["keywords"] as? [String])?.contains("walk")
        == true)
    // An editor sees and undoes only the own acts.
    let listed = try house.send(.get, "/words", cleo).json()
    #expect(
      (listed["acts"] as? [[String: Any]])?.allSatisfy { $0["by"] as? String == "cleo" } == true)
    #expect(listed["numberMatched"] as? Int == 2)
    #expect(try house.send(.get, "/words?photo=\(egypt)", cleo).json()["shown"] == nil)
    #expect(try house.send(.get, "/words?photo=\(paris)", cleo).json()["shown"] != nil)
    let adas = try #require(
      (try house.send(.get, "/words", ada).json()["acts"] as? [[String: Any]])?
        .first { $0["by"] as? String == "ada" }?["act"] as? Int)
    #expect(try house.send(.delete, "/words/\(adas)", cleo).status == 404)
    #expect(try house.send(.delete, "/words/\(act)", cleo).status == 200)
    // A photo of the scope that has no position yet can be placed, one outside cannot be moved.
    func place(_ id: Int64) throws -> Answer {
      try house.send(
        .post, "/placements", House.sending(cleo),
        body: #"{"placements":[{"photo":\#(id),"longitude":2.3,"latitude":48.8}]}"#)
    }
    #expect(try place(library).status == 201)
    #expect(try place(egypt).status == 404)
    #expect(try house.send(.get, "/placements?from=tracks", cleo).status == 403)
    let acts = try house.send(.get, "/placements", cleo).json()["acts"] as? [[String: Any]]
    #expect(acts?.count == 1)
    #expect(acts?.first?["by"] as? String == "cleo")
  }

  @Test func usersGetThePhotosOfTheScopeThatHaveNoPosition() throws {
    let parts = [try UserScope.Part(.path, "one"), try UserScope.Part(.keyword, "Club")]
    let areas = [try UserScope.Part(.bbox, "-180,-90,180,90"), try UserScope.Part(.area, "FR")]
    let house = try House([
      House.user("bob", .viewer, parts), House.user("cleo", .editor, parts),
      House.user("dora", .editor, areas),
    ])
    let library = house.service.library
    let samples = ["one/a.jpg", "one/b.jpg", "two/c.jpg", "two/d.jpg", "one/e.jpg"]
    for (number, name) in samples.enumerated() {
      let sample = name == "one/e.jpg" ? "odd-cases/null-island.jpg" : "odd-cases/no-gps.jpg"
      let bytes = try Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path(sample)))
      // Each has another size, so that notes about one are not about the others.
      _ = try library.write(name, bytes + Data(count: number + 1))
    }
    for name in ["one/notes.jpg", "two/notes.jpg"] {
      _ = try library.write(name, Data("not a picture".utf8))
    }
    _ = try PhotoScanner(index: house.service.index).scan([FilePath(library.root)])
    let ada = House.basic("ada", "swordfish")
    func report(_ name: String, _ query: String = "") throws -> [String: Any] {
      try house.send(.get, "/report" + query, House.basic(name, name)).json()
    }
    func paths(_ answer: [String: Any]) -> [String] {
      (answer["files"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
    }
    let all = try house.send(.get, "/report?limit=100", ada).json()
    #expect(paths(all).count == 8)
    func id(_ path: String) throws -> Int {
      let file = (all["files"] as? [[String: Any]])?.first { $0["path"] as? String == path }
      return try #require(file?["id"] as? Int, "\(path)")
    }
    let named = try house.send(
      .post, "/words", House.sending(ada),
      body: #"{"photos":[\#(try id("two/c.jpg"))],"add":{"keywords":["Club"]}}"#)
    #expect(named.status == 201, "\(named.text)")
    // Lists of names have those of the photos that a user sees, and of no others.
    for (path, keyword) in [("one/a.jpg", "Mine"), ("two/d.jpg", "Secret")] {
      let body = #"{"photos":[\#(try id(path))],"add":{"keywords":["\#(keyword)/All"]}}"#
      #expect(try house.send(.post, "/words", House.sending(ada), body: body).status == 201)
    }
    func names(_ target: String, _ who: Headers) throws -> Set<String> {
      let rows = try house.send(.get, target, who).json()["keywords"] as? [[String: Any]]
      return Set(
        (rows ?? []).filter { $0["count"] as? Int == 0 }.compactMap { $0["name"] as? String })
    }
    #expect(try names("/keywords", ada) == ["Club", "All"])
    #expect(
      try names("/keywords?paths=true", ada) == [
        "Club", "Mine", "Mine/All", "Secret", "Secret/All",
      ])
    for name in ["bob", "cleo"] {
      let who = House.basic(name, name)
      #expect(try names("/keywords?paths=true", who) == ["Club", "Mine", "Mine/All"], "\(name)")
      #expect(try names("/keywords", who) == ["Club", "All"], "\(name)")
      let all = try house.send(.get, "/keywords", who).json()["keywords"] as? [[String: Any]]
      #expect(all?.first { $0["name"] as? String == "All" }?["unlocated"] as? Int == 1)
    }
    // A box or an area has no photo without a position.
    #expect(try names("/keywords", House.basic("dora", "dora")).isEmpty)
    for name in ["bob", "cleo"] {
      let answer = try report(name)
      #expect(paths(answer).dropLast().sorted() == ["one/a.jpg", "one/b.jpg", "two/c.jpg"])
      // Reason by reason.
      #expect(paths(answer).last == "one/e.jpg")
      #expect(answer["numberMatched"] as? Int == 4)
      #expect(answer["photos"] as? Int == 4)
      #expect(answer["located"] as? Int == 0)
      let reasons = answer["unlocated"] as? [String: Int]
      #expect(reasons?["no-gps"] == 3 && reasons?["null-island"] == 1)
      #expect(reasons?["unsupported"] == 0)
      #expect(answer["scanCommand"] == nil)
      #expect((answer["hanging"] as? [Any])?.isEmpty == true)
      // Their pictures too, and none of others or of files that are not photos.
      for (path, status) in [("one/a.jpg", 200), ("two/c.jpg", 200), ("two/d.jpg", 404)] {
        for kind in ["thumbnail", "original"] {
          let target = "/photos/\(try id(path))/\(kind)"
          #expect(try house.send(.get, target, House.basic(name, name)).status == status, "\(path)")
        }
      }
      let notes = "/photos/\(try id("one/notes.jpg"))/original"
      #expect(try house.send(.get, notes, House.basic(name, name)).status == 404)
      // Page by page, in the same order.
      var (found, target) = ([String](), "/report?limit=1" as String?)
      while let next = target {
        let page = try house.send(.get, next, House.basic(name, name)).json()
        found += paths(page)
        let links = page["links"] as? [[String: Any]] ?? []
        let href = links.first { $0["rel"] as? String == "next" }?["href"] as? String
        target = href?.replacing("http://localhost", with: "")
      }
      #expect(found == paths(answer))
      #expect(try paths(report(name, "?reason=null-island")) == ["one/e.jpg"])
    }
    // In no box, and in no area.
    #expect(try paths(report("dora")).isEmpty)
    // What an editor places leaves the list, of viewers too.
    let placed = try house.send(
      .post, "/placements", House.sending(House.basic("cleo", "cleo")),
      body: #"{"placements":[{"photo":\#(try id("one/a.jpg")),"longitude":2.3,"latitude":48.8}]}"#)
    #expect(placed.status == 201, "\(placed.text)")
    #expect(try paths(report("bob")).sorted() == ["one/b.jpg", "one/e.jpg", "two/c.jpg"])
    #expect(try report("bob")["located"] as? Int == 1)
    #expect(try report("dora")["located"] as? Int == 4)
  }

  @Test func editorsOpenRoomsViewersJoinThemAndOnlyCreatorsAndOwnersCloseThem() throws {
    let house = try House([
      House.user("bob", .viewer, House.paris()), House.user("cleo", .editor, House.paris()),
      House.user("dora", .editor),
    ])
    let (bob, cleo, dora) = (
      House.basic("bob", "bob"), House.basic("cleo", "cleo"), House.basic("dora", "dora")
    )
    #expect(try house.send(.post, "/rooms", bob).status == 403)
    let opened = try house.send(.post, "/rooms", cleo)
    #expect(opened.status == 201, "\(opened.text)")
    let id = try #require(try opened.json()["id"] as? String)
    for proof in [bob, cleo, dora] {
      #expect(try house.send(.get, "/rooms/\(id)", proof).status == 200)
      #expect(try house.send(.get, "/rooms", proof).status == 403)
    }
    #expect(try house.send(.delete, "/rooms/\(id)", dora).status == 403)
    #expect(try house.send(.delete, "/rooms/\(id)", bob).status == 403)
    #expect(try house.send(.delete, "/rooms/\(id)", cleo).status == 204)
  }

  @Test func eventsTellAViewerThatSomethingHasChangedAndNoMore() throws {
    let stamp = try Service.shared().index.read { try $0.stamp() }
    var pending = PendingEvents()
    pending.changed = PhotosChanged(
      stamp: stamp, located: 1_234, counts: .init(added: 5, updated: 0, moved: 0, removed: 0))
    pending.viewers = 2
    pending.haveViewsChanged = true
    pending.dropWhatOwnersSee()
    let text = String(decoding: pending.take(), as: UTF8.self)
    #expect(text.contains("event: photos-changed") && text.contains("event: viewers"))
    for part in ["located", "1234", "added", "views-changed", "scan"] {
      #expect(!text.contains(part), "\(text)")
    }
  }

  @Test func aViewerGetsTheTripsOfTheVisiblePhotosAlone() throws {
    let house = try House(
      [House.user("bob", .viewer, [UserScope.Part(.path, "2025-*")])], names: Self.year)
    let (bob, ada) = (House.basic("bob", "bob"), House.basic("ada", "swordfish"))
    let trips = try house.send(.get, "/trips", bob).json()
    let all = try house.send(.get, "/trips", ada).json()
    #expect((all["trips"] as? [[String: Any]])?.count == 2)
    let ids = try #require(trips["trips"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(!ids.isEmpty)
    for id in ids {
      let found = try house.send(.get, "/collections/photos/items?trip=\(id)&limit=100", bob).json()
      #expect((found["numberMatched"] as? Int ?? 0) > 0)
      #expect(try house.send(.get, "/trips/\(id)", bob).status == 200)
    }
    // What the owner has corrected is about all photos.
    let renamed = try house.send(
      .post, "/trips", House.sending(ada), body: #"{"rename":"\#(ids[0])","name":"Secret name"}"#)
    #expect(renamed.status == 201, "\(renamed.text)")
    #expect(try house.send(.get, "/trips", ada).text.contains("Secret name"))
    #expect(try !house.send(.get, "/trips", bob).text.contains("Secret name"))
    #expect(try house.send(.get, "/homes", bob).status == 403)
  }

  /// The photos of a year at home with two trips.
  private static let year: [String] = {
    let manager = FileManager.default
    let names = manager.enumerator(atPath: SamplePhotos.folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasPrefix("2025-") && $0.hasSuffix(".jpg") }.sorted()
  }()
}
