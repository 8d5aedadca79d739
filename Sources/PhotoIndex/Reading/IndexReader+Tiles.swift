public import Geography
public import PhotoFacts
public import Query

/// What a tile of the map shows in one of its cells.
public enum TileMark: Hashable, Sendable {
  /// The only photo of its cell.
  case photo(GridPhoto)

  /// Several photos.
  case cluster(Cluster)
}

/// What the grid stores of one photo: enough to show it without reading the table of photos.
public struct GridPhoto: Hashable, Sendable {
  /// The photo.
  public var id: Int64

  /// Where it was taken.
  public var coordinate: Coordinate

  /// When, in milliseconds on the time line; nil if undated.
  public var time: Int64?

  /// Whether it is a picture or a film; nil if unknown.
  public var media: MediaKind?
}

extension Cluster {
  /// How many levels below a tile its cells are: eight along each side.
  ///
  /// Programs draw vector tiles 512 pixels wide. So on the screen, a cell is as wide as one of `marks(_:zoom:)`
  /// in tiles of 256 pixels.
  public static let levelsBelowTile = 3
}

extension IndexReader {
  /// Groups the photos of a tile that pass a filter by the cells of the tile.
  ///
  /// A photo is in the tile of its grid key and in no other of that zoom level. So the counts of all tiles of a
  /// level add up to the count of the filter. The tile replaces the filter's box.
  public func marks(of tile: TileCoordinate, _ filter: PhotoFilter) throws -> [TileMark] {
    guard let box = BoundingBox(tile) else { return [] }
    var filter = filter
    filter.box = box
    let zoom = tile.zoom + Cluster.levelsBelowTile - Cluster.levelsBelowZoom
    return try marks(filter, zoom: zoom).marks.map { mark in
      switch mark {
      case .cluster(let cluster): .cluster(cluster)
      case .pin(let pin): .photo(try photo(of: pin))
      }
    }
  }

  /// Looks up a pin in its run with one descent.
  private func photo(of pin: Pin) throws -> GridPhoto {
    let position = GridPosition(key: GridKey(pin.coordinate), id: pin.id)
    return try withRun(holding: position) { run in
      guard let point = run.point(at: position) else { throw damaged() }
      return GridPhoto(
        id: pin.id, coordinate: pin.coordinate,
        time: point.time == IndexedPoint.undated ? nil : point.time,
        media: MediaKind(rawValue: point.traits & 0x0F))
    }
  }
}

extension GridRun {
  /// The point at a position in the order of the grid; nil if there is none.
  fileprivate func point(at position: GridPosition) -> IndexedPoint? {
    let index = firstIndex(after: position) - 1
    return index >= 0 && self.position(index) == position ? point(index) : nil
  }
}
