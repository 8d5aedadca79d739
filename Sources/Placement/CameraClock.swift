public import PhotoFacts

/// How far the clock of a camera is ahead of UTC, and how that was determined.
public struct CameraClock: Hashable, Sendable {
  /// From what an offset is derived.
  public enum Evidence: Hashable, Sendable {
    /// A person has entered it.
    case given

    /// This number of photos of the camera have both a local time and an instant.
    case ownPhotos(Int)

    /// This number of photos, of those that were compared, agree with where a track was.
    case track(agreeing: Int, of: Int)

    /// It is the time zone of the track; whether the clock is right is not known.
    case zoneOfTrack

    /// This number of photos of other devices on the same day have this offset from UTC.
    case otherDevices(Int)
  }

  /// Milliseconds that the clock is ahead of UTC.
  public var offset: Int64

  /// From what the offset is derived.
  public var evidence: Evidence

  /// How many seconds the offset may be wrong by, as far as that is known.
  public var uncertainty: Double

  /// Makes a clock.
  public init(offset: Int64, evidence: Evidence, uncertainty: Double = 0) {
    self.offset = offset
    self.evidence = evidence
    self.uncertainty = uncertainty
  }
}

/// What a person has entered about the clock of a camera.
public struct GivenClock: Hashable, Sendable {
  /// What is known of the clock.
  public enum Reading: Hashable, Sendable {
    /// Milliseconds that the clock is ahead of UTC.
    case offset(Int64)

    /// The instant that a photo shows, because it is a picture of an exact clock.
    case shown(Int64)
  }

  /// A part of the name of the camera; with `shown`, the end of the path of the photo.
  public var name: String

  /// What is known of the clock.
  public var reading: Reading

  /// Parses `Aster F2=+01:02:03` or `IMG_1.JPG=2024-05-01T09:00:05Z`; nil for other text.
  ///
  /// Without a sign the clock is ahead, because a plus sign in the address of a request is a space.
  public init?(_ text: some StringProtocol) {
    guard let cut = text.lastIndex(of: "="), cut > text.startIndex else { return nil }
    let value = text[text.index(after: cut)...]
    guard let reading = Self.shown(value) ?? Self.offset(value) else { return nil }
    name = String(text[..<cut])
    self.reading = reading
  }

  private static func shown(_ text: some StringProtocol) -> Reading? {
    guard text.contains(where: { $0 == "T" || $0 == "t" }) else { return nil }
    return Timestamp.span(text).map { .shown($0.lowerBound) }
  }

  private static func offset(_ text: some StringProtocol) -> Reading? {
    var rest = text.drop { $0 == " " }
    let sign = rest.first
    if sign == "+" || sign == "-" { rest.removeFirst() }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2 || parts.count == 3, let hours = parts[0], let minutes = parts[1],
      let seconds = parts.count == 3 ? parts[2] : 0, (0...26_280).contains(hours),
      (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    let total = Int64((hours * 60 + minutes) * 60 + seconds) * 1_000
    return .offset(sign == "-" ? -total : total)
  }
}

/// The clocks of all cameras of a library, estimated from its photos.
public struct CameraClocks: Sendable {
  private static let halfDay: Int64 = 43_200_000
  private static let quarterHour: Int64 = 900_000

  private var given: [Int: [ClockPoint]] = [:]
  private var own: [Int: [ClockPoint]] = [:]
  private var others: [(point: ClockPoint, device: Int)] = []

  /// The clocks found for each device, each for a span of local times.
  private var found: [Int: [FoundClock]] = [:]

  /// Makes an empty collection: no clock is known yet.
  public init() {}

  /// Sets the entered offset for all photos of a device.
  public mutating func enter(_ offset: Int64, for device: Int) {
    given[device] = [ClockPoint(local: 0, offset: offset)]
  }

  /// Adds the instant that a photo of an exact clock shows.
  ///
  /// Between several such photos the clock drifts evenly.
  public mutating func enter(_ instant: Int64, shownAt local: Int64, for device: Int) {
    given[device, default: []].append(ClockPoint(local: local, offset: local - instant))
    given[device]?.sort { $0.local < $1.local }
  }

  /// Learns from a photo of a device.
  public mutating func learn(_ time: CaptureTime, of device: Int) {
    guard let local = time.localMilliseconds, let instant = time.instantMilliseconds else { return }
    let point = ClockPoint(local: local, offset: local - instant)
    // An offset derived from the position is the zone's, not the clock's.
    if time.source != .place { own[device, default: []].append(point) }
    others.append((point, device))
  }

