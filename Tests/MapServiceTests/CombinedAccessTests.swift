import Foundation
import Grid
import HTTPServer
import People
import PhotoFacts
import PhotoIndex
import Sharing
import TestSupport
import Testing

@testable import MapService

/// What holds when users, scopes, tokens, rooms and caches come together.
@Suite(.serialized) struct CombinedAccessTests {
  private static let ada = House.basic("ada", "swordfish")

  @Test func noValidatorOfOneUserFitsWhatAnotherSees() throws {
    let house = try House([
      House.user("bob", .viewer, House.paris()),
      House.user("cleo", .editor, [UserScope.Part(.path, "2021-egypt")]),
      House.user("dora", .viewer),
    ])
    let users = ["ada", "bob", "cleo", "dora"].map {
      ($0, House.basic($0, $0 == "ada" ? "swordfish" : $0))
    }
    let operations = ServiceContext(index: house.service.index, options: .init()).operations
    var (own, others) = (0, 0)
    for operation in operations
    where operation.method == .get && !["getEvents", "getRooms"].contains(operation.id) {
      for id in 1...4 {
        let target = operation.path.replacing("{id}", with: "\(id)").replacing("{name}", with: "a")
          .replacing("{z}", with: "0").replacing("{x}", with: "0").replacing("{y}", with: "0")
        guard id == 1 || target != operation.path else { break }
        let answers = try users.map { try house.send(.get, target, $0.1) }
        for (known, answer) in answers.enumerated() {
          guard answer.status == 200, let etag = answer.headers["ETag"] else { continue }
          for (number, (name, fields)) in users.enumerated() {
            var conditional = fields
            conditional.set("If-None-Match", to: etag)
            guard try house.send(.get, target, conditional).status == 304 else { continue }
            #expect(
              answers[number].bytes == answer.bytes, "\(target) of \(users[known].0): \(name)")
            if number == known { own += 1 } else { others += 1 }
          }
        }
      }
    }
    #expect(own > 50)
    // What is the same for all: pictures, descriptions.
    #expect(others > 10)
  }

  @Test func aSearchByPostFindsThePhotosOfTheScopeAlone() throws {
    let house = try House([House.user("bob", .viewer, House.paris())])
    let found = try [House.basic("bob", "bob"), Self.ada].map { proof in
      try house.send(.post, "/stac/search", House.sending(proof), body: #"{"limit":10}"#)
        .json()["numberMatched"] as? Int
    }
    #expect(found == [1, 3])
  }

  @Test func eventsEndWhenTheirTokenIsRevoked() throws {
    let token = Secret.newToken()
    let site = try HouseSite([
      User(
        name: "robot", role: .viewer, passwordHash: nil,
        tokens: [UserToken(token, expires: .max)])
    ])
    let events = try site.events("Bearer \(token)")
    #expect(events.next("hello") != nil)
    #expect(try site.house.users.change("robot") { $0.tokens = [] })
    try site.expectNoMore(events, ["Authorization": "Bearer \(token)"])
  }

  @Test func eventsEndWhenThePasswordThatOpenedThemIsChanged() throws {
    let site = try HouseSite([House.user("bob", .viewer)])
    let proof = House.basic("bob", "bob")
    let events = try site.events(#require(proof["Authorization"]))
    #expect(events.next("hello") != nil)
    #expect(try site.house.users.change("bob") { $0.passwordHash = House.hashes["cleo"] })
    try site.expectNoMore(events, proof)
  }

  @Test func anArchiveEndsWhenTheScopeOfItsUserChanges() throws {
    let house = try House([House.user("bob", .viewer)])
    let request = try Request(
      target: "/collections/photos/zip?form=preview",
      headers: {
        var fields = House.basic("bob", "bob")
        fields.set("Host", to: "localhost")
        return fields
      }())
    let response = HTTPPolicy().process(request, by: house.keeper)
    guard case .stream(let stream) = response.body else {
      Issue.record("\(response.status)")
      return
    }
    #expect(try house.users.change("bob") { $0.scope.parts = try House.paris() })
    #expect(
      eventually {
        let me = try? house.send(.get, "/me", House.basic("bob", "bob")).text
        return me?.contains("2023-paris") == true
      })
    #expect(throws: (any Error).self) { try stream.piece() }
  }

  @Test func aMemberWhoseScopeBecameSmallerLearnsOfNoPhotoOutsideOfIt() throws {
    let site = try HouseSite([House.user("bob", .viewer)])
    let room = try site.open()
    let ada = try site.join(room, Self.ada)
    let bob = House.basic("bob", "bob")
    // Several, whose connections last until the server has something to send.
    let before = try (0..<3).map { _ in try site.join(room, bob) }
    #expect(try site.house.users.change("bob") { $0.scope.parts = try House.paris() })
    #expect(
      eventually { (try? site.house.send(.get, "/me", bob).text.contains("2023-paris")) == true })
    let now = try site.join(room, bob)
    let secret = try site.id("2021-egypt/pyramids.jpg")
    #expect(try ada.show(secret).status == 201)
    let seen = try #require(now.events.next("room-message")).data
    #expect(seen["hidden"] as? Bool == true)
    #expect(seen["photo"] == nil)
    for former in before {
      #expect(former.events.next("room-message", within: 2)?.data["photo"] == nil)
      #expect(former.events.ends())
    }
    #expect(try ada.show(try site.id("2023-paris/eiffel-tower.jpg")).status == 201)
    #expect(now.events.next("room-message")?.data["photo"] != nil)
  }

  @Test func aPhotoThatLosesTheKeywordOfAScopeLeavesItEverywhere() throws {
    let site = try HouseSite([
      House.user("bob", .viewer, [UserScope.Part(.keyword, "Club")])
    ])
    let (bob, photo) = (House.basic("bob", "bob"), try site.id("2021-egypt/pyramids.jpg"))
    func write(_ change: String) throws {
      let answer = try site.house.send(
        .post, "/words", House.sending(Self.ada),
        body: #"{"photos":[\#(photo)],"\#(change)":{"keywords":["Club"]}}"#)
      #expect(answer.status == 201, "\(answer.text)")
    }
    try write("add")
    let ofPhoto = [
      "/collections/photos/items/\(photo)", "/photos/\(photo)/thumbnail",
      "/photos/\(photo)/original", "/stac/collections/photos/items/\(photo)",
    ]
    let lists = [
      "/collections/photos/items", "/collections/photos/clusters?zoom=3&bbox=-180,-90,180,90",
      "/collections/photos/facets", "/stac/search", "/collections/photos/zip",
      "/collections/photos/timeline?buckets=3",
    ]
    let before = try (ofPhoto + lists).map { try site.house.send(.get, $0, bob) }
    for (target, answer) in zip(ofPhoto + lists, before) {
      #expect(answer.status == 200, "\(target): \(answer.text)")
    }
    let room = try site.open()
    let (owner, member) = (try site.join(room, Self.ada), try site.join(room, bob))
    #expect(try owner.show(photo).status == 201)
    #expect(member.events.next("room-message")?.data["photo"] as? Int == photo)
    let page = try site.events(#require(bob["Authorization"]))
    #expect(page.next("hello") != nil)
    try write("remove")
    // The page that is open learns that something has changed, and asks again.
    #expect(page.next("photos-changed") != nil)
    for (target, answer) in zip(ofPhoto + lists, before) {
      var conditional = bob
      if let etag = answer.headers["ETag"] { conditional.set("If-None-Match", to: etag) }
      let now = try site.house.send(.get, target, conditional)
      let isGone = ofPhoto.contains(target) || target.hasSuffix("zip")
      #expect(now.status == (isGone ? 404 : 200), "\(target)")
      #expect(!now.text.contains("pyramids"), "\(target)")
    }
    // Neither who comes back nor who comes later gets it from the history of the room.
    for query in ["&key=\(member.key)", ""] {
      let late = try site.events(
        #require(bob["Authorization"]), "/events?room=\(room)\(query)",
        last: query.isEmpty ? nil : "1")
      let shown = try #require(late.next("room-message")).data
      #expect(shown["hidden"] as? Bool == true)
      #expect(shown["photo"] == nil)
    }
    #expect(try member.show(photo).status == 404)
  }

  @Test func aNameIsOnePersonHoweverItsLettersAreComposed() throws {
    let (composed, decomposed) = ("Zo\u{E9}", "Zoe\u{301}")
    let hash = try PasswordHash(ofPassword: Array("zoe".utf8)).text
    let house = try House([
      User(
        name: composed, role: .editor, passwordHash: hash, scope: UserScope(parts: House.paris()))
    ])
    #expect(
      try !house.users.add(User(name: decomposed, role: .owner, passwordHash: hash)))
    let proofs = [composed, decomposed].map { House.basic($0, "zoe") }
    for proof in proofs {
      let name = try house.send(.get, "/me", proof).json()["name"] as? String
      #expect(name.map { Array($0.utf8) } == Array(composed.utf8))
    }
    // Other letters are another name.
    for other in ["zo\u{E9}", "Zoe"] {
      #expect(try house.send(.get, "/me", House.basic(other, "zoe")).status == 401)
    }
    // What was written under one spelling is undone under the other, and a room closed.
    let photo = try #require(
      try house.send(.get, "/collections/photos/items", proofs[0]).firstID)
    let written = try house.send(
      .post, "/words", House.sending(proofs[1]),
      body: #"{"photos":[\#(photo)],"set":{"title":"Evening"}}"#)
    let act = try #require(try written.json()["id"] as? Int)
    #expect(try house.send(.get, "/words", proofs[0]).json()["numberMatched"] as? Int == 1)
    #expect(try house.send(.delete, "/words/\(act)", proofs[0]).status == 200)
    let room = try #require(try house.send(.post, "/rooms", proofs[1]).json()["id"] as? String)
    #expect(try house.send(.delete, "/rooms/\(room)", proofs[0]).status == 204)
    // So is a session.
    let cookie = try House.cookie(house.signIn("Zoe%CC%81", "zoe"))
    #expect(try house.send(.get, "/me", cookie).status == 200)
    #expect(try house.users.remove(decomposed))
    #expect(eventually { (try? house.send(.get, "/me", cookie).status) == 401 })
  }

  @Test func pagesOfOtherSitesReadNothingOnceThereIsAUser() throws {
    let house = try House(file: false)
    let (target, field) = ("/collections/photos/items?limit=1", "Access-Control-Allow-Origin")
    #expect(try house.send(.get, target, ["Origin": "https://x"]).headers[field] == "*")
    #expect(try house.users.add(House.user("dora", .owner)))
    #expect(eventually { house.accounts.areRequired })
    var dora = House.basic("dora", "dora")
    dora.set("Origin", to: "https://x")
    for target in [target, "/collections/photos/items/999999", "/"] {
      #expect(try house.send(.get, target, dora).headers[field] == nil, "\(target)")
      #expect(try house.send(.options, target, dora).headers[field] == nil, "\(target)")
    }
  }
}

