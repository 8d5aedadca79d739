/// Days away from home with no sign that the owner was at home between them.
struct AwayRun {
  private(set) var states: [DayState] = []

  /// The cameras that were away, and those that stayed at home meanwhile.
  private(set) var awayCameras: CameraSet = []
  private(set) var homeCameras: CameraSet = []

  /// The home that was seen last before.
  var home: Int?

  init(_ state: DayState, home: Int?) {
    self.home = home
    append(state)
  }

  mutating func append(_ state: DayState) {
    states.append(state)
    awayCameras.formUnion(state.awayCameras)
    homeCameras.formUnion(state.homeCameras)
  }

  /// The days with photos; never empty.
  var days: DaySpan {
    let first = states.first?.day ?? LocalDay(number: 0)
    return first...max(first, states.last?.day ?? first)
  }

  var visits: some Sequence<AwayVisit> { states.lazy.flatMap(\.away) }

  var firstVisit: AwayVisit? { states.first?.away.first }
  var lastVisit: AwayVisit? { states.last?.away.max { $0.visit.last < $1.visit.last } }

  /// The kilometres of the farthest place from home.
  var farthest: Double { visits.lazy.map(\.fromHome).max() ?? 0 }

  /// Removes the last or the first day.
  mutating func dropLast() { self = AwayRun(Array(states.dropLast()), home: home) }
  mutating func dropFirst() { self = AwayRun(Array(states.dropFirst()), home: home) }

  private init(_ states: [DayState], home: Int?) {
    self.home = home
    for state in states { append(state) }
  }
}

/// Divides the days into runs away from home.
struct RunFinder {
  private(set) var runs: [AwayRun] = []
  private var current: AwayRun?

  /// The cameras that stay at home when others are away; they never show that the owner is back.
  private let houseCameras: CameraSet

  private init(houseCameras: CameraSet) { self.houseCameras = houseCameras }

  /// The cameras that were at home on more of the days away than they were away themselves.
  private static func houseCameras(_ states: [DayState]) -> CameraSet {
    var balance = [Int](repeating: 0, count: 64)
    for state in states where state.isAway {
      for number in 0..<64 {
        if state.homeCameras.contains(.camera(number)) { balance[number] += 1 }
        if state.awayCameras.contains(.camera(number)) { balance[number] -= 1 }
      }
    }
    return CameraSet(balance.indices.filter { balance[$0] > 0 }.map { CameraSet.camera($0) })
  }

  /// The cameras seen at home since the last day away.
  private var seenAtHome: CameraSet = []
  private var lastHome: Int?

  static func runs(_ states: [DayState]) -> [AwayRun] {
    var finder = RunFinder(houseCameras: houseCameras(states))
    for state in states where state.hasHome { finder.add(state) }
    finder.close()
    return GhostRuns.removed(finder.runs)
  }

  private mutating func add(_ state: DayState) {
    defer { lastHome = state.lastHome ?? lastHome }
    guard state.isAway else {
      seenAtHome.formUnion(state.homeCameras.subtracting(houseCameras))
      return
    }
    if var run = current, continues(run, state) {
      run.append(state)
      current = run
    } else {
      close()
      current = AwayRun(state, home: state.startsHome ? state.lastHome ?? lastHome : lastHome)
    }
    seenAtHome = []
  }

  private mutating func close() {
    if let run = current { runs.append(run) }
    current = nil
  }

  /// Whether a day away belongs to the run before it.
  private func continues(_ run: AwayRun, _ state: DayState) -> Bool {
    guard let last = run.states.last, let before = run.lastVisit, let after = state.away.first
    else { return false }
    let bridge = Bridge(before, after)
    let days = state.day.number - last.day.number
    if days == 1, last.isAcrossDateLine(from: state) { return true }
    guard !last.endsHome, !last.isHomeBetween, !state.startsHome, !cameBack(run, last) else {
      return false
    }
    // A camera that stays at home during the journey does not show that the owner is back.
    let stayed = run.homeCameras.union(state.homeCameras)
    let onJourney = run.awayCameras.intersection(state.awayCameras)
    guard seenAtHome.isDisjoint(with: onJourney) else { return false }
    guard seenAtHome.isSubset(of: stayed) || bridge.isTooFarToReturn(days: days) else {
      return false
    }
    return bridge.isPlausible(days: days)
  }

  /// Whether a camera of the journey was at home in the evening of its last day.
  private func cameBack(_ run: AwayRun, _ last: DayState) -> Bool {
    guard !last.homeCameras.isDisjoint(with: run.awayCameras), let times = last.homeTimes,
      let visit = run.lastVisit?.visit
    else { return false }
    return times.lowerBound > visit.last
  }
}

/// The silence between two visits away from home.
///
/// The more kilometres a night at home would have cost, the longer a silence a journey bridges.
struct Bridge {
  private let before, after: Visit
  private let between: Double
  private let detour: Double

  init(_ before: AwayVisit, _ after: AwayVisit) {
    (self.before, self.after) = (before.visit, after.visit)
    between = before.visit.point.kilometres(to: after.visit.point)
    detour = before.fromHome + after.fromHome - between
  }

  /// The longest silence that any journey bridges, in days.
  private static let longest = 16.0

  /// The kilometres that a night at home must cost more for photos of two days to be those of one trip.
  private static let shortest = 80.0

  /// The kilometres within which the owner stayed at a place and its surroundings.
  private static let samePlace = 30.0

  /// No one comes home for a night or two to return to the same place if that costs more kilometres than this.
  private static let farthestReturn = 1_000.0

  /// Whether the owner stayed at a place, although a camera that was left behind took photos at home.
  func isTooFarToReturn(days: Int) -> Bool {
    detour >= Self.farthestReturn && between < Self.samePlace && days <= 3
  }

  func isPlausible(days: Int) -> Bool {
    if detour >= Self.shortest {
      let isSamePlace = between < Self.samePlace
      return Double(days) <= min(Self.longest, isSamePlace ? 3 + detour / 150 : 2 + detour / 200)
    }
    // Near home the owner may have slept there; a photo of an evening or morning says otherwise.
    let isNight = before.last >= Visit.nightHours.evening || after.first < Visit.nightHours.morning
    return days <= 1 && (between < 10 || isNight) || days == 1 && between > 300
  }
}
