internal import Geography
internal import Journeys
internal import PhotoFacts

extension CameraSequence {
  /// Finds positions that a camera has repeated to the last digit while it was moved.
  ///
  /// From the last of them, the next position is out of reach, but not from the first.
  mutating func findStale() {
    var start = 0
    while start < trusted.count {
      var end = start + 1
      while end < trusted.count, moments[trusted[end]].repeats(moments[trusted[start]]) {
        end += 1
      }
      if end - start > 1 { findStale(start..<end) }
      start = end
    }
    dropDoubted()
  }

  private mutating func findStale(_ range: Range<Int>) {
    let (first, last) = (moments[trusted[range.lowerBound]], moments[trusted[range.upperBound - 1]])
    let repeated = Double(last.time - first.time) / 3_600_000
    guard repeated > Self.usual else { return }
    guard range.upperBound < trusted.count else { return }
    let next = moments[trusted[range.upperBound]]
    let distance = last.kilometres(to: next)
    guard distance > Self.leastStale else { return }
    // A GPS time that stands still is that of one fix. Photos that are nearer in time to the next fix may be from there.
    if let one = first.photo.instant, first.photo.clockLead != nil, last.photo.clockLead != nil,
      last.photo.instant == one
    {
      return doubtStale(range) { moment, later in
        later > Double(next.time - moment.time) / 3_600_000 ? .stopped(hours: later) : nil
      }
    }
    let needed = TravelLimits.leastHours(distance)
    guard last.hours(to: next) < needed, first.hours(to: next) >= needed else { return }
    doubtStale(range) { _, later in
      .repeated(hours: later, hoursToNext: last.hours(to: next), kilometresToNext: distance)
    }
  }

  /// The kilometres to the next photo that show that a position was repeated.
  private static let leastStale = 3.0

  /// The hours for which receivers repeat a fix anyway.
  private static let usual = 2.0 / 60

  /// - Parameter evidence: What speaks against a photo so many hours after the first one; nil if nothing does.
  private mutating func doubtStale(
    _ range: Range<Int>, _ evidence: (Moment, Double) -> Evidence?
  ) {
    let first = moments[trusted[range.lowerBound]]
    for index in trusted[range] {
      let moment = moments[index]
      // A GPS time that stands still does not say how much later it was; the clock of the camera does.
      let later =
        moment.photo.instant == first.photo.instant
        ? Double(moment.time - first.time) / 3_600_000 : first.hours(to: moment)
      guard later > Self.usual, let evidence = evidence(moment, later) else { continue }
      doubt(index, .stale, evidence)
    }
  }
}
