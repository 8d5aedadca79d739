internal import Geography

/// Reads TCX, Garmin's Training Center: the track points of activities and courses.
enum TCXReader {
  private struct Point {
    var latitude: Double?
    var longitude: Double?
    var time: PointTime?
    var altitude: Double?

    var coordinate: Coordinate? {
      guard let latitude, let longitude else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  static func track(_ bytes: [UInt8]) -> Track {
    var walk = ElementWalk(bytes)
    var collector = FixCollector()
    var point = Point()
    while let event = walk.next() {
      switch event {
      case .start("Trackpoint"): point = Point()
      case .start: break
      case .end("Time", let text) where walk.isIn("Trackpoint"):
        point.time = PointTime(text.trimmed)
      case .end("LatitudeDegrees", let text) where walk.isIn("Trackpoint", "Position"):
        point.latitude = text.finiteNumber
      case .end("LongitudeDegrees", let text) where walk.isIn("Trackpoint", "Position"):
        point.longitude = text.finiteNumber
      case .end("AltitudeMeters", let text) where walk.isIn("Trackpoint"):
        point.altitude = text.finiteNumber
      case .end("Trackpoint", _):
        collector.add(point.coordinate, at: point.time, altitude: point.altitude)
      case .end: break
      }
    }
    return collector.track(isTruncated: !walk.isWhole)
  }
}
