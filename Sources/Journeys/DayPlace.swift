/// The visits of several cameras to one place on one day.
struct DayPlace {
  let day: Int32
  let point: SpherePoint
  private(set) var count: Int
  private(set) var last: Int32

  /// Merges the visits of a day that are near each other, by the time of the first.
  static func merged(_ visits: [Visit]) -> [DayPlace] {
    var places: [DayPlace] = []
    for visit in visits.sorted(by: { ($0.first, $0.device) < ($1.first, $1.device) }) {
      if let known = places.firstIndex(where: { $0.point.isWithin(5, of: visit.point) }) {
        places[known].count += Int(visit.count)
        places[known].last = max(places[known].last, visit.last)
      } else {
        places.append(
          DayPlace(
            day: visit.day, point: visit.point, count: Int(visit.count), last: visit.last))
      }
    }
    return places
  }
}
