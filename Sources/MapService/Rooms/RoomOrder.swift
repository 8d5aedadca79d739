internal import Geography
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import Rooms

/// The content of a request to a room.
struct RoomOrder {
  /// The members if a room is opened.
  static let opening = OrderShape("roomOrder", into: RoomOrder()) {
    OrderMember("name", .text, \.name)
    look
  }

  /// The members of a message.
  static let message = OrderShape("roomMessage", into: RoomOrder()) {
    OrderMember(
      "member", OrderContent(.count, "the number of a member") { $0.whole }, \.member)
    OrderMember(
      "key", OrderContent(String.schema, "the key of a member") { $0.text.flatMap(RoomKey.init) },
      \.key)
    OrderMember("kind", .word(Kind.allCases, named: \.rawValue), \.kind)
    OrderMember("text", .text, \.text)
    OrderMember("photo", .photo, \.photo)
    OrderMember("lead", .truth, \.leads)
    look
  }

  private static let look: [OrderMember<RoomOrder>] =
    OrderMember.position(\.position.longitude, \.position.latitude) + [
      OrderMember("zoom", .number, \.zoom), OrderMember("bearing", .number, \.bearing),
    ]

  private enum Kind: String, CaseIterable {
    case text, view, point, photo, lead, leave

    /// The members that go with it.
    var members: [String] {
      switch self {
      case .text, .photo, .lead: [rawValue]
      case .view: ["longitude", "latitude", "zoom", "bearing"]
      case .point: ["longitude", "latitude"]
      case .leave: []
      }
    }
  }

  private(set) var name: String?
  private(set) var member = 0
  private(set) var key = RoomKey()
  private var kind = Kind.leave
  private var text: String?
  private var photo: Int64?
  private var leads: Bool?
  private var position = OrderPosition()
  private var zoom, bearing: Double?

  private init() {}

  /// Reads the content of a request that opens a room, which may have none.
  init(opening request: Request, limit: Int) throws {
    if !request.body.isEmpty { self = try Self.read(request, limit, Self.opening.read) }
  }

  /// Reads the content of a message.
  init(message request: Request, limit: Int) throws {
    self = try Self.read(request, limit) { content in
      let json = try JSONValue(parsing: content)
      let order = try Self.message.read(json)
      let known = ["member", "key", "kind"] + order.kind.members
      if let other = json.members?.first(where: { !known.contains($0.name) }) {
        throw InputProblem("\(other.name) does not go with \(order.kind.rawValue)")
      }
      return order
    }
  }

  private static func read(
    _ request: Request, _ limit: Int, _ read: ([UInt8]) throws -> RoomOrder
  ) throws -> RoomOrder {
    guard request.body.count <= limit else {
      throw Problem(status: 413, detail: "The content may be at most \(limit) bytes long.")
    }
    return try request.order(read)
  }

  /// The position; nil if it is not given.
  private var place: Coordinate? {
    get throws(RoomError) {
      do throws(InputProblem) { return try position.coordinate } catch {
        throw .invalid(error.reason)
      }
    }
  }

  /// The view; nil if no part of it is given.
  var view: RoomView? {
    get throws(RoomError) {
      let centre = try place
      if centre == nil, zoom == nil, bearing == nil { return nil }
      guard let centre, let zoom else {
        throw RoomError.invalid("a view needs longitude, latitude and zoom")
      }
      return try RoomView(centre: centre, zoom: zoom, bearing: bearing ?? 0)
    }
  }

  /// The message; nil if the member leaves.
  func message() throws(RoomError) -> RoomContent? {
    let content: RoomContent? =
      switch kind {
      case .text: text.map(RoomContent.text)
      case .view: try view.map(RoomContent.view)
      case .point: try place.map(RoomContent.point)
      case .photo: photo.map(RoomContent.photo)
      case .lead: leads.map(RoomContent.lead)
      case .leave: nil
      }
    guard content != nil || kind == .leave else {
      throw RoomError.invalid("\(kind.members[0]) is missing")
    }
    return content
  }
}
