public import Geography
internal import Glibc

/// Determines the clock of a camera from a track: the photos must agree with where the track was.
///
/// Most photos are taken at stops, and a photo with a position was taken when the track passed it. The weight of an
/// offset is the likelihood of the photos with it; offsets are tried in steps of a second. The best offset is used
/// only if those near it have nearly the whole weight.
public struct ClockSearch {
  /// A photo, as evidence for the clock of its camera.
  public struct Sighting: Sendable {
    /// The time on the clock of the camera, in milliseconds.
    public var local: Int64

    /// Where it was taken, if a source other than a track states it.
    public var coordinate: Coordinate?

    /// The error of the position in metres.
    public var accuracy: Double?

    /// Makes a sighting.
    public init(local: Int64, at coordinate: Coordinate? = nil, accuracy: Double? = nil) {
      self.local = local
      self.coordinate = coordinate
      self.accuracy = accuracy
    }
  }

  /// The greatest offset from UTC that is tried, in seconds.
  public static let mostOffset = 14 * 3_600

  /// The share of the whole weight that offsets near the best one must have.
  private static let certainty = 0.95

  /// How far from the best offset others count as near, in seconds.
  private static let nearness = 120

  /// How many sightings without and with a position are used at most: more take time and add little.
  private static let mostSightings = 400
  private static let mostPositions = 40

  /// The assumed weights of a photo at a stop, between stops, and where nothing was recorded.
  private static let share = (stop: 0.75, moving: 0.25, unrecorded: 0.1)

  /// The errors, in seconds, of when a stop begins or ends, and of when the track passes a position.
  private static let (stopError, positionError) = (8.0, 1.0)

  /// The weight of the hypothesis that the photos are unrelated to stops.
  private static let doubt = 0.1

  private let path: SecondPath

  /// The weight of each stop of the path; a long stop says less about the time of a photo there.
  private let stopWeights: [Double]

  /// Prepares a track; two fixes more than `maxGap` seconds apart are not connected.
  public init(_ fixes: [Fix], maxGap: Double) {
    let path = SecondPath(fixes, maxGap: maxGap)
    self.path = path
    // Each stop is equally likely.
    stopWeights = path.stops.map { stop in
      let length = Double(stop.count * path.stops.count)
      return log(Self.share.stop * Double(path.clear) / length + Self.share.moving)
        - log(Self.share.moving)
    }
  }

  /// The clock that agrees with the photos; nil if there is not enough evidence.
  ///
  /// `zone` is the offset in seconds that a correct clock would have.
  public func clock(of photos: [Sighting], expecting zone: Int?) -> CameraClock? {
    let sightings = Self.independent(photos)
    guard path.recorded > 0, sightings.count > 1 else { return nil }
    var score = Score(most: Self.mostOffset)
    for sighting in sightings {
      let second = Int(sighting.local / 1_000)
      if let point = sighting.coordinate.map(SecondPath.point) {
        add(second, at: point, error: max(15, sighting.accuracy ?? 0), to: &score)
      } else {
        add(second, to: &score)
      }
    }
    guard
      let best = score.best(
        prior: Self.prior(zone), doubt: Self.doubt, nearness: Self.nearness,
        certainty: Self.certainty)
    else { return nil }
    let hasPosition = sightings.contains { $0.coordinate != nil }
    let uncertainty = 2 * best.deviation + (hasPosition ? Self.positionError : Self.stopError)
    // If the error allows that the clock is right, it is taken to be right.
    var offset = best.mean
    if let zone, abs(Double(zone) - offset) <= uncertainty { offset = Double(zone) }
    let agreeing = sightings.count { agrees($0, offset: Int(offset.rounded())) }
    return CameraClock(
      offset: Int64(offset.rounded()) * 1_000,
      evidence: .track(agreeing: agreeing, of: sightings.count), uncertainty: uncertainty)
  }

  /// One photo of each burst, and at most as many as are used.
  private static func independent(_ photos: [Sighting]) -> [Sighting] {
    var chosen: [Sighting] = []
    for photo in photos.sorted(by: { $0.local < $1.local }) {
      guard let last = chosen.last, photo.local - last.local < 10_000 else {
        chosen.append(photo)
        continue
      }
      if last.coordinate == nil, photo.coordinate != nil { chosen[chosen.count - 1] = photo }
    }
    let placed = thinned(chosen.filter { $0.coordinate != nil }, to: mostPositions)
    return placed + thinned(chosen.filter { $0.coordinate == nil }, to: mostSightings)
  }

  private static func thinned(_ photos: [Sighting], to most: Int) -> [Sighting] {
    guard photos.count > most else { return photos }
    return (0..<most).map { photos[$0 * photos.count / most] }
  }

  private func agrees(_ sighting: Sighting, offset: Int) -> Bool {
    let second = Int(sighting.local / 1_000) - offset
    guard let coordinate = sighting.coordinate else { return path.isStop(second) }
    guard let point = path.point(second) else { return false }
    let error = max(15, sighting.accuracy ?? 0)
    return SecondPath.distance(point, SecondPath.point(coordinate)) <= 3 * error
  }

