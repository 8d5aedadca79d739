internal import JSON
internal import Caches
internal import Files
internal import Geography
internal import Synchronization

/// An open PMTiles file of version 3.
///
/// Only the header, the root directory and the metadata are read when it is opened.
final class PMTilesFile: TileArchive {
  /// Longer directories are refused, compressed or not.
  private static let longestDirectory = 8 << 20
  private static let longestMetadata = 4 << 20

  /// The format allows any depth, but programs write two or three levels.
  private static let deepest = 4

  let description: BaseMapDescription
  private let path: [UInt8]
  private let file: ReadableFile
  private let header: PMTilesHeader
  private let root: PMTilesDirectory

  /// The metadata of the file show all changes.
  let isCurrent = true
  private let leaves = Mutex(RecentlyUsed<UInt64, PMTilesDirectory>(limit: 16 << 20))

  init(_ file: ReadableFile, path: [UInt8]) throws(BaseMapError) {
    self.file = file
    self.path = path
    let start = try Self.read(file, 0..<min(file.size, PMTilesHeader.size), path)
    header = try PMTilesHeader(start, of: path, length: file.size)
    root = try Self.directory(header.root.range, of: file, path, header.directoryCompression)
    description = try Self.describe(header, file, path)
  }

  private static func describe(_ header: PMTilesHeader, _ file: ReadableFile, _ path: [UInt8])
    throws(BaseMapError) -> BaseMapDescription
  {
    var description = BaseMapDescription(format: header.format)
    description.compression = header.tileCompression
    (description.minZoom, description.maxZoom) = (header.minZoom, header.maxZoom)
    description.bounds = BaseMapDescription.bounds(header.bounds)
    guard header.metadata.count > 0 else { return description }
    guard header.metadata.count <= longestMetadata,
      let text = header.directoryCompression.decompress(
        try read(file, header.metadata.range, path), limit: longestMetadata),
      let members = try? JSONValue(parsing: text), members.members != nil
    else { throw BaseMapError(.damaged, path, "is damaged: its metadata is not valid JSON") }
    description.read(members)
    return description
  }

  func tile(_ tile: TileCoordinate) throws(BaseMapError) -> [UInt8]? {
    let number = TileNumber.of(tile)
    var directory = root
    for _ in 0..<Self.deepest {
      switch directory.find(number) {
      case nil: return nil
      case .tile(let offset, let count):
        guard count <= BaseMap.longestTile else {
          throw damage("its tile \(tile.zoom)/\(tile.x)/\(tile.y) has \(count) bytes")
        }
        return try Self.read(file, try range(offset, count, in: header.tiles), path)
      case .directory(let offset, let count):
        directory = try leaf(offset, count)
      }
    }
    throw damage("its directories are nested more than \(Self.deepest) levels deep")
  }

  private func leaf(_ offset: UInt64, _ count: Int) throws(BaseMapError) -> PMTilesDirectory {
    if let known = leaves.withLock({ $0[offset] }) { return known }
    let range = try range(offset, count, in: header.leaves)
    let leaf = try Self.directory(range, of: file, path, header.directoryCompression)
    // Small ones count as a kilobyte, which limits their number, too.
    leaves.withLock { $0.insert(leaf, for: offset, cost: max(1_024, leaf.size)) }
    return leaf
  }

  private func range(_ offset: UInt64, _ count: Int, in section: PMTilesHeader.Section)
    throws(BaseMapError) -> Range<Int>
  {
    guard offset <= UInt64(section.count), count <= section.count - Int(offset) else {
      throw damage("an entry of a directory lies outside of its \(section.name)")
    }
    let start = section.offset + Int(offset)
    return start..<start + count
  }

  private func damage(_ reason: String) -> BaseMapError {
    BaseMapError(.damaged, path, "is damaged: \(reason)")
  }

  private static func directory(
    _ range: Range<Int>, of file: ReadableFile, _ path: [UInt8], _ compression: TileCompression
  ) throws(BaseMapError) -> PMTilesDirectory {
    guard range.count <= longestDirectory,
      let bytes = compression.decompress(
        try read(file, range, path), limit: longestDirectory)
    else {
      throw BaseMapError(
        .damaged, path,
        "is damaged: a directory cannot be decompressed, or is longer than \(longestDirectory >> 20) MiB"
      )
    }
    do {
      return try PMTilesDirectory(bytes)
    } catch {
      throw BaseMapError(.damaged, path, "is damaged: a directory \(error.reason)")
    }
  }

  private static func read(_ file: ReadableFile, _ range: Range<Int>, _ path: [UInt8])
    throws(BaseMapError) -> [UInt8]
  {
    let bytes: [UInt8]
    do {
      bytes = try file.read(range)
    } catch {
      throw BaseMapError(.unreadable, path, "cannot be read: \(error)")
    }
    guard bytes.count == range.count else {
      throw BaseMapError(.damaged, path, "is truncated: it has been cut off while it was open")
    }
    return bytes
  }
}
