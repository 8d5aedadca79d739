/// When a photo was taken: what the clock in the camera showed, and how far it was from UTC.
///
/// At least one of the two is known. Nothing is guessed: a clock whose distance from UTC is not
/// recorded anywhere has no `utcOffset`, and such a photo has a local time but no instant.
public struct CaptureTime: Hashable, Sendable {
  /// Offsets from UTC are whole minutes.
  public static let millisecondsPerMinute: Int64 = 60_000

  /// The clock readings that RFC 3339 can write: the years 0000 to 9999.
  package static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Milliseconds of the calendar clock since 1970-01-01T00:00:00 as read off the camera.
  public let localMilliseconds: Int64?

  /// Minutes the camera's clock was ahead of UTC.
  public let utcOffsetMinutes: Int?

  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let instantMilliseconds: Int64?

  /// How the instant is known, or that it is not.
  public let source: TimeSource

  /// A clock reading whose offset from UTC is known.
  public init(localMilliseconds: Int64, utcOffsetMinutes: Int, source: TimeSource) {
    self.localMilliseconds = localMilliseconds
    self.utcOffsetMinutes = utcOffsetMinutes
    instantMilliseconds = localMilliseconds - Int64(utcOffsetMinutes) * Self.millisecondsPerMinute
    self.source = source
  }

  /// A clock reading of which no offset is known.
  public init(localMilliseconds: Int64) {
    self.localMilliseconds = localMilliseconds
    utcOffsetMinutes = nil
    instantMilliseconds = nil
    source = .local
  }

  /// An instant of which no clock reading is known, as a GPS receiver alone gives.
  public init(instantMilliseconds: Int64, source: TimeSource) {
    localMilliseconds = nil
    utcOffsetMinutes = nil
    self.instantMilliseconds = instantMilliseconds
    self.source = source
  }

  /// Where the photo stands on the one time line that filters and sorting use.
  ///
  /// It is the instant where that is known; a clock reading without an offset stands where it
  /// would if the clock had shown UTC.
  public var timelineMilliseconds: Int64 { instantMilliseconds ?? localMilliseconds ?? 0 }
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
