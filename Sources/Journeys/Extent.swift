internal import Geography

/// The smallest box around positions, across the antimeridian if that is smaller.
struct Extent {
  private var south = Int32.max
  private var north = Int32.min

  /// The extent of the longitudes in each band of a degree.
  private var bands: [ClosedRange<Int32>?] = []

  private static let width: Int64 = 10_000_000

  mutating func add(_ record: SortedSighting) {
    if bands.isEmpty { bands = [ClosedRange<Int32>?](repeating: nil, count: 361) }
    south = min(south, record.latitudeE7)
    north = max(north, record.latitudeE7)
    let longitude = record.longitudeE7
    let band = Int((Int64(longitude) + 1_800_000_000) / Self.width)
    let old = bands[band] ?? longitude...longitude
    bands[band] = min(old.lowerBound, longitude)...max(old.upperBound, longitude)
  }

  /// The box outside the widest gap between the longitudes.
  var box: BoundingBox? {
    let parts = bands.compactMap { $0 }
    guard let first = parts.first, let last = parts.last else { return nil }
    var gap = Int64(first.lowerBound) + 3_600_000_000 - Int64(last.upperBound)
    var (west, east) = (first.lowerBound, last.upperBound)
    for (part, next) in zip(parts, parts.dropFirst())
    where Int64(next.lowerBound) - Int64(part.upperBound) > gap {
      gap = Int64(next.lowerBound) - Int64(part.upperBound)
      (west, east) = (next.lowerBound, part.upperBound)
    }
    guard let low = Coordinate(latitudeE7: south, longitudeE7: west),
      let high = Coordinate(latitudeE7: north, longitudeE7: east)
    else { return nil }
    return BoundingBox(west: low, south: low, east: high, north: high)
  }
}
