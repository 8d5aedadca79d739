internal import TrackStore
internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Placement

/// The position of the recorders of the tracks at a moment, and the fixes from which it is interpolated.
struct TrackPosition: Answer {
  static let shape = AnswerShape<TrackPosition>("trackPosition") {
    AnswerMember("instant", .moment) { Timestamp.utc($0.instant) }
    AnswerMember.position { $0.candidate.coordinate }
    AnswerMember("altitude") { ($0.candidate.altitude).map { ($0 * 100).rounded() / 100 } }
    AnswerMember("accuracy") { ($0.candidate.accuracy * 10).rounded() / 10 }
    AnswerMember("gap") { $0.candidate.gap }
    AnswerMember("before") { $0.used($0.candidate.before) }
    AnswerMember("after") { $0.used($0.candidate.after) }
  }

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

  private func used(_ fix: Fix) -> FixOfTrack {
    FixOfTrack(track: near.first { $0.fix == fix }.map { Int($0.track) }, fix: UsedFix(fix))
  }
}

private struct FixOfTrack: Answer {
  static let shape = AnswerShape<FixOfTrack> {
    AnswerMember("track") { $0.track }
    AnswerMember.all(of: UsedFix.shape) { $0.fix }
  }

  let track: Int?
  let fix: UsedFix
}
