internal import Synchronization

// Searches far from any settlement, which would otherwise read all settlements of a continent.
extension Settlements {
  /// Blocks of four by four cells.
  private static let blockSide = 4
  private static let blockColumns = MapUnits.columns / blockSide

  /// The least reciprocal weight of the settlements of each block.
  ///
  /// A block without any has, negated, the number of such blocks from it to the east, so that oceans are skipped.
  final class BlockWeights: Sendable {
    let known = Mutex<[Float]?>(nil)
  }

  private struct Block {
    /// The square of its distance.
    var square: Double
    var row: Int
    /// The column, which continues beyond both edges of the map.
    var column: Int
    var weight: Double
  }

  /// Searches the blocks in a circle, the nearest first; those that cannot have a better settlement are not read.
  func searchBlocks(_ question: Question, within metres: Double) throws(PlacesError) -> Best {
    let window = Window(question.point, within: metres)
    var best = Best()
    for block in try blocks(question, window, within: metres) {
      let isNearer = question.country != nil && block.square < best.nearest
      guard isNearer || block.square * block.weight < best.score else { continue }
      let turns = Int((Double(block.column) / Double(Self.blockColumns)).rounded(.down))
      let first = Self.blockSide * (block.column - turns * Self.blockColumns)
      for row in Self.blockSide * block.row..<Self.blockSide * (block.row + 1) {
        try scan(
          row, first...first + Self.blockSide - 1, turns * Window.turn, question, window.shrink,
          metres, &best)
      }
    }
    return best
  }

  /// The blocks with settlements in a circle, the nearest first.
  private func blocks(_ question: Question, _ window: Window, within metres: Double)
    throws(PlacesError) -> [Block]
  {
    let weights = try weights()
    let side = Self.blockSide
    let size = side * MapUnits.inCell
    let limit = metres * metres
    // Rounds down, since the first column may be negative.
    let columns =
      (window.columns.lowerBound + MapUnits.columns) / side - Self.blockColumns...window
      .columns.upperBound / side
    var blocks: [Block] = []
    for row in window.rows.lowerBound / side...window.rows.upperBound / side {
      let north = distance(question.point.y, row * size, size)
      var column = columns.lowerBound
      while column <= columns.upperBound {
        let turn =
          column < 0 ? Self.blockColumns : column < Self.blockColumns ? 0 : -Self.blockColumns
        let weight = weights[row * Self.blockColumns + column + turn]
        guard weight >= 0 else {
          column -= Int(weight)
          continue
        }
        let east = distance(question.point.x, column * size, size) * window.shrink
        let square = north * north + east * east
        if square <= limit {
          blocks.append(
            Block(
              square: square, row: row, column: column,
              weight: Self.weight(Double(weight), question)))
        }
        column += 1
      }
    }
    return blocks.sorted { $0.square < $1.square }
  }

  /// The metres from a number of units to a span of them that begins at `start`.
  private func distance(_ units: Int, _ start: Int, _ size: Int) -> Double {
    Double(max(0, start - units, units - start - size)) * MapUnits.metresPerUnit
  }

  /// The weights of all blocks, which the first call reads from all settlements.
  private func weights() throws(PlacesError) -> [Float] {
    if let known = blockWeights.known.withLock({ $0 }) { return known }
    let side = Self.blockSide
    var weights = [Float](
      repeating: .infinity, count: Self.blockColumns * (MapUnits.rows / side))
    for row in 0..<MapUnits.rows {
      for column in 0..<MapUnits.columns {
        let cell = 4 * (row * MapUnits.columns + column)
        let first: UInt32 = try starts.number(cell)
        let end: UInt32 = try starts.number(cell + 4)
        guard first <= end else { throw .damaged }
        let block = row / side * Self.blockColumns + column / side
        for index in Int(first)..<Int(end) {
          let weight = Float(bitPattern: try points.number(16 * index + 8))
          weights[block] = min(weights[block], weight)
        }
      }
    }
    let found = Self.withRuns(weights)
    blockWeights.known.withLock { $0 = found }
    return found
  }

  /// The weights, with the lengths of empty runs in place of infinity.
  private static func withRuns(_ weights: [Float]) -> [Float] {
    var weights = weights
    for row in 0..<MapUnits.rows / blockSide {
      var run: Float = 0
      for column in (0..<blockColumns).reversed() {
        let block = row * blockColumns + column
        // Also a damaged file must not have another number here.
        let isEmpty = !(weights[block] >= 0 && weights[block] < .infinity)
        run = isEmpty ? run + 1 : 0
        if isEmpty { weights[block] = -run }
      }
    }
    return weights
  }
}
