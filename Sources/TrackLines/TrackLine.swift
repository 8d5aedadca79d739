public import Geography
public import PhotoFacts

extension [TrackPoint] {
  /// The fixes within a time span.
  public func cut(to time: TimeSpan) -> [TrackPoint] {
    var result: [TrackPoint] = []
    for point in self {
      if let from = time.from, point.fix.instant < from { continue }
      if let through = time.through, point.fix.instant > through { break }
      result.append(point)
    }
    if !result.isEmpty { result[0].beginsLine = true }
    return result
  }

  /// Whether a fix or a line between two lies in a box.
  public func touch(_ box: BoundingBox) -> Bool {
    for (index, point) in enumerated() {
      if box.contains(point.fix.coordinate) { return true }
      guard index > 0, !point.beginsLine else { continue }
      let (start, end) = (self[index - 1].fix.coordinate, point.fix.coordinate)
      if box.parts.contains(where: { $0.isCrossed(from: start, to: end) }) { return true }
    }
    return false
  }
}

extension BoundingBox {
  /// Whether the line between two positions, straight in degrees and the shorter way around the Earth, touches this
  /// box, which does not cross the antimeridian.
  fileprivate func isCrossed(from start: Coordinate, to end: Coordinate) -> Bool {
    let turn = 3_600_000_000.0
    let west = Double(start.longitudeE7)
    var east = Double(end.longitudeE7)
    if east - west > turn / 2 { east -= turn } else if west - east > turn / 2 { east += turn }
    let isWrapped = east != Double(end.longitudeE7)
    return (isWrapped ? [-turn, 0, turn] : [0]).contains { shift in
      isCrossed(
        x: west + shift, y: Double(start.latitudeE7), alongX: east - west,
        alongY: Double(end.latitudeE7) - Double(start.latitudeE7))
    }
  }

  /// Clips a line at all four edges (Liang and Barsky, 1984) and returns whether anything is left.
  private func isCrossed(x: Double, y: Double, alongX: Double, alongY: Double) -> Bool {
    var (from, to) = (0.0, 1.0)
    let edges = [
      (-alongX, x - Double(westE7)), (alongX, Double(eastE7) - x), (-alongY, y - Double(southE7)),
      (alongY, Double(northE7) - y),
    ]
    for (step, room) in edges {
      if step == 0 {
        if room < 0 { return false }
      } else if step < 0 {
        from = max(from, room / step)
      } else {
        to = min(to, room / step)
      }
    }
    return from <= to
  }
}
