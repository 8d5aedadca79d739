internal import Geography
public import Notes
internal import PhotoFacts
public import Placement

extension PlacementPlan.Entry {
  /// Writes the suggested position of the photo, and from what it is derived, as members of an object.
  public func write(to json: inout JSONWriter) {
    json.members(of: candidate.coordinate)
    json.member("altitude", candidate.altitude)
    json.member("source", source.name)
    json.member("gap", candidate.gap)
    json.member("accuracy", (candidate.accuracy * 10).rounded() / 10)
    json.member("instant", Timestamp.utc(instant))
    json.member("camera", camera)
    if let clock {
      json.member("clock", clock.offsetText)
      json.member("clockEvidence", clock.evidenceText)
    }
    for (name, fix) in [("before", candidate.before), ("after", candidate.after)] {
      json.name(name)
      json.object { json in
        json.member("instant", Timestamp.utc(fix.instant))
        json.members(of: fix.coordinate)
      }
    }
  }
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
