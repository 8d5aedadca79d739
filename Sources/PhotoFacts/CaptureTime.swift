/// When a photo was taken: what the clock in the camera showed, and how far it was from UTC.
///
/// At least one of the two is known. Nothing is guessed: a clock whose distance from UTC is not
/// recorded anywhere has no `utcOffset`, and such a photo has a local time but no instant.
public struct CaptureTime: Hashable, Sendable {
  /// Offsets from UTC are whole minutes.
  public static let millisecondsPerMinute: Int64 = 60_000

  /// The clock readings that RFC 3339 can write: the years 0000 to 9999.
  package static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// What is known: a clock's reading with or without its distance from UTC, or an instant alone.
  private enum Reading: Hashable {
    case clock(Int64, minutesAhead: Int)
    case clockAlone(Int64)
    case instantAlone(Int64)
  }

  private let reading: Reading

  /// How the instant is known, or that it is not.
  public let source: TimeSource

  /// A clock reading whose offset from UTC is known.
  public init(localMilliseconds: Int64, utcOffsetMinutes: Int, source: TimeSource) {
    reading = .clock(localMilliseconds, minutesAhead: utcOffsetMinutes)
    self.source = source
  }

  /// A clock reading of which no offset is known.
  public init(localMilliseconds: Int64) {
    reading = .clockAlone(localMilliseconds)
    source = .local
  }

  /// An instant of which no clock reading is known, as a GPS receiver alone gives.
  public init(instantMilliseconds: Int64, source: TimeSource) {
    reading = .instantAlone(instantMilliseconds)
    self.source = source
  }

  /// Milliseconds of the calendar clock since 1970-01-01T00:00:00 as read off the camera.
  public var localMilliseconds: Int64? {
    switch reading {
    case .clock(let local, _), .clockAlone(let local): local
    case .instantAlone: nil
    }
  }

  /// Minutes the camera's clock was ahead of UTC.
  public var utcOffsetMinutes: Int? {
    if case .clock(_, let minutes) = reading { minutes } else { nil }
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var instantMilliseconds: Int64? {
    if case .clockAlone = reading { nil } else { timelineMilliseconds }
  }

  /// Where the photo stands on the one time line that filters and sorting use.
  ///
  /// It is the instant where that is known; a clock reading without an offset stands where it
  /// would if the clock had shown UTC.
  public var timelineMilliseconds: Int64 {
    switch reading {
    case .clock(let local, let minutes): local - Int64(minutes) * Self.millisecondsPerMinute
    case .clockAlone(let local): local
    case .instantAlone(let instant): instant
    }
  }
}

/// How the instant of a photo is known.
///
/// The numbers are stored in the index: never reuse one.
public enum TimeSource: UInt8, Sendable, CaseIterable {
  /// An offset tag beside the local time, or a time that carries its own offset.
  case offsetTag = 1

  /// The UTC stamp of the GPS receiver.
  case gps = 2

  /// The time zone of the place.
  case place = 3

  /// It is not: only the camera's clock is known.
  case local = 4

  /// The word used in GeoJSON.
  public var name: String {
    switch self {
    case .offsetTag: "offset-tag"
    case .gps: "gps"
    case .place: "place"
    case .local: "local"
    }
  }

  /// Finds a source by its word.
  public init?(name: some StringProtocol) {
    guard let source = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = source
  }
}
