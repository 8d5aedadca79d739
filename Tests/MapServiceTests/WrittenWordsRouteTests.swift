import Foundation
import HTTPServer
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

@testable import MapService

/// Words are written over HTTP, and undone.
@Suite struct WrittenWordsRouteTests {
  private let service: Service

  init() throws {
    service = try Service(["2023-paris/eiffel-tower.jpg"])
    try service.library.write("a.jpg", Data([0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 1, 0xFF, 0xD9]))
    try service.library.write("notes.txt", Data("text".utf8))
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
  }

  private func id(_ name: String) throws -> Int64 {
    try #require(
      try service.index.read { try $0.photoID(at: FilePath(service.library.file(name))) })
  }

  private func post(_ json: String) throws -> Answer {
    try service.post("/words", Array(json.utf8), ["Content-Type": "application/json"])
  }

  private func words(of name: String) throws -> PhotoWords {
    let id = try id(name)
    return try #require(try service.index.read { try $0.photo(id) }).facts.words
  }

  @Test func wordsOfSeveralPhotosAreOneAct() throws {
    let (tower, a) = (try id("2023-paris/eiffel-tower.jpg"), try id("a.jpg"))
    let before = try words(of: "2023-paris/eiffel-tower.jpg")
    let answer = try post(
      #"{"photos":[\#(tower),\#(a)],"set":{"title":"Tower","favourite":true},"add":{"keywords":["Iron"]}}"#
    )
    #expect(answer.status == 201)
    #expect(answer.headers["Location"] == "http://photos.test:8080/words/1")
    #expect(try answer.json() as NSDictionary == ["id": 1, "photos": 2])
    #expect(try words(of: "a.jpg").keywords == ["Iron"])
    let found = try service.json("/collections/photos/items?keyword=Iron&favourite=true&q=tow")
    #expect(found["numberMatched"] as? Int == 1)

    let list = try service.json("/words?photo=\(tower)")
    let file = try #require(list["file"] as? [String: Any])
    #expect(file["title"] as? String == before.title)
    #expect(file["keywords"] as? [String] ?? [] == before.keywords)
    let shown = try #require(list["shown"] as? [String: Any])
    #expect(shown["title"] as? String == "Tower")
    #expect(shown["keywords"] as? [String] == before.keywords + ["Iron"])
    let act = try #require((list["acts"] as? [[String: Any]])?.first)
    #expect(act["photos"] as? Int == 2)
    #expect(act["set"] as? NSDictionary == ["title": "Tower", "favourite": true])
    #expect(act["add"] as? NSDictionary == ["keywords": ["Iron"]])
    // Acts of places and of words are apart.
    #expect(try service.json("/placements")["numberMatched"] as? Int == 0)
    #expect(try service.ask(.delete, "/placements/1").status == 404)

    let undone = try service.ask(.delete, "/words/1?photo=\(a)")
    #expect(try undone.json() as NSDictionary == ["act": 1, "undone": 1])
    #expect(try words(of: "a.jpg").isEmpty)
    #expect(try service.ask(.delete, "/words/1").status == 200)
    #expect(try words(of: "2023-paris/eiffel-tower.jpg") == before)
    #expect(try service.ask(.delete, "/words/1").status == 404)
    #expect(try service.json("/words")["numberMatched"] as? Int == 3)
  }

  @Test func aRequestThatIsRepeatedWithItsKeyActsOnce() throws {
    let a = try id("a.jpg")
    let add = #"{"photos":[\#(a)],"add":{"keywords":["Beech"]},"key":"7f3a"}"#
    let first = try post(add)
    #expect(try first.json() as NSDictionary == ["id": 1, "photos": 1])
    // The rename leaves nothing that a second one could find.
    let rename = #"{"rename":{"keywords":{"Beech":"Beach"}},"key":"7f3b"}"#
    for _ in 1...2 {
      let answer = try post(rename)
      #expect(answer.status == 201)
      #expect(answer.headers["Location"] == "http://photos.test:8080/words/2")
      #expect(try answer.json() as NSDictionary == ["id": 2, "photos": 1])
    }
    let again = try post(add)
    #expect(again.status == 201)
    #expect(try again.json() as NSDictionary == ["id": 1, "photos": 1])
    #expect(try words(of: "a.jpg").keywords == ["Beach"])
    #expect(try service.json("/words")["numberMatched"] as? Int == 2)
    // Another user and another kind of act have keys of their own.
    #expect(
      try NotesWriter(service.index).write({ _ in [a] }, by: "bea", key: "7f3a") { _ in
        var change = WordsChange()
        change.added[.keywords] = ["Sea"]
        return change
      }?.number == 3)
    let place = #"{"placements":[{"photo":\#(a),"longitude":2,"latitude":48}],"key":"7f3a"}"#
    for _ in 1...2 {
      let placed = try service.post(
        "/placements", Array(place.utf8), ["Content-Type": "application/json"])
      #expect(placed.status == 201)
      #expect(try placed.json() as NSDictionary == ["act": 4, "placed": 1])
    }
  }

  @Test(arguments: [#""""#, "5", "null", #"["a"]"#, #""\#(String(repeating: "k", count: 201))""#])
  func aKeyIsAShortText(key: String) throws {
    let answer = try post(#"{"photos":[\#(try id("a.jpg"))],"set":{"title":"x"},"key":\#(key)}"#)
    #expect(answer.status == 400)
    #expect(answer.text.contains("key is not a text of 1 to 200 bytes"))
  }

  @Test func aFullDiskIsNamedWithoutPaths() throws {
    let error = IndexError(.diskFull, "no room left on the disk for /home/ada/photos.sqlite.notes")
    let problem = try #require(Problem(describing: error))
    #expect(problem.status == 503)
    #expect(problem.detail?.contains("/home") == false)
    #expect(problem.detail?.contains("Free some space") == true)
  }

  @Test func aNameChangesEverywhereAndNullRemovesAText() throws {
    let a = try id("a.jpg")
    #expect(
      try post(#"{"photos":[\#(a)],"set":{"caption":"x"},"add":{"keywords":["Beech"]}}"#).status
        == 201)
    let renamed = try post(#"{"rename":{"keywords":{"Beech":"Beach"}}}"#)
    #expect(try renamed.json() as NSDictionary == ["id": 2, "photos": 1])
    #expect(try words(of: "a.jpg").keywords == ["Beach"])
    #expect(try post(#"{"rename":{"keywords":{"Beech":"Beach"}}}"#).status == 404)
    #expect(try post(#"{"photos":[\#(a)],"set":{"caption":null}}"#).status == 201)
    #expect(try words(of: "a.jpg").caption == nil)
  }

  @Test(arguments: ["keywords", "keywordPaths"])
  func aKeywordWithSlashesIsAHierarchyInEachList(list: String) throws {
    let a = try id("a.jpg")
    #expect(try post(#"{"photos":[\#(a)],"add":{"\#(list)":["Club / Summer"]}}"#).status == 201)
    #expect(try words(of: "a.jpg").keywordPaths == ["Club/Summer"])
    #expect(try words(of: "a.jpg").keywords == ["Summer"])
    #expect(try post(#"{"rename":{"keywords":{"Club":"Team"}}}"#).status == 201)
    #expect(try words(of: "a.jpg").keywordPaths == ["Team/Summer"])
    #expect(
      try post(#"{"photos":[\#(a)],"remove":{"keywords":["Team/Summer"]}}"#).status == 201)
    #expect(try words(of: "a.jpg").isEmpty)
  }

  @Test func ownersGetNamesOfPhotosWithoutAPosition() throws {
    let a = try id("a.jpg")
    #expect(
      try post(#"{"photos":[\#(a)],"add":{"keywords":["Off/Map"],"people":["Zoe"]}}"#).status
        == 201)
    func row(_ list: String, _ query: String, _ name: String) throws -> [String: Any]? {
      let answer = try service.json("/\(list)\(query)")
      let rows = try #require(answer[list] as? [[String: Any]])
      return rows.first { $0["name"] as? String == name }
    }
    for (list, query, name) in [
      ("keywords", "", "Map"), ("keywords", "?paths=true", "Off"),
      ("keywords", "?paths=true&q=map", "Off/Map"), ("people", "?q=zo", "Zoe"),
    ] {
      let found = try #require(try row(list, query, name))
      #expect(found["count"] as? Int == 0, "\(name)")
      #expect(found["unlocated"] as? Int == 1, "\(name)")
      #expect(found["cover"] as? Int64 == a, "\(name)")
      #expect(found["from"] == nil, "\(name)")
    }
    // Filters select photos on the map.
    #expect(try row("people", "?bbox=-180,-90,180,90", "Zoe") == nil)
    #expect(try row("people", "?person=Zoe", "Zoe") == nil)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"photos":[1]}"#, #"{"photos":[],"set":{"title":"a"}}"#,
    #"{"photos":["1"],"set":{"title":"a"}}"#, #"{"photos":[1,1],"set":{"title":"a"}}"#,
    #"{"photos":[1],"photos":[1],"set":{"title":"a"}}"#, #"{"set":{"title":"a"}}"#,
    #"{"photos":[1],"set":{"title":1}}"#, #"{"photos":[1],"set":{"title":""}}"#,
    #"{"photos":[1],"set":{"title":"a\u0000"}}"#, #"{"photos":[1],"set":{"rating":6}}"#,
    #"{"photos":[1],"set":{"rating":1.5}}"#, #"{"photos":[1],"set":{"favourite":"yes"}}"#,
    #"{"photos":[1],"set":{"keywords":["a"]}}"#, #"{"photos":[1],"add":{"title":["a"]}}"#,
    #"{"photos":[1],"add":{"keywords":"a"}}"#, #"{"photos":[1],"add":{"keywords":[null]}}"#,
    #"{"photos":[1],"clear":{}}"#, #"{"photos":[1],"set":{"title":"a","title":"b"}}"#,
    #"{"rename":{"keywords":{"a":"a"}}}"#, #"{"rename":{"title":{"a":"b"}}}"#,
    #"{"rename":{"keywords":{"a":""}}}"#,
  ])
  func brokenOrdersAreRefused(json: String) throws {
    let answer = try post(json)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(try service.json("/words")["numberMatched"] as? Int == 0)
  }

  @Test func whatCannotHaveWordsIsRefused() throws {
    #expect(try post(#"{"photos":[999],"set":{"title":"a"}}"#).status == 404)
    let text = try service.post("/words", Array("{}".utf8), ["Content-Type": "text/plain"])
    #expect(text.status == 415)
  }
}
