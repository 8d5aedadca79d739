public import Geography

/// Where a map is.
public struct RoomView: Hashable, Sendable {
  /// The middle of the map.
  public var centre: Coordinate

  /// The zoom.
  public var zoom: Double

  /// The direction that is up, in degrees from north; 0 is north.
  public var bearing: Double

  /// Makes a view; throws if zoom or bearing is not one of a map.
  public init(centre: Coordinate, zoom: Double, bearing: Double = 0) throws(RoomError) {
    guard (0...24).contains(zoom) else { throw .invalid("zoom is not a number from 0 to 24") }
    guard (-360...360).contains(bearing) else {
      throw .invalid("bearing is not a number of degrees from -360 to 360")
    }
    // Digits beyond these move no pixel.
    self.zoom = (zoom * 1_000).rounded() / 1_000
    let turned = bearing.truncatingRemainder(dividingBy: 360)
    self.bearing = ((turned < 0 ? turned + 360 : turned) * 100).rounded() / 100
    self.centre = centre
  }
}

/// What a member does in front of the others.
public enum RoomContent: Hashable, Sendable {
  /// Writes a line.
  case text(String)

  /// Moves the map.
  case view(RoomView)

  /// Points at a place.
  case point(Coordinate)

  /// Shows a photo.
  case photo(Int64)

  /// Begins or ends leading: the maps of others follow.
  case lead(Bool)

  /// Whether people who join later see it.
  public var isRemembered: Bool {
    switch self {
    case .text, .point, .photo: true
    case .view, .lead: false
    }
  }
}

/// Something that all members learn, numbered in order.
public struct RoomEvent: Sendable {
  /// The number; greater than those of all earlier events.
  public let number: Int

  /// When it happened.
  public let time: Int64

  /// The member whom it is about.
  public let card: RoomCard

  /// What happened.
  public let kind: Kind

  /// What can happen.
  public enum Kind: Hashable, Sendable {
    case joined
    case left
    case message(RoomContent)
  }

  /// The photo that it shows.
  public var photo: Int64? { if case .message(.photo(let id)) = kind { id } else { nil } }

  /// Whether it is a message for people who join later.
  public var isRemembered: Bool {
    if case .message(let content) = kind { content.isRemembered } else { false }
  }

  /// About how many bytes of memory it takes.
  var cost: Int {
    guard case .message(.text(let text)) = kind else { return 200 + card.name.utf8.count }
    return 200 + card.name.utf8.count + text.utf8.count
  }
}

/// The latest events of a room: what people who join later see, and what reconnecting clients have missed.
struct RoomLog: Sendable {
  private let limits: RoomLimits
  private(set) var events: [RoomEvent] = []
  private var bytes = 0
  private var remembered = 0

  /// The number of the latest event that is no longer in the log.
  private(set) var droppedThrough = 0

  init(_ limits: RoomLimits) { self.limits = limits }

  mutating func append(_ event: RoomEvent) {
    events.append(event)
    bytes += event.cost
    if event.isRemembered { remembered += 1 }
    // Of what is not remembered there is a second share, so that joins and leaves drop no messages.
    while bytes > limits.messageBytes || remembered > limits.messages
      || events.count > 2 * limits.messages
    {
      // The oldest of the kind that is too much.
      let isForLater = bytes > limits.messageBytes || remembered > limits.messages
      let position = events.firstIndex { isForLater == $0.isRemembered } ?? 0
      drop(position)
    }
  }

  private mutating func drop(_ position: Int) {
    let event = events.remove(at: position)
    bytes -= event.cost
    if event.isRemembered { remembered -= 1 }
    droppedThrough = max(droppedThrough, event.number)
  }

  /// The events after a number.
  func after(_ number: Int) -> ArraySlice<RoomEvent> {
    let start = events.lastIndex { $0.number <= number }.map { $0 + 1 } ?? events.startIndex
    return events[start...]
  }
}
