internal import Geography
internal import Grid
internal import HTTPServer
internal import Rooms
internal import Sharing

/// The person that a visitor is in rooms, and what the role of the visitor allows there.
struct RoomAccess: Sendable {
  let person: RoomPerson
  let audience: RoomAudience
  private let mayOpen: Bool
  private let isOwner: Bool

  init(_ call: Call) throws {
    let (visitor, user) = (call.request.visitor, call.request.user)
    switch visitor {
    case .owner:
      person = RoomPerson(identity: "user:\(user ?? "")", name: user, isGuest: false)
    case .guest:
      guard let share = visitor.share else {
        // A user who has signed in, and sees a part of the photos.
        guard let user else { throw Problem.notShared }
        person = RoomPerson(identity: "user:\(user)", name: user, isGuest: false)
        break
      }
      // Nothing proves the name of a guest, and all guests of a link are one to the server.
      person = RoomPerson(identity: "link:\(share.terms.id)", name: nil, isGuest: true)
    case .machine, .stranger: throw Problem.notShared
    }
    (mayOpen, isOwner) = (visitor.audience.map { $0 >= .editors } == true, visitor.isOwner)
    audience = try RoomAudience(call)
  }

  /// Throws if the visitor may not open rooms.
  func requireOpening() throws(Problem) {
    guard mayOpen else {
      throw Problem(
        status: 403,
        detail:
          "Only owners and editors open rooms. Sign in, or ask one of them for the link of a room."
      ).of(.forOwners)
    }
  }

  /// Throws if the visitor may not see which rooms there are.
  func requireListing() throws(Problem) {
    guard isOwner else {
      throw Problem(
        status: 403, detail: "Only owners list rooms. Sign in, or ask for the link of a room."
      ).of(.forOwners)
    }
  }

  /// Throws if the visitor may not close a room, whether it exists or not.
  func requireClosing(_ room: Room?) throws(Problem) {
    guard isOwner || room?.isCreator(person) == true else {
      throw Problem(
        status: 403,
        detail:
          "Only owners and the person who has opened a room may close it. Sign in as one of them."
      ).of(.forOwners)
    }
  }

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

  /// The boxes of which one must have a position; nil if the visitor is not limited to boxes.
  private let boxes: [BoundingBox]?

  fileprivate init(_ call: Call) throws {
    library = call.library
    seesAll = call.request.visitor.isOwner
    let privacy = library.privacy
    // Not the name: of a person whose scope has changed, clients of before and after can be connected at once.
    scope = "\(privacy?.revision ?? 0) \(call.request.visitor.limited?.key ?? "")"
    everywhere = privacy?.everywhere
    zones = privacy.map { PrivacyTest(PrivacyFilter(zones: $0.zones, revision: 0)) }
    boxes = try call.request.visitor.limited?.boxes
  }

  /// A position as the visitor may see it; nil if it lies in a privacy zone, or outside of all boxes of link or scope.
  func shown(_ place: Coordinate) -> Coordinate? {
    if seesAll { return place }
    if let boxes, !boxes.contains(where: { $0.contains(place) }) { return nil }
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
