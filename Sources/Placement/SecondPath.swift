internal import Geography
internal import Glibc

/// A track with a position for each second, as points in space, in metres.
struct SecondPath {
  /// At a stop, the mean positions of the two halves of a span of `stopSpan` seconds are less than `stopDistance`
  /// metres apart.
  private static let stopSpan = 30
  private static let stopDistance = 8.0
  private static let shortestStop = 10

  /// A longer pause of the recorder, in milliseconds, is unclear if the track goes on farther away than this.
  private static let longestPause: Int64 = 60_000
  private static let pauseDistance = 50.0
  private static let radius = 6_371_000.0

  /// The recorded parts, in seconds since 1970.
  private(set) var parts: [Range<Int>] = []

  /// The parts in which the track hardly moves.
  private(set) var stops: [Range<Int>] = []

  /// The pauses of the recorder within parts, after which the track goes on elsewhere: what happened is unknown.
  private(set) var unclear: [Range<Int>] = []

  /// The number of recorded seconds.
  private(set) var recorded = 0

  /// The same without those that are unclear.
  var clear: Int { recorded - unclear.reduce(0) { $0 + $1.count } }

  private var points: [[SIMD3<Double>]] = []

  init(_ fixes: [Fix], maxGap: Double) {
    var start = fixes.startIndex
    while start < fixes.endIndex {
      var end = start + 1
      while end < fixes.endIndex,
        Double(fixes[end].instant - fixes[end - 1].instant) <= maxGap * 1_000
      { end += 1 }
      addPart(fixes[start..<end])
      start = end
    }
    recorded = parts.reduce(0) { $0 + $1.count }
  }

  static func point(_ coordinate: Coordinate) -> SIMD3<Double> {
    Sphere(near: coordinate, radius: radius).origin
  }

  static func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }

  /// The position at a second; nil outside of the recorded parts.
  func point(_ second: Int) -> SIMD3<Double>? {
    let index = parts.partitioningIndex { $0.upperBound > second }
    guard index < parts.count, parts[index].contains(second) else { return nil }
    return points[index][second - parts[index].lowerBound]
  }

  func isStop(_ second: Int) -> Bool {
    let index = stops.partitioningIndex { $0.upperBound > second }
    return index < stops.count && stops[index].contains(second)
  }

  private mutating func addPart(_ fixes: ArraySlice<Fix>) {
    guard let first = fixes.first, let last = fixes.last, last.instant - first.instant >= 1_000
    else { return }
    let start = Int((Double(first.instant) / 1_000).rounded(.up))
    let end = Int((Double(last.instant) / 1_000).rounded(.down)) + 1
    guard start < end else { return }
    var line: [SIMD3<Double>] = []
    line.reserveCapacity(end - start)
    var next = fixes.startIndex + 1
    var sphere = Sphere(near: first.coordinate, radius: Self.radius)
    var (before, after) = (sphere.point(first.coordinate), sphere.point(fixes[next].coordinate))
    notePause(from: first.instant, through: fixes[next].instant, before, after)
    for second in start..<end {
      let instant = Int64(second) * 1_000
      while next + 1 < fixes.endIndex, fixes[next].instant < instant {
        next += 1
        (before, after) = (after, sphere.point(fixes[next].coordinate))
        notePause(from: fixes[next - 1].instant, through: fixes[next].instant, before, after)
      }
      let span = Double(fixes[next].instant - fixes[next - 1].instant)
      let share = span > 0 ? Double(instant - fixes[next - 1].instant) / span : 0
      line.append(before + (after - before) * share)
    }
    parts.append(start..<end)
    points.append(line)
    addStops(line, from: start)
  }

  private mutating func notePause(
    from first: Int64, through last: Int64, _ before: SIMD3<Double>, _ after: SIMD3<Double>
  ) {
    guard last - first > Self.longestPause, Self.distance(before, after) > Self.pauseDistance
    else { return }
    unclear.append(Int(first / 1_000) + 1..<Int(last / 1_000))
  }

  private mutating func addStops(_ line: [SIMD3<Double>], from start: Int) {
    let half = Self.stopSpan / 2
    guard line.count > 2 * half else { return }
    // The sums of the half spans before and after each second: their means have smaller errors than single fixes.
    var before = line[..<half].reduce(.zero, +)
    var after = line[half..<2 * half].reduce(.zero, +)
    var found: [Range<Int>] = []
    let farthest = (Self.stopDistance * Double(half)) * (Self.stopDistance * Double(half))
    for second in half...line.count - half {
      let way = before - after
      if (way * way).sum() < farthest {
        if let last = found.last, second - last.upperBound <= half {
          found[found.count - 1] = last.lowerBound..<second + 1
        } else {
          found.append(second..<second + 1)
        }
      }
      guard second + half < line.count else { break }
      before += line[second] - line[second - half]
      after += line[second + half] - line[second]
    }
    stops += found.map { start + $0.lowerBound..<start + $0.upperBound }
      .flatMap(withoutPauses).filter { $0.count >= Self.shortestStop }
  }

  /// The parts of a stop that are not unclear: between distant fixes, slow movement is only interpolated.
  private func withoutPauses(_ stop: Range<Int>) -> [Range<Int>] {
    var index = unclear.partitioningIndex { $0.upperBound > stop.lowerBound }
    var (rest, parts) = (stop, [Range<Int>]())
    while index < unclear.count, unclear[index].overlaps(rest) {
      let pause = unclear[index].clamped(to: rest)
      parts.append(rest.lowerBound..<pause.lowerBound)
      rest = pause.upperBound..<rest.upperBound
      index += 1
    }
    return parts + [rest]
  }
}

/// Turns positions into points in space, in metres; fast for positions near the one before.
private struct Sphere {
  /// Two positions less than this many radians apart differ by a rotation whose series has two terms.
  private static let nearness = 1e-3

  /// The point of the exact position.
  private(set) var origin: SIMD3<Double>

  private let radius: Double
  private var latitude: Double
  private var longitude: Double
  private var latitudeTurn: (sin: Double, cos: Double)
  private var longitudeTurn: (sin: Double, cos: Double)

  init(near coordinate: Coordinate, radius: Double) {
    self.radius = radius
    (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    latitudeTurn = (sin(latitude), cos(latitude))
    longitudeTurn = (sin(longitude), cos(longitude))
    origin = Self.point(latitudeTurn, longitudeTurn, radius)
  }

  mutating func point(_ coordinate: Coordinate) -> SIMD3<Double> {
    let north = coordinate.latitude * .pi / 180 - latitude
    let east = coordinate.longitude * .pi / 180 - longitude
    guard abs(north) < Self.nearness, abs(east) < Self.nearness else {
      self = Sphere(near: coordinate, radius: radius)
      return origin
    }
    return Self.point(
      Self.turned(latitudeTurn, by: north), Self.turned(longitudeTurn, by: east), radius)
  }

  /// The sine and cosine of the sum of an angle and a small one.
  private static func turned(_ angle: (sin: Double, cos: Double), by small: Double) -> (
    sin: Double, cos: Double
  ) {
    let square = small * small
    let (sine, cosine) = (small * (1 - square / 6), 1 - square / 2)
    return (angle.sin * cosine + angle.cos * sine, angle.cos * cosine - angle.sin * sine)
  }

  private static func point(
    _ latitude: (sin: Double, cos: Double), _ longitude: (sin: Double, cos: Double),
    _ radius: Double
  ) -> SIMD3<Double> {
    radius * SIMD3(latitude.cos * longitude.cos, latitude.cos * longitude.sin, latitude.sin)
  }
}
