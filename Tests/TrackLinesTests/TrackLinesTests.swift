import Geography
import TestSupport
import Testing

@testable import TrackLines

/// The bytes of a chunk.
@Suite struct PackedFixesTests {
  @Test(arguments: [1, 2, 511, 512])
  func fixesAreReadAsTheyWereWritten(count: Int) {
    for fixes in [
      RandomTracks.walk(count), RandomTracks.jumps(count, seed: UInt64(count)),
      Array(RandomTracks.ship().prefix(count)),
    ] {
      let points = TrackPoint.points(of: fixes)
      #expect(PackedFixes.points(PackedFixes.bytes(of: points)) == points)
    }
  }

  @Test func bytesThatEndTooEarlyAreRefused() {
    let bytes = PackedFixes.bytes(of: TrackPoint.points(of: RandomTracks.jumps(40, seed: 3)))
    for length in 0..<bytes.count {
      #expect(PackedFixes.points(Array(bytes.prefix(length))) == nil)
    }
  }

  @Test func randomBytesEndWithAnAnswer() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      for point in PackedFixes.points(bytes) ?? [] {
        #expect(abs(point.fix.coordinate.latitudeE7) <= 900_000_000)
      }
    }
  }

  @Test func aSecondOfWalkingTakesAtMostEightBytes() {
    let points = TrackPoint.points(of: RandomTracks.walk(5_000))
    let bytes = TrackChunk.chunks(of: points).reduce(0) {
      $0 + PackedFixes.bytes(of: $1.points).count
    }
    #expect(Double(bytes) / 5_000 <= 8)
  }
}

/// The levels of detail.
@Suite struct TrackLevelTests {
  @Test(arguments: [14, 11, 8, 5, 2])
  func noFixIsFartherFromItsLineThanHalfAPixel(zoom: Int) {
    let points = TrackPoint.points(of: RandomTracks.walk(800))
    let simplified = TrackLevels.simplified(points, zoom: zoom)
    let half = Double(GridPoint.side >> UInt32(zoom)) / 1_024
    for point in points {
      #expect(distance(of: point, from: simplified) <= half * 1.05)
    }
  }

  @Test func aTrackOverTheAntimeridianIsAStraightLine() {
    let points = TrackPoint.points(of: RandomTracks.ship())
    #expect(TrackLevels.simplified(points, zoom: 2).count <= 4)
  }

  @Test func aZoomHasTheCoarsestLevelThatIsDetailedEnough() {
    #expect((0...16).map(TrackLevels.level) == [5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0])
  }

  /// The distance of a fix from a simplified line.
  ///
  /// A dot may stand for others up to a pixel away, so the distance from it counts half.
  private func distance(of point: TrackPoint, from line: [TrackPoint]) -> Double {
    func place(_ point: TrackPoint) -> (x: Double, y: Double) {
      let cell = GridPoint(point.fix.coordinate)
      return (Double(cell.x), Double(cell.y))
    }
    let own = place(point)
    var least = Double.infinity
    for (index, end) in line.enumerated() {
      let to = place(end)
      let from = index > 0 && !end.beginsLine ? place(line[index - 1]) : to
      // Tries many positions on the line instead of a formula.
      for step in 0...50 {
        let share = Double(step) / 50
        let (x, y) = (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
        let (dx, dy) = (x - own.x, y - own.y)
        let isDot = from.x == to.x && from.y == to.y
        least = min(least, isDot ? max(abs(dx), abs(dy)) / 2 : (dx * dx + dy * dy).squareRoot())
        if isDot { break }
      }
    }
    return least
  }
}
