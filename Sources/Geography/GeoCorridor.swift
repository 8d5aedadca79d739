/// All positions within a distance of lines.
///
/// Edges are straight between longitude and latitude and take the shorter way around the Earth, so lines may cross
/// the antimeridian and themselves. The distance is that to the nearest position of an edge on the WGS 84 ellipsoid.
public struct GeoCorridor: Hashable, Sendable {
  /// The most metres on either side; the plane around a position is not accurate farther away.
  public static let mostMetres: Double = 20_000

  /// The metres on either side.
  public let metres: Double

  /// The bounding box.
  public let bounds: BoundingBox

  private let edges: [Edge]

  /// Makes a corridor along lines with one or more corners; nil if one has none, or if the distance is out of range.
  public init?(lines: [[Coordinate]], metres: Double) {
    guard metres > 0, metres <= Self.mostMetres, !lines.isEmpty,
      lines.allSatisfy({ !$0.isEmpty })
    else { return nil }
    self.metres = metres
    edges = lines.flatMap { line in
      line.count == 1
        ? [Edge(line[0], line[0], metres)]
        : zip(line, line.dropFirst()).map { Edge($0, $1, metres) }
    }
    bounds = Self.bounds(of: lines, metres)
  }

  /// Whether a position is within the distance; takes time linear in the number of corners.
  public func contains(longitudeE7: Int32, latitudeE7: Int32) -> Bool {
    guard bounds.contains(longitudeE7: longitudeE7, latitudeE7: latitudeE7) else { return false }
    let plane = Plane(longitudeE7: longitudeE7, latitudeE7: latitudeE7)
    return edges.contains {
      $0.rows.contains(latitudeE7) && $0.isWithin(metres, of: plane)
    }
  }

  private static func bounds(of lines: [[Coordinate]], _ metres: Double) -> BoundingBox {
    var (south, north): (Int32, Int32) = (.max, .min)
    var (west, east): (Int64, Int64) = (.max, .min)
    // Longitudes do not jump at the antimeridian, so they may be beyond ±180°.
    var last = Int64(lines[0][0].longitudeE7)
    for corner in lines.joined() {
      last += Edge.shorterWay(Int64(corner.longitudeE7) - last)
      (west, east) = (min(west, last), max(east, last))
      (south, north) = (min(south, corner.latitudeE7), max(north, corner.latitudeE7))
    }
    let (least, most) = (
      Coordinate(uncheckedLatitudeE7: south, longitudeE7: 0),
      Coordinate(uncheckedLatitudeE7: north, longitudeE7: 0)
    )
    let (below, above) = (
      BoundingBox(around: least, metres: metres), BoundingBox(around: most, metres: metres)
    )
    let margin = Int64(max(below.eastE7, above.eastE7))
    (west, east) = (west - margin, east + margin)
    let isRound =
      east - west >= Edge.turn || below.eastE7 == 1_800_000_000 || above.eastE7 == 1_800_000_000
    return BoundingBox(
      uncheckedWestE7: isRound ? -1_800_000_000 : Int32(Edge.shorterWay(west)),
      southE7: below.southE7,
      eastE7: isRound ? 1_800_000_000 : Int32(Edge.shorterWay(east)), northE7: above.northE7)
  }
}

/// The plane that touches the ellipsoid at a position, in metres for units of 1e-7°.
private struct Plane {
  let origin: Coordinate
  let metresEast: Double
  let metresNorth: Double

  /// Whether a pole is so near that meridians are not parallel on the plane.
  var isPolar: Bool { abs(origin.latitudeE7) > 850_000_000 }

  init(longitudeE7: Int32, latitudeE7: Int32) {
    origin = Coordinate(uncheckedLatitudeE7: latitudeE7, longitudeE7: longitudeE7)
    let latitude = origin.latitude.radians
    let flat = WGS84.flattening * (2 - WGS84.flattening)
    let up = sine(latitude)
    let bend = 1 - flat * up * up
    let unit = (1 / Coordinate.unitsPerDegree).radians
    metresEast = unit * WGS84.equatorialRadius * cosine(latitude) / bend.squareRoot()
    metresNorth = unit * WGS84.equatorialRadius * (1 - flat) / (bend * bend.squareRoot())
  }
}

private struct Edge: Hashable {
  static let turn: Int64 = 3_600_000_000

  private let from: Coordinate
  /// The units east and north to its end.
  private let east: Int64
  private let north: Int64
  /// The latitudes that are near enough.
  let rows: ClosedRange<Int32>

  init(_ from: Coordinate, _ to: Coordinate, _ metres: Double) {
    self.from = from
    east = Self.shorterWay(Int64(to.longitudeE7) - Int64(from.longitudeE7))
    north = Int64(to.latitudeE7) - Int64(from.latitudeE7)
    // A degree of latitude is nowhere shorter than 110 km.
    let margin = Int32((metres / 110_000 * Coordinate.unitsPerDegree).rounded(.up))
    rows =
      min(from.latitudeE7, to.latitudeE7) - margin...max(from.latitudeE7, to.latitudeE7) + margin
  }

