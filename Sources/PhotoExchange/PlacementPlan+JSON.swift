public import Geography
internal import JSON
public import Notes
internal import PhotoFacts
public import Placement

/// The suggested position of a photo, and from what it is derived.
extension PlacementPlan.Entry: Answer {
  /// Its members.
  public static let shape = AnswerShape<PlacementPlan.Entry> {
    AnswerMember.position { $0.candidate.coordinate }
    AnswerMember("altitude") { $0.candidate.altitude }
    AnswerMember("source", .word(["track", "neighbour"])) { $0.source.name }
    AnswerMember("gap") { $0.candidate.gap }
    AnswerMember("accuracy") { ($0.candidate.accuracy * 10).rounded() / 10 }
    AnswerMember("instant", .moment) { Timestamp.utc($0.instant) }
    AnswerMember("camera") { $0.camera }
    AnswerMember("clock") { $0.clock?.offsetText }
    AnswerMember("clockEvidence") { $0.clock?.evidenceText }
    AnswerMember("before") { UsedFix($0.candidate.before) }
    AnswerMember("after") { UsedFix($0.candidate.after) }
  }
}

/// A fix from which a position is derived.
public struct UsedFix: Answer {
  /// Its members.
  public static let shape = AnswerShape<UsedFix> {
    AnswerMember("instant", .moment) { Timestamp.utc($0.fix.instant) }
    AnswerMember.position { $0.fix.coordinate }
  }

  private let fix: Fix

  /// Makes an answer.
  public init(_ fix: Fix) { self.fix = fix }
}

extension CameraClock {
  /// The offset as in `+01:02:03`.
  public var offsetText: String {
    let seconds = abs(offset) / 1_000
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    let text = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return (offset < 0 ? "-" : "+") + text
  }

  /// From what the offset is derived, in words.
  public var evidenceText: String {
    switch evidence {
    case .given: "it was entered"
    case .ownPhotos(let count): "\(count) photos of it have an offset or a GPS time"
    case .track(let agreeing, let count):
      "\(agreeing) of \(count) photos agree with where the track was, ±\(Int(uncertainty.rounded(.up))) s"
    case .zoneOfTrack: "the time zone of the track; whether the clock is right is not known"
    case .otherDevices(let count): "the time zone of \(count) photos of other devices that day"
    }
  }
}
