internal import Geography
internal import Synchronization

/// An open MBTiles file, which is an SQLite database.
final class MBTilesFile: TileArchive {
  let description: BaseMapDescription
  private let path: [UInt8]

  /// Idle connections.
  private let idle = Mutex<[MBTilesConnection]>([])

  init(path: [UInt8]) throws(BaseMapError) {
    self.path = path
    let connection = try MBTilesConnection(path)
    description = try Self.describe(connection)
    idle.withLock { $0 = [connection] }
  }

  func tile(_ tile: TileCoordinate) throws(BaseMapError) -> [UInt8]? {
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
    if let members = values["json"].flatMap({ JSONMembers(Array($0.utf8)) }) {
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
