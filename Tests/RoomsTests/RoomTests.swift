import Geography
import TestSupport
import Testing

@testable import Rooms

/// Members, names, limits and the life of a room.
@Suite struct RoomTests {
  private let now = RoomMoment(instant: .now, milliseconds: 1_700_000_000_000)
  private let ada = RoomPerson(identity: "user:ada", name: "Ada", isGuest: false)
  private let guest = RoomPerson(identity: "link:a", name: nil, isGuest: true)

  private func room(_ limits: RoomLimits = RoomLimits()) throws -> Room {
    try Room(ada, limits: limits, now: now)
  }

  private func view(_ longitude: Double) throws -> RoomContent {
    let centre = try #require(Coordinate(latitude: 1, longitude: longitude))
    return .view(try RoomView(centre: centre, zoom: 5))
  }

  @Test func idsAndKeysAreRandom() throws {
    let texts = try (0..<100).flatMap { _ in [try room().id, RoomKey().text] }
    #expect(Set(texts).count == 200)
    #expect(texts.allSatisfy(Room.isID))
    #expect(!Room.isID(""))
    #expect(!Room.isID("0123456789abcdefghijk/"))
    #expect(RoomKey("short") == nil)
    #expect(RoomKey(String(repeating: "a", count: 65)) == nil)
    #expect(RoomKey("0123456789abcdefghij\u{0}k") == nil)
  }

  @Test func membersHaveNumbersNamesAndColoursOfTheirOwn() throws {
    var room = try room()
    for _ in 0..<12 { _ = try room.join(guest, name: "Ben", key: nil, now: now) }
    #expect(room.members.map(\.card.number) == Array(1...12))
    #expect(Set(room.members.map(\.card.name)).count == 12)
    #expect(room.members[1].card.name == "Ben (2)")
    #expect(Set(room.members.map(\.card.colour)).count == 12)
  }

  @Test func theAbsenceOfAMemberCountsFromTheLastSignOfItsClient() throws {
    var room = try room()
    let joined = try room.join(ada, name: nil, key: nil, now: now)
    // Noticed after sixteen seconds.
    let noticed = now.advanced(by: .seconds(100))
    room.disconnected(joined.member, now: noticed.advanced(by: .seconds(-16)))
    room.expire(now: noticed.advanced(by: .milliseconds(13_999)))
    #expect(room.members.count == 1)
    room.expire(now: noticed.advanced(by: .seconds(14)))
    #expect(room.isEmpty)
  }

  @Test func aGuestTakesNoNameOfAUser() throws {
    var room = try room()
    _ = try room.join(guest, name: "ADA", key: nil, now: now)
    _ = try room.join(ada, name: "Eve", key: nil, now: now)
    _ = try room.join(guest, name: "A\u{200D}d a", key: nil, now: now)
    _ = try room.join(ada, name: nil, key: nil, now: now)
    let cards = room.members.map(\.card)
    #expect(cards.map(\.name) == ["ADA", "Ada", "A\u{200D}d a (2)", "Ada (2)"])
    #expect(cards.map(\.isGuest) == [true, false, true, false])
    #expect(cards.map(\.isCreator) == [false, true, false, true])
  }

  @Test(arguments: [
    "", " \n", "a\u{0}b", "a\nb", "a\u{202E}b", "\u{2066}a", "\u{200B}", "\u{200D}\u{200D}",
    "a\u{2028}b", "\u{FEFF}a", String(repeating: "a", count: 101), "\u{301}", "\u{3164}",
  ])
  func namesThatCouldDeceiveAreRefused(name: String) throws {
    var room = try room()
    #expect(throws: RoomError.self) { try room.join(guest, name: name, key: nil, now: now) }
    #expect(throws: RoomError.self) { try Room(ada, name: name, now: now) }
    #expect(room.isEmpty)
  }

  @Test(arguments: ["Ben", "<b>Ben</b>", "Ben & \"Co\"", "海", "שלום", "👩‍🚀", "مرحبا", "e\u{301}"])
  func namesInAnyLanguageAreTakenAsTheyAre(name: String) throws {
    var room = try room()
    _ = try room.join(guest, name: "  \(name) ", key: nil, now: now)
    #expect(room.members[0].card.name == name)
  }

