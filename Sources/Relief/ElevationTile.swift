internal import BaseMaps
internal import Caches
internal import Geography
internal import Synchronization
internal import Thumbnails

/// The elevations of the pixels of a tile, row by row; unknown ones are NaN.
struct ElevationTile: Sendable {
  let side: Int
  let metres: [Float]

  /// No ground of the Earth is higher or lower: the parts of a damaged picture that are missing are white.
  private static let possible: ClosedRange<Float> = -12_000...9_000

  /// Decodes a picture in a process of its own; nil if that fails, or it is not a square of common size.
  init?(_ picture: [UInt8], _ encoding: ElevationEncoding) {
    guard let pixels = try? ExactPicture(picture, longestSide: 1_024), pixels.width == pixels.height
    else { return nil }
    side = pixels.width
    let samples = pixels.samples
    metres = stride(from: 0, to: samples.count, by: 3).map { at in
      let (red, green, blue) = (Float(samples[at]), Float(samples[at + 1]), Float(samples[at + 2]))
      let metres =
        switch encoding {
        case .terrarium: 256 * red + green + blue / 256 - 32_768
        case .mapbox: (65_536 * red + 256 * green + blue) / 10 - 10_000
        }
      return Self.possible.contains(metres) ? metres : .nan
    }
  }
}

/// Tiles of elevations, of which those used last stay in memory.
final class ElevationTiles: Sendable {
  private static let limit = 64 << 20

  private struct Key: Hashable {
    let source: Int
    let tile: TileCoordinate
  }

  private let known = Mutex(RecentlyUsed<Key, ElevationTile?>(limit: limit))

  private func tile(_ tile: TileCoordinate, of source: ElevationSource) -> ElevationTile? {
    let key = Key(source: source.number, tile: tile)
    if let known = known.withLock({ $0[key] }) { return known }
    let read = source.read(tile)
    // An absent tile counts as a kilobyte, which limits their number, too.
    let cost = (read?.metres.count ?? 0) * MemoryLayout<Float>.size + 1_024
    known.withLock { $0.insert(read, for: key, cost: cost) }
    return read
  }

  /// The elevation between the four nearest pixels; nil if the tile lacks one of them.
  ///
  /// Beyond the last tile, and beside one of another size, pixels at the edge count twice.
  func elevation(at point: GridPoint, zoom: Int, of source: ElevationSource) -> Double? {
    let shift = UInt32(GridPoint.levels - zoom)
    let (column, row) = (Int(point.x >> shift), Int(point.y >> shift))
    guard let middle = self.tile(column, row, zoom, source) else { return nil }
    let side = middle.side
    func pixels(_ position: UInt32) -> (first: Int, share: Double) {
      let cells = UInt32(1) << shift
      let inTile = Double(position & (cells - 1)) + 0.5
      let at = inTile / Double(cells) * Double(side) - 0.5
      return (Int(at.rounded(.down)), at - at.rounded(.down))
    }
    let (x, y) = (pixels(point.x), pixels(point.y))
    func metres(_ x: Int, _ y: Int) -> Double {
      let (left, up) = (x < 0 ? -1 : x >= side ? 1 : 0, y < 0 ? -1 : y >= side ? 1 : 0)
      if left != 0 || up != 0, let other = self.tile(column + left, row + up, zoom, source),
        other.side == side
      {
        return Double(other.metres[(y - up * side) * side + x - left * side])
      }
      let (x, y) = (min(max(x, 0), side - 1), min(max(y, 0), side - 1))
      return Double(middle.metres[y * side + x])
    }
    let upper = metres(x.first, y.first) * (1 - x.share) + metres(x.first + 1, y.first) * x.share
    let lower =
      metres(x.first, y.first + 1) * (1 - x.share) + metres(x.first + 1, y.first + 1) * x.share
    let between = upper * (1 - y.share) + lower * y.share
    return between.isNaN ? nil : between
  }

  /// The tile of a column and a row; columns continue beyond the antimeridian.
  private func tile(_ column: Int, _ row: Int, _ zoom: Int, _ source: ElevationSource)
    -> ElevationTile?
  {
    let columns = 1 << zoom
    return TileCoordinate(zoom: zoom, x: (column + columns) % columns, y: row)
      .flatMap { tile($0, of: source) }
  }
}
