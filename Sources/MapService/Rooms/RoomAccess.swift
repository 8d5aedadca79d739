internal import Geography
internal import Grid
internal import HTTPServer
internal import Query
internal import Rooms
internal import Sharing

/// Who a visitor is in rooms, and what a visitor may do there: everything about rooms that depends on who asks.
struct RoomAccess: Sendable {
  let person: RoomPerson
  let audience: RoomAudience
  private let mayOpen: Bool

  init(_ call: Call) throws {
    let (visitor, user) = (call.request.visitor, call.request.user)
    switch visitor {
    case .owner:
      person = RoomPerson(identity: "user:\(user ?? "")", name: user, isGuest: false)
    case .guest:
      guard let share = visitor.share else {
        // A user who has signed in, and sees a part of the photos.
        guard let user else { throw Self.notShared }
        person = RoomPerson(identity: "user:\(user)", name: user, isGuest: false)
        break
      }
      // Nothing proves the name of a guest, and all guests of a link are one to the server.
      person = RoomPerson(identity: "link:\(share.terms.id)", name: nil, isGuest: true)
    case .machine, .stranger: throw Self.notShared
    }
    mayOpen = visitor.isOwner
    audience = try RoomAudience(call, scope: person.identity)
  }

  /// Throws if the visitor may neither open rooms nor see which there are.
  func requireOpening() throws(Problem) {
    guard mayOpen else {
      throw Problem(
        status: 403,
        detail: "Only owners open and list rooms. Sign in, or ask an owner for the link of a room.")
    }
  }

  /// Throws if the visitor may not close a room, whether it exists or not.
  func requireClosing(_ room: Room?) throws(Problem) {
    guard mayOpen || room?.isCreator(person) == true else {
      throw Problem(
        status: 403,
        detail:
          "Only owners and the person who has opened a room may close it. Sign in as one of them.")
    }
  }

  /// The refusal of a visitor who may not be in rooms.
  static let notShared = Problem(status: 403, detail: "This is not part of what was shared.")
}

/// What others may show to a visitor.
struct RoomAudience: Sendable {
  /// The same for all visitors who may see the same.
  let scope: String

  /// Whether it is an owner, to whom everything may be shown.
  let seesAll: Bool

  private let library: VisibleLibrary
  private let zones: PrivacyTest?
  private let everywhere: CoarseGrid?
  private let box: BoundingBox?

  fileprivate init(_ call: Call, scope: String) throws {
    (self.scope, library) = (scope, call.library)
    seesAll = call.request.visitor.isOwner
    let privacy = library.privacy
    everywhere = privacy?.everywhere
    zones = privacy.map { PrivacyTest(PrivacyFilter(zones: $0.zones, revision: 0)) }
    box = try call.request.visitor.share?.terms.filters["bbox"].map { try PhotoQuery.box($0) }
  }

  /// A position as the visitor may see it; nil if it lies in a privacy zone or outside of the link.
  func shown(_ place: Coordinate) -> Coordinate? {
    if seesAll { return place }
    if let box, !box.contains(place) { return nil }
    if let zones, zones.position(of: place) != .exact { return nil }
    return everywhere?.middle(around: place) ?? place
  }

  /// A view as the visitor may see it.
  func shown(_ view: RoomView) -> RoomView? {
    guard let centre = shown(view.centre) else { return nil }
    var view = view
    view.centre = centre
    return view
  }

  /// Whether the visitor may see a photo now.
  func shows(photo id: Int64) throws -> Bool { try library.read { try $0.photo(id) != nil } }
}
