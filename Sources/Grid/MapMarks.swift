public import Geography

/// What a map shows in one cell of its grid: one photo, or a cluster of several.
public enum MapMark: Hashable, Sendable {
  /// The only photo of its cell.
  case pin(Pin)

  /// Several photos.
  case cluster(Cluster)
}

/// Several photos in one cell.
public struct Cluster: Hashable, Sendable {
  /// The cell; together with the filter it determines exactly which photos these are.
  public var cell: TileCoordinate

  /// How many photos.
  public var count: Int

  /// The mean of their positions.
  public var centre: Coordinate

  /// The box around them.
  public var extent: BoundingBox

  /// The newest of them, which represents the others.
  public var representative: Int64

  /// The first and the last moment on the time line (`CaptureTime.timelineMilliseconds`); nil if none of them is dated.
  public var time: ClosedRange<Int64>?

  /// Makes a cluster.
  public init(
    cell: TileCoordinate, count: Int, centre: Coordinate, extent: BoundingBox,
    representative: Int64, time: ClosedRange<Int64>?
  ) {
    (self.cell, self.count, self.centre) = (cell, count, centre)
    (self.extent, self.representative, self.time) = (extent, representative, time)
  }
}

/// The marks of a box and the zoom level they were made for.
public struct MapMarks: Hashable, Sendable {
  /// The zoom level of the marks; lower than requested if that would have been more marks than the limit.
  public var zoom: Int

  /// The marks in the order of the grid.
  public var marks: [MapMark]

  /// How many photos they represent.
  public var photoCount: Int
}

extension Cluster {
  /// How many levels below the zoom of a map the cells are: each is a quarter of a tile wide.
  public static let levelsBelowZoom = 2

  /// The name of the cell, by which a client can open the cluster later.
  public var id: String { "\(cell.zoom)-\(cell.x)-\(cell.y)" }

  /// The cell of a cluster's name; nil if the name is invalid.
  public static func cell(id: some StringProtocol) -> TileCoordinate? {
    let numbers = id.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let zoom = numbers[0], let x = numbers[1], let y = numbers[2] else {
      return nil
    }
    return TileCoordinate(zoom: zoom, x: x, y: y)
  }
}
