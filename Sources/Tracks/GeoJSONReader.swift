internal import Geography
internal import JSON

/// Reads GeoJSON: lines with a list of times, and points with a time, as Overland and Dawarich write them.
///
/// The times of a line are in `coordTimes` or `times` of its properties or of their `coordinateProperties`, the
/// time of a point in `time` or `timestamp`.
struct GeoJSONReader: JSONTrack {
  private(set) var collector = FixCollector()

  /// The number of names on the path to a feature.
  private let depth: Int
  private var feature = Feature()

  private struct Feature {
    var points: [(coordinate: Coordinate?, altitude: Double?)] = []
    var times: [PointTime?] = []
    var time: PointTime?
    var accuracy: Double?
    var altitude: Double?
    var altitudeError: Double?

    /// The numbers of the open position.
    var position: [Double] = []
  }

  init(depth: Int) { self.depth = depth }

  mutating func take(_ event: JSONWalk.Event, at names: [String]) {
    guard names.count >= depth else { return }
    if names.count == depth, event == .end { return endFeature() }
    let names = names[depth...]
    guard feature.points.count <= FixCollector.mostFixes,
      feature.times.count <= FixCollector.mostFixes
    else { return }
    switch names.first {
    case "geometry" where names.dropFirst().first == "coordinates": takePosition(event)
    case "properties":
      let member = names.dropFirst()
      takeProperty(event, member.first == "coordinateProperties" ? member.dropFirst() : member)
    default: break
    }
  }

  private mutating func takePosition(_ event: JSONWalk.Event) {
    // Dawarich writes numbers as text.
    if let number = event.number ?? event.text?.finiteNumber, feature.position.count < 3 {
      feature.position.append(number)
    }
    guard event == .end, !feature.position.isEmpty else { return }
    let numbers = feature.position
    feature.position.removeAll(keepingCapacity: true)
    feature.points.append(
      (
        numbers.count < 2 ? nil : Coordinate(latitude: numbers[1], longitude: numbers[0]),
        numbers.count > 2 ? numbers[2] : nil
      ))
  }

  private mutating func takeProperty(_ event: JSONWalk.Event, _ member: ArraySlice<String>) {
    guard case .value = event, let name = member.first else { return }
    let time = event.time
    switch name {
    case "coordTimes" where member.count > 1, "times" where member.count > 1:
      feature.times.append(time)
    case "time" where member.count == 1, "timestamp" where member.count == 1: feature.time = time
    case "accuracy" where member.count == 1, "horizontal_accuracy" where member.count == 1:
      feature.accuracy = event.number
    case "altitude" where member.count == 1: feature.altitude = event.number
    case "vertical_accuracy" where member.count == 1: feature.altitudeError = event.number
    default: break
    }
  }

  private mutating func endFeature() {
    defer { feature = Feature() }
    let points = feature.points
    if points.count == 1, feature.times.isEmpty {
      // An iPhone states a negative error for an unknown altitude.
      let isKnown = feature.altitudeError.map { $0 >= 0 } ?? true
      collector.add(
        points[0].coordinate, at: feature.time,
        altitude: points[0].altitude ?? (isKnown ? feature.altitude : nil),
        accuracy: feature.accuracy)
    } else if points.count == feature.times.count {
      for (point, time) in zip(points, feature.times) {
        collector.add(point.coordinate, at: time, altitude: point.altitude)
      }
    } else {
      collector.skip(points.count)
    }
  }
}
