/// How many people and messages a room takes, and how long it lives.
public struct RoomLimits: Hashable, Sendable {
  /// The limit of open rooms.
  public var rooms = 1_024

  /// The limit of rooms that one person has opened and in which there is no member.
  public var emptyRooms = 20

  /// The limit of members of a room.
  public var members = 100

  /// How many messages a room remembers for people who join later.
  public var messages = 200

  /// How many bytes these messages may have together.
  public var messageBytes = 131_072

  /// The length limit of a line in bytes.
  public var lineBytes = 1_000

  /// The length limit of a name in bytes.
  public var nameBytes = 100

  /// How often a member may move the map.
  public var movements = Rate(perSecond: 10, burst: 20)

  /// How often a member may write, point or show something.
  public var lines = Rate(perSecond: 2, burst: 10)

  /// How often people may join a room.
  public var joins = Rate(perSecond: 10, burst: 150)

  /// For how long a member may be disconnected.
  public var absence = Duration.seconds(30)

  /// For how long a room without members stays open.
  public var emptiness = Duration.seconds(3_600)

  /// For how long a room may be open.
  public var life = Duration.seconds(86_400)

  /// Makes the usual limits.
  public init() {}

  /// How often something may happen: a few times at once, and then at a steady rate.
  public struct Rate: Hashable, Sendable {
    /// How often in a second, over a longer time.
    public var perSecond: Double

    /// How often at once.
    public var burst: Double

    /// Makes a rate.
    public init(perSecond: Double, burst: Double) {
      (self.perSecond, self.burst) = (perSecond, burst)
    }
  }
}

/// Counts how often something has happened (a token bucket).
struct RateCount: Sendable {
  private let rate: RoomLimits.Rate
  private var tokens: Double
  private var last: RoomMoment

  init(_ rate: RoomLimits.Rate, now: RoomMoment) {
    (self.rate, tokens, last) = (rate, rate.burst, now)
  }

  /// Records that it happens now; throws if it happens too often.
  mutating func record(now: RoomMoment) throws(RoomError) {
    let seconds = last.instant.duration(to: now.instant) / .seconds(1)
    tokens = min(rate.burst, tokens + max(0, seconds) * rate.perSecond)
    last = now
    guard tokens >= 1 else {
      throw .tooOften(seconds: max(1, Int(((1 - tokens) / rate.perSecond).rounded(.up))))
    }
    tokens -= 1
  }
}
