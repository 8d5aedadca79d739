import Foundation
import Grid
import HTTPServer
import MapService
import PhotoIndex
import Sharing
import TestSupport
import Testing

/// Rooms over HTTP: what members see of each other, and what they keep through breaks.
@Suite(.serialized) struct RoomRouteTests {
  @Test func membersSeeEachOtherWriteMovePointAndShow() throws {
    let site = try RoomSite()
    let answer = try site.ask(
      "/rooms", .post,
      #"{"name":"Holiday <b>","longitude":2.25,"latitude":48.5,"zoom":7.5,"bearing":-90}"#)
    #expect(answer.status == 201)
    let room = try #require(try answer.json()["id"] as? String)
    #expect(answer.headers["Location"] == "http://localhost/rooms/\(room)")
    #expect(answer.headers["Cache-Control"]?.contains("no-store") == true)
    let ada = try site.join(room, as: .owner, "&name=Eve")
    let ben = try site.join(room, "&name=Ben%20%3Cscript%3E")
    #expect(ada.hello["missed"] as? Bool == false)
    #expect(ben.members.map { $0["name"] as? String } == ["ada", "Ben <script>"])
    #expect(ben.members.map { $0["guest"] as? Bool } == [false, true])
    #expect(ben.members.map { $0["creator"] as? Bool } == [true, false])
    let joined = try #require(ada.events.next("room-joined"))
    #expect(joined.data["member"] as? Int == ben.number)
    #expect(joined.data["name"] as? String == "Ben <script>")

    #expect(try ada.write("Look: \\\"here\\\" 海").status == 201)
    let text = try #require(ben.next("text"))
    #expect(text.data["text"] as? String == "Look: \"here\" 海")
    #expect(text.data["name"] as? String == "ada")
    #expect(text.id == (text.data["id"] as? Int).map(String.init))
    #expect(try ben.move(12.5, -33.25).status == 201)
    let view = try #require(ada.next("view"))
    #expect(view.data["longitude"] as? Double == 12.5)
    #expect(view.data["latitude"] as? Double == -33.25)
    #expect(view.data["zoom"] as? Double == 9)
    #expect(try ada.point(7, 8).status == 201)
    #expect(try #require(ben.next("point")).data["latitude"] as? Double == 8)
    let photo = try site.photo("eiffel-tower.jpg")
    #expect(try ada.send("photo", #""photo":\#(photo)"#).status == 201)
    #expect(try #require(ben.next("photo")).data["photo"] as? Int == photo)
    #expect(try ada.send("lead", #""lead":true"#).status == 201)
    #expect(try #require(ben.next("lead")).data["lead"] as? Bool == true)

    let found = try site.ask("/rooms/\(room)", as: .guest).json()
    #expect(found["name"] as? String == "Holiday <b>")
    #expect(found["leader"] as? Int == ada.number)
    #expect((found["view"] as? [String: Any])?["bearing"] as? Double == 270)
    let members = try #require(found["members"] as? [[String: Any]])
    #expect((members[1]["view"] as? [String: Any])?["longitude"] as? Double == 12.5)

    #expect(try ben.send("leave").status == 204)
    #expect(ada.events.next("room-left")?.data["member"] as? Int == ben.number)
    #expect(ben.events.ends())
    // People who come later see what was said.
    let late = try site.join(room)
    #expect(late.members.map { $0["name"] as? String } == ["ada", "Guest"])
    #expect(late.next("text")?.data["name"] as? String == "ada")
    #expect(late.next("point") != nil)
    #expect(late.next("photo")?.data["photo"] as? Int == photo)
  }

  @Test func ownersListRoomsAndCloseThem() throws {
    let site = try RoomSite()
    let room = try site.open(#"{"name":"A"}"#)
    let list = try site.ask("/rooms").json()["rooms"] as? [[String: Any]]
    #expect(list?.map { $0["id"] as? String } == [room])
    #expect(try site.ask("/rooms", as: .guest).status == 403)
    #expect(try site.ask("/rooms", as: .guest, .post).status == 403)
    #expect(try site.ask("/rooms/\(room)", as: .guest, .delete).status == 403)
    let ben = try site.join(room)
    #expect(try site.ask("/rooms/\(room)", .delete).status == 204)
    #expect(ben.events.next("room-closed") != nil)
    #expect(ben.events.ends())
    for answer in [
      try site.ask("/rooms/\(room)"), try ben.write("a"), try site.ask("/rooms/\(room)", .delete),
      try site.ask("/events?room=\(room)", as: .guest),
    ] {
      #expect(answer.status == 404)
      #expect(answer.text.contains("closed, or never was"), "\(answer.text)")
    }
    #expect(try (site.ask("/rooms").json()["rooms"] as? [Any])?.isEmpty == true)
  }

  @Test func aConnectionThatBreaksIsResumedWithoutAGapOrADouble() throws {
    let site = try RoomSite()
    let room = try site.open()
    let ada = try site.join(room, as: .owner)
    let ben = try site.join(room, "&name=Ben&key=0123456789abcdefghijkl")
    #expect(ben.key == "0123456789abcdefghijkl")
    #expect(ada.events.next("room-joined") != nil)
    try ada.write("1")
    let first = try #require(ben.next("text"))
    for number in 2...6 { try ada.write("\(number)") }
    // Another connection with the key, while the first has not ended: it is the same member.
    let again = try site.connect(
      room, "&name=Other&key=\(ben.key)", lastEventID: first.id)
    let hello = try #require(again.next("hello"))
    #expect(hello.data["member"] as? Int == ben.number)
    #expect(hello.data["missed"] as? Bool == false)
    let last = try #require(hello.data["last"] as? Int)
    for number in 2...6 {
      let message = again.next("room-message")
      #expect(message?.data["text"] as? String == "\(number)")
      #expect(try #require(message?.data["id"] as? Int) <= last)
    }
    try ada.write("7")
    let new = again.next("room-message")
    #expect(new?.data["text"] as? String == "7")
    #expect(try #require(new?.data["id"] as? Int) > last)
    #expect(ada.events.next("room-joined", within: 1) == nil)
    let members = try site.ask("/rooms/\(room)").json()["members"] as? [[String: Any]]
    #expect(members?.count == 2)
  }

  @Test func aMemberWhoIsDisconnectedIsAwayAtFirst() throws {
    let site = try RoomSite()
    let room = try site.open()
    _ = try site.join(room, as: .owner)
    do { _ = try site.join(room, "&name=Ben") }
    #expect(
      try eventually {
        let members = try site.ask("/rooms/\(room)").json()["members"] as? [[String: Any]]
        return members?.map { $0["away"] as? Bool ?? false } == [true, true]
      })
  }

  @Test func aRequestForTheHeaderJoinsNothing() throws {
    let site = try RoomSite()
    let room = try site.open()
    let answer = try site.ask("/events?room=\(room)", as: .guest, .head)
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "text/event-stream")
    let members = try site.ask("/rooms/\(room)").json()["members"] as? [Any]
    #expect(members?.isEmpty == true)
  }