  @Test func onlyWithItsKeyAMemberSpeaks() throws {
    var room = try room()
    let joined = try room.join(guest, name: "Ben", key: nil, now: now)
    let other = try room.join(guest, name: "Eve", key: nil, now: now)
    #expect(throws: RoomError.notMember) {
      try room.post(.text("I am Ben"), by: joined.member, key: other.key, now: now)
    }
    #expect(throws: RoomError.notMember) {
      try room.post(.text("a"), by: 99, key: other.key, now: now)
    }
    #expect(throws: RoomError.notMember) {
      try room.leave(joined.member, key: RoomKey(), now: now)
    }
    #expect(room.members.count == 2)
    #expect(room.history.isEmpty)
  }

  @Test func aMemberWhoReconnectsInTimeIsTheSame() throws {
    var room = try room()
    let joined = try room.join(guest, name: "Ben", key: nil, now: now)
    let before = room.last
    room.disconnected(joined.member, now: now)
    room.expire(now: now.advanced(by: .milliseconds(29_999)))
    let again = try room.join(
      guest, name: "Other", key: joined.key, now: now.advanced(by: .milliseconds(29_999)))
    #expect(again.member == joined.member)
    #expect(room.last == before)
    #expect(throws: RoomError.keyOfOther) {
      try room.join(ada, name: nil, key: joined.key, now: now)
    }
    room.expire(now: now.advanced(by: .seconds(100)))
    #expect(room.members.map(\.card.name) == ["Ben"])
    room.disconnected(joined.member, now: now.advanced(by: .seconds(100)))
    room.expire(now: now.advanced(by: .seconds(130)))
    #expect(room.isEmpty)
    let late = try room.join(
      guest, name: "Ben", key: joined.key, now: now.advanced(by: .seconds(131)))
    #expect(late.member == 2)
    #expect(late.key == joined.key)
  }

  @Test func ofTwoClientsOfAMemberOneMayLeave() throws {
    var room = try room()
    let joined = try room.join(guest, name: "Ben", key: nil, now: now)
    _ = try room.join(guest, name: nil, key: joined.key, now: now)
    room.disconnected(joined.member, now: now)
    room.expire(now: now.advanced(by: .seconds(60)))
    #expect(room.members.count == 1)
    #expect(!room.members[0].isAway)
  }

  @Test func aFullRoomTakesAMemberForOneWhoIsDisconnected() throws {
    var limits = RoomLimits()
    limits.members = 3
    var room = try room(limits)
    let members = try (0..<3).map { _ in try room.join(guest, name: nil, key: nil, now: now) }
    #expect(throws: RoomError.full) { try room.join(ada, name: nil, key: nil, now: now) }
    room.disconnected(members[2].member, now: now)
    room.disconnected(members[0].member, now: now.advanced(by: .seconds(1)))
    _ = try room.join(ada, name: nil, key: nil, now: now.advanced(by: .seconds(2)))
    #expect(room.members.map(\.card.number) == [1, 2, 4])
  }

  @Test func onlyTheCreatorLeads() throws {
    var room = try room()
    let creator = try room.join(ada, name: nil, key: nil, now: now)
    let other = try room.join(guest, name: nil, key: nil, now: now)
    #expect(throws: RoomError.onlyCreator) {
      try room.post(.lead(true), by: other.member, key: other.key, now: now)
    }
    try room.post(.lead(true), by: creator.member, key: creator.key, now: now)
    #expect(room.leader == creator.member)
    try room.leave(creator.member, key: creator.key, now: now)
    #expect(room.leader == nil)
  }

  @Test func aFloodIsRefusedAndOthersAreNotAffected() throws {
    var room = try room()
    let joined = try room.join(guest, name: nil, key: nil, now: now)
    let other = try room.join(guest, name: nil, key: nil, now: now)
    var sent = 0
    while true {
      do { try room.post(.text("a"), by: joined.member, key: joined.key, now: now) } catch {
        #expect(error == .tooOften(seconds: 1))
        break
      }
      sent += 1
    }
    #expect(sent == 10)
    try room.post(view(1), by: joined.member, key: joined.key, now: now)
    try room.post(.text("b"), by: other.member, key: other.key, now: now)
    let later = now.advanced(by: .seconds(1))
    for _ in 0..<2 { try room.post(.text("c"), by: joined.member, key: joined.key, now: later) }
    #expect(throws: RoomError.tooOften(seconds: 1)) {
      try room.post(.text("d"), by: joined.member, key: joined.key, now: later)
    }
  }

  @Test func aFloodOfGuestsIsRefused() throws {
    var room = try room()
    var joined = 0
    while let one = try? room.join(guest, name: nil, key: nil, now: now) {
      try room.leave(one.member, key: one.key, now: now)
      joined += 1
    }
    #expect(joined == 150)
  }

  @Test func theHistoryIsBoundedByNumberAndBytes() throws {
    var limits = RoomLimits()
    limits.lines = .init(perSecond: 1, burst: 1_000_000)
    var room = try room(limits)
    let joined = try room.join(guest, name: nil, key: nil, now: now)
    for number in 0..<500 {
      try room.post(.text("\(number)"), by: joined.member, key: joined.key, now: now)
    }
    #expect(room.history.count == 200)
    let long = String(repeating: "海", count: 333)
    for _ in 0..<500 { try room.post(.text(long), by: joined.member, key: joined.key, now: now) }
    #expect(room.history.count > 50)
    #expect(room.history.map(\.cost).reduce(0, +) <= limits.messageBytes)
    for _ in 0..<1_000 {
      let guest = try? room.join(guest, name: nil, key: nil, now: now)
      if let guest { try room.leave(guest.member, key: guest.key, now: now) }
    }
    #expect(room.history.count > 50)
  }

  @Test func aRoomEndsAnHourAfterItsLastMemberAndAfterADay() throws {
    var empty = try room()
    empty.expire(now: now.advanced(by: .seconds(3_599)))
    #expect(!empty.isClosed)
    var used = empty
    empty.expire(now: now.advanced(by: .seconds(3_600)))
    #expect(empty.isClosed)
    #expect(throws: RoomError.noRoom) { try empty.join(ada, name: nil, key: nil, now: now) }

    let joined = try used.join(ada, name: nil, key: nil, now: now)
    used.expire(now: now.advanced(by: .seconds(86_399)))
    #expect(!used.isClosed)
    used.expire(now: now.advanced(by: .seconds(86_400)))
    #expect(used.isClosed)
    #expect(throws: RoomError.noRoom) {
      try used.post(.text("a"), by: joined.member, key: joined.key, now: now)
    }
  }

  @Test(arguments: [-0.1, 24.1, .nan, .infinity])
  func viewsHaveAZoomOfAMap(zoom: Double) throws {
    let centre = try #require(Coordinate(latitude: 0, longitude: 0))
    #expect(throws: RoomError.self) { try RoomView(centre: centre, zoom: zoom) }
    #expect(throws: RoomError.self) { try RoomView(centre: centre, zoom: 1, bearing: zoom * 1e9) }
  }
}
