/// When a photo was taken: the local time of the camera, its offset from UTC, or both.
///
/// Nothing is guessed: if no offset is recorded, the photo has a local time but no instant.
public struct CaptureTime: Hashable, Sendable {
  /// Offsets from UTC are whole minutes.
  public static let millisecondsPerMinute: Int64 = 60_000

  /// The local times that RFC 3339 can represent: the years 0000 to 9999.
  package static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// A local time with or without an offset, or an instant alone.
  private enum Reading: Hashable {
    case clock(Int64, minutesAhead: Int)
    case clockAlone(Int64)
    case instantAlone(Int64)
  }

  private let reading: Reading

  /// How the instant is known.
  public let source: TimeSource

  /// Makes a local time with an offset from UTC.
  public init(localMilliseconds: Int64, utcOffsetMinutes: Int, source: TimeSource) {
    reading = .clock(localMilliseconds, minutesAhead: utcOffsetMinutes)
    self.source = source
  }

  /// Makes a local time without an offset.
  public init(localMilliseconds: Int64) {
    reading = .clockAlone(localMilliseconds)
    source = .local
  }

  /// Makes an instant without a local time, as a GPS receiver gives.
  public init(instantMilliseconds: Int64, source: TimeSource) {
    reading = .instantAlone(instantMilliseconds)
    self.source = source
  }

  /// The local time of the camera, in milliseconds since 1970-01-01T00:00:00.
  public var localMilliseconds: Int64? {
    switch reading {
    case .clock(let local, _), .clockAlone(let local): local
    case .instantAlone: nil
    }
  }

  /// The offset of the camera's clock in minutes ahead of UTC.
  public var utcOffsetMinutes: Int? {
    if case .clock(_, let minutes) = reading { minutes } else { nil }
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var instantMilliseconds: Int64? {
    if case .clockAlone = reading { nil } else { timelineMilliseconds }
  }

  /// The time for filters and sorting.
  ///
  /// It is the instant if known. A local time without an offset is treated as UTC.
  public var timelineMilliseconds: Int64 {
    switch reading {
    case .clock(let local, let minutes): local - Int64(minutes) * Self.millisecondsPerMinute
    case .clockAlone(let local): local
    case .instantAlone(let instant): instant
    }
  }
}

extension CaptureTime {
  /// The same without the offset that the time zone of the position gave.
  package var withoutPlace: CaptureTime {
    guard source == .place, let localMilliseconds else { return self }
    return CaptureTime(localMilliseconds: localMilliseconds)
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

  /// The time zone of the position.
  case place = 3

  /// Unknown: only the local time of the camera is known.
  case local = 4

  /// The name in GeoJSON.
  public var name: String {
    switch self {
    case .offsetTag: "offset-tag"
    case .gps: "gps"
    case .place: "place"
    case .local: "local"
    }
  }

  /// The source of a name.
  public init?(name: some StringProtocol) {
    guard let source = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = source
  }
}
