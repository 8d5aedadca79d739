internal import Geography

/// A set of cameras; the sixty-fourth and later ones share a bit.
struct CameraSet: OptionSet, Hashable {
  let rawValue: UInt64

  static func camera(_ number: Int) -> CameraSet {
    CameraSet(rawValue: 1 << UInt64(min(number, 63)))
  }
}

/// A day of the owner: which cameras were at home and which away.
struct DayState {
  var day: LocalDay

  /// The visits away from all homes of the day, by time; empty on a day at home.
  var away: [AwayVisit] = []

  /// The visits at home, or at work.
  var atHome: [Visit] = []

  /// Whether a home of the day is known; trips are found only on such days.
  var hasHome = false

  /// The cameras that were away, and those that were only at home.
  var awayCameras: CameraSet = []
  var homeCameras: CameraSet = []

  /// When a camera that was only at home was first and last seen there.
  var homeTimes: ClosedRange<Int32>?

  /// Whether a camera that was away was at home before, or after, or in between.
  var startsHome = false
  var endsHome = false
  var isHomeBetween = false

  /// The home that was seen last on this day.
  var lastHome: Int?

  var isAway: Bool { !away.isEmpty }

  /// Whether the same visits are away and at home on the same day of another version of the library.
  func hasSameVisits(as other: DayState) -> Bool {
    day == other.day
      && away.elementsEqual(other.away) { $0.visit.isSame(as: $1.visit) }
      && atHome.elementsEqual(other.atHome) { $0.isSame(as: $1) }
  }

  /// Whether the owner flew across the date line, and landed on the date before that of departure.
  ///
  /// The goal was seen on this and on the next day, but is too far away to have come home between.
  func isAcrossDateLine(from next: DayState) -> Bool {
    next.away.contains { later in
      later.fromHome > Self.farthestAndBack
        && away.contains { $0.visit.point.isWithin(30, of: later.visit.point) }
        && (atHome + next.atHome).contains { home in
          abs(home.place.longitude - later.visit.place.longitude) > 180
        }
    }
  }

  /// No one comes and goes on one day beyond this distance in kilometres.
  static let farthestAndBack = 2_000.0
}

/// A visit away from home.
struct AwayVisit {
  var visit: Visit

  /// The kilometres to the nearest home of the day.
  var fromHome: Double
}

/// Compares the visits of each day with the homes of that day.
struct DayStateBuilder {
  private let sites: [Site]
  private let calendar: HomeCalendar
  private var cameras: [Int32: Int] = [:]

  init(_ list: VisitList, sites: [Site], calendar: HomeCalendar) {
    (self.sites, self.calendar) = (sites, calendar)
    for (number, device) in Set(list.visits.lazy.map(\.device)).sorted().enumerated() {
      cameras[device] = number
    }
  }

  /// Describes the days in order.
  func states(_ list: VisitList) -> [DayState] {
    list.days.indices.map { number in
      let day = LocalDay(number: Int(list.days[number]))
      return state(day, list.visits(ofDay: number), calendar.homes(on: day))
    }
  }

  private func state(_ day: LocalDay, _ visits: ArraySlice<Visit>, _ homes: [Int]) -> DayState {
    var state = DayState(day: day)
    state.hasHome = !homes.isEmpty
    var lastSeen = Int32.min
    for visit in visits {
      let home = homes.first { calendar.homes[$0].contains(visit.point) }
      if home != nil || isAtWork(visit) {
        state.atHome.append(visit)
        if let home, visit.last >= lastSeen { (state.lastHome, lastSeen) = (home, visit.last) }
      } else {
        let distance = homes.map { calendar.homes[$0].point.kilometres(to: visit.point) }
          .min()
        state.away.append(AwayVisit(visit: visit, fromHome: distance ?? 0))
        state.awayCameras.insert(camera(visit))
      }
    }
    state.away.sort { ($0.visit.first, $0.visit.device) < ($1.visit.first, $1.visit.device) }
    Self.describe(&state, cameras)
    return state
  }

  /// Compares the visits at home with those away.
  private static func describe(_ state: inout DayState, _ cameras: [Int32: Int]) {
    let firstAway = state.away.lazy.map(\.visit.first).min() ?? .max
    let lastAway = state.away.lazy.map(\.visit.last).max() ?? .min
    for visit in state.atHome {
      let camera = CameraSet.camera(cameras[visit.device] ?? 0)
      if state.awayCameras.isDisjoint(with: camera) {
        state.homeCameras.insert(camera)
        let times = state.homeTimes ?? visit.first...visit.last
        state.homeTimes = min(times.lowerBound, visit.first)...max(times.upperBound, visit.last)
        continue
      }
      if visit.first < firstAway { state.startsHome = true }
      if visit.last > lastAway { state.endsHome = true }
      if visit.first > firstAway, visit.last < lastAway { state.isHomeBetween = true }
    }
    // A flight across the date line lands by the local clock before it left: the owner has not come back.
    let farthest = state.away.lazy.map(\.fromHome).max() ?? 0
    if state.startsHome, farthest > DayState.farthestAndBack { state.endsHome = false }
  }

  private func camera(_ visit: Visit) -> CameraSet { .camera(cameras[visit.device] ?? 0) }

  /// Whether this is a usual place of work: the owner sleeps at home.
  private func isAtWork(_ visit: Visit) -> Bool {
    guard let site = visit.site, sites[site].isWorkplace else { return false }
    return sites[site].visits(around: visit.day) >= 4
  }
}
