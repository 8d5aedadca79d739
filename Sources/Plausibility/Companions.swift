internal import Geography
internal import Journeys
internal import PhotoFacts

/// Two cameras, the lower number first.
struct CameraPair: Hashable, Sendable {
  let one, other: Int32

  init(_ one: Int32, _ other: Int32) { (self.one, self.other) = (min(one, other), max(one, other)) }
}

/// A photo that is elsewhere than another camera, if both belong to one person.
struct Conflict: Sendable {
  var doubt: Doubt
  var pair: CameraPair
}

/// In how many hours two cameras were together, and apart.
struct CompanionCounts: Sendable {
  var together: [CameraPair: Int] = [:]
  var apart: [CameraPair: Int] = [:]

  mutating func add(_ other: CompanionCounts) {
    together.merge(other.together, uniquingKeysWith: +)
    apart.merge(other.apart, uniquingKeysWith: +)
  }
}

/// Which cameras belong to one person: they are together whenever both are used.
struct CompanionTrust {
  private var counts = CompanionCounts()

  init(_ parts: some Sequence<CompanionCounts>) { for part in parts { counts.add(part) } }

  /// A track that passes the photos before and after one says more than another camera.
  private static let leastHours = (camera: 8, track: 3)

  func isTogether(_ pair: CameraPair) -> Bool {
    let (with, without) = (counts.together[pair] ?? 0, counts.apart[pair] ?? 0)
    let least = pair.one == ObservationLog.track ? Self.leastHours.track : Self.leastHours.camera
    return with >= least && without * 30 <= with
  }
}

/// Compares the cameras of a window at the times at which several were used.
struct Companions {
  private let sequences: [CameraSequence]

  /// A trusted photo of a camera, by its place in the sequence.
  private struct Entry {
    var time, id: Int64
    var camera, place: Int
  }

  private var entries: [Entry] = []

  /// For each pair of photos of two cameras within minutes, the places of both in `entries`.
  private var meetings: [(Int, Int)] = []

  private static let minutes: Int64 = 10

  init(_ sequences: [CameraSequence]) {
    self.sequences = sequences
    for (camera, sequence) in sequences.enumerated() {
      for (place, index) in sequence.trusted.enumerated() {
        let moment = sequence.moments[index]
        entries.append(
          Entry(time: moment.time, id: moment.photo.id, camera: camera, place: place))
      }
    }
    entries.sort { $0.time != $1.time ? $0.time < $1.time : $0.id < $1.id }
    // Only the cameras that were used in the last minutes stay in it.
    var latest: [Int: Int] = [:]
    for index in entries.indices {
      let entry = entries[index]
      for (camera, other) in latest where camera != entry.camera {
        if entry.time - entries[other].time > Self.minutes * 60_000 {
          latest[camera] = nil
        } else if moment(entries[other]).hours(to: moment(entry)) * 60 <= Double(Self.minutes) {
          meetings.append((other, index))
        }
      }
      latest[entry.camera] = index
    }
    // The order in a dictionary is random.
    meetings.sort { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func moment(_ entry: Entry) -> Moment {
    let sequence = sequences[entry.camera]
    return sequence.moments[sequence.trusted[entry.place]]
  }

  private func isApart(_ one: Moment, _ other: Moment) -> Bool {
    let distance = one.kilometres(to: other)
    return distance > 30 && one.hours(to: other) < TravelLimits.leastHours(distance) / 2
  }

  /// Whether a photo is near the one before it or after it of its camera, within hours.
  private func hasSupport(_ entry: Entry) -> Bool {
    let (sequence, own) = (sequences[entry.camera], moment(entry))
    return [entry.place - 1, entry.place + 1].contains { place in
      guard sequence.trusted.indices.contains(place) else { return false }
      let other = sequence.moments[sequence.trusted[place]]
      let hours = other.hours(to: own)
      return hours < 8 && !other.repeats(own) && other.kilometres(to: own) < max(15, 80 * hours)
    }
  }

  private func isFlying(_ entry: Entry) -> Bool {
    let sequence = sequences[entry.camera]
    return sequence.flights[sequence.trusted[entry.place]] != nil
  }

  private func pair(_ one: Entry, _ other: Entry) -> CameraPair? {
    guard let first = moment(one).photo.device, let second = moment(other).photo.device else {
      return nil
    }
    return CameraPair(first, second)
  }

  /// The hours of judged photos in which cameras were together, and apart.
  var counts: CompanionCounts {
    var counts = CompanionCounts()
    var last: [CameraPair: Int64] = [:]
    var lastApart: [CameraPair: Int64] = [:]
    for (one, other) in meetings {
      let (first, second) = (moment(entries[one]), moment(entries[other]))
      guard second.isJudged, let pair = pair(entries[one], entries[other]) else { continue }
      let hour = second.time / 3_600_000
      if first.point.isWithin(5, of: second.point) {
        if last.updateValue(hour, forKey: pair) != hour { counts.together[pair, default: 0] += 1 }
      } else if isApart(first, second), hasSupport(entries[one]), hasSupport(entries[other]) {
        if lastApart.updateValue(hour, forKey: pair) != hour {
          counts.apart[pair, default: 0] += 1
        }
      }
    }
    return counts
  }

  /// Photos apart from another camera that has other photos there, while their own camera has none.
  var conflicts: [Conflict] {
    var found: [Conflict] = []
    for (one, other) in meetings
    where isApart(moment(entries[one]), moment(entries[other])) {
      let support = (hasSupport(entries[one]), hasSupport(entries[other]))
      guard support.0 != support.1, let pair = pair(entries[one], entries[other]) else { continue }
      let (wrong, right) =
        support.0 ? (entries[other], entries[one]) : (entries[one], entries[other])
      let (doubted, evidence) = (moment(wrong), moment(right))
      let photo = doubted.photo
      guard doubted.isJudged, !photo.isGiven, !isFlying(wrong), !isFlying(right) else { continue }
      let distance = doubted.kilometres(to: evidence)
      let hours = doubted.hours(to: evidence)
      found.append(
        Conflict(
          doubt: Doubt(
            photo: photo.id, reason: .elsewhere,
            evidence: .apart(.camera, kilometres: distance, hours: hours),
            suggestion: evidence.photo.coordinate, device: photo.device),
          pair: pair))
    }
    return found
  }
}
