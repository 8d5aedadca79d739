internal import Geography
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import Query
internal import Rooms

/// Rooms are open to guests who know their ids; `RoomAccess` decides what each visitor may do.
struct RoomRoutes: RouteGroup {
  /// The length limit of the content of a request in bytes.
  private static let contentLimit = 4_096

  let service: ServiceContext

  var operations: [Operation] {
    let limits = service.rooms.limits
    let opened = Content(type: "application/json", schema: .schema("room"))
    return [
      Operation(
        path: "/rooms", id: "getRooms", chapter: .live,
        summary: "The open rooms, in which people look at the map together",
        formats: [.json("rooms")], isOpenToOtherSites: false, example: "/rooms",
        handler: .guests(rooms)),
      Operation(
        method: .post, path: "/rooms", id: "openRoom", chapter: .live,
        summary: "Opens a room",
        details: """
          `{"name":"Holiday","longitude":2.29,"latitude":48.86,"zoom":12}`: all members are optional; the position is \
          where the map is. People join with the id: see `/events`. Rooms are in memory only. A room closes an hour after \
          its last member has left, and after a day. There are at most \(limits.rooms) rooms, \(limits.emptyRooms) without \
          members of one person.
          """,
        content: [Content(type: "application/json", schema: .schema("roomOrder"))],
        requiresContent: false,
        responses: [
          DocumentedResponse(
            status: 201, summary: "The room; `Location` is its address", content: [opened])
        ] + Self.refusals + [.problem(409, "There are too many rooms.")],
        isOpenToOtherSites: false, handler: .guests(openRoom)),
      Operation(
        path: "/rooms/{room}", id: "getRoom", chapter: .live,
        summary: "A room and its members, with where their maps are",
        parameters: [.roomID], formats: [.json("room")], responses: [.notFound],
        isOpenToOtherSites: false, handler: .guests(room)),
      Operation(
        method: .delete, path: "/rooms/{room}", id: "closeRoom", chapter: .live,
        summary: "Closes a room for all its members",
        parameters: [.roomID],
        responses: [DocumentedResponse(status: 204, summary: "It is closed."), .notFound]
          + Self.refusals.filter { $0.status == 403 },
        isOpenToOtherSites: false, handler: .guests(closeRoom)),
      Operation(
        method: .post, path: "/rooms/{room}/messages", id: "sendRoomMessage", chapter: .live,
        summary: "Shows the members of a room something, or moves the own map",
        details: """
          Each message has the `member` and the `key` of `hello` in `/events`, and a `kind`: `text` with `text`, `view` \
          with `longitude`, `latitude`, `zoom` and perhaps `bearing`, `point` with `longitude` and `latitude`, `photo` with \
          the id `photo`, `lead` with `lead` (true or false; for the person who has opened the room), or `leave`. A text is \
          one line of at most \(limits.lineBytes) bytes. A member may move the map \(Int(limits.movements.perSecond)) times \
          a second and do anything else \(Int(limits.lines.perSecond)) times a second, for a moment more often. A member to \
          whom a photo or a position must not be shown does not get it.
          """,
        parameters: [.roomID],
        content: [Content(type: "application/json", schema: .schema("roomMessage"))],
        responses: [
          DocumentedResponse(
            status: 201, summary: "The number of the event",
            content: [Content(type: "application/json", schema: .schema("roomResult"))]),
          DocumentedResponse(status: 204, summary: "The member has left."), .notFound,
        ] + Self.refusals + [.problem(429, "The member sends too often; `Retry-After` says when.")],
        isOpenToOtherSites: false, handler: .guests(send)),
    ]
  }

  private static let refusals: [DocumentedResponse] = [
    .problem(
      403,
      "The visitor may not do this, the key is wrong, or the request is from a page of another host."
    ),
    .problem(413, "The content is too long."), .problem(415, "The content is not JSON."),
  ]

  // MARK: - Rooms

  private func rooms(_ call: Call) throws -> Response {
    let access = try RoomAccess(call)
    try access.requireListing()
    return Self.response(
      RoomsAnswer(rooms: service.rooms.rooms.map { RoomAnswer($0, for: access.audience) }))
  }

  private func openRoom(_ call: Call) throws -> Response {
    let access = try RoomAccess(call)
    try access.requireOpening()
    let order = try RoomOrder(opening: call.request, limit: Self.contentLimit)
    let room = try Room(
      access.person, name: order.name, start: try order.view, limits: service.rooms.limits,
      now: .now)
    try service.rooms.open(room)
    var response = Self.response(room, access, status: 201)
    response.headers.append("Location", "\(service.baseURL(call.request))/rooms/\(room.id)")
    return response
  }

  private func room(_ call: Call) throws -> Response {
    Self.response(try found(call).room, try RoomAccess(call))
  }

  private func closeRoom(_ call: Call) throws -> Response {
    try RoomAccess(call).requireClosing(try? found(call).room)
    service.rooms.close(try found(call))
    return Response(status: 204)
  }

  private func found(_ call: Call) throws -> LiveRoom {
    try service.rooms.room(call.path["room"] ?? "")
  }

  // MARK: - Messages

  private func send(_ call: Call) throws -> EventualResponse {
    let room = try found(call)
    let order = try RoomOrder(message: call.request, limit: Self.contentLimit)
    let (member, key) = (order.member, order.key)
    // First, because a stranger must not make the server look anything up.
    try room.check(member, key: key)
    guard let content = try order.message() else {
      try room.leave(member, key: key, now: .now)
      service.rooms.changed(room)
      return .now(Response(status: 204))
    }
    guard case .photo(let id) = content else {
      return .now(try post(content, to: room, member, key))
    }
    let access = try RoomAccess(call)
    return .later {
      guard try access.audience.shows(photo: id) else {
        throw Problem.notFound("There is no photo with the id \(id).")
      }
      return try post(content, to: room, member, key)
    }
  }

