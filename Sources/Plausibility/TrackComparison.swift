internal import Geography
internal import Journeys
internal import PhotoFacts

/// Compares the photos of a camera with the tracks that were recorded meanwhile.
///
/// A track may be that of another person. It says where a photo was taken only if it passes the photo before and the
/// one after, too.
struct TrackComparison {
  /// The hours of judged photos in which the camera was with a track, and away from all.
  private(set) var counts = CompanionCounts()

  /// The photos that were taken elsewhere, if the tracks belong to the owner of the camera.
  private(set) var conflicts: [Conflict] = []

  /// Where doubted photos were taken, under the same condition.
  private(set) var suggestions: [TrackSuggestion] = []

  private let sequence: CameraSequence
  private let tracks: KnownTracks
  private let pair: CameraPair

  private enum State {
    /// No track was recorded, or it was neither near nor far.
    case unknown

    /// So near that these tracks may have been with the camera.
    case with(Set<Int64>)
    case apart
  }

  /// What is known about the photos by their place in `sequence.trusted`.
  private var states: [State?]

  /// The kilometres within which a track is with a camera.
  private static let near = 3.0

  init(_ sequence: CameraSequence, of device: Int32, _ tracks: KnownTracks) {
    (self.sequence, self.tracks) = (sequence, tracks)
    pair = CameraPair(ObservationLog.track, device)
    states = Array(repeating: nil, count: sequence.trusted.count)
    for (place, index) in sequence.trusted.enumerated() where sequence.moments[index].isJudged {
      compare(place, index)
    }
    for (index, doubt) in sequence.doubts
    where doubt.suggestion == nil && doubt.reason != .altitude && sequence.moments[index].isJudged {
      let place = sequence.trusted.partitioningIndex { $0 > index }
      if let found = passing(index, before: place, after: place) {
        suggest(found.sightings, for: index)
      }
    }
  }

  private var lastHours: (together: Int64?, apart: Int64?)

  private mutating func compare(_ place: Int, _ index: Int) {
    let moment = sequence.moments[index]
    let hour = moment.time / 3_600_000
    let state = state(place)
    if case .with = state {
      if lastHours.together != hour, !moment.photo.isGiven {
        lastHours.together = hour
        counts.together[pair, default: 0] += 1
      }
      guard SinglePhoto.coarse(moment.photo) != nil else { return }
    } else if case .apart = state, lastHours.apart != hour, hasCompany(place) {
      lastHours.apart = hour
      counts.apart[pair, default: 0] += 1
    }
    guard !moment.photo.isGiven, sequence.flights[index] == nil,
      let found = passing(index, before: place, after: place + 1)
    else { return }
    if SinglePhoto.coarse(moment.photo) != nil { return suggest(found.sightings, for: index) }
    let limit = Self.limit(moment)
    guard let nearest = nearest(found.sightings, moment),
      nearest.point.kilometres(to: moment.point) > limit,
      // A clock that is wrong by an hour shows a track where the camera was before or later.
      !tracks.fixes(of: found.tracks, in: found.instant - found.reach...found.instant + found.reach)
        .contains(where: { SpherePoint($0).kilometres(to: moment.point) <= limit })
    else { return }
    conflicts.append(
      Conflict(
        doubt: Doubt(
          photo: moment.photo.id, reason: .elsewhere,
          evidence: .apart(
            .track, kilometres: nearest.point.kilometres(to: moment.point), hours: nearest.hours),
          suggestion: nearest.point.coordinate, suggestionSource: .track,
          device: moment.photo.device), pair: pair))
  }

  private mutating func suggest(_ sightings: [TrackSighting], for index: Int) {
    guard let first = sightings.first,
      sightings.allSatisfy({ $0.point.isWithin(Self.near, of: first.point) }),
      let place = first.point.coordinate
    else { return }
    suggestions.append(
      TrackSuggestion(photo: sequence.moments[index].photo.id, place: place, pair: pair))
  }

