internal import Geography

/// The tiles of one zoom level in which a privacy filter hides photos, or moves them out or in.
///
/// For all other tiles, and for tiles made up of them, the stored summaries are valid.
struct RedactedTiles {
  /// These tiles are about as wide as a street is long; a finer tile counts as changed if the one around it is.
  static let zoom = 16

  /// The numbers of the tiles, in order once finished; nil if all are changed.
  private var numbers: [UInt64]? = []

  /// Whether all points of a run are in one tile.
  static func isOne(_ run: RunExtent) -> Bool { number(run.first.key) == number(run.last.key) }

  /// Marks all tiles as changed.
  mutating func addAll() { numbers = nil }

  /// Marks the tile of a key as changed.
  mutating func add(_ key: GridKey) {
    let number = Self.number(key)
    // Photos come in the order of the grid, so most are in the tile of the one before.
    if numbers?.last != number { numbers?.append(number) }
  }

  /// The same tiles, sorted and without duplicates, ready for queries.
  func finished() -> RedactedTiles {
    var finished = self
    finished.numbers = numbers.map { Array(Set($0)).sorted() }
    return finished
  }

  /// Whether the points of a tile are shown as the source has them, in O(log n).
  func leaveAsStored(_ tile: TileCoordinate) -> Bool {
    guard let numbers else { return false }
    let first = Self.number(tile.keys.lowerBound)
    let next = numbers.partitioningIndex { $0 >= first }
    return next == numbers.endIndex || numbers[next] > Self.number(tile.keys.upperBound)
  }

  private static func number(_ key: GridKey) -> UInt64 {
    key.rawValue >> UInt64(GridKey.bits - 2 * zoom)
  }
}
