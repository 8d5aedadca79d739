internal import Geography

/// What is known of the photos in one cell of the grid.
struct CellSummary: Hashable {
  var cell: TileCoordinate
  var summary: PointSummary
}

/// Summaries of cells of one zoom level as a row of the index keeps them, in the order of the grid.
///
/// ```
/// first key of the cell   8, UInt64, little-endian  ⎫
/// summary                64, see PointSummary       ⎭ × n
/// ```
enum CellSummaryList {
  private static let stride = 8 + PointSummary.stride

  /// Reads the cells, or refuses bytes that are no list of cells of this level inside `tile`.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, zoom: Int, in tile: TileCoordinate
  ) -> [CellSummary]? {
    guard bytes.count % stride == 0 else { return nil }
    var cells: [CellSummary] = []
    cells.reserveCapacity(bytes.count / stride)
    var next = tile.keys.lowerBound
    for offset in Swift.stride(from: 0, to: bytes.count, by: stride) {
      let key = GridKey(
        rawValue: unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      guard key >= next, key <= tile.keys.upperBound,
        let summary = unsafe PointSummary(bytes, at: offset + 8)
      else { return nil }
      let cell = TileCoordinate(zoom: zoom, holding: key)
      guard cell.keys.lowerBound == key else { return nil }
      cells.append(CellSummary(cell: cell, summary: summary))
      next = GridKey(rawValue: cell.keys.upperBound.rawValue + 1)
    }
    return cells
  }

  static func encode(_ cells: [CellSummary]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cells.count * stride)
    for cell in cells {
      bytes.append(littleEndian: cell.cell.keys.lowerBound.rawValue)
      cell.summary.append(to: &bytes)
    }
    return bytes
  }
}

extension Sequence<CellSummary> {
  /// The summary of all of them.
  var total: PointSummary {
    reduce(into: PointSummary()) { $0.merge($1.summary) }
  }
}
