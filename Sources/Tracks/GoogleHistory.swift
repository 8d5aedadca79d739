internal import Geography
internal import JSON

/// Reads Google's Semantic Location History: the ends and raw paths of activities, and visits.
struct GoogleHistory: JSONTrack {
  private(set) var collector = FixCollector()
  private var segment = Segment()
  private var point = GooglePoint()

  private struct Segment {
    var start = GooglePoint()
    var end = GooglePoint()
    var place = GooglePoint()
  }

  mutating func take(_ event: JSONWalk.Event, at names: [String]) {
    if names.count == 2, event == .end { return endSegment() }
    guard names.count >= 4 else { return }
    switch (names[2], names[3]) {
    case ("activitySegment", "startLocation") where names.count == 5:
      segment.start.take(event, named: names[4])
    case ("activitySegment", "endLocation") where names.count == 5:
      segment.end.take(event, named: names[4])
    case ("placeVisit", "location") where names.count == 5:
      segment.place.take(event, named: names[4])
    case (_, "duration") where names.count == 5: takeDuration(event, names[4])
    case (_, "simplifiedRawPath") where names.count == 6 && event == .end:
      point.add(to: &collector)
      point = GooglePoint()
    case (_, "simplifiedRawPath") where names.count == 7: point.take(event, named: names[6])
    default: break
    }
  }

  private mutating func takeDuration(_ event: JSONWalk.Event, _ name: String) {
    switch name {
    case "startTimestamp": segment.start.take(event, named: "timestamp")
    case "startTimestampMs": segment.start.take(event, named: "timestampMs")
    case "endTimestamp": segment.end.take(event, named: "timestamp")
    case "endTimestampMs": segment.end.take(event, named: "timestampMs")
    default: break
    }
  }

  private mutating func endSegment() {
    defer { segment = Segment() }
    if let place = segment.place.coordinate {
      for time in [segment.start.time, segment.end.time] {
        collector.add(place, at: time, accuracy: GoogleTimeline.placeAccuracy)
      }
      return
    }
    for end in [segment.start, segment.end] where end.coordinate != nil {
      collector.add(end.coordinate, at: end.time, accuracy: GoogleTimeline.pathAccuracy)
    }
  }
}
