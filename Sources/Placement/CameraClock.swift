public import PhotoFacts

/// How far the clock of a camera is ahead of UTC, and how that was determined.
public struct CameraClock: Hashable, Sendable {
  /// From what an offset is derived.
  public enum Evidence: Hashable, Sendable {
    /// A person has entered it.
    case given

    /// This number of photos of the camera have both a local time and an instant.
    case ownPhotos(Int)

    /// This number of photos of other devices on the same day have this offset from UTC.
    case otherDevices(Int)
  }

  /// Milliseconds that the clock is ahead of UTC.
  public var offset: Int64

  /// From what the offset is derived.
  public var evidence: Evidence

  /// Makes a clock.
  public init(offset: Int64, evidence: Evidence) {
    self.offset = offset
    self.evidence = evidence
  }
}

/// An offset that a person has entered for a camera.
public struct GivenClock: Hashable, Sendable {
  /// A part of the name of the camera.
  public var camera: String

  /// Milliseconds that the clock is ahead of UTC.
  public var offset: Int64

  /// Parses `Aster F2=+01:02:03`; nil for other text.
  ///
  /// Without a sign the clock is ahead, because a plus sign in the address of a request is a space.
  public init?(_ text: some StringProtocol) {
    guard let cut = text.lastIndex(of: "="), cut > text.startIndex else { return nil }
    var rest = text[text.index(after: cut)...].drop { $0 == " " }
    let sign = rest.first
    if sign == "+" || sign == "-" { rest.removeFirst() }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2 || parts.count == 3, let hours = parts[0], let minutes = parts[1],
      let seconds = parts.count == 3 ? parts[2] : 0, (0...26_280).contains(hours),
      (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    let total = Int64((hours * 60 + minutes) * 60 + seconds) * 1_000
    camera = String(text[..<cut])
    offset = sign == "-" ? -total : total
  }
}

/// The clocks of all cameras of a library, estimated from its photos.
public struct CameraClocks: Sendable {
  private static let halfDay: Int64 = 43_200_000
  private static let quarterHour: Int64 = 900_000

  private var given: [Int: Int64] = [:]
  private var own: [Int: [Int64]] = [:]
  private var others: [(local: Int64, offset: Int64, device: Int)] = []

  /// Makes clocks from entered offsets.
  public init(given: [Int: Int64] = [:]) { self.given = given }

  /// Learns from a photo of a device.
  public mutating func learn(_ time: CaptureTime, of device: Int) {
    guard let local = time.localMilliseconds, let instant = time.instantMilliseconds else { return }
    // An offset derived from the position is the zone's, not the clock's.
    if time.source != .place { own[device, default: []].append(local - instant) }
    others.append((local, local - instant, device))
  }

  /// Sorts what was learnt; must be called before `instant`.
  public mutating func sort() {
    others.sort { $0.local < $1.local }
    for (device, offsets) in own { own[device] = offsets.sorted() }
  }

  /// The instant of a photo and, if its file does not state it, the clock it is derived from; nil without
  /// evidence.
  public func instant(of time: CaptureTime, device: Int) -> (instant: Int64, clock: CameraClock?)? {
    if let offset = given[device], let local = time.localMilliseconds {
      return (local - offset, CameraClock(offset: offset, evidence: .given))
    }
    if let instant = time.instantMilliseconds { return (instant, nil) }
    guard let local = time.localMilliseconds, let clock = clock(of: device, at: local) else {
      return nil
    }
    return (local - clock.offset, clock)
  }

  private func clock(of device: Int, at local: Int64) -> CameraClock? {
    if let offsets = own[device], let first = offsets.first, let last = offsets.last {
      // If the offset has changed, by summer time or on a journey, it is unknown for photos without one.
      guard last - first < Self.quarterHour else { return nil }
      return CameraClock(offset: offsets[offsets.count / 2], evidence: .ownPhotos(offsets.count))
    }
    var counts: [Int64: Int] = [:]
    var place = firstIndex(from: local - Self.halfDay)
    while place < others.count, others[place].local <= local + Self.halfDay {
      if others[place].device != device { counts[others[place].offset, default: 0] += 1 }
      place += 1
    }
    // Two offsets on one day mean a journey through time zones; the one of this camera is unknown.
    guard counts.count == 1, let (offset, count) = counts.first else { return nil }
    return CameraClock(offset: offset, evidence: .otherDevices(count))
  }

  private func firstIndex(from local: Int64) -> Int {
    var (low, high) = (0, others.count)
    while low < high {
      let middle = (low + high) / 2
      if others[middle].local < local { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
