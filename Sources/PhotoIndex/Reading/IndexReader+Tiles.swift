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

/// What the grid knows of one photo: enough to show it without a look at the table of photos.
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
  /// How many levels below a tile the cells are that it is divided into: eight along each side.
  ///
  /// Programs that draw vector tiles show them 512 pixels wide, so a cell is as wide on the screen
  /// as that of `marks(_:zoom:)` is for tiles of 256 pixels.
  public static let levelsBelowTile = 3
}

extension IndexReader {
  /// Groups the photos of a tile that pass a filter by the cells of the tile.
  ///
  /// A photo is in the tile of its grid key and in no other of that zoom level: the counts of all
  /// tiles of a level add up to the count of the filter. The tile takes the place of the filter's
  /// box.
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

  /// Looks a pin up in its run: one descent.
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
  /// The point that has a position in the order of the grid.
  fileprivate func point(at position: GridPosition) -> IndexedPoint? {
    let index = firstIndex(after: position) - 1
    return index >= 0 && self.position(index) == position ? point(index) : nil
  }
}
