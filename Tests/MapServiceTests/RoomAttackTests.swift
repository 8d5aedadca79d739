import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing

/// A hostile member gets neither the voice of others nor more than a share of the server.
@Suite(.serialized) struct RoomAttackTests {
  private static func messages(_ room: String) -> String { "/rooms/\(room)/messages" }

  @Test func aWrongKeySpeaksForNoMember() throws {
    let site = try RoomSite()
    let room = try site.open()
    let (ada, eve) = (try site.join(room, as: .owner), try site.join(room))
    let posing = #"{"member":\#(ada.number),"key":"\#(eve.key)","kind":"text","text":"a"}"#
    #expect(try site.ask(Self.messages(room), as: .guest, .post, posing).status == 403)
    #expect(
      try eve.send("text", #""text":"a""#, key: String(repeating: "A", count: 22)).status == 403)
    #expect(try eve.send("lead", #""lead":true"#).status == 403)
    // With the key of a member of another kind of visitor.
    #expect(try site.ask("/events?room=\(room)&key=\(ada.key)", as: .guest).status == 403)
    #expect(eve.next("text", within: 1) == nil)
    // A key of another room.
    let other = try site.open()
    let body = #"{"member":\#(eve.number),"key":"\#(eve.key)","kind":"text","text":"a"}"#
    #expect(try site.ask(Self.messages(other), as: .guest, .post, body).status == 403)
  }

  @Test(arguments: [
    "", "null", "[]", "{", "{}", #"{"kind":"text"}"#, #"{"kind":1}"#, "\u{0}",
    #""kind":"text""#, #""kind":"text","text":1"#, #""kind":"text","text":"""#,
    #""kind":"text","text":"a\nb""#, #""kind":"text","text":"\u202e""#,
    #""kind":"text","text":"\u0007""#,
    #""kind":"text","text":"a","text":"b""#, #""kind":"text","text":"a","photo":1"#,
    #""kind":"view""#, #""kind":"view","longitude":1,"latitude":2"#,
    #""kind":"view","longitude":181,"latitude":2,"zoom":1"#,
    #""kind":"view","longitude":1,"latitude":2,"zoom":99"#,
    #""kind":"view","longitude":1e999,"latitude":2,"zoom":1"#,
    #""kind":"view","longitude":1,"latitude":2,"zoom":1,"bearing":"n""#,
    #""kind":"point","longitude":"1","latitude":2"#, #""kind":"point","latitude":91,"longitude":0"#,
    #""kind":"photo","photo":"1""#, #""kind":"photo","photo":-1"#, #""kind":"photo","photo":1.5"#,
    #""kind":"lead","lead":1"#, #""kind":"other""#, #""kind":"leave","text":"a""#,
  ])
  func malformedContentIsRefused(content: String) throws {
    let site = try RoomSite()
    let room = try site.open()
    let eve = try site.join(room)
    let isWhole = content.first != "\"" || content.isEmpty
    let body =
      isWhole ? content : #"{"member":\#(eve.number),"key":"\#(eve.key)",\#(content)}"#
    let answer = try site.ask(Self.messages(room), as: .guest, .post, body)
    let expected = content.isEmpty ? 415 : content.contains("photo\":-1") ? 404 : 400
    #expect(answer.status == expected, "\(answer.text)")
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    let members = try site.ask("/rooms/\(room)").json()["members"] as? [Any]
    #expect(members?.count == 1)
  }

  @Test(arguments: [
    #"{"name":null}"#, #"{"name":7}"#, #"{"name":"a\u202eb"}"#, #"{"zoom":3}"#, #"{"bearing":"n"}"#,
    #"{"longitude":1,"latitude":1}"#, #"{"other":1}"#, "[]",
  ])
  func roomsThatAreNotValidAreNotOpened(body: String) throws {
    let site = try RoomSite()
    #expect(try site.ask("/rooms", .post, body).status == 400)
    #expect(try (site.ask("/rooms").json()["rooms"] as? [Any])?.isEmpty == true)
  }

  @Test func longContentAndOtherTypesAreRefused() throws {
    let site = try RoomSite()
    let room = try site.open()
    let eve = try site.join(room)
    #expect(try eve.write(String(repeating: "a", count: 1_001)).status == 400)
    #expect(try eve.write(String(repeating: "a", count: 1_000)).status == 201)
    #expect(try eve.write(String(repeating: "a", count: 4_096)).status == 413)
    let answer = try site.ask(
      Self.messages(room), as: .guest, .post, "{}", more: ["Content-Type: text/plain"])
    #expect(answer.status == 415)
    let foreign = try site.ask(
      Self.messages(room), as: .guest, .post, "{}", more: ["Origin: https://evil.example"])
    #expect(foreign.status == 403)
  }

  @Test func aFloodGets429AndOthersAreServed() throws {
    let site = try RoomSite()
    let room = try site.open()
    let (ada, eve) = (try site.join(room, as: .owner), try site.join(room))
    var answers: [Answer] = []
    for _ in 0..<30 { answers.append(try eve.write("flood")) }
    let refused = answers.filter { $0.status == 429 }
    #expect(refused.count >= 15)
    #expect(refused.allSatisfy { $0.headers["Retry-After"] == "1" })
    #expect(try ada.write("still here").status == 201)
    var text = ""
    while text != "still here", let event = ada.next("text") {
      text = event.data["text"] as? String ?? ""
    }
    #expect(text == "still here")
    #expect(try (0..<200).contains { _ in try eve.move(1, 1).status == 429 })
  }

  @Test func theHundredAndFirstPersonIsRefusedUntilOneLeaves() throws {
    let site = try RoomSite()
    let room = try site.open()
    var responses = try (0..<100).map { _ in try site.begin("/events?room=\(room)", as: .guest) }
    #expect(responses.allSatisfy { $0.status == 200 })
    let refused = try site.ask("/events?room=\(room)", as: .guest)
    #expect(refused.status == 409)
    #expect(refused.text.contains("full"), "\(refused.text)")
    responses.removeLast()
    #expect(try site.begin("/events?room=\(room)", as: .owner).status == 200)
  }

  @Test func aPersonOpensOnlySomeRoomsThatStayEmpty() throws {
    let site = try RoomSite()
    var rooms: [String] = []
    var answer = try site.ask("/rooms", .post)
    while answer.status == 201, rooms.count < 1_000 {
      rooms.append(try #require(try answer.json()["id"] as? String))
      answer = try site.ask("/rooms", .post)
    }
    #expect(rooms.count == 20)
    #expect(answer.status == 409)
    // A room with a member does not count.
    let ben = try site.join(rooms[0])
    rooms.append(try site.open())
    #expect(try site.ask("/rooms", .post).status == 409)
    #expect(try site.ask("/rooms/\(rooms[1])", .delete).status == 204)
    _ = try site.open()
    withExtendedLifetime(ben) {}
  }

  @Test func aMemberHasFewConnections() throws {
    let site = try RoomSite()
    let room = try site.open()
    let eve = try site.join(room)
    let more = try (0..<4).map { _ in try site.connect(room, "&key=\(eve.key)") }
    #expect(eve.events.ends())
    for client in more { #expect(client.next("hello") != nil) }
    let members = try site.ask("/rooms/\(room)").json()["members"] as? [[String: Any]]
    #expect(members?.map { $0["away"] as? Bool ?? false } == [false])
  }

  @Test func aClientThatIsTooSlowIsDisconnectedAndLearnsThatMessagesAreMissing() throws {
    let site = try RoomSite()
    let room = try site.open()
    let response = try site.begin("/events?room=\(room)&key=0123456789abcdefghijkl", as: .guest)
    guard case .stream(let stream) = response.body, case .bytes = try stream.next() else {
      Issue.record("no events")
      return
    }
    // Each may write ten lines at once.
    for _ in 0..<21 {
      let member = try site.join(room, as: .owner)
      for _ in 0..<10 { #expect(try member.write("line").status == 201) }
    }
    guard case .end = try stream.next() else {
      Issue.record("the stream goes on")
      return
    }
    let again = try site.connect(room, "&key=0123456789abcdefghijkl", lastEventID: "1")
    #expect(again.next("hello")?.data["missed"] as? Bool == true)
    for _ in 0..<200 { #expect(again.next("room-message")?.data["text"] as? String == "line") }
  }

  @Test func manyThreadsJoinWriteAndLeaveAtOnce() throws {
    let site = try RoomSite()
    let room = try site.open()
    let watcher = try site.join(room, as: .owner)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for _ in 0..<10 {
        guard let mate = try? site.join(room, "&name=\(number)") else { return }
        _ = try? mate.write("from \(number)")
        _ = try? mate.move(Double(number), 1)
        _ = try? mate.send("leave")
      }
    }
    #expect(try watcher.write("end").status == 201)
    var texts = 0
    var last = 0
    while let event = watcher.next("text") {
      let id = try #require(event.data["id"] as? Int)
      #expect(id > last)
      last = id
      if event.data["text"] as? String == "end" { break }
      texts += 1
    }
    #expect(texts == 80)
    let members = try site.ask("/rooms/\(room)").json()["members"] as? [Any]
    #expect(members?.count == 1)
  }
}
