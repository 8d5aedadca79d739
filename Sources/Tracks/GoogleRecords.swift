internal import Geography
internal import JSON

/// Reads lists of locations: Google's `Records.json` with all fixes of a phone, and the `locations.json` of Polarsteps.
struct GoogleRecords: JSONTrack {
  private(set) var collector = FixCollector()
  private var record = GooglePoint()

  mutating func take(_ event: JSONWalk.Event, at names: [String]) {
    switch names.count {
    case 2 where event == .end:
      record.add(to: &collector)
      record = GooglePoint()
    case 3: record.take(event, named: names[2])
    default: break
    }
  }
}

/// A position of Google's older formats or of Polarsteps, member by member.
struct GooglePoint {
  private var latitude: Double?
  private var longitude: Double?
  private var altitude: Double?
  var accuracy: Double?
  var time: PointTime?

  /// The position, if it is valid.
  var coordinate: Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  mutating func take(_ event: JSONWalk.Event, named name: String) {
    switch name {
    case "latitudeE7", "latE7": latitude = event.number.map(Self.degrees)
    case "longitudeE7", "lngE7": longitude = event.number.map(Self.degrees)
    case "lat": latitude = event.number
    case "lon": longitude = event.number
    case "altitude": altitude = event.number
    case "accuracy", "accuracyMeters": accuracy = event.number
    case "timestamp", "time": time = event.time ?? time
    case "timestampMs": time = event.text.flatMap { PointTime(milliseconds: $0) } ?? time
    default: break
    }
  }

  func add(to collector: inout FixCollector) {
    collector.add(coordinate, at: time, altitude: altitude, accuracy: accuracy)
  }

  /// Old exports contain some negative numbers as unsigned ones.
  private static func degrees(_ units: Double) -> Double {
    (units > 1_800_000_000 ? units - 4_294_967_296 : units) / Coordinate.unitsPerDegree
  }
}
