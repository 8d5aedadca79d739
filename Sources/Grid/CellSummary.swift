public import Geography

/// What is known of the photos in one cell of the grid.
public struct CellSummary: Hashable, Sendable {
  /// The cell.
  public var cell: TileCoordinate

  /// What is known of its photos.
  public var summary: PointSummary

  /// Makes a summary of a cell.
  public init(cell: TileCoordinate, summary: PointSummary) {
    (self.cell, self.summary) = (cell, summary)
  }
}

/// Summaries of cells of one zoom level, in the order of the grid, as a row of the index stores them.
///
/// ```
/// first key of the cell, and a tag in its low bits
///                         8, UInt64, little-endian  ⎫
/// summary                64, see PointSummary       ⎭ × n
/// ```
///
/// Tags distinguish several summaries of one cell; the quarters of a tile have none.
public enum CellSummaryList {
  private static let stride = 8 + PointSummary.stride

  /// Visits the cells whose first key is wanted, without decoding the others.
  ///
  /// Returns false if the bytes are not a list of cells of this level inside `tile`.
  @inline(__always)
  static func forEach(
    _ bytes: UnsafeRawBufferPointer, zoom: Int, in tile: TileCoordinate, highestTag: UInt64 = 0,
    where isWanted: (GridKey) -> Bool, _ body: (GridKey, UInt64, PointSummary) throws -> Void
  ) rethrows -> Bool {
    guard bytes.count % stride == 0 else { return false }
    let (last, size) = (tile.keys.upperBound.rawValue, UInt64(1) << UInt64(GridKey.bits - 2 * zoom))
    var next = tile.keys.lowerBound.rawValue
    for offset in Swift.stride(from: 0, to: bytes.count, by: stride) {
      let tagged = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let tag = tagged & (size - 1)
      guard tagged >= next, tagged <= last, tag <= highestTag else { return false }
      next = tagged + 1
      let key = GridKey(rawValue: tagged - tag)
      guard isWanted(key) else { continue }
      guard let summary = unsafe PointSummary(bytes, at: offset + 8) else { return false }
      try body(key, tag, summary)
    }
    return true
  }

  /// Reads the cells; returns nil if the bytes are not a list of cells of this level inside `tile`.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, zoom: Int, in tile: TileCoordinate
  ) -> [CellSummary]? {
    var cells: [CellSummary] = []
    cells.reserveCapacity(bytes.count / stride)
    let isList = unsafe forEach(bytes, zoom: zoom, in: tile) { _ in
      true
    } _: { key, _, summary in
      cells.append(CellSummary(cell: TileCoordinate(zoom: zoom, holding: key), summary: summary))
    }
    return isList ? cells : nil
  }

  /// The number of cells in this many bytes.
  static func count(_ bytes: Int) -> Int { bytes / stride }

  /// The bytes of cells.
  public static func encode(_ cells: [CellSummary]) -> [UInt8] {
    encode(cells.map { ($0.cell.keys.lowerBound, 0, $0.summary) })
  }

  static func encode(_ cells: [(key: GridKey, tag: UInt64, summary: PointSummary)]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cells.count * stride)
    for cell in cells {
      bytes.append(littleEndian: cell.key.rawValue | cell.tag)
      cell.summary.append(to: &bytes)
    }
    return bytes
  }
}

extension Sequence<CellSummary> {
  /// The summary of all of them.
  public var total: PointSummary {
    reduce(into: PointSummary()) { $0.merge($1.summary) }
  }
}
