internal import Geography
internal import Journeys
internal import PhotoFacts

extension CameraSequence {
  /// A run with more photos is no error of single positions.
  private static let mostPhotos = 30

  /// Finds positions that no one reaches from the photo before in time to be at the one after.
  mutating func findImpossible(_ cut: Double) {
    for run in runs(cut) where run.range.count <= Self.mostPhotos {
      guard !trusted[run.range].contains(where: { flights[$0] != nil }) else { continue }
      if let before = run.before, let after = run.after {
        findExcursion(run, before, after)
      } else {
        findEnd(run)
      }
    }
    dropDoubted()
  }

  private mutating func findExcursion(_ run: Run, _ before: Moment, _ after: Moment) {
    let (there, back) = (before.kilometres(to: run.first), run.last.kilometres(to: after))
    let nearest = min(there, back)
    guard nearest > TravelLimits.noise,
      before.kilometres(to: after) < max(30, nearest / 2),
      context(of: run, before, after) >= run.range.count, !hasCompany(run, nearest),
      run.first.isCoarse || !(before.isCoarse || after.isCoarse)
    else { return }
    let spent = before.hours(to: after)
    if run.isTooQuick {
      let isAtSea = nearest > 30 && isOpenSea(run.first.photo.coordinate)
      for index in trusted[run.range] {
        doubt(
          index, isAtSea ? .sea : .speed,
          isAtSea
            ? .offshore(kilometres: there, hours: spent)
            : .detour(kilometres: there, back: back, hours: spent),
          suggestion: spent < 1 ? Self.between(before, after) : nil)
      }
    } else if run.range.count <= 3, nearest > 60, spent < 14 * 24,
      isOpenSea(run.first.photo.coordinate)
    {
      // Who goes to sea takes more photos there, or some on the way.
      for index in trusted[run.range] {
        doubt(index, .sea, .alone(kilometres: nearest))
      }
    }
  }

  /// Finds one or two photos at the begin or the end that no aeroplane connects with all others.
  private mutating func findEnd(_ run: Run) {
    guard run.range.count <= 2, trusted.count >= run.range.count + 5, run.isUnreachable,
      let other = run.before ?? run.after
    else { return }
    let own = run.before == nil ? run.last : run.first
    let distance = own.kilometres(to: other)
    guard !hasCompany(run, distance), own.isCoarse || !other.isCoarse else { return }
    for index in trusted[run.range] {
      doubt(
        index, .speed, .unreachable(kilometres: distance, hours: other.hours(to: own)))
    }
  }

  /// The photos before and after a run that are near those beside it, as many as the run has on each side.
  private func context(of run: Run, _ before: Moment, _ after: Moment) -> Int {
    let count = run.range.count
    let early = trusted[max(0, run.range.lowerBound - count)..<run.range.lowerBound]
    let late = trusted[run.range.upperBound..<min(trusted.count, run.range.upperBound + count)]
    return early.count { moments[$0].point.isWithin(100, of: before.point) }
      + late.count { moments[$0].point.isWithin(100, of: after.point) }
  }

  /// Whether another photo of that day was taken near the run: then two people may have cameras of one name.
  private func hasCompany(_ run: Run, _ distance: Double) -> Bool {
    let reach = min(30, distance / 4)
    let day: Int64 = 86_400_000
    func isNear(_ index: Int) -> Bool {
      moments[index].point.isWithin(reach, of: run.first.point)
        && !moments[index].repeats(run.first) && !moments[index].repeats(run.last)
    }
    for index in trusted[run.range.upperBound...].prefix(200) {
      guard moments[index].time - run.last.time < day else { break }
      if isNear(index) { return true }
    }
    for index in trusted[..<run.range.lowerBound].suffix(200).reversed() {
      guard run.first.time - moments[index].time < day else { break }
      if isNear(index) { return true }
    }
    return false
  }

  /// The middle of two near photos.
  private static func between(_ one: Moment, _ other: Moment) -> Coordinate? {
    guard one.point.isWithin(5, of: other.point) else { return nil }
    return SpherePoint.mean([(one.point, 1), (other.point, 1)])?.coordinate
  }
}

extension Moment {
  /// Whether its position has few digits, and so is no evidence against a position with more.
  fileprivate var isCoarse: Bool { SinglePhoto.coarse(photo) != nil }
}
