internal import PhotoFacts

/// The clock of a time zone at a local time.
public struct ZoneClock: Hashable, Sendable {
  /// How often a local time exists.
  public enum Occurrence: Hashable, Sendable {
    case once
    /// The clock was set back; the first of both instants is used.
    case twice
    /// The clock was set forward past this time; the offset before the change is used.
    case never
  }

  /// Seconds ahead of UTC.
  public var offset: Int64

  /// How often the local time exists.
  public var occurrence: Occurrence

  /// Minutes ahead of UTC, rounded: before there was standard time, offsets were not whole minutes.
  public var offsetMinutes: Int { Int((Double(offset) / 60).rounded()) }
}

/// The clock of a zone, and a span of local times in which it does not change.
///
/// Most photos were taken in the zone of the previous photo and within days of it, so callers keep the last one.
public struct SteadyClock: Sendable {
  /// The number of the zone.
  let zone: Int

  /// Local times, in milliseconds since 1970.
  let times: ClosedRange<Int64>

  let clock: ZoneClock
}

/// The clock changes of all time zones, as compiled by the time zone database (TZif, RFC 9636).
struct ZoneRules: Sendable {
  private let table: Section
  private let rules: Section

  init(table: Section, rules: Section) throws(PlacesError) {
    self.table = table
    self.rules = rules
    _ = try table.records(of: 8)
  }

  /// The clock of a zone at a local time in milliseconds since 1970.
  func clock(of zone: Int, atLocal milliseconds: Int64) throws(PlacesError) -> SteadyClock {
    let rules = try file(of: zone)
    // No camera writes a time near these limits.
    let local = min(max(milliseconds, -1 << 50), 1 << 50).quotientRoundedDown(by: 1_000)
    let changes = try rules.changes(from: local - Self.reach, through: local + Self.reach)
    guard changes.count > 1 else {
      let steady = Self.reach - Self.greatestOffset
      return SteadyClock(
        zone: zone, times: 1_000 * (local - steady)...1_000 * (local + steady),
        clock: ZoneClock(offset: changes[0].offset, occurrence: .once))
    }
    return SteadyClock(
      zone: zone, times: milliseconds...milliseconds, clock: Self.clock(atLocal: local, changes))
  }

  /// The clock of a zone at an instant in milliseconds since 1970.
  func clock(of zone: Int, at instant: Int64) throws(PlacesError) -> ZoneClock {
    let second = instant.quotientRoundedDown(by: 1_000)
    let changes = try file(of: zone).changes(from: second, through: second)
    return ZoneClock(offset: changes[0].offset, occurrence: .once)
  }

  private func file(of zone: Int) throws(PlacesError) -> ZoneFile {
    let offset: UInt32 = try table.number(8 * zone)
    let count: UInt32 = try table.number(8 * zone + 4)
    return try ZoneFile(Section(rules, offset: UInt64(offset), count: UInt64(count)))
  }

  /// How far around a local time the changes are read, in seconds.
  private static let reach: Int64 = 30 * 86_400

  /// Offsets are at most 26 hours.
  private static let greatestOffset: Int64 = 2 * 86_400

  private static func clock(atLocal local: Int64, _ changes: [ClockChange]) -> ZoneClock {
    var found: [Int64] = []
    for (index, change) in changes.enumerated() {
      let instant = local - change.offset
      let end = index + 1 < changes.count ? changes[index + 1].time : .max
      if instant >= change.time, instant < end { found.append(change.offset) }
    }
    if let first = found.first {
      return ZoneClock(offset: first, occurrence: found.count > 1 ? .twice : .once)
    }
    // The change that skips this time is the first one that is later, by the clock after the change.
    let next = changes.indices.dropFirst().first { changes[$0].time + changes[$0].offset > local }
    return ZoneClock(offset: changes[(next ?? changes.count) - 1].offset, occurrence: .never)
  }
}

/// A change of a clock: from `time` on, it is `offset` seconds ahead of UTC.
struct ClockChange {
  var time: Int64
  var offset: Int64
}

/// The compiled file of a zone.
///
/// All its numbers are big-endian. Its first half, which has times of 32 bits, is skipped.
private struct ZoneFile {
  private static let headerSize = 44

  private let bytes: Section
  private let changeCount: Int
  private let typeCount: Int
  private let times: Int
  private let footer: Range<Int>

  init(_ bytes: Section) throws(PlacesError) {
    self.bytes = bytes
    let former = try Counts(bytes, at: 0)
    let start = Self.headerSize + former.size(ofTime: 4)
    let counts = try Counts(bytes, at: start)
    times = start + Self.headerSize
    (changeCount, typeCount) = (counts.changes, counts.types)
    let end = times + counts.size(ofTime: 8)
    // The last line of text is the rule for the time after the last change.
    guard typeCount > 0, end + 2 <= bytes.count else { throw .damaged }
    footer = end + 1..<bytes.count - 1
  }

  /// The numbers of entries in one half of the file.
  private struct Counts {
    var changes: Int
    var types: Int
    private var others: Int

    init(_ bytes: Section, at start: Int) throws(PlacesError) {
      guard try bytes.number(start, as: UInt32.self).byteSwapped == 0x545A_6966 else {
        throw .damaged
      }
      func count(_ index: Int) throws(PlacesError) -> Int {
        Int(try bytes.number(start + 20 + 4 * index, as: UInt32.self).byteSwapped)
      }
      let (universal, standard, leaps) = (try count(0), try count(1), try count(2))
      (changes, types) = (try count(3), try count(4))
      // Leap seconds are not in these files.
      guard leaps == 0 else { throw .damaged }
      others = universal + standard + (try count(5))
    }

    func size(ofTime size: Int) -> Int { changes * (size + 1) + types * 6 + others }
  }

  /// The change in effect when a span of time begins, and those within the span.
  func changes(from first: Int64, through last: Int64) throws(PlacesError) -> [ClockChange] {
    var low = 0
    var high = changeCount
    while low < high {
      let middle = (low + high) / 2
      if try time(middle) <= first { low = middle + 1 } else { high = middle }
    }
    var changes = [
      ClockChange(time: .min, offset: try offset(type: low > 0 ? type(low - 1) : 0))
    ]
    while low < changeCount, try time(low) <= last {
      changes.append(ClockChange(time: try time(low), offset: try offset(type: type(low))))
      low += 1
    }
    guard low == changeCount, !footer.isEmpty else { return changes }
    let rule = try ClockRule(try bytes.bytes(footer))
    let known = changeCount > 0 ? try time(changeCount - 1) : Int64.min
    for change in rule.changes(around: first) where change.time > known || known == .min {
      if change.time <= first {
        changes = [ClockChange(time: .min, offset: change.offset)]
      } else if change.time <= last {
        changes.append(change)
      }
    }
    return changes
  }

  private func time(_ index: Int) throws(PlacesError) -> Int64 {
    try bytes.number(times + 8 * index, as: Int64.self).byteSwapped
  }

  private func type(_ index: Int) throws(PlacesError) -> Int {
    Int(try bytes.byte(times + 8 * changeCount + index))
  }

  private func offset(type: Int) throws(PlacesError) -> Int64 {
    guard type < typeCount else { throw .damaged }
    return Int64(
      try bytes.number(times + 9 * changeCount + 6 * type, as: Int32.self).byteSwapped)
  }
}
