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

/// What can be wrong about a photo without others beside it.
enum SinglePhoto {
  /// Altitudes at which people are, with aeroplanes.
  private static let altitudes: ClosedRange<Float> = -450...15_500

  static func impossibleAltitude(_ altitude: Float) -> Evidence? {
    altitudes.contains(altitude) ? nil : .impossible(altitude: altitude)
  }

  /// The doubt about the digits of a position.
  static func coarse(_ photo: Observation) -> Doubt? {
    // At the poles degrees are exact.
    guard !photo.isGiven, abs(photo.coordinate.latitude) < 89.9,
      let (step, metres) = step(photo.coordinate),
      photo.accuracy ?? 0 < metres / 2
    else { return nil }
    return Doubt(
      photo: photo.id, reason: .coarse,
      evidence: .rounded(step, kilometres: Double(metres) / 1_000), device: photo.device)
  }

  /// The steps in sixths of 1e-7°, of which a minute has a whole number; the coarsest first.
  private static let steps: [(sixths: Int64, name: Evidence.Step, metres: Float)] = [
    (60_000_000, .degree, 70_000), (30_000_000, .half, 35_000), (6_000_000, .tenth, 7_000),
    (1_000_000, .minute, 1_200), (600_000, .hundredth, 700),
  ]

  private static func step(_ place: Coordinate) -> (name: Evidence.Step, metres: Float)? {
    let (north, east) = (6 * Int64(place.latitudeE7), 6 * Int64(place.longitudeE7))
    for step in steps where isMultiple(north, of: step.sixths) {
      if isMultiple(east, of: step.sixths) { return (step.name, step.metres) }
    }
    return nil
  }

  /// Half of 1e-7° is lost when minutes become decimals; one whole is granted.
  private static func isMultiple(_ value: Int64, of step: Int64) -> Bool {
    let rest = value.magnitude % step.magnitude
    return rest <= 6 || rest >= step.magnitude - 6
  }
}
