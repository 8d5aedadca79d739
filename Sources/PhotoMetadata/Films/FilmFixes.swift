internal import Geography
internal import PhotoFacts
internal import Tracks

/// Collects the positions in the telemetry of a film.
struct FilmFixes {
  /// The greatest number of fixes of one film: ten hours at 100 a second.
  static let mostFixes = 4 << 20

  /// How much of the telemetry is wanted.
  enum Extent {
    /// The first position, for the film as a whole.
    case firstPosition

    /// All positions that have an instant.
    case track
  }

  /// How much of the telemetry is wanted.
  let extent: Extent

  /// The clock of the film.
  let clock: FilmClock

  /// The first position, with or without an instant.
  private(set) var first: Location?

  /// The positions with an instant.
  private(set) var fixes: [Fix] = []

  /// How many positions have no instant.
  private(set) var undated = 0

  /// Whether the instants are times of a local clock, counted as if they were UTC.
  var hasLocalTimes = false

  init(_ extent: Extent, clock: FilmClock = FilmClock()) {
    self.extent = extent
    self.clock = clock
  }

  /// Whether nothing more has to be read.
  var isComplete: Bool {
    extent == .firstPosition ? first != nil : fixes.count >= Self.mostFixes
  }

  /// Adds a position; 0, 0 and positions that are not on the Earth are none.
  mutating func add(
    latitude: Double, longitude: Double, at instant: Int64?, altitude: Double? = nil,
    accuracy: Double? = nil
  ) {
    guard !isComplete, let coordinate = Coordinate(latitude: latitude, longitude: longitude),
      coordinate.latitudeE7 != 0 || coordinate.longitudeE7 != 0
    else { return }
    let altitude = altitude.flatMap { abs($0) <= 100_000 ? $0 : nil }
    let accuracy = accuracy.flatMap { $0 > 0 && $0 <= 20_000_000 ? $0 : nil }
    if first == nil {
      first = Location(coordinate, altitude: altitude, accuracy: accuracy, source: .quicktime)
    }
    guard extent == .track else { return }
    guard let instant else { return undated += 1 }
    fixes.append(Fix(coordinate, at: instant, altitude: altitude, accuracy: accuracy))
  }

  /// Adds all fixes of a track.
  mutating func add(_ track: Track) {
    for fix in track.fixes {
      add(
        latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude, at: fix.instant,
        altitude: fix.altitude, accuracy: fix.accuracy)
    }
  }

  /// The track; nil if there are no positions.
  var track: Track? {
    guard first != nil else { return nil }
    var track = Track(fixes, skippedPoints: undated)
    track.hasLocalTimes = hasLocalTimes
    return track
  }
}

/// What a film says about the time at which it begins.
struct FilmClock {
  /// The creation time in the header, in milliseconds since 1970.
  ///
  /// It tells the epoch of other times, but is no instant of the track: cameras write the start or the end of the
  /// film, and some of them local time.
  var header: Int64?

  /// The instant at which the film begins, from a text with an offset from UTC.
  var start: Int64?
}

extension ClockReading {
  /// The instant of a date and time in UTC, in milliseconds since 1970; nil for those that do not exist.
  static func instant(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Double
  ) -> Int64? {
    guard (1970...2200).contains(year), let days = days(year: year, month: month, day: day),
      (0..<24).contains(hour), (0..<60).contains(minute), second >= 0, second < 61
    else { return nil }
    let minutes = (Int64(days) * 24 + Int64(hour)) * 60 + Int64(minute)
    return minutes * 60_000 + Int64((second * 1000).rounded())
  }
}

extension FileWindow {
  /// The floating-point number in eight bytes at an offset; nil past the end or if it is not finite.
  mutating func double(at offset: Int, _ order: ByteOrder) -> Double? {
    guard let bits = uint64(at: offset, order) else { return nil }
    let value = Double(bitPattern: bits)
    return value.isFinite ? value : nil
  }

  /// The floating-point number in four bytes at an offset; nil past the end or if it is not finite.
  mutating func float(at offset: Int, _ order: ByteOrder) -> Double? {
    guard let bits = uint32(at: offset, order) else { return nil }
    let value = Float(bitPattern: bits)
    return value.isFinite ? Double(value) : nil
  }
}
