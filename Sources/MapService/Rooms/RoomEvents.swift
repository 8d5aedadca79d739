internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import Rooms

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
        room.write(to: &json, for: audience)
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
          event.card.writeMembers(to: &json)
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

extension Room {
  /// Writes the room with its members as a visitor may see them.
  func write(to json: inout JSONWriter, for audience: RoomAudience) {
    json.object { json in
      json.member("id", id)
      json.member("name", name)
      json.member("by", creator.name)
      json.member("opened", Timestamp.utc(opened.milliseconds))
      json.member("leader", leader)
      if let start = start.flatMap(audience.shown) {
        json.name("view")
        json.object { start.writeMembers(to: &$0) }
      }
      json.objects("members", members) { json, member in
        member.card.writeMembers(to: &json)
        if member.isAway { json.member("away", true) }
        guard let view = member.view.flatMap(audience.shown) else { return }
        json.name("view")
        json.object { view.writeMembers(to: &$0) }
      }
    }
  }
}

extension RoomCard {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("member", number)
    json.member("name", name)
    json.member("colour", colour)
    json.member("guest", isGuest)
    json.member("creator", isCreator)
  }
}

extension RoomView {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.members(of: centre)
    json.member("zoom", zoom)
    json.member("bearing", bearing)
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
      view.writeMembers(to: &json)
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
