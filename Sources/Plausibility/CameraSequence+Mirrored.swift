internal import Geography
internal import Journeys
internal import PhotoFacts

extension CameraSequence {
  /// The days that a run with a wrong sign may last.
  private static let mostDays = 45.0

  /// The kilometres from its neighbours within which a corrected position must be.
  private static let near = (inTravel: 80.0, atPlace: 5.0)

  /// Finds wrong signs and exchanged coordinates: the corrected positions fit the photos before and after.
  mutating func findMirrored() {
    for cut in Self.cuts {
      // First those among many others, so that they are no evidence against a photo between two of them.
      for share in [3, 1] {
        let runs = runs(cut)
        for (number, run) in runs.enumerated() {
          let before = number > 0 ? runs[number - 1].range.count : 0
          let after = number + 1 < runs.count ? runs[number + 1].range.count : 0
          guard before + after >= share * run.range.count else { continue }
          // At an end only one side speaks, so it must have many photos.
          guard share > 1 || (run.before != nil && run.after != nil) else { continue }
          findMirrored(run, (before, after))
        }
        dropDoubted()
      }
    }
  }

  /// - Parameter others: How many photos the runs before and after have.
  private mutating func findMirrored(_ run: Run, _ others: (before: Int, after: Int)) {
    guard Double(run.last.time - run.first.time) < Self.mostDays * 86_400_000 else { return }
    let written = run.distances
    let least = [written.before, written.after].compactMap { $0 }.min() ?? 0
    guard least > TravelLimits.noise else { return }
    let isQuick = run.isTooQuick || run.isUnreachable
    // Where the photos do not prove it by their times, one end must be at the place of its neighbour.
    let (nearest, farthest) = (
      min(isQuick ? Self.near.inTravel : Self.near.atPlace, least / 4),
      min(Self.near.inTravel, least / 4)
    )
    var best: (mirror: Mirror, distance: Double)?
    for mirror in Mirror.allCases {
      guard let first = mirror.undone(run.first.photo.coordinate),
        let last = mirror.undone(run.last.photo.coordinate)
      else { continue }
      let distances = [
        run.before.map { ($0.point.kilometres(to: SpherePoint(first)), others.before) },
        run.after.map { ($0.point.kilometres(to: SpherePoint(last)), others.after) },
      ].compactMap { $0 }
      // After a tour, only one end is near.
      let far =
        isQuick && least > 400
        ? distances.filter { $0.1 >= run.range.count }.map(\.0).min() : distances.map(\.0).max()
      guard let far, far <= farthest, let distance = distances.map(\.0).min(),
        distance <= nearest, distance < best?.distance ?? .infinity
      else { continue }
      best = (mirror, distance)
    }
    guard let best else { return }
    for index in trusted[run.range] {
      guard let meant = best.mirror.undone(moments[index].photo.coordinate) else { continue }
      doubt(
        index, best.mirror.reason,
        .mirrored(kilometres: least, best.mirror.correction, corrected: best.distance),
        suggestion: meant)
    }
  }
}
