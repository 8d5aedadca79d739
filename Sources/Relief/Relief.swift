public import BaseMaps
public import Geography
internal import Glibc
internal import Synchronization

/// The elevations in the map files of this machine.
///
/// Those are the files of elevations from which the map page draws reliefs. Their tiles are decoded when they are needed;
/// a limited number stays in memory.
public final class Relief: Sendable {
  private let files: BaseMapFiles
  private let state = Mutex(State())
  private let tiles = ElevationTiles()

  private struct State {
    var sources: [ElevationSource] = []
    var made = 0
  }

  /// Reads the elevations in these files.
  public init(_ files: BaseMapFiles) { self.files = files }

  /// The ground by the current files; nil if none has elevations.
  public var ground: FileGround? {
    let maps = files.contents.entries.map(\.map).filter { $0.description.elevation != nil }
    let sources = state.withLock { state in
      state.sources = maps.map { map in
        if let known = state.sources.first(where: { $0.map === map }) { return known }
        state.made += 1
        return ElevationSource(map, number: state.made)
      }
      return state.sources
    }
    guard !sources.isEmpty else { return nil }
    // The most detailed file first, as on the map.
    return FileGround(sources: sources.sorted { $0.zooms.upperBound > $1.zooms.upperBound }, tiles)
  }
}

/// The ground by some files of elevations, as they are at one moment.
public struct FileGround: Ground {
  private let sources: [ElevationSource]
  private let tiles: ElevationTiles

  init(sources: [ElevationSource], _ tiles: ElevationTiles) {
    (self.sources, self.tiles) = (sources, tiles)
  }

  /// A text that changes with the files.
  public var version: String { sources.map(\.map.version).joined(separator: ",") }

  /// Metres above the sea at a position, between those of the four nearest pixels; nil if no file has them.
  ///
  /// The zoom level is the deepest at which 256 pixels of a tile are at least `metres` apart; if a file lacks the tile, that
  /// above it.
  public func elevation(at position: Coordinate, every metres: Double) -> Double? {
    let point = GridPoint(position)
    let zoom = Self.zoom(at: position.latitude, every: metres)
    for source in sources where source.contains(position) {
      let deepest = min(max(zoom, source.zooms.lowerBound), source.zooms.upperBound)
      for zoom in (source.zooms.lowerBound...deepest).reversed() {
        if let found = tiles.elevation(at: point, zoom: zoom, of: source) { return found }
      }
    }
    return nil
  }

  private static func zoom(at latitude: Double, every metres: Double) -> Int {
    let parallel = 40_075_016.7 * cos(latitude * .pi / 180)
    let pixels = parallel / max(metres, 0.01) / 256
    return pixels < 1 ? 0 : min(Int(pixels.exponent), GridPoint.levels)
  }
}

/// An open file of elevations.
struct ElevationSource: Sendable {
  let map: BaseMap

  /// Distinguishes the files that were opened one after the other.
  let number: Int
  let zooms: ClosedRange<Int>

  init(_ map: BaseMap, number: Int) {
    (self.map, self.number) = (map, number)
    let (least, most) = (map.description.minZoom, map.description.maxZoom)
    zooms = least...max(least, most)
  }

  func contains(_ position: Coordinate) -> Bool {
    let bounds = map.description.bounds
    return (bounds[0]...bounds[2]).contains(position.longitude)
      && (bounds[1]...bounds[3]).contains(position.latitude)
  }

  /// The elevations of a tile; nil if the file has none.
  func read(_ tile: TileCoordinate) -> ElevationTile? {
    guard let encoding = map.description.elevation, let stored = try? map.tile(tile) else {
      return nil
    }
    return ElevationTile(stored.bytes, encoding)
  }
}