  /// Learns the clock of a device for photos with these local times, in milliseconds.
  public mutating func learn(_ clock: CameraClock, of device: Int, at locals: ClosedRange<Int64>) {
    found[device, default: []].append(FoundClock(locals: locals, clock: clock))
  }

  /// Sorts what was learnt from photos; must be called before `instant`.
  public mutating func sort() {
    others.sort { $0.point.local < $1.point.local }
    for device in own.keys { own[device]?.sort { $0.local < $1.local } }
  }

  /// The instant of a photo and, if its file does not state it, the clock it is derived from; nil without
  /// evidence.
  public func instant(of time: CaptureTime, device: Int) -> (instant: Int64, clock: CameraClock?)? {
    if let points = given[device], let local = time.localMilliseconds {
      let offset = points.interpolated(at: local)
      return (local - offset, CameraClock(offset: offset, evidence: .given))
    }
    if let instant = time.instantMilliseconds { return (instant, nil) }
    guard let local = time.localMilliseconds, let clock = clock(of: device, at: local) else {
      return nil
    }
    return (local - clock.offset, clock)
  }

  /// Whether neither an entered clock nor the photos of a device give its clock.
  public func lacksEvidence(of device: Int) -> Bool { given[device] == nil && own[device] == nil }

  /// The offset of other devices on the same day, if they agree.
  public func zone(besides device: Int, at local: Int64) -> CameraClock? {
    var counts: [Int64: Int] = [:]
    var index = others.partitioningIndex { $0.point.local >= local - Self.halfDay }
    while index < others.count, others[index].point.local <= local + Self.halfDay {
      if others[index].device != device { counts[others[index].point.offset, default: 0] += 1 }
      index += 1
    }
    // Two offsets on one day mean a journey through time zones; the one of this camera is unknown.
    guard counts.count == 1, let (offset, count) = counts.first else { return nil }
    return CameraClock(offset: offset, evidence: .otherDevices(count))
  }

  private func clock(of device: Int, at local: Int64) -> CameraClock? {
    if let points = own[device] { return Self.clock(of: points, at: local) }
    let near = found[device, default: []].min { $0.distance(to: local) < $1.distance(to: local) }
    if let near, near.distance(to: local) <= near.reach { return near.clock }
    return zone(besides: device, at: local)
  }

  /// From the nine photos nearest in time, because clocks drift and are set.
  private static func clock(of points: [ClockPoint], at local: Int64) -> CameraClock? {
    let next = points.partitioningIndex { $0.local >= local }
    let near = points[max(0, next - 9)..<min(points.count, next + 9)]
      .sorted { abs($0.local - local) < abs($1.local - local) }.prefix(9)
    let offsets = near.map(\.offset).sorted()
    // If the offset has changed, by summer time or on a journey, it is unknown for photos without one.
    guard let first = offsets.first, let last = offsets.last, last - first < quarterHour else {
      return nil
    }
    return CameraClock(offset: offsets[offsets.count / 2], evidence: .ownPhotos(points.count))
  }
}

/// How far a clock is ahead of UTC at a local time, both in milliseconds.
private struct ClockPoint: Sendable {
  var local: Int64
  var offset: Int64
}

extension [ClockPoint] {
  /// The offset at a time, in proportion between two points, and that of the first or last point beyond them.
  fileprivate func interpolated(at local: Int64) -> Int64 {
    let next = partitioningIndex { $0.local >= local }
    guard next > 0 else { return self[0].offset }
    guard next < count else { return self[count - 1].offset }
    let (before, after) = (self[next - 1], self[next])
    let share = Double(local - before.local) / Double(after.local - before.local)
    return before.offset + Int64((share * Double(after.offset - before.offset)).rounded())
  }
}

/// A clock, and the local times of the photos from which it was found.
private struct FoundClock: Sendable {
  var locals: ClosedRange<Int64>
  var clock: CameraClock

  func distance(to local: Int64) -> Int64 {
    max(0, locals.lowerBound - local, local - locals.upperBound)
  }

  /// How many milliseconds before and after those times it still holds, because cameras' clocks are seldom set.
  var reach: Int64 { if case .track = clock.evidence { 129_600_000 } else { 0 } }
}
