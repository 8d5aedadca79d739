internal import Signing

/// A person as the server recognises them.
public struct RoomPerson: Hashable, Sendable {
  /// Distinguishes persons, or guests with different links; never shown.
  public var identity: String

  /// The name that others see; nil if the person may choose one.
  public var name: String?

  /// Whether the person is a guest of a link, whose name nothing proves.
  public var isGuest: Bool

  /// Makes a person.
  public init(identity: String, name: String?, isGuest: Bool) {
    (self.identity, self.name, self.isGuest) = (identity, name, isGuest)
  }
}

/// The secret of a member: 128 random bits or more, by which the member proves to be the one who has joined.
public struct RoomKey: Hashable, Sendable {
  /// The key as text.
  public let text: String

  /// Accepts a key that a client has made; nil if it is not 22 to 64 letters, digits, `-` and `_`.
  public init?(_ text: String) {
    guard (22...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isPart) else { return nil }
    self.text = text
  }

  /// Makes a new key.
  public init() { text = Self.randomText() }

  /// 128 random bits as 22 characters.
  static func randomText() -> String {
    var source = SystemRandomNumberGenerator()
    return base64URL((0..<16).map { _ in UInt8.random(in: 0...255, using: &source) })
  }

  func equals(_ other: RoomKey) -> Bool {
    equalsInConstantTime(Array(text.utf8), Array(other.text.utf8))
  }

  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// What others see of a member besides the map.
public struct RoomCard: Hashable, Sendable {
  /// The number of the member in the room, which no later member gets.
  public var number: Int

  /// The name; no two members have the same.
  public var name: String

  /// The colour, as `#rrggbb`.
  public var colour: String

  /// Whether it is a guest of a link, whose name nothing proves.
  public var isGuest: Bool

  /// Whether the member has opened the room, and so may lead.
  public var isCreator: Bool
}

/// A person in a room, on one device.
public struct RoomMember: Sendable {
  /// What others see of the member.
  public let card: RoomCard

  /// Where the map of the member is; nil until it has moved.
  public internal(set) var view: RoomView?

  /// Whether no client of the member is connected.
  public var isAway: Bool { awaySince != nil }

  let identity: String
  let key: RoomKey

  /// Number and time of the event with the view.
  var viewNumber = 0
  var viewTime: Int64 = 0

  /// How many clients are connected.
  var clients = 1
  var awaySince: RoomMoment?
  var movements: RateCount
  var lines: RateCount
}

/// Colours that are distinct on light and dark maps.
enum RoomColours {
  static let all = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#8c564b", "#6a3d9a",
    "#b2182b", "#4d9221", "#1f9e9e", "#7570b3",
  ]

  /// The colour that the fewest members have.
  static func next(_ members: [RoomMember]) -> String {
    let used = members.reduce(into: [String: Int]()) { $0[$1.card.colour, default: 0] += 1 }
    return all.min { used[$0] ?? 0 < used[$1] ?? 0 } ?? all[0]
  }
}
