internal import Geography

/// Reads KML: the points of `gx:Track`, and placemarks that have a time stamp and a point.
struct KMLReader {
  private var walk: ElementWalk
  private var collector = FixCollector()
  private var line: Line?
  private var placemark: Placemark?

  /// A point and the mode of its altitude.
  private struct Point {
    var coordinate: Coordinate?
    var altitude: Double?

    /// Reads longitude, latitude and altitude.
    init(_ text: String, separatedBy isSeparator: (Character) -> Bool) {
      let numbers = text.split(whereSeparator: isSeparator).map(\.finiteNumber)
      guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
        return
      }
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
      altitude = numbers.count > 2 ? numbers[2] : nil
    }

    /// The altitude above sea level.
    ///
    /// Unknown if it is 0 without a mode, which many programs write for an unknown altitude.
    func altitude(_ mode: String?) -> Double? {
      switch mode {
      case "absolute": altitude
      case nil, "clampToGround": altitude == 0 ? nil : altitude
      default: nil
      }
    }
  }

  /// A `gx:Track`: lists of times and points in the same order.
  private struct Line {
    var times: [PointTime?] = []
    var points: [Point] = []
    var mode: String?
  }

  private struct Placemark {
    var time: PointTime?
    var point: Point?
    var mode: String?
  }

  static func track(_ bytes: [UInt8]) -> Track {
    var reader = KMLReader(walk: ElementWalk(bytes))
    return reader.read()
  }

  private init(walk: ElementWalk) { self.walk = walk }

  private mutating func read() -> Track {
    while let event = walk.next() {
      switch event {
      case .start("Track"): line = Line()
      case .start("Placemark"): placemark = Placemark()
      case .start: break
      case .end(let name, let text): end(name, text)
      }
    }
    // The file ends within a track; the times and points so far are paired.
    if line != nil { endLine(isWhole: false) }
    return collector.track(isTruncated: !walk.isWhole)
  }

  private mutating func end(_ name: String, _ text: String) {
    switch name {
    case "when" where walk.isIn("Track"): line?.times.append(PointTime(text.trimmed))
    case "coord" where walk.isIn("Track"):
      line?.points.append(Point(text, separatedBy: \.isWhitespace))
    case "altitudeMode" where walk.isIn("Track"): line?.mode = text.trimmed
    case "Track": endLine(isWhole: true)
    case "when" where walk.isIn("Placemark", "TimeStamp"):
      placemark?.time = PointTime(text.trimmed)
    case "coordinates" where walk.isIn("Placemark", "Point"):
      placemark?.point = Point(text.trimmed) { $0 == "," }
    // One span of time, as SkyDrop writes, gives no point of a line its time.
    case "coordinates" where walk.isIn("LineString"):
      collector.skip(text.split(whereSeparator: \.isWhitespace).count)
    case "altitudeMode" where walk.isIn("Placemark", "Point"): placemark?.mode = text.trimmed
    case "Placemark": endPlacemark()
    default: break
    }
  }

  private mutating func endLine(isWhole: Bool) {
    guard let line else { return }
    self.line = nil
    // If the numbers differ, it is unknown which times and points belong together.
    guard line.times.count == line.points.count || !isWhole else {
      return collector.skip(max(line.times.count, line.points.count))
    }
    for (time, point) in zip(line.times, line.points) {
      collector.add(point.coordinate, at: time, altitude: point.altitude(line.mode))
    }
  }

  private mutating func endPlacemark() {
    guard let open = placemark else { return }
    placemark = nil
    guard let point = open.point else { return }
    collector.add(point.coordinate, at: open.time, altitude: point.altitude(open.mode))
  }
}
