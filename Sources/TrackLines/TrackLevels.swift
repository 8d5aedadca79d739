internal import Geography

/// The levels of detail in which a track is stored.
///
/// Level 0 has every fix. Each further level is made from the one before. It leaves out fixes as long as no
/// line moves by more than half a pixel at its zoom.
public enum TrackLevels {
  /// The zoom of each level after level 0.
  static let zooms = [14, 11, 8, 5, 2]

  /// All levels, the most detailed first.
  public static var all: ClosedRange<Int> { 0...zooms.count }

  /// The coarsest level with enough detail for a zoom.
  public static func level(forZoom zoom: Int) -> Int {
    zooms.lastIndex { $0 >= zoom }.map { $0 + 1 } ?? 0
  }

  /// How many fixes of a line are simplified together, which bounds the time.
  private static let window = 512

  /// The levels of a track.
  public static func levels(of points: [TrackPoint]) -> [[TrackPoint]] {
    var levels = [points]
    for zoom in zooms { levels.append(simplified(levels[levels.count - 1], zoom: zoom)) }
    return levels
  }

  /// Half a pixel of a zoom level whose tiles are 512 pixels wide, in cells of the grid.
  private static func tolerance(_ zoom: Int) -> Double {
    Double(GridPoint.side >> UInt32(zoom)) / 1_024
  }

  /// Drops fixes that make no visible difference at a zoom level, and all altitudes and errors.
  static func simplified(_ points: [TrackPoint], zoom: Int) -> [TrackPoint] {
    let tolerance = tolerance(zoom)
    var result: [TrackPoint] = []
    var start = 0
    while start < points.count {
      var end = start + 1
      while end < points.count, !points[end].beginsLine { end += 1 }
      append(points[start..<end], within: tolerance, to: &result)
      start = end
    }
    return result
  }

  /// Appends a line in windows that share their ends.
  private static func append(
    _ line: ArraySlice<TrackPoint>, within tolerance: Double, to result: inout [TrackPoint]
  ) {
    var positions = line.map { PlanePoint($0.fix.coordinate) }
    let isDot = positions.allSatisfy {
      abs($0.x - positions[0].x) <= tolerance && abs($0.y - positions[0].y) <= tolerance
    }
    if isDot {
      // One dot is enough for all lines at one position.
      if let last = result.last?.fix.coordinate {
        let last = PlanePoint(last)
        guard abs(last.x - positions[0].x) > tolerance || abs(last.y - positions[0].y) > tolerance
        else {
          return
        }
      }
      result.append(line[line.startIndex].bare)
      return
    }
    // Across the antimeridian, positions continue beyond the edge of the map.
    let side = Double(GridPoint.side)
    for index in positions.indices.dropFirst() {
      let turns = ((positions[index].x - positions[index - 1].x) / side).rounded()
      positions[index].x -= turns * side
    }
    var isKept = [Bool](repeating: false, count: positions.count)
    for first in stride(from: 0, to: positions.count - 1, by: window) {
      mark(positions, first, min(first + window, positions.count - 1), tolerance, &isKept)
    }
    for (offset, point) in line.enumerated() where isKept[offset] { result.append(point.bare) }
  }

  /// Marks both ends, and the fixes that must stay between them (Douglas and Peucker, 1973).
  private static func mark(
    _ positions: [PlanePoint], _ first: Int, _ last: Int, _ tolerance: Double,
    _ isKept: inout [Bool]
  ) {
    (isKept[first], isKept[last]) = (true, true)
    var pending = [(first, last)]
    while let (first, last) = pending.popLast() {
      var (farthest, distance) = (first, tolerance * tolerance)
      for index in first + 1..<max(last, first + 1) {
        let found = positions[index].squaredDistance(
          toLineFrom: positions[first], to: positions[last])
        if found > distance { (farthest, distance) = (index, found) }
      }
      guard farthest > first else { continue }
      isKept[farthest] = true
      pending.append((first, farthest))
      pending.append((farthest, last))
    }
  }

  /// A position in cells of the grid, which may lie beyond the edge of the map.
  private struct PlanePoint {
    var x: Double
    var y: Double

    init(_ coordinate: Coordinate) {
      let point = GridPoint(coordinate)
      (x, y) = (Double(point.x), Double(point.y))
    }

    func squaredDistance(toLineFrom start: PlanePoint, to end: PlanePoint) -> Double {
      let (alongX, alongY) = (end.x - start.x, end.y - start.y)
      let length = alongX * alongX + alongY * alongY
      var share = 0.0
      if length > 0 {
        share = min(max(((x - start.x) * alongX + (y - start.y) * alongY) / length, 0), 1)
      }
      let (offX, offY) = (x - start.x - share * alongX, y - start.y - share * alongY)
      return offX * offX + offY * offY
    }
  }
}

extension TrackPoint {
  /// Without altitude and error, which only level 0 has.
  fileprivate var bare: TrackPoint {
    TrackPoint(fix: Fix(fix.coordinate, at: fix.instant), beginsLine: beginsLine)
  }
}
