import Geography
import Grid
import PhotoExchange
import PhotoIndex
import Query
import PhotoFacts

/// Makes vector tiles of all zoom levels around photos.
///
/// A time includes the query and the encoding. At levels with few tiles, the counts of all tiles must add up to the
/// number of photos.
struct TileQueries {
  struct Report: Encodable {
    var tiles: [Row] = []
    var filtered: [Row] = []
    var largestTile = 0
  }

  private static let zooms = 0...14
  private static let tilesPerZoom = 200
  private static let wholeLevels = 0...4

  let library: Library
  let index: PhotoIndex

  func measure() throws -> Report {
    var report = Report()
    var all = Times()
    var allFiltered = Times()
    for zoom in Self.zooms {
      var plain = Times()
      var filtered = Times()
      for centre in library.randomCentres(Self.tilesPerZoom, seed: UInt64(90 + zoom)) {
        let tile = TileCoordinate(zoom: zoom, holding: GridKey(centre.coordinate))
        let size = try ask(tile, PhotoFilter(), &plain)
        report.largestTile = max(report.largestTile, size)
        var filter = PhotoFilter()
        filter.time = TimeSpan(from: 1_420_070_400_000, through: 1_451_606_399_999)
        if plain.nanoseconds.count % 10 == 0 { _ = try ask(tile, filter, &filtered) }
      }
      all.add(plain)
      allFiltered.add(filtered)
      report.tiles.append(Row("zoom \(zoom)", ours: plain))
      report.filtered.append(Row("zoom \(zoom), one year", ours: filtered))
    }
    for zoom in Self.wholeLevels { try requireWhole(zoom) }
    report.tiles.append(Row("zoom 0–14", ours: all))
    report.filtered.append(Row("zoom 0–14, one year", ours: allFiltered))
    return report
  }

  private func ask(_ tile: TileCoordinate, _ filter: PhotoFilter, _ times: inout Times) throws
    -> Int
  {
    try times.measure {
      PhotoTile.bytes(try index.read { try $0.marks(of: tile, filter) }, of: tile)
    }.count
  }

  private func requireWhole(_ zoom: Int) throws {
    var sum = 0
    for x in 0..<1 << zoom {
      for y in 0..<1 << zoom {
        guard let tile = TileCoordinate(zoom: zoom, x: x, y: y) else { continue }
        for mark in try index.read({ try $0.marks(of: tile, PhotoFilter()) }) {
          switch mark {
          case .photo: sum += 1
          case .cluster(let cluster): sum += cluster.count
          }
        }
      }
    }
    try requireEqual(sum, library.photos.count, "the photos in all tiles of zoom \(zoom)")
  }
}
