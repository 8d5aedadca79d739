internal import JSON
internal import Caches
internal import Geography
internal import Synchronization

/// An open MBTiles file, which is an SQLite database.
///
/// SQLite makes a dozen system calls to read a tile, so the tiles that were used last are cached.
final class MBTilesFile: TileArchive {
  private struct TileKey: Hashable {
    var file: Int
    var tile: TileCoordinate
  }

  /// The cached tiles of all files, so that many files need no more memory than one.
  private static let cache = Mutex(RecentlyUsed<TileKey, [UInt8]>(limit: 64 << 20))
  private static let fileCount = Atomic<Int>(0)

  /// The memory of a cached tile besides its bytes.
  private static let overhead = 160

  let description: BaseMapDescription
  private let path: [UInt8]
  private let number = fileCount.add(1, ordering: .relaxed).newValue

  /// The connection that opened the file, on which SQLite counts the changes of others.
  private let first: Mutex<MBTilesConnection>
  private let dataVersion: Int?

  /// Idle connections.
  private let idle = Mutex<[MBTilesConnection]>([])

  init(path: [UInt8]) throws(BaseMapError) {
    self.path = path
    let connection = try MBTilesConnection(path)
    dataVersion = try Self.dataVersion(connection)
    description = try Self.describe(connection)
    // From now on it is used only while other requests wait.
    connection.waitNoMore()
    first = Mutex(connection)
  }

  private static func dataVersion(_ connection: MBTilesConnection) throws(BaseMapError) -> Int? {
    try connection.number("PRAGMA data_version")
  }

  /// Whether the database has not been written since it was opened; true if another program is just writing it.
  var isCurrent: Bool {
    first.withLock { connection in
      (try? Self.dataVersion(connection)).map { $0 == dataVersion } ?? true
    }
  }

  func tile(_ tile: TileCoordinate) throws(BaseMapError) -> [UInt8]? {
    let key = TileKey(file: number, tile: tile)
    if let known = Self.cache.withLock({ $0[key] }) { return known }
    let found = try read(tile)
    if let found {
      Self.cache.withLock { $0.insert(found, for: key, cost: found.count + Self.overhead) }
    }
    return found
  }

  private func read(_ tile: TileCoordinate) throws(BaseMapError) -> [UInt8]? {
    let reused = idle.withLock { $0.popLast() }
    let connection = if let reused { reused } else { try MBTilesConnection(path) }
    // Rows are numbered from the south.
    let found = try connection.tile(
      zoom: tile.zoom, column: Int(tile.x), row: 1 << tile.zoom - 1 - Int(tile.y))
    idle.withLock { idle in if idle.count < 16 { idle.append(connection) } }
    return found
  }

  private static func describe(_ connection: MBTilesConnection) throws(BaseMapError)
    -> BaseMapDescription
  {
    // Fails for a file without tiles, with SQLite's own message.
    let lowest = try connection.number("SELECT min(zoom_level) FROM tiles")
    let highest = try connection.number("SELECT max(zoom_level) FROM tiles")
    var description = BaseMapDescription(format: nil)
    (description.minZoom, description.maxZoom) = (clamped(lowest), clamped(highest))
    guard
      try connection.number(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'metadata' AND type IN ('table', 'view')"
      ) == 1
    else { return description }
    let rows = try connection.pairs("SELECT name, value FROM metadata")
    let values = Dictionary(rows) { _, last in last }
    description.format = values["format"].flatMap(TileFormat.init(named:))
    if let members = values["json"].flatMap({ try? JSONValue(parsing: Array($0.utf8)) }) {
      description.read(members)
    }
    description.title = BaseMapDescription.filled(values["name"]) ?? description.title
    description.summary = values["description"] ?? description.summary
    description.attribution =
      BaseMapDescription.filled(values["attribution"])
      ?? description.attribution
    description.setElevation(named: values["encoding"])
    description.setSea(values["sea"])
    let numbers = values["bounds"]?.split(separator: ",").compactMap { part in
      Double(part.filter { $0 != " " })
    }
    description.bounds = BaseMapDescription.bounds(numbers ?? [])
    return description
  }

  private static func clamped(_ zoom: Int?) -> Int { min(max(zoom ?? 0, 0), 26) }
}
