internal import Geography
internal import Journeys
internal import PhotoFacts

// What is wrong about a single photo beside its neighbours.
extension CameraSequence {
  /// Zones are multiples of a quarter of an hour; smaller differences are errors of clocks.
  private static let leastShift: Int64 = 20 * 60_000

  /// Finds GPS times that are hours off: those before and after agree with each other, at the same place.
  mutating func findClocks() {
    let timed = trusted.filter { moments[$0].photo.clockLead != nil }
    var start = 0
    while start < timed.count {
      let lead = moments[timed[start]].photo.clockLead ?? 0
      var end = start + 1
      while end < timed.count,
        abs((moments[timed[end]].photo.clockLead ?? 0) - lead) < Self.leastShift
      {
        end += 1
      }
      if start > 0, end < timed.count, end - start <= 10 {
        findClock(timed[start..<end], lead, moments[timed[start - 1]], moments[timed[end]])
      }
      start = end
    }
    dropDoubted()
  }

  private mutating func findClock(
    _ run: ArraySlice<Int>, _ lead: Int64, _ before: Moment, _ after: Moment
  ) {
    guard let first = run.first, let one = before.photo.clockLead, let two = after.photo.clockLead,
      abs(one - two) < Self.leastShift, abs(lead - one) >= Self.leastShift,
      // A fix that is repeated has the time of the first.
      moments[first].photo.instant != before.photo.instant, after.time - before.time < 86_400_000,
      moments[first].point.isWithin(100, of: before.point),
      moments[first].point.isWithin(100, of: after.point)
    else { return }
    let hours = Double(abs(lead - one)) / 3_600_000
    for index in run {
      doubt(index, .clock, .shifted(hours: hours))
    }
  }

  /// Finds altitudes that are impossible, or do not fit the photos just before and after.
  mutating func findAltitudes() {
    let known = trusted.filter { moments[$0].photo.altitude != nil }
    for (number, index) in known.enumerated() where flights[index] == nil {
      guard let altitude = moments[index].photo.altitude else { continue }
      if let evidence = SinglePhoto.impossibleAltitude(altitude) {
        doubt(index, .altitude, evidence)
        continue
      }
      guard number > 0, number + 1 < known.count else { continue }
      let (before, after) = (moments[known[number - 1]], moments[known[number + 1]])
      guard let one = before.photo.altitude, let two = after.photo.altitude,
        abs(one - two) < 300, abs(altitude - (one + two) / 2) > 1_200,
        flights[known[number - 1]] == nil, flights[known[number + 1]] == nil,
        before.hours(to: after) < 0.75,
        before.point.isWithin(5, of: moments[index].point),
        after.point.isWithin(5, of: moments[index].point)
      else { continue }
      doubt(index, .altitude, .different(altitude: altitude, others: (one + two) / 2))
    }
    dropDoubted()
  }

  /// Finds photos that are far from the others of the day, although their file, or one beside it, states a nearer place.
  mutating func findContradictions() {
    for (place, index) in trusted.enumerated() {
      guard let stated = moments[index].photo.stated else { continue }
      let point = SpherePoint(stated)
      let distance = point.kilometres(to: moments[index].point)
      let near = [place - 1, place + 1].filter(trusted.indices.contains)
        .map { moments[trusted[$0]] }.filter { $0.hours(to: moments[index]) < 24 }
      let written = near.map { $0.kilometres(to: moments[index]) }.min()
      let file = near.map { $0.point.kilometres(to: point) }.min()
      guard distance > 1, let written, let file, file < written / 2 else { continue }
      doubt(
        index, .contradiction,
        moments[index].photo.isStatedBeside
          ? .corrected(kilometres: distance, toNearest: file)
          : .contradicted(kilometres: distance, toNearest: file),
        suggestion: stated)
    }
    dropDoubted()
  }
}
