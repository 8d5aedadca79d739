public import Geography
public import Grid
internal import PhotoFacts
public import PhotoIndex
internal import VectorTiles

/// Writes photos and clusters as a vector tile with one layer.
///
/// Tiles have no buffer: a point on the edge between two tiles is in exactly one. Positions are truncated, not
/// rounded, so that no point reaches the far edge, which belongs to the next tile.
public enum PhotoTile {
  /// The name of the layer.
  public static let layer = "photos"

  /// The properties of a feature: name, type in TileJSON, and meaning.
  public static let fields: [(name: String, type: String, meaning: String)] = [
    ("id", "Number", "a photo's id, which is also the id of its feature"),
    (
      "takenAt", "String",
      "when a photo was taken (UTC, or the camera's clock if the offset is unknown)"
    ),
    ("media", "String", "image or video"),
    ("cluster", "Boolean", "true for a cluster"),
    ("cluster_id", "String", "the id for requesting the photos of a cluster"),
    ("point_count", "Number", "the number of photos in a cluster"),
    ("point_count_abbreviated", "String", "the number, abbreviated as in 1.2k"),
    ("bbox", "String", "west,south,east,north of a cluster's photos"),
    ("photo", "Number", "the id of a cluster's newest photo"),
    ("takenFrom", "String", "when the first of a cluster's photos was taken"),
    ("takenTo", "String", "when the last of a cluster's photos was taken"),
  ]

  /// The bytes of a tile; empty if it has no features.
  public static func bytes(_ marks: [TileMark], of tile: TileCoordinate) -> [UInt8] {
    var layer = VectorTileLayer(name: layer)
    for mark in marks {
      switch mark {
      case .photo(let photo):
        let place = position(of: photo.coordinate, in: tile)
        let id = UInt64(exactly: photo.id)
        layer.addPoint(x: place.x, y: place.y, id: id, properties(of: photo))
      case .cluster(let cluster):
        let place = position(of: cluster.centre, in: tile)
        layer.addPoint(x: place.x, y: place.y, id: nil, properties(of: cluster))
      }
    }
    return layer.tile
  }

  private typealias Properties = [(name: String, value: VectorTileLayer.Value)]

  private static func properties(of photo: GridPhoto) -> Properties {
    var properties: Properties = [("id", .whole(photo.id))]
    if let time = photo.time { properties.append(("takenAt", .text(Timestamp.utc(time)))) }
    if let media = photo.media { properties.append(("media", .text(media.name))) }
    return properties
  }

  private static func properties(of cluster: Cluster) -> Properties {
    let edges = cluster.extent
    let box = [edges.westE7, edges.southE7, edges.eastE7, edges.northE7].map(degrees)
    var properties: Properties = [
      ("cluster", .truth(true)), ("cluster_id", .text(cluster.id)),
      ("point_count", .whole(Int64(cluster.count))),
      ("point_count_abbreviated", .text(cluster.abbreviatedCount)),
      ("bbox", .text(box.joined(separator: ","))), ("photo", .whole(cluster.representative)),
    ]
    if let time = cluster.time {
      properties.append(("takenFrom", .text(Timestamp.utc(time.lowerBound))))
      properties.append(("takenTo", .text(Timestamp.utc(time.upperBound))))
    }
    return properties
  }

  private static func degrees(_ units: Int32) -> String {
    var json = JSONWriter(capacity: 16)
    json.degrees(units)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The position in units of a tile.
  private static func position(of coordinate: Coordinate, in tile: TileCoordinate) -> (
    x: Int32, y: Int32
  ) {
    let point = GridPoint(coordinate)
    let corner = tile.keys.lowerBound.point
    let shift = Int64(GridPoint.levels - tile.zoom)
    func units(_ place: UInt32, _ corner: UInt32) -> Int32 {
      let extent = Int64(VectorTileLayer.extent)
      // The middle of a grid cell, which is many units wide on deep levels.
      let halves = 2 * (Int64(place) - Int64(corner)) + 1
      let units = (halves * extent) >> (shift + 1)
      return Int32(min(max(units, 0), extent - 1))
    }
    return (units(point.x, corner.x), units(point.y, corner.y))
  }
}

extension Cluster {
  /// The abbreviated count as in supercluster: below a thousand the number, else `1.2k` or `34k`.
  public var abbreviatedCount: String {
    switch count {
    case ..<1_000: return "\(count)"
    case ..<10_000:
      let tenths = (count + 50) / 100
      return tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k"
    default: return "\((count + 500) / 1_000)k"
    }
  }
}
