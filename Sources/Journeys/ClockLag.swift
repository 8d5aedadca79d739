/// Finds cameras whose clocks are always as many hours or days wrong, by the cameras with more days.
///
/// A clock that is right shows its camera where the others are. A wrong one shows it where the owner cannot have been,
/// too far from where another camera was just before or after. The lag that removes these conflicts is the error.
struct ClockLag {
  /// On how many days of a camera its place agrees with the others, and on how many it cannot be.
  private struct Evidence {
    var agreeing = 0
    var conflicting = 0

    var score: Int { agreeing - conflicting }

    /// Whether a lag makes agree what does not agree as the clock shows it.
    func explains(_ shown: Evidence) -> Bool {
      // In flights and time zones right clocks have conflicts; weeks at one place agree with wrong ones.
      agreeing * 3 >= shown.agreeing * 4 && conflicting * 4 <= shown.conflicting * 3
        || agreeing >= shown.agreeing + leastDays && conflicting * 8 <= shown.conflicting
    }
  }

  private let reference: EventRuns
  private let events: [Event]

  /// Places with more days are part of daily life.
  private static let mostDays = 60

  /// So many days must speak against a clock.
  private static let leastDays = 4

  /// Smaller errors move no trips, and can be those of time zones.
  private static let leastHours = 4

  static let mostHours = 72

  /// More events of a camera than this make no difference.
  private static let mostEvents = 1_000

  /// The milliseconds by which the clocks of cameras are ahead.
  static func lags(_ list: VisitList, _ sites: [Site]) -> [Int32: Int64] {
    // Without places of daily life no camera shows where the owner was.
    guard sites.contains(where: { $0.days.count > mostDays }) else { return [:] }
    var visits: [Int32: [Visit]] = [:]
    for visit in list.visits { visits[visit.device, default: []].append(visit) }
    guard visits.count > 1 else { return [:] }
    let order = visits.map { (device: $0.key, days: dayCount($0.value)) }
      .sorted { $0.days != $1.days ? $0.days > $1.days : $0.device < $1.device }
    var lags: [Int32: Int64] = [:]
    var reference = EventRuns()
    for camera in order {
      let own = (visits[camera.device] ?? []).flatMap { events($0, sites) }
      if camera.days >= leastDays, !reference.isEmpty {
        let step = max(1, own.count / mostEvents)
        let sample = stride(from: 0, to: own.count, by: step).map { own[$0] }
        if let hours = ClockLag(reference: reference, events: sample).hours() {
          lags[camera.device] = Int64(hours) * 3_600_000
          continue
        }
      }
      reference.add(own.sorted { $0.time < $1.time })
    }
    return lags
  }

  private static func dayCount(_ visits: [Visit]) -> Int {
    zip(visits, visits.dropFirst()).reduce(1) { $0 + ($1.0.day != $1.1.day ? 1 : 0) }
  }

  private static func events(_ visit: Visit, _ sites: [Site]) -> [Event] {
    let isUsual = visit.site.map { sites[$0].days.count > mostDays } ?? false
    return [visit.first, visit.last].map {
      Event(
        time: Double(visit.day) * 24 + Double($0) / 3_600_000, point: visit.point,
        isUsual: isUsual)
    }
  }

  /// The hours by which the clock is ahead; nil if it seems right, or no lag explains it.
  private func hours() -> Int? {
    let asShown = evidence(0)
    guard asShown.conflicting >= Self.leastDays else { return nil }
    let coarse = fits(stride(from: -Self.mostHours, through: Self.mostHours, by: 3))
    guard let rough = Self.best(coarse) else { return nil }
    let fine = fits(stride(from: rough.hours - 8, through: rough.hours + 8, by: 1))
    guard let best = Self.best(fine), best.evidence.agreeing >= 2 * Self.leastDays,
      best.evidence.explains(asShown)
    else { return nil }
    // Lags beside the best fit as well if photos are rare: the middle is the likeliest.
    let good = fine.filter { $0.evidence.score * 10 >= best.evidence.score * 9 }
    let middle = good.reduce(0) { $0 + $1.hours } / max(1, good.count)
    let wholeDays = Int((Double(middle) / 24).rounded()) * 24
    let hours = abs(middle - wholeDays) <= 3 ? wholeDays : middle
    return abs(hours) >= Self.leastHours ? hours : nil
  }

  private typealias Fit = (hours: Int, evidence: Evidence)

  private func fits(_ hours: some Sequence<Int>) -> [Fit] { hours.map { ($0, evidence($0)) } }

  private static func best(_ fits: [Fit]) -> Fit? {
    fits.max { ($0.evidence.score, -abs($0.hours)) < ($1.evidence.score, -abs($1.hours)) }
  }

  /// The evidence if the clock is ahead by some hours.
  private func evidence(_ hours: Int) -> Evidence {
    var evidence = Evidence()
    var last: (agreeing: Int, conflicting: Int) = (.min, .min)
    for event in events {
      let time = event.time - Double(hours)
      let near = reference.neighbours(of: time).map { other in
        (hours: abs(other.time - time), kilometres: other.point.kilometres(to: event.point))
      }
      let day = Int(event.time) / 24
      if near.contains(where: { $0.kilometres > 30 && TravelTime.hours($0.kilometres) > $0.hours })
      {
        if last.conflicting != day { evidence.conflicting += 1 }
        last.conflicting = day
      } else if !event.isUsual, last.agreeing != day, Self.agrees(near) {
        evidence.agreeing += 1
        last.agreeing = day
      }
    }
    return evidence
  }

  /// Whether the other cameras were at the place soon before or after, or before and after.
  private static func agrees(_ near: [(hours: Double, kilometres: Double)]) -> Bool {
    let same = near.filter { $0.kilometres < 10 }
    return same.contains { $0.hours < 1.5 }
      || same.count == 2 && same.reduce(0) { $0 + $1.hours } < 18
  }
}

/// When and where a camera took its first or last photo of a visit, in hours.
private struct Event {
  var time: Double
  var point: SpherePoint

  /// Whether this is a place of daily life, where cameras agree whatever their clocks show.
  var isUsual: Bool
}

/// The events of several cameras by time, in a few sorted runs: merging all for each camera would take quadratic time.
private struct EventRuns {
  /// Each run is more than twice as long as the next one; of equal times, the camera that was added first is in the earlier one.
  private var runs: [[Event]] = []

  var isEmpty: Bool { runs.isEmpty }

  /// Adds the sorted events of a camera.
  mutating func add(_ events: [Event]) {
    guard !events.isEmpty else { return }
    var added = events
    while let last = runs.last, last.count <= 2 * added.count {
      added = Self.merged(last, added)
      runs.removeLast()
    }
    runs.append(added)
  }

  private static func merged(_ one: [Event], _ other: [Event]) -> [Event] {
    var merged: [Event] = []
    merged.reserveCapacity(one.count + other.count)
    var next = 0
    for event in one {
      while next < other.count, other[next].time < event.time {
        merged.append(other[next])
        next += 1
      }
      merged.append(event)
    }
    return merged + other[next...]
  }

  /// The last event before a time, and the first one that is not before it.
  func neighbours(of time: Double) -> [Event] {
    var before: Event?
    var after: Event?
    for run in runs {
      let next = run.partitioningIndex { $0.time >= time }
      if next > 0, before.map({ $0.time <= run[next - 1].time }) ?? true { before = run[next - 1] }
      if next < run.count, after.map({ run[next].time < $0.time }) ?? true { after = run[next] }
    }
    return [before, after].compactMap { $0 }
  }
}
