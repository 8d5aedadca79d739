internal import HTTPServer
internal import PhotoFacts
internal import Rooms
internal import Synchronization

/// An open room with the clients that are connected to it.
///
/// No client has a queue: the room remembers the latest events and each client its last one, so the memory is bounded
/// however slowly a client reads.
final class LiveRoom: Sendable {
  /// How many clients of one member may be connected; the oldest make place for a new one.
  private static let clientsPerMember = 4

  /// How many seconds pass between two comments that keep a quiet connection alive.
  static let keepAliveSeconds = 5

  let id: String

  private let state: Mutex<State>
  private let tally: RoomTally

  fileprivate struct Client {
    let member: Int
    let audience: RoomAudience

    /// The first event, with what the client has missed; nil when it has been sent.
    var greeting: [UInt8]?

    /// The number of the last event that was sent.
    var last: Int
    var needsKeepAlive = false

    /// Whether anything was sent since the client was last looked at.
    var wasSent = false
    var hasClosing = false
    weak var stream: BodyStream?
  }

  fileprivate struct State {
    var room: Room
    var clients: [Int: Client] = [:]
    var nextClient = 1

    /// Which photos of the room the visitors of a scope may see.
    var verdicts: [String: [Int64: Bool]] = [:]

    /// The events after a number as owners see them, which most clients get at the same time.
    var batch: (after: Int, through: Int, bytes: [UInt8])?
  }

  /// The result, or photos for which must be found out first whether a visitor may see them.
  enum Attempt<Result> {
    case done(Result)
    case needs([RoomAudience], photos: [Int64])
  }

  init(_ room: Room, _ tally: RoomTally) {
    (id, self.tally) = (room.id, tally)
    state = Mutex(State(room: room))
  }

  /// The room as it is now.
  var room: Room { state.withLock { $0.room } }

  // MARK: - Joining

  /// What a client asks for that joins.
  struct Entry: Sendable {
    var person: RoomPerson
    var audience: RoomAudience
    var name: String?
    var key: RoomKey?

    /// The last event that the client has received; nil if it has not been here before.
    var lastReceived: Int?
  }

  /// Adds a client; `verdicts` says of the photos of its history whether it may see them.
  func join(
    _ entry: Entry, verdicts: [Int64: Bool], now: RoomMoment
  ) throws -> Attempt<BodyStream> {
    let attempt = try state.withLock { state -> Attempt<(BodyStream, replaced: [BodyStream])> in
      let (events, isWhole) =
        entry.lastReceived.map(state.room.missed) ?? (state.room.history, true)
      let photos = entry.audience.seesAll ? [] : events.compactMap(\.photo)
      let unknown = Set(photos).filter { verdicts[$0] == nil }
      guard unknown.isEmpty else { return .needs([entry.audience], photos: Array(unknown)) }
      state.verdicts[entry.audience.scope, default: [:]].merge(verdicts) { $1 }

      let joined = try state.room.join(
        entry.person, name: entry.name, key: entry.key, now: now)
      let replaced = state.makePlace(for: joined.member, Self.clientsPerMember, now)
      var writer = state.writer(for: entry.audience)
      writer.hello(joined, state.room, isWhole: isWhole)
      for event in events { writer.add(event) }
      let number = state.nextClient
      state.nextClient += 1
      let stream = BodyStream(finished: { [weak self] in self?.left(number) }) { [self] in
        next(for: number)
      }
      state.clients[number] = Client(
        member: joined.member, audience: entry.audience, greeting: writer.bytes,
        last: state.room.last, stream: stream)
      return .done((stream, replaced))
    }
    switch attempt {
    case .needs(let audiences, let photos): return .needs(audiences, photos: photos)
    case .done(let (stream, replaced)):
      for other in replaced { other.wake() }
      return .done(stream)
    }
  }

  private func left(_ client: Int) { lost(client, since: .now) }

  /// Removes a client; the absence of its member counts from the last sign of it.
  private func lost(_ client: Int, since moment: RoomMoment) {
    state.withLock { state in
      guard let gone = state.clients.removeValue(forKey: client) else { return }
      state.room.disconnected(gone.member, now: moment)
      state.forgetVerdicts()
    }
  }

  /// The next piece for a client.
  private func next(for number: Int) -> BodyStream.Piece {
    state.withLock { state in
      // Another client of the same member has taken its place.
      guard var client = state.clients[number], !client.hasClosing else { return .end }
      defer { if state.clients[number] != nil { state.clients[number] = client } }
      if let greeting = client.greeting {
        client.greeting = nil
        return .bytes(greeting)
      }
      // If the client is so slow that events are missing, it reconnects and learns that.
      guard var bytes = state.events(after: client.last, for: client.audience) else {
        tally.slowClients.add(1, ordering: .relaxed)
        return .end
      }
      client.last = state.room.last
      if state.room.isClosed {
        var writer = state.writer(for: client.audience)
        writer.closed()
        (bytes, client.hasClosing) = (bytes + writer.bytes, true)
      } else if bytes.isEmpty, client.needsKeepAlive {
        bytes = Array(":\n\n".utf8)
      }
      client.needsKeepAlive = false
      client.wasSent = client.wasSent || !bytes.isEmpty
      return bytes.isEmpty ? .wait : .bytes(bytes)
    }
  }

