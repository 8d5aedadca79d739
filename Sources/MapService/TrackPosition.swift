internal import TrackStore
internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Placement

/// The position of the recorders of the tracks at a moment, and the fixes from which it is interpolated.
struct TrackPosition {
  private let instant: Int64
  private let candidate: Candidate
  private let near: [(track: Int64, fix: Fix)]

  /// Interpolates between the nearest fixes of all tracks; nil if they are farther than the gap.
  init?(at instant: Int64, within seconds: Double, _ tracks: StoredTracks) throws {
    var rules = PlacementRules()
    rules.maxGap = seconds
    near = try tracks.fixes(near: instant, within: Int64(seconds * 1_000))
    guard let found = FixTimeline(near.map(\.fix)).candidate(at: instant, by: rules) else {
      return nil
    }
    self.instant = instant
    candidate = found
  }

  /// Writes the members of an object.
  func write(to json: inout JSONWriter) {
    json.member("instant", Timestamp.utc(instant))
    json.members(of: candidate.coordinate)
    json.member("altitude", candidate.altitude.map { ($0 * 100).rounded() / 100 })
    json.member("accuracy", (candidate.accuracy * 10).rounded() / 10)
    json.member("gap", candidate.gap)
    for (name, fix) in [("before", candidate.before), ("after", candidate.after)] {
      json.name(name)
      json.object { json in
        json.member("track", near.first { $0.fix == fix }.map { Int($0.track) })
        json.member("instant", Timestamp.utc(fix.instant))
        json.members(of: fix.coordinate)
      }
    }
  }
}