extension Answer {
  /// The id of the first feature.
  fileprivate var firstID: Int? {
    get throws { ((try json()["features"] as? [[String: Any]])?.first?["id"] as? Int) }
  }
}

/// A server of a house behind a port, for clients that stay connected.
private final class HouseSite {
  let house: House
  private let server: HTTPServer
  private let port: Int

  init(_ users: [User]) throws {
    house = try House(users)
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.threads = 2
    server = HTTPServer(configuration: configuration, responder: house.keeper)
    port = try server.start()
  }

  deinit { server.stop() }

  func id(_ path: String) throws -> Int {
    let answer = try house.send(
      .get, "/collections/photos/items?path=\(path)", House.basic("ada", "swordfish"))
    return try #require(try answer.firstID)
  }

  func events(_ proof: String, _ target: String = "/events", last: String? = nil) throws
    -> EventClient
  {
    try EventClient(
      port: port, target, lastEventID: last, fields: ["Authorization: \(proof)"])
  }

  /// Expects that a client gets no event, and its stream ends, once its proof is no longer valid.
  func expectNoMore(_ events: EventClient, _ proof: Headers) throws {
    #expect(eventually { (try? house.send(.get, "/me", proof).status) == 401 })
    let photo = try id("2023-paris/eiffel-tower.jpg")
    let written = try house.send(
      .post, "/words", House.sending(House.basic("ada", "swordfish")),
      body: #"{"photos":[\#(photo)],"set":{"title":"Evening"}}"#)
    #expect(written.status == 201, "\(written.text)")
    #expect(events.next("photos-changed", within: 2) == nil)
    #expect(events.ends())
  }

  /// Opens a room as the owner.
  func open() throws -> String {
    let answer = try house.send(.post, "/rooms", House.basic("ada", "swordfish"))
    return try #require(try answer.json()["id"] as? String, "\(answer.text)")
  }

  func join(_ room: String, _ proof: Headers) throws -> Member {
    let events = try events(#require(proof["Authorization"]), "/events?room=\(room)")
    let hello = try #require(events.next("hello")).data
    return Member(
      house: house, room: room, proof: proof, events: events,
      number: try #require(hello["member"] as? Int), key: try #require(hello["key"] as? String))
  }

  struct Member {
    let house: House
    let room: String
    let proof: Headers
    let events: EventClient
    let number: Int
    let key: String

    func show(_ photo: Int) throws -> Answer {
      try house.send(
        .post, "/rooms/\(room)/messages", House.sending(proof),
        body: #"{"member":\#(number),"key":"\#(key)","kind":"photo","photo":\#(photo)}"#)
    }
  }
}
