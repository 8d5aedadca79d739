import Geography
import TestSupport
import Testing

@testable import Rooms

/// Each client gets every event once and in order, whatever happens to its connection.
@Suite struct RoomDeliveryTests {
  private let now = RoomMoment(instant: .now, milliseconds: 0)
  private let guest = RoomPerson(identity: "link:a", name: nil, isGuest: true)

  /// What a client knows, by the rules that the documentation gives for clients.
  private struct Client {
    var key: RoomKey
    var last: Int?
    var sent = 0
    var texts: [String] = []
    var views: [Int: Double] = [:]
    var isConnected = true
    var hasMissed = false

    mutating func receive(_ events: [RoomEvent]) {
      for event in events {
        #expect(event.number > last ?? 0)
        last = event.number
        switch event.kind {
        case .message(.text(let text)): texts.append(text)
        case .message(.view(let view)): views[event.card.number] = view.zoom
        default: break
        }
      }
    }
  }

  private func limits() -> RoomLimits {
    var limits = RoomLimits()
    limits.lines = .init(perSecond: 1, burst: 1_000_000)
    limits.movements = limits.lines
    limits.joins = limits.lines
    return limits
  }

  @Test(arguments: 0..<30)
  func clientsThatComeAndGoMissNothingAndGetNothingTwice(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var room = try Room(guest, limits: limits(), now: now)
    var clients: [Client] = []
    var members: [Room.Joined] = []
    for number in 0..<6 {
      let joined = try room.join(guest, name: "\(number)", key: nil, now: now)
      members.append(joined)
      clients.append(Client(key: joined.key, sent: room.last))
    }
    var texts: [String] = []
    var views: [Int: Double] = [:]
    for step in 0..<400 {
      let index = Int.random(in: 0..<clients.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        try room.post(
          .text("\(step)"), by: members[index].member, key: members[index].key, now: now)
        texts.append("\(step)")
      case 2:
        let zoom = Double(step % 24)
        let centre = try #require(Coordinate(latitude: 0, longitude: 0))
        try room.post(
          .view(RoomView(centre: centre, zoom: zoom)), by: members[index].member,
          key: members[index].key, now: now)
        views[members[index].member] = zoom
      case 3 where clients[index].isConnected: try deliver(&room, &clients[index])
      case 4 where clients[index].isConnected:
        // Some of what was sent may be lost with the connection: the client knows its last event.
        room.disconnected(members[index].member, now: now)
        clients[index].isConnected = false
      default: try connect(&room, &clients[index], members[index])
      }
    }
    for index in clients.indices {
      try connect(&room, &clients[index], members[index])
      try deliver(&room, &clients[index])
      #expect(!clients[index].hasMissed)
      #expect(clients[index].texts == texts)
      #expect(clients[index].views == views)
    }
  }

  private func deliver(_ room: inout Room, _ client: inout Client) throws {
    client.receive(try #require(room.news(after: client.sent)))
    client.sent = room.last
  }

  private func connect(_ room: inout Room, _ client: inout Client, _ member: Room.Joined) throws {
    guard !client.isConnected else { return }
    let again = try room.join(guest, name: nil, key: client.key, now: now)
    #expect(again.member == member.member)
    let (events, isWhole) = client.last.map { room.missed(since: $0) } ?? (room.history, true)
    client.hasMissed = client.hasMissed || !isWhole
    // `hello` has all members with where their maps are.
    for member in room.members { client.views[member.card.number] = member.view?.zoom }
    client.receive(events)
    client.sent = room.last
    client.isConnected = true
  }

  @Test func aClientThatIsTooSlowLearnsThatMessagesAreMissing() throws {
    var room = try Room(guest, limits: limits(), now: now)
    let joined = try room.join(guest, name: nil, key: nil, now: now)
    let start = room.last
    for number in 0..<250 {
      try room.post(.text("\(number)"), by: joined.member, key: joined.key, now: now)
    }
    #expect(room.news(after: start) == nil)
    let (events, isWhole) = room.missed(since: start)
    #expect(!isWhole)
    #expect(events.count == 200)
    #expect(room.news(after: room.last)?.isEmpty == true)
  }

  @Test func ofManyMovementsOnlyTheLatestIsDelivered() throws {
    var room = try Room(guest, limits: limits(), now: now)
    let members = try (0..<3).map { _ in try room.join(guest, name: nil, key: nil, now: now) }
    let start = room.last
    let centre = try #require(Coordinate(latitude: 0, longitude: 0))
    for zoom in 0..<24 {
      for member in members {
        try room.post(
          .view(RoomView(centre: centre, zoom: Double(zoom))), by: member.member, key: member.key,
          now: now)
      }
    }
    let news = try #require(room.news(after: start))
    #expect(news.map(\.card.number) == [1, 2, 3])
    #expect(news.map(\.kind) == Array(repeating: news[0].kind, count: 3))
    #expect(room.history.isEmpty)
  }

  @Test func aNumberOfAnotherRoomBringsTheHistory() throws {
    var room = try Room(guest, limits: limits(), now: now)
    let joined = try room.join(guest, name: nil, key: nil, now: now)
    try room.post(.text("a"), by: joined.member, key: joined.key, now: now)
    for number in [-1, room.last + 1, .max, .min] {
      #expect(room.missed(since: number).events.count == 1)
    }
  }
}