  // MARK: - Messages

  /// Adds a message; `verdicts` says which scopes may see the photo that it shows.
  func post(
    _ content: RoomContent, by member: Int, key: RoomKey, verdicts: [String: Bool] = [:],
    now: RoomMoment
  ) throws -> Attempt<Int> {
    try state.withLock { state in
      if case .photo(let photo) = content {
        let scopes = Dictionary(
          state.clients.values.filter { !$0.audience.seesAll }.map {
            ($0.audience.scope, $0.audience)
          }
        ) { $1 }
        let unknown = scopes.filter { verdicts[$0.key] == nil }.map(\.value)
        guard unknown.isEmpty else { return .needs(unknown, photos: [photo]) }
        for (scope, verdict) in verdicts { state.verdicts[scope, default: [:]][photo] = verdict }
      }
      do throws(RoomError) {
        let number = try state.room.post(content, by: member, key: key, now: now)
        tally.messages.add(1, ordering: .relaxed)
        return .done(number)
      } catch {
        if case .tooOften = error { tally.refusedMessages.add(1, ordering: .relaxed) }
        throw error
      }
    }
  }

  /// Throws if number and key are not those of a member.
  func check(_ member: Int, key: RoomKey) throws {
    try state.withLock { try $0.room.check(member, key: key) }
  }

  /// Removes a member who leaves; its clients are disconnected.
  func leave(_ member: Int, key: RoomKey, now: RoomMoment) throws {
    let streams = try state.withLock { state in
      try state.room.leave(member, key: key, now: now)
      let own = state.clients.filter { $0.value.member == member }
      for number in own.keys { state.clients[number] = nil }
      return own.values.compactMap(\.stream)
    }
    for stream in streams { stream.wake() }
  }

  /// Closes the room for all members.
  func close() { state.withLock { $0.room.close() } }

  // MARK: - Delivery

  /// Wakes all clients, so that they get what is new.
  func wake() {
    let streams = state.withLock { $0.clients.values.compactMap(\.stream) }
    for stream in streams { stream.wake() }
  }

  /// Ends what has lasted too long; returns whether clients must learn of it.
  ///
  /// Called once a second. Looks at a part of the clients each time.
  func tend(second: Int, now: RoomMoment) -> Bool {
    let (isNew, due) = state.withLock { state in
      let (last, wasClosed) = (state.room.last, state.room.isClosed)
      state.room.expire(now: now)
      var due: [(client: Int, stream: BodyStream, isQuiet: Bool)] = []
      for (number, client) in state.clients
      where (number + second).isMultiple(of: Self.keepAliveSeconds) {
        state.clients[number]?.needsKeepAlive = !client.wasSent
        state.clients[number]?.wasSent = false
        if let stream = client.stream { due.append((number, stream, !client.wasSent)) }
      }
      return (last != state.room.last || wasClosed != state.room.isClosed, due)
    }
    for (number, stream, isQuiet) in due {
      if let absence = stream.endIfAbandoned() {
        lost(number, since: now.advanced(by: .zero - absence))
      } else if isQuiet {
        stream.wake()
      }
    }
    return isNew
  }
}

extension LiveRoom.State {
  /// Removes the oldest clients of a member until there is room for one more; returns their streams, which have to be
  /// woken.
  ///
  /// Not here: the last reference to a stream must not be released under the lock, which its end takes.
  fileprivate mutating func makePlace(for member: Int, _ limit: Int, _ now: RoomMoment)
    -> [BodyStream]
  {
    let own = clients.filter { $0.value.member == member }.keys.sorted()
    return own.dropLast(limit - 1).compactMap { number in
      room.disconnected(member, now: now)
      return clients.removeValue(forKey: number)?.stream
    }
  }

  fileprivate func writer(for audience: RoomAudience) -> RoomEventWriter {
    let verdicts = verdicts[audience.scope] ?? [:]
    return RoomEventWriter(audience) { audience.seesAll || verdicts[$0] == true }
  }

  /// The events after a number; nil if some are missing.
  fileprivate mutating func events(after number: Int, for audience: RoomAudience) -> [UInt8]? {
    if audience.seesAll, let batch, batch.after == number, batch.through == room.last {
      return batch.bytes
    }
    guard let news = room.news(after: number) else { return nil }
    guard !news.isEmpty else { return [] }
    var writer = writer(for: audience)
    for event in news { writer.add(event) }
    if audience.seesAll { batch = (number, room.last, writer.bytes) }
    return writer.bytes
  }

  /// Forgets the verdicts of scopes without clients.
  fileprivate mutating func forgetVerdicts() {
    let scopes = Set(clients.values.map(\.audience.scope))
    verdicts = verdicts.filter { scopes.contains($0.key) }
  }
}

extension RoomMoment {
  /// The moment now.
  static var now: RoomMoment {
    RoomMoment(instant: .now, milliseconds: Int64(WallClock.seconds() * 1_000))
  }
}
