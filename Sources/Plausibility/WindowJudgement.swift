internal import Geography
internal import PhotoFacts

/// What the photos of some days say about each other.
struct WindowJudgement: Sendable {
  /// A day of the window; only photos of judged days are doubted.
  struct Day {
    var photos: [Observation]
    var isJudged: Bool
  }

  private(set) var doubts: [Doubt] = []
  private(set) var flights: [(Int64, Flight)] = []

  /// The doubts that hold if two cameras belong to one person.
  private(set) var conflicts: [Conflict] = []

  /// How often cameras were together and apart on the judged days.
  private(set) var companions = CompanionCounts()

  /// Where doubted photos were taken by tracks.
  private(set) var suggestions: [TrackSuggestion] = []

  /// - Parameter tracks: Those that were recorded on the days; nil for none.
  init(
    _ days: [Day], _ tracks: KnownTracks?, _ alone: SinglePhoto,
    isOpenSea: @escaping (Coordinate) -> Bool
  ) {
    var doubted: Set<Int64> = []
    var sequences: [CameraSequence] = []
    for moments in Self.cameras(days) {
      var sequence = CameraSequence(moments, isOpenSea: isOpenSea)
      sequence.judge()
      for (index, doubt) in sequence.doubts where moments[index].isJudged {
        // Few digits explain why a position does not fit.
        let coarse = doubt.reason == .speed ? SinglePhoto.coarse(moments[index].photo) : nil
        doubts.append(coarse ?? doubt)
        doubted.insert(doubt.photo)
      }
      for (index, flight) in sequence.flights where moments[index].isJudged {
        flights.append((moments[index].photo.id, flight))
      }
      sequences.append(sequence)
    }
    if sequences.count > 1 {
      let found = Companions(sequences)
      companions = found.counts
      conflicts = found.conflicts
    }
    if let tracks {
      for sequence in sequences { compare(sequence, tracks) }
    }
    for day in days where day.isJudged {
      for photo in day.photos where doubted.isEmpty || !doubted.contains(photo.id) {
        if let doubt = alone.doubt(about: photo) { doubts.append(doubt) }
      }
    }
  }

  private mutating func compare(_ sequence: CameraSequence, _ tracks: KnownTracks) {
    guard let device = sequence.moments.first?.photo.device else { return }
    let found = TrackComparison(sequence, of: device, tracks)
    companions.add(found.counts)
    conflicts += found.conflicts
    suggestions += found.suggestions
  }

  /// The photos of each camera, in order of time.
  private static func cameras(_ days: [Day]) -> [[Moment]] {
    var numbers: [Int32: Int] = [:]
    var cameras: [(device: Int32, moments: [Moment])] = []
    for day in days {
      // A day has the photos of one camera after those of another.
      var start = 0
      while start < day.photos.count {
        let device = day.photos[start].device
        var end = start + 1
        while end < day.photos.count, day.photos[end].device == device { end += 1 }
        let photos = day.photos[start..<end]
        start = end
        guard let device else { continue }
        let number = numbers[device] ?? cameras.count
        if number == cameras.count {
          numbers[device] = number
          cameras.append((device, []))
        }
        for photo in photos {
          guard let time = photo.time else { continue }
          cameras[number].moments.append(Moment(photo, at: time, isJudged: day.isJudged))
        }
      }
    }
    return cameras.sorted { $0.device < $1.device }.map(\.moments)
  }
}
