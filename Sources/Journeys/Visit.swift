internal import Geography

/// What one camera saw of one place on one day.
struct Visit {
  var day: Int32
  var device: Int32
  var count: Int32

  /// Milliseconds of the day.
  var first, last: Int32
  var place: Coordinate
  var point: SpherePoint

  /// Whether a photo was taken when people are where they sleep.
  var isAtNight: Bool

  /// The site that the place is part of, if any.
  var site: Int?

  /// Whether this is the same visit of a day in another version of the library, in which its site may have another number.
  func isSame(as other: Visit) -> Bool {
    (day, device, count, first, last) == (
      other.day, other.device, other.count, other.first, other.last
    ) && place == other.place
  }

  /// The first hour at which an evening counts as a night, and the hour at which a morning ends.
  static let nightHours: (evening: Int32, morning: Int32) = (20 * 3_600_000, 7 * 3_600_000)
}

/// The visits in order of days, cameras and times.
///
/// All later steps work on visits, so their cost depends on days, not photos.
struct VisitList {
  private(set) var visits: [Visit] = []

  /// The days with visits, in order, and the index of the first visit of each; the last is the end.
  private(set) var days: [Int32] = []
  private(set) var starts: [Int] = [0]

  /// Makes an empty list with memory for a number of visits.
  init(capacity: Int) { visits.reserveCapacity(capacity) }

  /// Adds the visits of a day after the last one.
  mutating func append(_ day: [Visit]) {
    guard let first = day.first else { return }
    days.append(first.day)
    visits += day
    starts.append(visits.count)
  }

  init(_ visits: some Sequence<Visit>) {
    for visit in visits {
      if days.last != visit.day {
        if !days.isEmpty { starts.append(self.visits.count) }
        days.append(visit.day)
      }
      self.visits.append(visit)
    }
    if !days.isEmpty { starts.append(self.visits.count) }
  }

  /// The visits of the day with this number in `days`.
  func visits(ofDay number: Int) -> ArraySlice<Visit> {
    visits[starts[number]..<starts[number + 1]]
  }

  /// Sets the site of each visit.
  mutating func setSites(_ sites: [Int?]) {
    for index in visits.indices { visits[index].site = sites[index] }
  }

  /// The visits that pass a test; the same list if all do.
  func filter(_ isKept: (Visit) -> Bool) -> VisitList {
    let kept = visits.filter(isKept)
    return kept.count == visits.count ? self : VisitList(kept)
  }

  /// Whether they are of more than one camera.
  var hasSeveralDevices: Bool {
    visits.first.map { first in visits.contains { $0.device != first.device } } ?? false
  }
}