  /// Adds the weights of the offsets that put a photo into a stop, between stops, into a pause of the recorder, or
  /// outside.
  private func add(_ local: Int, to score: inout Score) {
    score.add(log(Self.share.unrecorded))
    let recorded = log(Self.share.moving / Self.share.unrecorded)
    for part in path.parts { score.add(recorded, instants: part, local: local) }
    // In an unclear part the photo is as likely as if it were unrelated to the track.
    for pause in path.unclear {
      score.add(-log(Self.share.moving), instants: pause, local: local)
    }
    for (stop, weight) in zip(path.stops, stopWeights) {
      score.add(weight, instants: stop, local: local)
    }
  }

  /// Adds the weights of the offsets, by the distance of the track from the position of the photo.
  private func add(_ local: Int, at point: SIMD3<Double>, error: Double, to score: inout Score) {
    var near: [(second: Int, likelihood: Double)] = []
    for part in path.parts {
      for second in part {
        guard let other = path.point(second) else { continue }
        let ratio = SecondPath.distance(point, other) / error
        if ratio < 4 { near.append((second, exp(-ratio * ratio / 2))) }
      }
    }
    let sum = near.reduce(0) { $0 + $1.likelihood }
    // The track never passed the position, so the photo is no evidence.
    guard sum > 0 else { return }
    score.add(log(Self.share.unrecorded))
    let certain = (1 - Self.share.unrecorded) * Double(path.recorded) / sum
    for (second, likelihood) in near {
      let weight = log(certain * likelihood + Self.share.unrecorded) - log(Self.share.unrecorded)
      score.add(weight, instants: second..<second + 1, local: local)
    }
  }

  /// The logarithm of the weight of each offset before the photos are considered.
  ///
  /// Most clocks are right. Others are some minutes off, or an hour, because summer time began or ended.
  private static func prior(_ zone: Int?) -> [Double] {
    let any = 1 / Double(2 * mostOffset + 1)
    guard let zone else { return [Double](repeating: log(any), count: 2 * mostOffset + 1) }
    // Only the offsets near that of the zone differ from the others.
    var prior = [Double](repeating: log(any / 3.2), count: 2 * mostOffset + 1)
    for offset in max(-mostOffset, zone - 4_500)..<max(-mostOffset, zone + 4_500)
    where offset <= mostOffset {
      let error = abs(offset - zone)
      let hourError = min(abs(offset - zone - 3_600), abs(offset - zone + 3_600))
      prior[offset + mostOffset] = log(
        (any + (error <= 60 ? 1.0 / 121 : 0) + (error <= 900 ? 1.0 / 1_801 : 0)
          + (hourError <= 900 ? 0.1 / 1_801 : 0)) / 3.2)
    }
    return prior
  }
}

/// The logarithm of the likelihood of the photos for each offset of the clock, in steps of a second.
private struct Score {
  private let most: Int
  private var base = 0.0

  /// The difference of each step to the one before it.
  private var changes: [Double]

  init(most: Int) {
    self.most = most
    changes = [Double](repeating: 0, count: 2 * most + 2)
  }

  /// Adds to all offsets.
  mutating func add(_ weight: Double) { base += weight }

  /// Adds to the offsets that map a local time to one of these instants, all in seconds.
  mutating func add(_ weight: Double, instants: Range<Int>, local: Int) {
    let first = max(local - instants.upperBound + 1 + most, 0)
    let end = min(local - instants.lowerBound + 1 + most, changes.count - 1)
    guard first < end else { return }
    changes[first] += weight
    changes[end] -= weight
  }

  /// The mean and the standard deviation of the offsets near the most likely one; nil if others are too likely.
  func best(
    prior: [Double], doubt: Double, nearness: Int, certainty: Double
  ) -> (mean: Double, deviation: Double)? {
    var weights: [Double] = []
    weights.reserveCapacity(2 * most + 1)
    var sum = base
    for step in 0...2 * most {
      sum += changes[step]
      weights.append(sum + prior[step])
    }
    var peak = 0
    for step in weights.indices where weights[step] > weights[peak] { peak = step }
    let greatest = max(weights[peak], 0)
    // All offsets together cannot reach a millionth of the greatest weight from 26 below it.
    let likelihoods = weights.map { $0 > greatest - 26 ? exp($0 - greatest) : 0 }
    let near = max(0, peak - nearness)...min(2 * most, peak + nearness)
    let mass = likelihoods[near].reduce(0, +)
    let whole = likelihoods.reduce(0, +) + doubt * exp(-greatest)
    guard mass >= certainty * whole else { return nil }
    let mean = near.reduce(0.0) { $0 + Double($1) * likelihoods[$1] } / mass
    let variance = near.reduce(0.0) {
      $0 + (Double($1) - mean) * (Double($1) - mean) * likelihoods[$1]
    }
    return (mean - Double(most), (variance / mass).squareRoot())
  }
}
