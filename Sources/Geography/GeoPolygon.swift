/// A polygon in longitude and latitude, edges included.
///
/// Arithmetic is exact on units of 1e-7°, so a position on an edge is found to be on it. An area that crosses the
/// antimeridian must be given as two polygons.
public struct GeoPolygon: Hashable, Sendable {
  private let rings: [[Coordinate]]

  /// The bounding box.
  public let bounds: BoundingBox

  /// Makes a polygon from an outline and holes; nil if a ring has fewer than three corners or is not closed.
  public init?(rings: [[Coordinate]]) {
    guard let first = rings.first?.first,
      rings.allSatisfy({ $0.count >= 4 && $0.first == $0.last })
    else { return nil }
    var bounds = BoundingBox(around: first)
    for corner in rings[0] {
      bounds.formUnion(longitudeE7: corner.longitudeE7, latitudeE7: corner.latitudeE7)
    }
    self.rings = rings
    self.bounds = bounds
  }

  /// Whether a position is inside or on an edge; takes time linear in the number of corners.
  public func contains(longitudeE7: Int32, latitudeE7: Int32) -> Bool {
    guard bounds.contains(longitudeE7: longitudeE7, latitudeE7: latitudeE7) else { return false }
    var isInside = false
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst()) {
        switch Edge(from, to).crossing(x: Int64(longitudeE7), y: Int64(latitudeE7)) {
        case .touched: return true
        case .crossed: isInside.toggle()
        case .missed: break
        }
      }
    }
    return isInside
  }
}

/// How an edge meets the ray from a position eastwards.
private enum Crossing {
  case touched
  case crossed
  case missed
}

private struct Edge {
  private let from: (x: Int64, y: Int64)
  private let to: (x: Int64, y: Int64)

  init(_ from: Coordinate, _ to: Coordinate) {
    self.from = (Int64(from.longitudeE7), Int64(from.latitudeE7))
    self.to = (Int64(to.longitudeE7), Int64(to.latitudeE7))
  }

  func crossing(x: Int64, y: Int64) -> Crossing {
    // Each product is at most 3.6e9 × 1.8e9 and fits into 64 bits; their difference might not, so compare them.
    let rising = (to.x - from.x) * (y - from.y)
    let running = (x - from.x) * (to.y - from.y)
    if rising == running {
      let isBetween =
        (min(from.x, to.x)...max(from.x, to.x)).contains(x)
        && (min(from.y, to.y)...max(from.y, to.y)).contains(y)
      if isBetween { return .touched }
    }
    // An edge includes its lower end but not its upper one, so a corner counts once.
    guard (from.y > y) != (to.y > y) else { return .missed }
    let isEastOfPlace = to.y > from.y ? rising > running : rising < running
    return isEastOfPlace ? .crossed : .missed
  }
}
