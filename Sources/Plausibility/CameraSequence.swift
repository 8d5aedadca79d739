internal import Geography
internal import Journeys
internal import PhotoFacts

/// The photos of one camera in a window of time, in order, with what is found about them.
struct CameraSequence {
  let moments: [Moment]

  /// The doubts that were found, by the index of the photo.
  private(set) var doubts: [Int: Doubt] = [:]

  /// The flights that were found, by the index of the photo.
  var flights: [Int: Flight] = [:]

  /// The indexes of the photos that are not doubted.
  private(set) var trusted: [Int]

  /// Whether a position is far out at sea.
  let isOpenSea: (Coordinate) -> Bool

  init(_ moments: [Moment], isOpenSea: @escaping (Coordinate) -> Bool) {
    self.moments = moments
    self.isOpenSea = isOpenSea
    trusted = Array(moments.indices)
  }

  /// Finds all that the photos of the camera say about each other.
  mutating func judge() {
    guard moments.count > 1 else { return }
    findMirrored()
    findContradictions()
    findStale()
    findFlights()
    // Twice, because the neighbours of a wrong position may be wrong too.
    for _ in 0..<2 { for cut in Self.cuts { findImpossible(cut) } }
    findClocks()
    findAltitudes()
  }

  /// The kilometres between photos that separate runs; the long ones find a day of wrong positions at once.
  static let cuts = [150.0, TravelLimits.noise]

  mutating func doubt(
    _ index: Int, _ reason: Doubt.Reason, _ evidence: Evidence,
    suggestion: Coordinate? = nil
  ) {
    let photo = moments[index].photo
    guard doubts[index] == nil, !photo.isGiven else { return }
    doubts[index] = Doubt(
      photo: photo.id, reason: reason, evidence: evidence, suggestion: suggestion,
      device: photo.device)
  }

  /// Leaves doubted photos out of the evidence for others.
  mutating func dropDoubted() { trusted.removeAll { doubts[$0] != nil } }

  /// A run of trusted photos, each near the one before it, with the photo before and the photo after the run.
  struct Run {
    /// The range in `trusted`.
    var range: Range<Int>
    var first, last: Moment
    var before, after: Moment?
  }

  /// Divides the trusted photos where they are farther apart than a distance.
  func runs(_ kilometres: Double) -> [Run] {
    var starts: [Int] = trusted.isEmpty ? [] : [0]
    for place in trusted.indices.dropFirst()
    where !moments[trusted[place]].point.isWithin(
      kilometres, of: moments[trusted[place - 1]].point)
    {
      starts.append(place)
    }
    guard starts.count > 1 else { return [] }
    return starts.indices.map { number in
      let end = number + 1 < starts.count ? starts[number + 1] : trusted.count
      let range = starts[number]..<end
      return Run(
        range: range, first: moments[trusted[range.lowerBound]],
        last: moments[trusted[end - 1]],
        before: number > 0 ? moments[trusted[range.lowerBound - 1]] : nil,
        after: end < trusted.count ? moments[trusted[end]] : nil)
    }
  }
}

extension CameraSequence.Run {
  /// The kilometres to the photo before and to the one after.
  var distances: (before: Double?, after: Double?) {
    (before.map { $0.kilometres(to: first) }, after.map { last.kilometres(to: $0) })
  }

  /// Whether the time before and after is too short to come and go.
  ///
  /// A clock is not set to another zone and back for one excursion, so the time between two photos at one place counts.
  var isTooQuick: Bool {
    guard let before, let after else { return false }
    let stay = Double(last.time - first.time) / 3_600_000
    let spent = max(0, before.hours(to: after) - stay)
    let needed =
      TravelLimits.leastHours(before.kilometres(to: first))
      + TravelLimits.leastHours(last.kilometres(to: after))
    return spent < 0.85 * needed
  }

  /// Whether no aeroplane connects it with the photo before or the one after.
  var isUnreachable: Bool {
    [(before, first), (after, last)].contains { other, own in
      guard let other else { return false }
      return TravelLimits.isImpossible(other.kilometres(to: own), in: other.mostHours(to: own))
    }
  }
}
