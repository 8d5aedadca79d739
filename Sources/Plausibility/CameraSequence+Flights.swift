internal import Geography
internal import Journeys

extension CameraSequence {
  /// Metres from which there are aeroplanes only, and below which nothing says so.
  private static let altitudes: (high: Float, low: Float) = (7_600, 2_500)

  /// Finds the photos that were taken in aeroplanes, by altitude and by the speed before and after.
  mutating func findFlights() {
    let runs = runs(30)
    var airborne: [Int] = []
    for (number, run) in runs.enumerated() {
      if isAirborne(run) {
        airborne.append(number)
      } else {
        add(airborne.map { runs[$0] })
        airborne = []
      }
    }
    add(airborne.map { runs[$0] })
    // Without runs all photos are at one place, so only the altitude shows a flight.
    if runs.isEmpty {
      for index in trusted where isHigh(moments[index]) { flights[index] = Flight() }
    }
  }

  private func isHigh(_ moment: Moment) -> Bool {
    moment.photo.altitude.map { (Self.altitudes.high...15_500).contains($0) } ?? false
  }

  private func isAirborne(_ run: Run) -> Bool {
    if isHigh(run.first), isHigh(run.last) { return true }
    let altitude = run.first.photo.altitude
    if let altitude, altitude < Self.altitudes.low { return false }
    guard let before = run.before, let after = run.after else { return false }
    let (arrival, leaving) = (before.kilometres(to: run.first), run.last.kilometres(to: after))
    let isFast =
      TravelTime.flying.contains(arrival / max(0.02, before.hours(to: run.first)))
      && TravelTime.flying.contains(leaving / max(0.02, run.last.hours(to: after)))
    guard isFast, arrival > 30, leaving > 30 else { return false }
    // A known altitude is evidence; else the way must be that of an aeroplane.
    if altitude != nil { return true }
    let whole = before.kilometres(to: after)
    return whole > 200 && arrival + leaving < 1.25 * whole && arrival > 60 && leaving > 60
  }

  private mutating func add(_ runs: [Run]) {
    guard let first = runs.first, let last = runs.last else { return }
    func end(_ other: Moment?, _ own: Moment) -> Coordinate? {
      guard let other, other.hours(to: own) < 24 else { return nil }
      return other.photo.coordinate
    }
    let flight = Flight(from: end(first.before, first.first), to: end(last.after, last.last))
    for run in runs { for index in trusted[run.range] { flights[index] = flight } }
  }
}
