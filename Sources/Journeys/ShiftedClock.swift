/// Recognises photos of a camera whose clock was days to years wrong, by the cameras that were there too.
///
/// On these days the other cameras are elsewhere, and on other days, always as many earlier or later, they are at
/// the places of these photos.
struct ShiftedClock {
  private let list: VisitList

  /// The visits to unusual places.
  private let places: PlaceGrid

  /// The days on which each camera took photos.
  private let cameraDays: Set<CameraDay>

  /// For each shift, on how many days of the camera it agrees; the first is that by all days of the list backwards.
  private var agreements: [Agreement]

  /// A day of a camera.
  struct CameraDay: Hashable {
    var day, device: Int32
  }

  private struct Agreement {
    var days: Int32 = 0
    var last = Int32.min
  }

  /// Places with more days are part of daily life and prove nothing.
  private static let mostDays = 60

  /// So many days must agree.
  private static let leastDays = 2

  /// The days of cameras that are to be dropped; O(n) for visits, if few places are seen by many cameras.
  static func wrongDays(_ list: VisitList, _ sites: [Site]) -> Set<CameraDay> {
    // Without places of daily life no camera shows where the owner was instead.
    guard sites.contains(where: { $0.days.count > mostDays }),
      Set(list.visits.lazy.map(\.device)).count > 1
    else { return [] }
    let isUsual = list.visits.map { visit in
      visit.site.map { sites[$0].days.count > mostDays } ?? false
    }
    let doubtful = doubtfulVisits(list, isUsual)
    guard !doubtful.isEmpty else { return [] }
    var search = ShiftedClock(list, isUsual)
    return Dictionary(grouping: doubtful) { list.visits[$0].device }.values
      .reduce(into: []) { $0.formUnion(search.wrongDays(of: $1)) }
  }

  private init(_ list: VisitList, _ isUsual: [Bool]) {
    self.list = list
    places = PlaceGrid(
      list.visits.indices.lazy.filter { !isUsual[$0] }.map { ($0, list.visits[$0].point) })
    cameraDays = Set(list.visits.lazy.map { CameraDay(day: $0.day, device: $0.device) })
    agreements = [Agreement](repeating: Agreement(), count: 2 * Self.length(list) + 1)
  }

  private static func length(_ list: VisitList) -> Int {
    Int(list.days.last ?? 0) - Int(list.days.first ?? 0)
  }

  /// The visits with no other camera nearby on the day, of cameras not at a usual place.
  private static func doubtfulVisits(_ list: VisitList, _ isUsual: [Bool]) -> [Int] {
    var found: [Int] = []
    for number in list.days.indices {
      let indexes = list.starts[number]..<list.starts[number + 1]
      for index in indexes where !isUsual[index] {
        let (device, point) = (list.visits[index].device, list.visits[index].point)
        let isShared = indexes.contains { other in
          list.visits[other].device != device
            && list.visits[other].point.isWithin(50, of: point)
        }
        if !isShared { found.append(index) }
      }
    }
    return found
  }

  /// The days of one camera that are wrong by a common shift; its visits are in order of days.
  private mutating func wrongDays(of doubtful: [Int]) -> Set<CameraDay> {
    guard let shift = bestShift(doubtful) else { return [] }
    var days: Set<Int32> = []
    var cameras: Set<Int32> = []
    for index in doubtful {
      forEachTwin(of: index) { twin, found in
        guard found == shift else { return }
        days.insert(list.visits[index].day)
        cameras.insert(list.visits[twin].device)
      }
    }
    guard isContradicted(days, cameras) else { return [] }
    // The days beside those that agree have the same error.
    let wrong = Set(days.lazy.flatMap { $0 - 3...$0 + 3 })
    return Set(
      doubtful.map { CameraDay(day: list.visits[$0].day, device: list.visits[$0].device) }
        .filter { wrong.contains($0.day) })
  }

  /// The shift that agrees on most days of a camera, of several the smallest; nil if that may be chance.
  private mutating func bestShift(_ doubtful: [Int]) -> Int32? {
    let length = Self.length(list)
    var agreements: [Agreement] = []
    swap(&agreements, &self.agreements)
    var shifts: [Int32] = []
    for index in doubtful {
      let day = list.visits[index].day
      forEachTwin(of: index) { _, shift in
        let place = Int(shift) + length
        guard agreements[place].last != day else { return }
        if agreements[place].days == 0 { shifts.append(shift) }
        agreements[place].days += 1
        agreements[place].last = day
      }
    }
    func rank(_ shift: Int32) -> (Int32, Int32, Int32) {
      (agreements[Int(shift) + length].days, -abs(shift), shift)
    }
    let best = shifts.max { rank($0) < rank($1) }.flatMap {
      agreements[Int($0) + length].days >= Self.leastDays ? $0 : nil
    }
    for shift in shifts { agreements[Int(shift) + length] = Agreement() }
    swap(&agreements, &self.agreements)
    return best
  }

  /// Calls a function with the visits of other cameras to the place of a visit, at another time, when its own camera took
  /// no photos, and the days from the visit to them.
  ///
  /// A camera that was there again with the others has a right clock.
  private func forEachTwin(of index: Int, _ body: (Int, Int32) -> Void) {
    let (day, device) = (list.visits[index].day, list.visits[index].device)
    places.forEach(near: list.visits[index].point) { other in
      let shift = list.visits[other].day - day
      guard list.visits[other].device != device, abs(shift) > 20,
        !cameraDays.contains(CameraDay(day: day + shift, device: device))
      else { return }
      body(other, shift)
    }
  }

  /// Whether the cameras that agree were elsewhere on a third of the days.
  private func isContradicted(_ days: Set<Int32>, _ cameras: Set<Int32>) -> Bool {
    let contradicted = days.count { day in
      let number = list.days.firstIndex(atLeast: day)
      return list.visits(ofDay: number).contains { cameras.contains($0.device) }
    }
    return contradicted * 3 >= days.count
  }
}
