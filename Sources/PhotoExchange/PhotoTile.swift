public import Geography
internal import PhotoFacts
public import PhotoIndex
internal import VectorTiles

/// Photos and clusters as a vector tile with one layer.
///
/// There is no buffer: what lies on the edge between two tiles is in one of them. Units are counted
/// from the tile's upper left corner and cut, not rounded, so that nothing gets to the far edge,
/// which belongs to the next tile.
public enum PhotoTile {
  /// The name of the layer.
  public static let layer = "photos"

  /// What is said of a feature: the name, the type as TileJSON calls it, and what it means.
  public static let fields: [(name: String, type: String, meaning: String)] = [
    ("id", "Number", "a photo's id, which is also the id of its feature"),
    (
      "takenAt", "String",
      "when a photo was taken (UTC, or the camera's clock where only that is known)"
    ),
    ("media", "String", "image or video"),
    ("cluster", "Boolean", "true for a cluster"),
    ("cluster_id", "String", "the name by which a cluster opens"),
    ("point_count", "Number", "how many photos a cluster has"),
    ("point_count_abbreviated", "String", "the same, shortened as in 1.2k"),
    ("bbox", "String", "west,south,east,north of a cluster's photos"),
    ("photo", "Number", "the id of a cluster's newest photo"),
    ("takenFrom", "String", "when the first of a cluster's photos was taken"),
    ("takenTo", "String", "when the last of them was taken"),
  ]

  /// The bytes of a tile; none where there is nothing to show.
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

  /// Where a place lies in the units of a tile.
  private static func position(of coordinate: Coordinate, in tile: TileCoordinate) -> (
    x: Int32, y: Int32
  ) {
    let point = GridPoint(coordinate)
    let corner = tile.keys.lowerBound.point
    let shift = Int64(GridPoint.levels - tile.zoom)
    func units(_ place: UInt32, _ corner: UInt32) -> Int32 {
      let extent = Int64(VectorTileLayer.extent)
      // The middle of a cell of the grid, which on deep levels is many units wide.
      let halves = 2 * (Int64(place) - Int64(corner)) + 1
      let units = (halves * extent) >> (shift + 1)
      return Int32(min(max(units, 0), extent - 1))
    }
    return (units(point.x, corner.x), units(point.y, corner.y))
  }
}

extension Cluster {
  /// The count as supercluster shortens it: a number below a thousand, else `1.2k` or `34k`.
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
