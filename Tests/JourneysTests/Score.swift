import Geography
import Journeys

/// Compares what was found with what was lived.
///
/// A trip is found if both its ends agree within a day, a day trip if the day agrees. A home is found if it is within
/// 15 km, and its ends agree within 45 days.
struct Score: CustomStringConvertible {
  var found = 0
  var missed: [String] = []
  var wrong: [String] = []

  var f1: Double {
    let all = Double(2 * found + missed.count + wrong.count)
    return all == 0 ? 1 : Double(2 * found) / all
  }

  var description: String {
    "\((f1 * 1_000).rounded() / 1_000) (\(found), −\(missed.count), +\(wrong.count))"
  }

  mutating func add(_ other: Score) {
    found += other.found
    missed += other.missed
    wrong += other.wrong
  }

  static func trips(_ life: Life, _ history: TravelHistory) -> Score {
    var score = Score()
    var rest = history.trips.map { $0.days.lowerBound.number...$0.days.upperBound.number }
    for trip in life.trips {
      let match = rest.firstIndex {
        abs($0.lowerBound - trip.lowerBound) <= 1 && abs($0.upperBound - trip.upperBound) <= 1
      }
      if let match {
        score.found += 1
        rest.remove(at: match)
      } else {
        let near = rest.filter { $0.overlaps(trip.lowerBound - 3...trip.upperBound + 3) }
        score.missed.append("\(text(trip)) seen as \(near.map(text))")
      }
    }
    score.wrong = rest.filter { span in !life.optional.contains { $0.overlaps(span) } }.map(text)
    return score
  }

  static func dayTrips(_ life: Life, _ history: TravelHistory) -> Score {
    var score = Score()
    let days = Set(history.dayTrips.map(\.days.lowerBound.number))
    let lived = Set(life.dayTrips)
    score.found = days.intersection(lived).count
    score.missed = lived.subtracting(days).sorted().map { text($0...$0) }
    score.wrong = days.subtracting(lived).sorted()
      .filter { day in !life.optional.contains { $0.contains(day) } }.map { text($0...$0) }
    return score
  }

  static func homes(_ life: Life, _ history: TravelHistory) -> Score {
    var score = Score()
    var rest = history.homes
    for home in life.homes {
      let match = rest.firstIndex { isSame(home, $0) }
      if let match {
        score.found += 1
        rest.remove(at: match)
      } else {
        score.missed.append("\(home.place) \(text(home.from...home.to)) open \(home.isOpen)")
      }
    }
    score.wrong = rest.map {
      "\($0.coordinate.latitude) \($0.coordinate.longitude) \($0.from) \($0.to?.description ?? "now") \($0.reason)"
    }
    return score
  }

  private static func isSame(_ home: Life.Stay, _ found: Home) -> Bool {
    let place = Spot(latitude: found.coordinate.latitude, longitude: found.coordinate.longitude)
    let isEndRight =
      home.isOpen ? found.to == nil : found.to.map { abs($0.number - home.to) <= 45 } ?? false
    return place.kilometres(to: home.place) < 15 && abs(found.from.number - home.from) <= 45
      && isEndRight
  }

  private static func text(_ days: ClosedRange<Int>) -> String {
    "\(LocalDay(number: days.lowerBound))…\(LocalDay(number: days.upperBound))"
  }
}
