import Foundation
import Geography

/// The library as a table for other databases: one line per photo with its id, longitude and latitude in 1e-7°, the time
/// in milliseconds (empty if none) and its tile of zoom level 12.
struct PointsTable {
  /// The tile by grid order, so that `tile >> 16` is the tile of zoom level 4.
  private static let tileShift = UInt64(2 * (GridPoint.levels - 12))

  private let library: Library

  init(_ library: Library) { self.library = library }

  func write(to path: String) throws {
    var text = "id,longitude,latitude,taken,tile\n"
    for (number, photo) in library.photos.enumerated() {
      let place = photo.coordinate
      let tile = GridKey(GridPoint(place)).rawValue >> Self.tileShift
      let taken = photo.time.map { String($0) } ?? ""
      text += "\(number + 1),\(place.longitudeE7),\(place.latitudeE7),\(taken),\(tile)\n"
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
