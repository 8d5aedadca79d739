public import Files
public import Geography

/// A source of map tiles.
protocol TileArchive: Sendable {
  var description: BaseMapDescription { get }

  /// Whether the content is still that which was opened, as far as the metadata of the file do not show.
  var isCurrent: Bool { get }

  /// The tile as stored; nil if there is none.
  func tile(_ tile: TileCoordinate) throws(BaseMapError) -> [UInt8]?
}

/// An open file of map tiles: PMTiles or MBTiles.
public final class BaseMap: Sendable {
  /// Longer tiles are refused, compressed or not.
  static let longestTile = 16 << 20

  /// A tile as stored.
  public struct Tile: Sendable {
    /// The bytes, perhaps compressed.
    public let bytes: [UInt8]

    /// How they are compressed.
    public let compression: TileCompression

    /// The decompressed bytes; nil if they are damaged or cannot be decompressed.
    public var plain: [UInt8]? { compression.decompress(bytes, limit: BaseMap.longestTile) }
  }

  /// The path of the file.
  public let path: [UInt8]

  /// The metadata of the file when it was opened.
  public let status: FileStatus

  /// The metadata inside the file.
  public let description: BaseMapDescription

  /// A text that identifies this content of the file.
  public let version: String

  private let archive: any TileArchive

  /// Opens a file; reads its metadata and at most a few tiles.
  public init(path: [UInt8]) throws(BaseMapError) {
    self.path = path
    let file: ReadableFile
    do {
      file = try ReadableFile(path: path)
    } catch {
      throw BaseMapError(.unreadable, path, "cannot be opened: \(error)")
    }
    status = file.status
    version = [UInt64(status.size), UInt64(bitPattern: status.modified), status.inode]
      .map { String($0, radix: 36) }.joined(separator: "-")
    guard file.size > 0 else { throw BaseMapError(.damaged, path, "is empty") }
    archive = try Self.archive(file, path)
    var description = archive.description
    try Self.complete(&description, from: archive, path)
    description.completeElevation(from: path)
    self.description = description
  }

  private static func archive(_ file: ReadableFile, _ path: [UInt8]) throws(BaseMapError)
    -> any TileArchive
  {
    let start = (try? file.read(0..<min(16, file.size))) ?? []
    if start.starts(with: "SQLite format 3\0".utf8) { return try MBTilesFile(path: path) }
    return try PMTilesFile(file, path: path)
  }

  /// Examines a tile for what the metadata omit: the format, and whether there is a sea.
  private static func complete(
    _ description: inout BaseMapDescription, from archive: any TileArchive, _ path: [UInt8]
  ) throws(BaseMapError) {
    let needsFormat = description.format == nil
    guard needsFormat || (description.format == .mvt && !description.hasSea) else { return }
    for coordinate in overview(description) {
      guard let bytes = try archive.tile(coordinate) else { continue }
      let tile = Tile(
        bytes: bytes,
        compression: description.compression ?? TileCompression(sniffing: bytes))
      if needsFormat, description.format == nil {
        description.format = TileFormat(sniffing: tile.plain ?? []) ?? .mvt
      }
      guard description.format == .mvt else { return }
      // Layers and classes of the sea have this name in all common schemas.
      if let plain = tile.plain, plain.contains("ocean".utf8) {
        description.hasSea = true
        return
      }
    }
  }

  /// The tiles of the lowest zoom level, at most 64 of them.
  private static func overview(_ description: BaseMapDescription) -> [TileCoordinate] {
    let zoom = description.minZoom
    let edges = description.bounds
    guard
      let first = TileCoordinate(zoom: zoom, longitude: edges[0], latitude: edges[3]),
      let last = TileCoordinate(zoom: zoom, longitude: edges[2], latitude: edges[1])
    else { return [] }
    let rows = first.y...max(first.y, last.y)
    let columns = first.x...max(first.x, last.x)
    return rows.prefix(8).flatMap { y in
      columns.prefix(8).compactMap { TileCoordinate(zoom: zoom, x: Int($0), y: Int(y)) }
    }
  }

  /// Whether the file at the path still is the one that was opened, unchanged.
  public var isCurrent: Bool {
    FileStatus(path: path)?.hasSameContent(as: status) ?? false && archive.isCurrent
  }

  /// The tile as stored; nil if there is none.
  public func tile(_ tile: TileCoordinate) throws(BaseMapError) -> Tile? {
    guard tile.zoom >= description.minZoom, tile.zoom <= description.maxZoom,
      let bytes = try archive.tile(tile), !bytes.isEmpty
    else { return nil }
    let compression: TileCompression =
      description.format?.isVector == false
      ? .none : description.compression ?? TileCompression(sniffing: bytes)
    return Tile(bytes: bytes, compression: compression)
  }
}

extension TileCoordinate {
  /// The tile that contains a position; nil if the zoom level is too deep.
  fileprivate init?(zoom: Int, longitude: Double, latitude: Double) {
    guard let place = Coordinate(latitude: latitude, longitude: longitude), zoom <= GridPoint.levels
    else { return nil }
    self.init(zoom: zoom, holding: GridKey(place))
  }
}