  /// A difference of longitudes as one of at most half a turn.
  static func shorterWay(_ units: Int64) -> Int64 {
    var rest = units % turn
    if rest >= turn / 2 { rest -= turn }
    if rest < -turn / 2 { rest += turn }
    return rest
  }

  func isWithin(_ metres: Double, of plane: Plane) -> Bool {
    if plane.isPolar { return isWithin(metres, ofPolar: plane.origin) }
    let start = Self.shorterWay(Int64(from.longitudeE7) - Int64(plane.origin.longitudeE7))
    if isWithin(metres, of: plane, start: start) { return true }
    // The end may be nearer across the meridian on the other side of the Earth.
    let end = start + east
    guard abs(end) > Self.turn / 2 else { return false }
    return isWithin(metres, of: plane, start: start - (end > 0 ? Self.turn : -Self.turn))
  }

  /// `start` is how many units the edge begins east of the position.
  private func isWithin(_ metres: Double, of plane: Plane, start: Int64) -> Bool {
    let x = Double(start) * plane.metresEast
    let y = Double(from.latitudeE7 - plane.origin.latitudeE7) * plane.metresNorth
    let (dx, dy) = (Double(east) * plane.metresEast, Double(north) * plane.metresNorth)
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(1, max(0, -(x * dx + y * dy) / length)) : 0
    let (nearX, nearY) = (x + share * dx, y + share * dy)
    let square = nearX * nearX + nearY * nearY
    // Within the limit of a corridor the plane is right to a few hundredths.
    if square < 0.9 * metres * metres { return true }
    if square > 1.1 * metres * metres { return false }
    return near(share, from: plane.origin) <= metres
  }

  /// The geodesic distance to the position at a share of the edge.
  private func near(_ share: Double, from origin: Coordinate) -> Double {
    let longitude = Self.shorterWay(
      Int64(from.longitudeE7) + Int64((share * Double(east)).rounded()))
    let latitude = Int64(from.latitudeE7) + Int64((share * Double(north)).rounded())
    let nearest = Coordinate(
      uncheckedLatitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
    return origin.geodesic(to: nearest).distance
  }

  /// How many equal parts of an edge are compared near a pole, around which it may wind half a turn.
  private static let parts = 64

  /// Whether an edge, which is a spiral near a pole, passes within a distance.
  private func isWithin(_ metres: Double, ofPolar origin: Coordinate) -> Bool {
    let place = SpacePoint(latitude: origin.latitude.radians, longitude: origin.longitude.radians)
    func chord(_ share: Double) -> Double { point(share).distance(to: place) }
    let chords = (0...Self.parts).map { chord(Double($0) / Double(Self.parts)) }
    let longestPart =
      chords.indices.dropLast().map { part in
        point(Double(part) / Double(Self.parts)).distance(
          to: point(Double(part + 1) / Double(Self.parts)))
      }.max() ?? 0
    for part in chords.indices where chords[part] - 2 * longestPart <= metres {
      let isLeast =
        chords[part] <= chords[max(part - 1, 0)]
        && chords[part] <= chords[min(part + 1, Self.parts)]
      guard isLeast else { continue }
      var (low, high) = (
        Double(max(part - 1, 0)) / Double(Self.parts),
        Double(min(part + 1, Self.parts)) / Double(Self.parts)
      )
      // To a centimetre, which is about the unit of coordinates.
      while (high - low) * Double(Self.parts) * longestPart > 0.01 {
        let (one, other) = (low + (high - low) / 3, high - (high - low) / 3)
        if chord(one) < chord(other) { high = other } else { low = one }
      }
      if near((low + high) / 2, from: origin) <= metres { return true }
    }
    return false
  }

  private func point(_ share: Double) -> SpacePoint {
    let unit = (1 / Coordinate.unitsPerDegree).radians
    return SpacePoint(
      latitude: unit * (Double(from.latitudeE7) + share * Double(north)),
      longitude: unit * (Double(from.longitudeE7) + share * Double(east)))
  }
}

/// A position on the ellipsoid, in metres from the middle of the Earth.
private struct SpacePoint {
  private let vector: SIMD3<Double>

  init(latitude: Double, longitude: Double) {
    let flat = WGS84.flattening * (2 - WGS84.flattening)
    let up = sine(latitude)
    let normal = WGS84.equatorialRadius / (1 - flat * up * up).squareRoot()
    let out = normal * cosine(latitude)
    vector = SIMD3(out * cosine(longitude), out * sine(longitude), normal * (1 - flat) * up)
  }

  /// The length of the straight line, which is shorter than the geodesic by less than a centimetre within 20 km.
  func distance(to other: SpacePoint) -> Double {
    let difference = vector - other.vector
    return (difference * difference).sum().squareRoot()
  }
}