  /// Posts a message, after finding out which members may see what it shows.
  private func post(
    _ content: RoomContent, to room: LiveRoom, _ member: Int, _ key: RoomKey
  ) throws -> Response {
    var verdicts: [String: Bool] = [:]
    while true {
      switch try room.post(content, by: member, key: key, verdicts: verdicts, now: .now) {
      case .done(let number):
        service.rooms.changed(room)
        return Self.response(RoomResult(id: number), status: 201)
      case .needs(let audiences, let photos):
        for audience in audiences {
          verdicts[audience.scope] = try photos.allSatisfy { try audience.shows(photo: $0) }
        }
      }
    }
  }

  // MARK: - Events

  /// The events of a room, for a visitor who joins it.
  func events(_ call: Call, of id: String) throws -> EventualResponse {
    guard Room.isID(id) else {
      throw QueryError("room", id, "is not the id of a room: 22 letters, digits, - and _")
    }
    let access = try RoomAccess(call)
    let room = try service.rooms.room(id)
    let key = try call.parameters["key"].map { text in
      guard let key = RoomKey(text) else {
        throw QueryError("key", text, "is not a key: 22 to 64 letters, digits, - and _")
      }
      return key
    }
    let last = call.request.headers["Last-Event-ID"].flatMap { Int($0) }
    let entry = LiveRoom.Entry(
      person: access.person, audience: access.audience, name: call.parameters["name"], key: key,
      lastReceived: last)
    // Only the header is wanted, so no client joins.
    guard call.request.method != .head else { return .now(.events(BodyStream { .end })) }
    switch try room.join(entry, verdicts: [:], now: .now) {
    case .done(let stream): return .now(joined(stream, room))
    case .needs(_, let photos): return .later { try join(entry, room, photos) }
    }
  }

  /// Joins after finding out which photos of the history the visitor may see.
  private func join(_ entry: LiveRoom.Entry, _ room: LiveRoom, _ photos: [Int64]) throws -> Response
  {
    var (verdicts, photos) = ([Int64: Bool](), photos)
    while true {
      for photo in photos { verdicts[photo] = try entry.audience.shows(photo: photo) }
      switch try room.join(entry, verdicts: verdicts, now: .now) {
      case .done(let stream): return joined(stream, room)
      case .needs(_, let more): photos = more
      }
    }
  }

  private func joined(_ stream: BodyStream, _ room: LiveRoom) -> Response {
    service.rooms.changed(room)
    return .events(stream)
  }

  // MARK: - Responses

  private static func response(_ room: Room, _ access: RoomAccess, status: Int = 200) -> Response {
    response(RoomAnswer(room, for: access.audience), status: status)
  }

  private static func response(_ answer: some Answer, status: Int = 200) -> Response {
    var response = Response.json(answer, status: status)
    response.cacheControl = "no-store"
    return response
  }
}

struct RoomsAnswer: Answer {
  static let shape = AnswerShape<RoomsAnswer>("rooms") { AnswerMember("rooms") { $0.rooms } }

  let rooms: [RoomAnswer]
}

struct RoomResult: Answer {
  static let shape = AnswerShape<RoomResult>("roomResult") { AnswerMember("id", .count) { $0.id } }

  let id: Int
}

extension RoomError {
  /// The problem that is reported to the client.
  var problem: Problem {
    switch self {
    case .noRoom:
      Problem.notFound(
        "This room is closed, or never was. Rooms end when the server restarts; open another."
      ).of(.roomClosed)
    case .full:
      Problem(status: 409, detail: "The room is full. Try again when a member has left.").of(
        .roomFull)
    case .tooManyRooms:
      Problem(
        status: 409,
        detail:
          "There are too many rooms, or too many of yours without members. Close one: see /rooms."
      ).of(.tooManyRooms)
    case .notMember:
      Problem(
        status: 403,
        detail: "Number and key are not those of a member of this room. Join it again: see /events."
      ).of(.notInRoom)
    case .keyOfOther:
      Problem(
        status: 403,
        detail: "Another person has joined with this key. Use a key of your own, or none."
      ).of(.notInRoom)
    case .onlyCreator:
      Problem(
        status: 403,
        detail:
          "Only the person who has opened the room may lead; follow that person, or open a room."
      ).of(.onlyCreatorLeads)
    case .tooOften(let seconds):
      Problem(
        status: 429, detail: "This is too often; wait \(seconds) seconds.",
        headers: [HeaderField(name: "Retry-After", value: String(seconds))])
    case .invalid(let reason):
      Problem.badRequest("The request is not valid: \(reason). See /api.html for what it may be.")
    }
  }
}

extension Parameter {
  fileprivate static let roomID = Parameter(
    "room", "The id of the room.", ["type": "string", "pattern": "^[0-9A-Za-z_-]{22}$"],
    location: .path, example: "0123456789abcdefghijkl")

  static let joinedRoom = Parameter(
    "room", "The id of a room to join, instead of changes of the library.",
    ["type": "string", "pattern": "^[0-9A-Za-z_-]{22}$"])

  static let memberName = Parameter(
    "name", "The name that other members see, if the visitor has not signed in; only with `room`.",
    ["type": "string"])

  static let memberKey = Parameter(
    "key",
    """
    The key of a member who reconnects, or a new one that the client has made of random bits; by default the server \
    makes one. Only with `room`.
    """,
    ["type": "string", "pattern": "^[0-9A-Za-z_-]{22,64}$"])
}
