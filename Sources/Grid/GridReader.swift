public import Geography

/// Answers queries about the points of a source.
///
/// Each query is a function in a file of its own: `count`, `pins`, `nearest`, `marks`, `timeline`. All of them read
/// runs through `walk`, quarters through `quarters(of:)` and days through `walkDays`. Their costs are counted.
public final class GridReader {
  let source: any GridSource

  /// What this reader has read since it was made.
  public var cost: GridCost { unsafe counted }

  // A check of each access for others at the same time takes as long as counting.
  @exclusivity(unchecked)
  var counted = GridCost()

  /// Pages in the order of time read up to this many points around a box without the calendar.
  ///
  /// The calendar takes as long for a small box as for the whole world.
  public var mostWalked = 250_000

  /// How many runs a pass reads before it shares the rest with another thread.
  public var mostRunsAlone = 4_000

  /// About how many points the first window of a page in the order of time has.
  public var firstWindow = 2_000

  /// Makes a reader.
  public init(_ source: any GridSource) { self.source = source }

  /// The summaries of a tile's quarters that are not empty, in the order of the grid; nil if the tile is not
  /// divided.
  public func quarters(of tile: TileCoordinate) throws -> [CellSummary]? {
    unsafe counted.tiles &+= 1
    guard let redacted = try source.redacted() else { return try source.quarters(of: tile) }
    return try quarters(of: tile, in: redacted)
  }

  func damaged() -> any Error { source.damaged }
}