  @Test func manyMovementsAreDeliveredAsTheLatest() throws {
    let site = try RoomSite()
    let room = try site.open()
    let ada = try site.join(room, as: .owner)
    let ben = try site.join(room)
    for step in 0..<15 { #expect(try ada.move(Double(step), 0).status == 201) }
    var last = -1.0
    while last < 14, let view = ben.next("view") {
      let longitude = try #require(view.data["longitude"] as? Double)
      #expect(longitude > last)
      last = longitude
    }
    #expect(last == 14)
  }

  @Test func changesOfTheLibraryAreStillForOwnersOnly() throws {
    let site = try RoomSite()
    #expect(try site.ask("/events", as: .guest).status == 403)
    #expect(try site.ask("/events?name=a").status == 400)
    #expect(try site.ask("/events?room=short").status == 400)
    let owner = try EventClient(
      port: site.port,
      fields: ["Authorization: Basic " + Data("ada:swordfish".utf8).base64EncodedString()])
    #expect(owner.next("hello")?.data["viewers"] as? Int == 1)
  }

  @Test func noClientOpensARoomOnAServerWithoutPasswordsThatOthersReach() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let access = try AnonymousAccess(inside: service.service, index: service.index.path)
    for (method, target) in [
      (Method.get, "/rooms"), (.post, "/rooms"), (.get, "/rooms/0123456789abcdefghijkl"),
      (.delete, "/rooms/0123456789abcdefghijkl"),
      (.post, "/rooms/0123456789abcdefghijkl/messages"),
    ] {
      let request = try Request(method: method, target: target, headers: ["Host": "localhost"])
      let problem = #expect(throws: Problem.self) { try access.respond(to: request).response() }
      #expect(problem?.status == 403)
      #expect(problem?.detail?.contains("--auth-file") == true)
    }
  }

  @Test func theServerOfThisMachineNeedsNoPasswordsForRooms() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let opened = try service.post("/rooms", [])
    #expect(opened.status == 201)
    let room = try #require(try opened.json()["id"] as? String)
    let events = try service.get("/events?room=\(room)&name=Ada")
    #expect(events.text.contains(#""name":"Ada""#), "\(events.text)")
    #expect(events.text.contains(#""creator":true"#), "\(events.text)")
  }

  @Test func noLogHasTheIdOfARoomOrAKey() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"]).service
    let secret = "0123456789abcdefghijkl"
    for target in [
      "/events?room=\(secret)&key=\(secret)", "/events?r%6Fom=\(secret)&%6Bey=\(secret)",
      "/rooms/\(secret)", "/r%6Foms/\(secret)/messages", "/rooms/\(secret)/messages?key=\(secret)",
    ] {
      #expect(!service.redactedTarget(target).contains(secret), "\(target)")
      #expect(!service.targetWithoutTokens(target).contains(secret), "\(target)")
    }
    #expect(
      service.targetWithoutTokens("/rooms/\(secret)/messages") == "/rooms/…/messages")
  }
}
