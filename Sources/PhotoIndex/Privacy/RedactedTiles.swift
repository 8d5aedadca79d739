internal import Geography

/// The tiles of one zoom level in which a privacy filter hides photos or moves some, out of the tile or into it.
///
/// Of all other tiles, and of those made up of them, what the file has summed up is as it is seen.
struct RedactedTiles {
  /// About as wide as a street is long; finer tiles are taken to be changed with the one they are in.
  static let zoom = 16

  /// The numbers of the tiles, in order once finished; nil if all are changed.
  private var numbers: [UInt64]? = []

  /// Changes all tiles.
  mutating func addAll() { numbers = nil }

  /// Changes the tile that holds a key.
  mutating func add(_ key: GridKey) {
    let number = Self.number(key)
    // Photos are met in the order of the grid, so most are in the tile of the one before.
    if numbers?.last != number { numbers?.append(number) }
  }

  /// The same with every tile once, ready to be asked.
  func finished() -> RedactedTiles {
    var finished = self
    finished.numbers = numbers.map { Array(Set($0)).sorted() }
    return finished
  }

  /// Whether the photos of a tile are shown as they are in the file, in O(log n).
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
