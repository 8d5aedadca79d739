public import Geography

/// What the owner says about homes and trips.
///
/// Days and positions are the anchors, never ids, so that a correction holds when photos are added. Corrections apply
/// in order, those of homes before the search for trips, the others after it. A later one wins.
public enum Correction: Hashable, Sendable {
  /// Names the trip or day trip that has most days in common with the span, of several the earliest; nil removes the
  /// name.
  case rename(DaySpan, name: String?)

  /// Makes one trip of all trips and day trips that have a day in the span, from the first day of the earliest to
  /// the last day of the latest; it has the first of their names. Without effect on fewer than two.
  case merge(DaySpan)

  /// Divides the trip that has the day, so that a trip begins on it. The first part keeps the name. A part of one
  /// day is a day trip. Without effect on the first day of a trip.
  case split(at: LocalDay)

  /// Removes the trip or day trip that has most days in common with the span, of several the earliest.
  case dismiss(DaySpan)

  /// Makes a trip of exactly these days, or a day trip of one. Other trips lose them; one that has days before and
  /// after becomes two, of which the first keeps the name.
  case made(DaySpan, name: String?)

  /// Says that a place was home from a day to a day, or still is if `to` is nil.
  ///
  /// It replaces the homes within 15 km, or within `radius` in kilometres if that is more, on these days; they remain
  /// homes before and after.
  case home(Coordinate, radius: Double?, from: LocalDay, to: LocalDay?)

  /// Says that no place within 15 km was home on these days; it remains one before and after.
  case notHome(Coordinate, DaySpan)
}

extension Correction {
  /// Applies the corrections of homes, and sorts these by the first day of each.
  ///
  /// `lastDay` is that of the last photo: a home that still is one does not begin anew after it.
  static func apply(_ corrections: [Correction], to homes: inout [Home], lastDay: LocalDay) {
    for correction in corrections {
      switch correction {
      case .home(let place, let radius, let from, let to):
        guard to.map({ from <= $0 }) ?? true else { continue }
        let reach = max(Site.radius, radius ?? 0)
        remove(from: from, to: to, within: reach, of: place, &homes, lastDay)
        homes.append(
          Home(
            coordinate: place, radius: max(0, radius ?? Site.radius), from: from, to: to, nights: 0,
            photographedDays: 0, reason: .stated))
      case .notHome(let place, let days):
        remove(
          from: days.lowerBound, to: days.upperBound, within: Site.radius, of: place, &homes,
          lastDay)
      case .rename, .merge, .split, .dismiss, .made:
        continue
      }
    }
    homes.sort {
      ($0.from, $0.coordinate.longitudeE7, $0.coordinate.latitudeE7)
        < ($1.from, $1.coordinate.longitudeE7, $1.coordinate.latitudeE7)
    }
  }

  /// Removes days from the homes near a place.
  private static func remove(
    from: LocalDay, to: LocalDay?, within kilometres: Double, of place: Coordinate,
    _ homes: inout [Home], _ lastDay: LocalDay
  ) {
    let middle = SpherePoint(place)
    homes = homes.flatMap { home -> [Home] in
      guard middle.isWithin(min(kilometres, 1_000), of: SpherePoint(home.coordinate)) else {
        return [home]
      }
      var (before, after) = (home, home)
      let lastBefore = LocalDay(number: from.number - 1)
      before.to = home.to.map { min($0, lastBefore) } ?? lastBefore
      let isBefore = before.to.map { home.from <= $0 } ?? true
      guard let to else { return isBefore ? [before] : [] }
      after.from = max(home.from, LocalDay(number: to.number + 1))
      let isAfter = after.from <= after.to ?? lastDay
      return (isBefore ? [before] : []) + (isAfter ? [after] : [])
    }
  }
}