  /// The kilometres from which a track speaks against a position.
  private static func limit(_ moment: Moment) -> Double {
    TravelLimits.noise + Double(moment.photo.accuracy ?? 0) / 1_000
  }

  private func nearest(_ sightings: [TrackSighting], _ moment: Moment) -> TrackSighting? {
    sightings.min { $0.point.kilometres(to: moment.point) < $1.point.kilometres(to: moment.point) }
  }

  private mutating func state(_ place: Int) -> State {
    if let known = states[place] { return known }
    let state = findState(sequence.moments[sequence.trusted[place]])
    states[place] = state
    return state
  }

  private func findState(_ moment: Moment) -> State {
    guard let instant = moment.photo.likelyInstant else { return .unknown }
    let sightings = tracks.sightings(at: instant)
    let near = sightings.filter { $0.point.isWithin(Self.near, of: moment.point) }
    if !near.isEmpty { return .with(Set(near.map(\.track))) }
    let limit = Self.limit(moment)
    let isApart = sightings.allSatisfy { $0.point.kilometres(to: moment.point) > limit }
    return isApart && !sightings.isEmpty ? .apart : .unknown
  }

  // MARK: The photos before and after

  private struct Passing {
    var tracks: Set<Int64>

    /// When the photo was taken, and how wrong that may be, in milliseconds.
    var instant, reach: Int64

    /// Where all tracks were then.
    var sightings: [TrackSighting]
  }

  /// The tracks that pass the photos before and after one.
  private mutating func passing(_ index: Int, before: Int, after: Int) -> Passing? {
    let moment = sequence.moments[index]
    guard let early = neighbour(moment, (0..<before).reversed()),
      let late = neighbour(moment, after..<states.count)
    else { return nil }
    let common = early.tracks.intersection(late.tracks)
    guard !common.isEmpty else { return nil }
    let instant: Int64
    let reach: Int64
    if let own = moment.photo.instant, sequence.doubts[index] == nil {
      (instant, reach) = (own, 15 * 60_000)
    } else {
      guard let local = moment.photo.local, let lead = early.lead, let other = late.lead,
        abs(lead - other) < 60_000
      else { return nil }
      (instant, reach) = (local - lead, 2 * 3_600_000)
    }
    let sightings = tracks.sightings(at: instant)
    guard sightings.contains(where: { common.contains($0.track) }) else { return nil }
    return Passing(tracks: common, instant: instant, reach: reach, sightings: sightings)
  }

  private static let mostHours: Int64 = 12

  /// The next photo that was with tracks, unless photos at another place show that the camera was there.
  private mutating func neighbour(
    _ moment: Moment, _ places: some Sequence<Int>
  ) -> (tracks: Set<Int64>, lead: Int64?)? {
    for place in places.prefix(100) {
      let other = sequence.moments[sequence.trusted[place]]
      guard abs(other.time - moment.time) <= Self.mostHours * 3_600_000 else { return nil }
      if case .with(let tracks) = state(place) { return (tracks, other.photo.lead) }
      if Self.areCompany(moment, other) { return nil }
    }
    return nil
  }

  /// Whether two photos show that the camera was there.
  private static func areCompany(_ one: Moment, _ other: Moment) -> Bool {
    other.point.isWithin(TravelLimits.noise, of: one.point) && !other.repeats(one)
  }

  private func hasCompany(_ place: Int) -> Bool {
    let moment = sequence.moments[sequence.trusted[place]]
    return [place - 1, place + 1].contains { near in
      guard states.indices.contains(near) else { return false }
      let other = sequence.moments[sequence.trusted[near]]
      return abs(other.time - moment.time) < 8 * 3_600_000 && Self.areCompany(moment, other)
    }
  }
}

/// Where a doubted photo was taken by a track, if the track belongs to the owner of the camera.
struct TrackSuggestion: Sendable {
  var photo: Int64
  var place: Coordinate
  var pair: CameraPair
}
