internal import Geography
internal import JSON

/// Reads the `Timeline.json` that a phone exports: an object on Android, a list on an iPhone.
struct GoogleTimeline: JSONTrack {
  /// The assumed error in metres of the points of paths, for which Google states none.
  static let pathAccuracy: Double = 50

  /// The assumed error in metres of a visit, because Google gives the position of the place, not of the
  /// phone.
  static let placeAccuracy: Double = 100

  private(set) var collector = FixCollector()

  /// The number of names on the path to a segment.
  private let depth: Int
  private var segment = Segment()
  private var step = Step()
  private var signal = Signal()

  private struct Segment {
    var start: PointTime?
    var end: PointTime?
    var steps: [Step] = []
    var activityStart: Coordinate?
    var activityEnd: Coordinate?
    var place: Coordinate?
  }

  /// A point of a path, with its time or the minutes since the start of the segment.
  private struct Step {
    var coordinate: Coordinate?
    var time: PointTime?
    var minutes: Double?
  }

  private struct Signal {
    var coordinate: Coordinate?
    var time: PointTime?
    var accuracy: Double?
    var altitude: Double?
  }

  init(depth: Int) { self.depth = depth }

  mutating func take(_ event: JSONWalk.Event, at names: [String]) {
    guard names.count >= depth else { return }
    let isSignal = names[0] == "rawSignals"
    if names.count == depth, event == .end, !isSignal { return endSegment() }
    let names = names[depth...]
    if isSignal { return takeSignal(event, names) }
    switch names.first {
    case "startTime" where names.count == 1: segment.start = event.text.flatMap { PointTime($0) }
    case "endTime" where names.count == 1: segment.end = event.text.flatMap { PointTime($0) }
    case "timelinePath": takeStep(event, names.dropFirst())
    case "activity", "visit": takePlace(event, names)
    default: break
    }
  }

  private mutating func takeStep(_ event: JSONWalk.Event, _ names: ArraySlice<String>) {
    if names.count == 1, event == .end {
      if segment.steps.count <= FixCollector.mostFixes { segment.steps.append(step) }
      step = Step()
    }
    guard names.count == 2, let name = names.last else { return }
    switch name {
    case "point": step.coordinate = event.text.flatMap(Self.coordinate)
    case "time": step.time = event.text.flatMap { PointTime($0) }
    case "durationMinutesOffsetFromStartTime":
      step.minutes = event.number ?? event.text?.finiteNumber
    default: break
    }
  }

  private mutating func takePlace(_ event: JSONWalk.Event, _ names: ArraySlice<String>) {
    // Android has an object around the position, an iPhone does not.
    let path = names.last == "latLng" ? names.dropLast() : names
    guard let coordinate = event.text.flatMap(Self.coordinate) else { return }
    switch Array(path) {
    case ["activity", "start"]: segment.activityStart = coordinate
    case ["activity", "end"]: segment.activityEnd = coordinate
    case ["visit", "topCandidate", "placeLocation"]: segment.place = coordinate
    default: break
    }
  }

  private mutating func takeSignal(_ event: JSONWalk.Event, _ names: ArraySlice<String>) {
    guard names.first == "position" else { return }
    if names.count == 1, event == .end {
      collector.add(
        signal.coordinate, at: signal.time, altitude: signal.altitude, accuracy: signal.accuracy)
      signal = Signal()
    }
    guard names.count == 2, let name = names.last else { return }
    switch name {
    case "LatLng", "latLng": signal.coordinate = event.text.flatMap(Self.coordinate)
    case "timestamp": signal.time = event.text.flatMap { PointTime($0) }
    case "accuracyMeters": signal.accuracy = event.number
    case "altitudeMeters": signal.altitude = event.number
    default: break
    }
  }

  private mutating func endSegment() {
    defer { segment = Segment() }
    for step in segment.steps {
      collector.add(step.coordinate, at: time(of: step), accuracy: Self.pathAccuracy)
    }
    let ends = [(segment.activityStart, segment.start), (segment.activityEnd, segment.end)]
    for (coordinate, time) in ends where coordinate != nil {
      collector.add(coordinate, at: time, accuracy: Self.pathAccuracy)
    }
    guard let place = segment.place else { return }
    for time in [segment.start, segment.end] {
      collector.add(place, at: time, accuracy: Self.placeAccuracy)
    }
  }

  private func time(of step: Step) -> PointTime? {
    if let time = step.time { return time }
    // At most a year, which also prevents overflow.
    guard case .instant(let start) = segment.start, let minutes = step.minutes,
      abs(minutes) <= 527_040
    else { return segment.start == .zoneless ? .zoneless : nil }
    return .instant(start + Int64((minutes * 60_000).rounded()))
  }

  /// The position in `48.1°, 11.5°` or `geo:48.1,11.5`.
  private static func coordinate(_ text: String) -> Coordinate? {
    let plain = text.hasPrefix("geo:") ? text.dropFirst(4).prefix { $0 != ";" } : text[...]
    let numbers = plain.split(separator: ",").map { part in
      String(part.unicodeScalars.filter { $0.isASCII }.map(Character.init)).finiteNumber
    }
    guard numbers.count >= 2, let latitude = numbers[0], let longitude = numbers[1] else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
