internal import Geography
internal import PhotoFacts
internal import SQLite

/// Positions from imports, which stay when a file without a position is read.
extension IndexWriter {
  /// The position of a photo if it is from an import.
  ///
  /// A source in or beside the file becomes `.import`: the position is certainly not from there.
  func importedLocation(of id: Int64) throws -> Location? {
    let find = try connection.statement("SELECT 1 FROM photo WHERE id = ?1 AND imported = 1")
    guard try find.bind(id).hasRow() else { return nil }
    var location = try reader.photo(id)?.place.location
    if let source = location?.source, source != .gpx { location?.source = .import }
    return location
  }

  /// Gives a photo an imported position; the photo must not have a point in the grid.
  func setImportedLocation(_ location: Location, of id: Int64) throws {
    let change = try connection.statement(
      """
      UPDATE photo SET reason = NULL, detail = NULL, latitude = ?2, longitude = ?3, altitude = ?4,
        direction = ?5, accuracy = ?6, source = ?7, imported = 1
      WHERE id = ?1
      """)
    try change.bind(
      id, Int64(location.coordinate.latitudeE7), Int64(location.coordinate.longitudeE7),
      location.altitude, location.direction, location.accuracy, Int64(location.source.rawValue)
    ).run()
    try updateNames(of: id)
  }
}
