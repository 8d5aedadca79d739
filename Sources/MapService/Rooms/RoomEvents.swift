internal import Geography
public import PhotoExchange
internal import PhotoFacts
public import Rooms

/// Events of a room as Server-Sent Events, as a member may see them.
struct RoomEventWriter {
  private let audience: RoomAudience

  /// Whether the member may see a photo that another shows.
  private let sees: (Int64) -> Bool

  private(set) var bytes: [UInt8] = []

  init(_ audience: RoomAudience, sees: @escaping (Int64) -> Bool) {
    (self.audience, self.sees) = (audience, sees)
  }

  /// The first event: who the member is, and the room as it is now.
  ///
  /// Says whether the messages that follow are all that the client has missed, and which event is the last of them.
  mutating func hello(_ joined: Room.Joined, _ room: Room, isWhole: Bool) {
    bytes += Array("retry: 2000\n".utf8)
    write("hello", id: nil) { json, audience in
      json.object { json in
        json.name("room")
        RoomAnswer(room, for: audience).write(to: &json)
        json.member("member", joined.member)
        json.member("key", joined.key.text)
        json.member("missed", !isWhole)
        json.member("last", room.last)
      }
    }
  }

  /// An event of the room, unless the member may not learn of it.
  mutating func add(_ event: RoomEvent) {
    switch event.kind {
    case .joined:
      write("room-joined", id: event.number) { json, _ in
        json.object { json in
          json.member("id", event.number)
          RoomCard.shape.write(event.card, to: &json)
        }
      }
    case .left:
      write("room-left", id: event.number) { json, _ in
        json.object { json in
          json.member("id", event.number)
          json.member("member", event.card.number)
        }
      }
    case .message(let content):
      guard let content = shown(content) else { return }
      let photoIsShown = event.photo.map(sees) ?? true
      write("room-message", id: event.number) { json, _ in
        json.object { json in
          json.member("id", event.number)
          json.member("member", event.card.number)
          if content.isRemembered {
            json.member("name", event.card.name)
            json.member("colour", event.card.colour)
            json.member("time", Timestamp.utc(event.time))
          }
          content.writeMembers(to: &json, photoIsShown: photoIsShown)
        }
      }
    }
  }

  /// The last event.
  mutating func closed() { write("room-closed", id: nil) { json, _ in json.object { _ in } } }

  mutating func keepAlive() { bytes += Array(":\n\n".utf8) }

  /// A message with the position that the member may see; nil if none.
  private func shown(_ content: RoomContent) -> RoomContent? {
    switch content {
    case .view(let view): audience.shown(view).map(RoomContent.view)
    case .point(let place): audience.shown(place).map(RoomContent.point)
    case .text, .photo, .lead: content
    }
  }

  private mutating func write(
    _ name: StaticString, id: Int?, _ body: (inout JSONWriter, RoomAudience) -> Void
  ) {
    bytes += Array("event: \(name)\n".utf8)
    if let id { bytes += Array("id: \(id)\n".utf8) }
    bytes += Array("data: ".utf8)
    var json = JSONWriter(capacity: 256)
    body(&json, audience)
    bytes += json.bytes + Array("\n\n".utf8)
  }
}

/// A room with its members as a visitor may see them.
struct RoomAnswer: Answer {
  static let shape = AnswerShape<RoomAnswer>("room") {
    AnswerMember("id") { $0.room.id }
    AnswerMember("name") { $0.room.name }
    AnswerMember("by") { $0.room.creator.name }
    AnswerMember("opened", .moment) { Timestamp.utc($0.room.opened.milliseconds) }
    AnswerMember("leader", .count) { $0.room.leader }
    AnswerMember("view") { $0.room.start.flatMap($0.audience.shown) }
    AnswerMember("members") { answer in
      answer.room.members.map { MemberAnswer(member: $0, audience: answer.audience) }
    }
  }

  private let room: Room
  private let audience: RoomAudience

  init(_ room: Room, for audience: RoomAudience) {
    (self.room, self.audience) = (room, audience)
  }
}

struct MemberAnswer: Answer {
  static let shape = AnswerShape<MemberAnswer>("roomMember") {
    AnswerMember.all(of: RoomCard.shape) { $0.member.card }
    AnswerMember("away") { $0.member.isAway ? true : nil }
    AnswerMember("view") { $0.member.view.flatMap($0.audience.shown) }
  }

  let member: RoomMember
  let audience: RoomAudience
}

extension RoomCard: Answer {
  /// Its members.
  public static let shape = AnswerShape<RoomCard> {
    AnswerMember("member", .count) { $0.number }
    AnswerMember("name") { $0.name }
    AnswerMember("colour") { $0.colour }
    AnswerMember("guest") { $0.isGuest }
    AnswerMember("creator") { $0.isCreator }
  }
}

extension RoomView: Answer {
  /// Its members.
  public static let shape = AnswerShape<RoomView>("roomView") {
    AnswerMember.position { $0.centre }
    AnswerMember("zoom") { $0.zoom }
    AnswerMember("bearing") { $0.bearing }
  }
}

extension RoomContent {
  fileprivate func writeMembers(to json: inout JSONWriter, photoIsShown: Bool) {
    switch self {
    case .text(let text):
      json.member("kind", "text")
      json.member("text", text)
    case .view(let view):
      json.member("kind", "view")
      RoomView.shape.write(view, to: &json)
    case .point(let place):
      json.member("kind", "point")
      json.members(of: place)
    case .photo(let id):
      json.member("kind", "photo")
      // A photo that is not shared with the member has no id either.
      if photoIsShown { json.member("photo", Int(id)) } else { json.member("hidden", true) }
    case .lead(let leads):
      json.member("kind", "lead")
      json.member("lead", leads)
    }
  }
}
