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

  init(_ days: [Day], isOpenSea: @escaping (Coordinate) -> Bool) {
    var doubted: Set<Int64> = []
    var sequences: [CameraSequence] = []
    for (device, moments) in Self.cameras(days) {
      var sequence = CameraSequence(moments, isOpenSea: isOpenSea)
      if device != ObservationLog.track { sequence.judge() }
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
    for day in days where day.isJudged {
      for photo in day.photos where doubted.isEmpty || !doubted.contains(photo.id) {
        if let doubt = Self.alone(photo) { doubts.append(doubt) }
      }
    }
  }

  /// The photos of each camera, in order of time.
  private static func cameras(_ days: [Day]) -> [(device: Int32, moments: [Moment])] {
    var numbers: [Int32: Int] = [:]
    var cameras: [(device: Int32, moments: [Moment])] = []
    for day in days {
      // A day has the photos of one camera after those of another.
      var current: Int?
      for photo in day.photos {
        guard let device = photo.device, let time = photo.time else { continue }
        if current.map({ cameras[$0].device != device }) ?? true {
          current = numbers[device]
          if current == nil {
            current = cameras.count
            numbers[device] = cameras.count
            cameras.append((device, []))
          }
        }
        if let current {
          cameras[current].moments.append(Moment(photo, at: time, isJudged: day.isJudged))
        }
      }
    }
    return cameras.sorted { $0.device < $1.device }
  }

  /// What is wrong about a photo by itself.
  static func alone(_ photo: Observation) -> Doubt? {
    guard !photo.isGiven else { return nil }
    if let evidence = photo.altitude.flatMap(SinglePhoto.impossibleAltitude) {
      return Doubt(photo: photo.id, reason: .altitude, evidence: evidence, device: photo.device)
    }
    return SinglePhoto.coarse(photo)
  }
}
