/// Recognises photos of a camera whose clock was days to years wrong, by the cameras that were there too.
///
/// On these days the other cameras are elsewhere, and on other days, always as many earlier or later, they are at
/// the places of these photos.
struct ShiftedClock {
  private let list: VisitList
  private let sites: [Site]
  private var atPlace: [PlaceKey: [Int]] = [:]

  /// The days on which each camera took photos.
  private let cameraDays: Set<CameraDay>

  /// A day of a camera.
  struct CameraDay: Hashable {
    var day, device: Int32
  }

  /// A cell of about 20 km.
  private struct PlaceKey: Hashable {
    var x, y, z: Int32

    init(_ point: SpherePoint, _ dx: Int32 = 0, _ dy: Int32 = 0, _ dz: Int32 = 0) {
      let scaled = (point.vector * 300).rounded(.down)
      (x, y, z) = (Int32(scaled.x) + dx, Int32(scaled.y) + dy, Int32(scaled.z) + dz)
    }
  }

  /// Places with more days are part of daily life and prove nothing.
  private static let mostDays = 60

  /// So many days must agree.
  private static let leastDays = 2

  /// The days of cameras that are to be dropped.
  static func wrongDays(_ list: VisitList, _ sites: [Site]) -> Set<CameraDay> {
    // Without places of daily life no camera shows where the owner was instead.
    guard sites.contains(where: { $0.days.count > mostDays }),
      Set(list.visits.lazy.map(\.device)).count > 1
    else { return [] }
    var search = ShiftedClock(
      list: list, sites: sites,
      cameraDays: Set(list.visits.lazy.map { CameraDay(day: $0.day, device: $0.device) }))
    let doubtful = search.doubtfulVisits()
    guard !doubtful.isEmpty else { return [] }
    for index in list.visits.indices where !search.isUsual(list.visits[index]) {
      search.atPlace[PlaceKey(list.visits[index].point), default: []].append(index)
    }
    return Dictionary(grouping: doubtful) { list.visits[$0].device }.values
      .reduce(into: []) { $0.formUnion(search.wrongDays(of: $1)) }
  }

  private func isUsual(_ visit: Visit) -> Bool {
    visit.site.map { sites[$0].days.count > Self.mostDays } ?? false
  }

  /// The visits with no other camera nearby on the day, of cameras not at a usual place.
  private func doubtfulVisits() -> [Int] {
    var found: [Int] = []
    for number in list.days.indices {
      let indexes = list.starts[number]..<list.starts[number + 1]
      for index in indexes where !isUsual(list.visits[index]) {
        let visit = list.visits[index]
        let isShared = indexes.contains { other in
          list.visits[other].device != visit.device
            && list.visits[other].point.isWithin(50, of: visit.point)
        }
        if !isShared { found.append(index) }
      }
    }
    return found
  }

  /// The days of one camera, and the other cameras, that agree by a common shift.
  private struct Agreement {
    var days: Set<Int32> = []
    var cameras: Set<Int32> = []
  }

  /// The days of one camera that are wrong by a common shift.
  private func wrongDays(of doubtful: [Int]) -> Set<CameraDay> {
    var agreements: [Int32: Agreement] = [:]
    for index in doubtful {
      for twin in twins(index) {
        let shift = list.visits[twin].day - list.visits[index].day
        agreements[shift, default: Agreement()].days.insert(list.visits[index].day)
        agreements[shift, default: Agreement()].cameras.insert(list.visits[twin].device)
      }
    }
    func rank(_ shift: Int32, _ agreement: Agreement) -> (Int, Int32, Int32) {
      (agreement.days.count, -abs(shift), shift)
    }
    let best = agreements.max { rank($0.key, $0.value) < rank($1.key, $1.value) }?.value
    guard let best, best.days.count >= Self.leastDays, isContradicted(best) else { return [] }
    // The days beside those that agree have the same error.
    return Set(
      doubtful.map { CameraDay(day: list.visits[$0].day, device: list.visits[$0].device) }
        .filter { doubt in best.days.contains { abs($0 - doubt.day) <= 3 } })
  }

  /// The visits of other cameras to the place of a visit, at another time, when its own camera took no photos.
  ///
  /// A camera that was there again with the others has a right clock.
  private func twins(_ index: Int) -> [Int] {
    let visit = list.visits[index]
    var twins: [Int] = []
    for dx in -1...1 as ClosedRange<Int32> {
      for dy in -1...1 as ClosedRange<Int32> {
        for dz in -1...1 as ClosedRange<Int32> {
          twins += (atPlace[PlaceKey(visit.point, dx, dy, dz)] ?? []).filter { other in
            let twin = list.visits[other]
            return twin.device != visit.device && abs(twin.day - visit.day) > 20
              && twin.point.isWithin(10, of: visit.point)
              && !cameraDays.contains(CameraDay(day: twin.day, device: visit.device))
          }
        }
      }
    }
    return twins
  }

  /// Whether the cameras that agree were elsewhere on a third of the days.
  private func isContradicted(_ agreement: Agreement) -> Bool {
    let contradicted = agreement.days.count { day in
      let number = list.days.firstIndex(atLeast: day)
      return list.visits(ofDay: number).contains { agreement.cameras.contains($0.device) }
    }
    return contradicted * 3 >= agreement.days.count
  }
}
