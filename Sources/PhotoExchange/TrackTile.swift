public import TrackStore
internal import TrackLines
public import Geography
internal import PhotoFacts
internal import PhotoIndex
internal import VectorTiles

/// Writes tracks as a vector tile with one layer of lines.
///
/// A feature contains the fixes of one track and one day in the tile. Lines extend a little beyond the edge
/// of the tile, so that wide lines are not cut off.
public struct TrackTile {
  /// The name of the layer.
  public static let layer = "tracks"

  /// The properties of a feature: name, type in TileJSON, and meaning.
  public static let fields: [(name: String, type: String, meaning: String)] = [
    ("track", "Number", "the id of the track"),
    ("date", "String", "the day in solar time, such as 2024-05-01"),
    ("day", "Number", "the same as days since 1970-01-01"),
  ]

  /// Units beyond the edge.
  private static let margin = 64.0

  /// Fixes nearer than this to the previous one are omitted: about a third of a pixel.
  private static let nearest: Int32 = 3

  private typealias Point = (x: Int32, y: Int32)

  private struct Key: Hashable {
    var track: Int64
    var day: Int64
  }

  private let tile: TileCoordinate
  private let corner: GridPoint

  /// Units per cell of the grid.
  private let scale: Double
  private var order: [Key] = []
  private var lines: [Key: [[Point]]] = [:]
  private var dots: Set<Int64> = []

  /// Begins a tile.
  public init(_ tile: TileCoordinate) {
    self.tile = tile
    corner = tile.keys.lowerBound.point
    scale =
      Double(VectorTileLayer.extent) / Double(UInt64(1) << UInt64(GridPoint.levels - tile.zoom))
  }

  /// The box of the tile with its margin; nil if no position is in it.
  public static func box(of tile: TileCoordinate) -> BoundingBox? {
    let bounds = tile.geographicBounds
    let width = (bounds.east - bounds.west) / 64
    let height = (bounds.north - bounds.south) / 64
    return BoundingBox(
      west: max(bounds.west - width, -180), south: max(bounds.south - height, -90),
      east: min(bounds.east + width, 180), north: min(bounds.north + height, 90))
  }

  /// Adds the fixes of a track; some may be outside of the tile.
  public mutating func add(_ piece: TrackPiece) {
    var line: [(x: Double, y: Double)] = []
    var previous: (place: (x: Double, y: Double), day: Int64)?
    for point in piece.points {
      let place = place(of: point.fix.coordinate)
      let day = point.fix.solarDay
      if let last = previous, !point.beginsLine {
        if day != last.day { end(&line, Key(track: piece.track, day: last.day)) }
        addSegment(from: last.place, to: place, &line, Key(track: piece.track, day: day))
      } else {
        if let last = previous { end(&line, Key(track: piece.track, day: last.day)) }
        if let (start, _) = clipped(place, place) { line = [start] }
      }
      previous = (place, day)
    }
    if let last = previous { end(&line, Key(track: piece.track, day: last.day)) }
  }

  /// The bytes of the tile; empty if it has no features.
  public var bytes: [UInt8] {
    var layer = VectorTileLayer(name: Self.layer)
    for key in order {
      let date = Timestamp.utc(key.day * 86_400_000).prefix(10)
      layer.addLines(
        lines[key] ?? [],
        [
          ("track", .whole(key.track)), ("date", .text(String(date))), ("day", .whole(key.day)),
        ])
    }
    return layer.tile
  }

  // MARK: Drawing

  /// The position in units of the tile.
  private func place(of coordinate: Coordinate) -> (x: Double, y: Double) {
    let point = GridPoint(coordinate)
    return (
      (Double(point.x) - Double(corner.x) + 0.5) * scale,
      (Double(point.y) - Double(corner.y) + 0.5) * scale
    )
  }

  /// Adds a line; a line across the antimeridian is drawn at both edges of the map.
  private mutating func addSegment(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double),
    _ line: inout [(x: Double, y: Double)], _ key: Key
  ) {
    let world = Double(GridPoint.side) * scale
    let turns = ((end.x - start.x) / world).rounded()
    guard turns != 0 else { return addPlain(from: start, to: end, &line, key) }
    addPlain(from: start, to: (end.x - turns * world, end.y), &line, key)
    self.end(&line, key)
    addPlain(from: (start.x + turns * world, start.y), to: end, &line, key)
  }

  private mutating func addPlain(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double),
    _ line: inout [(x: Double, y: Double)], _ key: Key
  ) {
    guard let (from, to) = clipped(start, end) else { return self.end(&line, key) }
    if let last = line.last, last != from { self.end(&line, key) }
    if line.isEmpty { line.append(from) }
    line.append(to)
    if to != end { self.end(&line, key) }
  }

  /// The part of a line within the tile and its margin (Liang and Barsky, 1984).
  private func clipped(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) -> (
    (x: Double, y: Double), (x: Double, y: Double)
  )? {
    let (low, high) = (-Self.margin, Double(VectorTileLayer.extent) + Self.margin)
    let (alongX, alongY) = (end.x - start.x, end.y - start.y)
    var (from, to) = (0.0, 1.0)
    for (step, room) in [
      (-alongX, start.x - low), (alongX, high - start.x), (-alongY, start.y - low),
      (alongY, high - start.y),
    ] {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        from = max(from, room / step)
      } else {
        to = min(to, room / step)
      }
    }
    guard from <= to else { return nil }
    func place(_ share: Double) -> (x: Double, y: Double) {
      share == 0
        ? start : share == 1 ? end : (start.x + share * alongX, start.y + share * alongY)
    }
    return (place(from), place(to))
  }

  private mutating func end(_ line: inout [(x: Double, y: Double)], _ key: Key) {
    defer { line.removeAll(keepingCapacity: true) }
    var points: [Point] = []
    for (index, place) in line.enumerated() {
      let point = (x: Int32(place.x.rounded(.down)), y: Int32(place.y.rounded(.down)))
      if let last = points.last {
        let isNear =
          abs(point.x - last.x) < Self.nearest && abs(point.y - last.y) < Self.nearest
        if isNear, index < line.count - 1 || point == last { continue }
      }
      points.append(point)
    }
    guard let first = points.first else { return }
    if points.count == 1 {
      // A line shorter than a pixel is a dot, and each place needs only one dot.
      guard dots.insert(Int64(first.x >> 3) << 32 | Int64(first.y >> 3) & 0xFFFF_FFFF).inserted
      else {
        return
      }
      points.append((first.x + 1, first.y))
    }
    if lines[key] == nil { order.append(key) }
    lines[key, default: []].append(points)
  }
}
