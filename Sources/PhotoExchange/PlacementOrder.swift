internal import Geography
public import JSON
public import Notes
internal import PhotoFacts

/// A client's placements as JSON: `{"placements":[{"photo":12,"longitude":2.29,"latitude":48.86}]}`.
public struct PlacementOrder: Sendable {
  /// Its members.
  public static let shape = OrderShape("placementOrder", into: PlacementOrder()) {
    OrderMember(
      "placements", .list(of: .object(Placement.shape, as: Placement.wanted)), \.placements)
    OrderMember("key", .actKey, \.key)
  }

  /// The placements.
  public private(set) var placements: [NotesWriter.Wanted] = []

  /// What the client calls the act, so that it is made once.
  public private(set) var key: String?

  private init() {}

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    self = try Self.shape.read(bytes)
    var seen: Set<Int64> = []
    for wanted in placements where !seen.insert(wanted.id).inserted {
      throw InputProblem("photo \(wanted.id) is given twice")
    }
  }
}

/// A position of a photo; without longitude and latitude, it is removed.
private struct Placement {
  static let shape = OrderShape(into: Placement(), absent: [.null]) {
    OrderMember("photo", .photo, \.photo)
    OrderMember.position(\.position.longitude, \.position.latitude)
    OrderMember("altitude", .number(in: NotesWriter.altitudes), \.altitude)
    OrderMember(
      "direction", .number.only("from 0 to below 360 degrees") { (0..<360).contains($0) },
      \.direction)
    // Those of accuracy and gap are beyond what any plan has.
    OrderMember("accuracy", .number(in: 0...1e9), \.accuracy)
    OrderMember("source", .word([.manual, .track, .neighbour], named: \.name), \.source)
    OrderMember("gap", .number(in: 0...1e9), \.gap)
  }

  var photo: Int64 = 0
  var position = OrderPosition()
  var altitude, direction, accuracy, gap: Double?
  var source: LocationSource?

  static func wanted(_ order: Placement) throws(InputProblem) -> NotesWriter.Wanted {
    let location = try order.position.coordinate.map {
      Location(
        $0, altitude: order.altitude, direction: order.direction, accuracy: order.accuracy,
        source: order.source ?? .manual)
    }
    let details = [order.altitude, order.direction, order.accuracy, order.gap]
    guard location != nil || details.allSatisfy({ $0 == nil }) else {
      throw InputProblem(
        "it has altitude, direction, accuracy or gap but no longitude and latitude")
    }
    return NotesWriter.Wanted(id: order.photo, location: location, gap: order.gap)
  }
}
